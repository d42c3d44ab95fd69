// Loads the frames of the chosen viewpoints whenever the choice changes.
import { useEffect, useState } from "react";
import type { MatchShown } from "../wire";
import type { Viewpoint, FrameSet } from "./frames";
import { loadFrameSets } from "./loadFrames";

export interface FrameSets {
  /** The last loaded frames; they stay until those of another viewpoint arrive. */
  frameSets: FrameSet[] | null;
  fault: unknown;
  retry: () => void;
}

export function useFrameSets(match: MatchShown, viewpoint: Viewpoint): FrameSets {
  const [frameSets, setFrameSets] = useState<FrameSet[] | null>(null);
  const [fault, setFault] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const asking = new AbortController();
    setFault(null);
    loadFrameSets(match, viewpoint, asking.signal).then(setFrameSets, (error: unknown) => {
      if (!asking.signal.aborted) setFault(error);
    });
    return () => asking.abort();
  }, [match, viewpoint, attempt]);
  return { frameSets, fault, retry: () => setAttempt((before) => before + 1) };
}
