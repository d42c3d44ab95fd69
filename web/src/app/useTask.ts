// Something that takes a while and may fail: at most one at a time, so that a double click does nothing twice.
import { useRef, useState } from "react";
import { faultText } from "../net/rest";
import { announce } from "./announce";

export interface Task {
  isBusy: boolean;
  /** Why it failed, in words. */
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
