// Takes a seat at a table with other people. Asks for a name if the player has none or the name is taken.
import { useState } from "react";
import type { ReactNode } from "react";
import { settings } from "../../app/settings/settings";
import { useTask } from "../../app/useTask";
import { NameDialog } from "./NameDialog";
import { isAboutName, takeSeatAndOpen } from "./takeSeat";

interface Asking {
  matchId: string;
  error?: string;
}

export interface SeatTaking {
  isBusy: boolean;
  fault: string | null;
  join: (matchId: string) => void;
  /** The name dialog, while it is open. */
  question: ReactNode;
}

export function useSeat(): SeatTaking {
  const task = useTask();
  const [asking, setAsking] = useState<Asking | null>(null);

  function sit(matchId: string): void {
    setAsking(null);
    task.run(async () => {
      try {
        await takeSeatAndOpen(matchId);
      } catch (error) {
        if (!isAboutName(error)) throw error;
        setAsking({ matchId, error: error.message });
      }
    });
  }

  return {
    isBusy: task.isBusy,
    fault: task.fault,
    join: (matchId) => (settings.get().name.trim() ? sit(matchId) : setAsking({ matchId })),
    question: asking && (
      <NameDialog error={asking.error} onDone={() => sit(asking.matchId)} onClose={() => setAsking(null)} />
    ),
  };
}
