// Lets the user add their own language model to a free seat: this page asks it, and its key stays in this tab.
import { useState } from "react";
import { freeSeats } from "../../net/match";
import type { MatchState } from "../../net/match";
import { lastProvider } from "../../net/sponsored";
import { t } from "../../texts/t";
import { ProviderDialog, useOrigins } from "./ProviderDialog";
import { sponsorSeat } from "./sponsorSeat";

/** Shown only if the operator allows origins, because the page may call no others. */
export function BringModel({ state }: { state: MatchState }) {
  const origins = useOrigins();
  const [isOpen, setOpen] = useState(false);
  if (origins.length === 0 || state.me === null || freeSeats(state) === 0) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t("sponsor-bring")}
      </button>
      {isOpen && (
        <ProviderDialog
          title={t("sponsor-bring")}
          origins={origins}
          first={lastProvider()}
          onDone={(provider) => sponsorSeat(state.matchId, provider)}
          onClose={() => setOpen(false)}
        >
          <p>{t("sponsor-what")}</p>
          <p className="hint">{t("sponsor-warning")}</p>
        </ProviderDialog>
      )}
    </>
  );
}
