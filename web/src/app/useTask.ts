// An action that takes time and may fail. Only one runs at a time, so a double click does not start it twice.
import { useRef, useState } from "react";
import { faultText } from "../net/rest";
import { announce } from "./announce";

export interface Task {
  isBusy: boolean;
  /** The error as a sentence, if it failed. */
  fault: string | null;
  run: (work: () => Promise<void>) => void;
}

export function useTask(): Task {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const running = useRef(false);
  function run(work: () => Promise<void>): void {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setFault(null);
    work()
      .catch((error: unknown) => {
        setFault(faultText(error));
        announce(faultText(error), "assertive");
      })
      .finally(() => {
        running.current = false;
        setBusy(false);
      });
  }
  return { isBusy, fault, run };
}
