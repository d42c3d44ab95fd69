// The user's own models in this tab: their state, and what the user can do if one has no move.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { Dialog } from "../../app/components/Dialog";
import { useStore } from "../../app/store";
import { nameOf } from "../../net/match";
import type { Provider } from "../../net/provider";
import type { Look } from "../../scene";
import { t } from "../../texts/t";
import { ActionPanel } from "../choice/ActionList";
import { AiLog } from "./AiLog";
import { useChoice } from "../choice/choice";
import type { Host, Trouble } from "./modelHost";
import { changeProvider, hostsAt, resumeHosts } from "./hostRegistry";
import { PromptBar } from "../choice/PromptBar";
import { ProviderDialog, useOrigins } from "./ProviderDialog";
import { SceneView } from "../drawing/SceneView";

export function HostedModels({ matchId, look }: { matchId: string; look: Look | null }) {
  const hosts = useStore(hostsAt(matchId));
  useEffect(() => resumeHosts(matchId), [matchId]);
  return hosts.map((host) => <HostedModel key={host.seat.player_id} matchId={matchId} host={host} look={look} />);
}

interface HostedProps {
  matchId: string;
  host: Host;
  look: Look | null;
}

function HostedModel({ matchId, host, look }: HostedProps) {
  const hosting = useStore(host.store);
  const state = useStore(host.session.store);
  const [isLogOpen, setLogOpen] = useState(false);
  const name = nameOf(state, host.seat.player_id);
  // The model has not joined the table yet.
  if (state.gameId === null) return null;
  const log = state.status !== "waiting" && (
    <button type="button" className="button small" onClick={() => setLogOpen(true)}>
      {t("ailog-title")}
    </button>
  );
  return (
    <>
      {hosting.phase === "failed" ? (
        <HostingFailed matchId={matchId} host={host} look={look} name={name} trouble={hosting}>
          {log}
        </HostingFailed>
      ) : (
        <div className="banner quiet-banner sponsor-host">
          <span>{t(hosting.phase === "asking" ? "sponsor-asking" : "sponsor-idle", { name })}</span>
          {state.status === "waiting" && (
            <button type="button" className="button small" disabled={!state.isIn} onClick={host.session.leave}>
              {t("sponsor-away")}
            </button>
          )}
          {log}
        </div>
      )}
      {isLogOpen && <AiLog state={state} hint={t("sponsor-ailog-hint")} onClose={() => setLogOpen(false)} />}
    </>
  );
}

interface FailedProps extends HostedProps {
  name: string;
  trouble: Trouble;
  /** Buttons that are always shown. */
  children: ReactNode;
}

function HostingFailed({ matchId, host, look, name, trouble, children }: FailedProps) {
  const [opened, setOpened] = useState<"play" | "change" | null>(null);
  const close = (): void => setOpened(null);
  return (
    <>
      <div className="banner sponsor-failed" role="alert">
        <span>{t("sponsor-failed", { name, why: whyWords(trouble) })}</span>
        <span className="buttons">
          <button type="button" className="button small primary" onClick={host.retry}>
            {t("sponsor-retry")}
          </button>
          <button type="button" className="button small" disabled={look === null} onClick={() => setOpened("play")}>
            {t("sponsor-play")}
          </button>
          <button type="button" className="button small" onClick={() => setOpened("change")}>
            {t("sponsor-change")}
          </button>
          {children}
        </span>
      </div>
      {opened === "play" && look !== null && <PlayFor host={host} look={look} name={name} onClose={close} />}
      {opened === "change" && <Change matchId={matchId} host={host} onClose={close} />}
    </>
  );
}

/** Changes a wrong key, or the model of the seat. */
function Change({ matchId, host, onClose }: { matchId: string; host: Host; onClose: () => void }) {
  const origins = useOrigins();
  if (origins.length === 0) return null;
  const done = async (provider: Provider): Promise<void> => changeProvider(matchId, host, provider);
  return (
    <ProviderDialog
      title={t("sponsor-change")}
      origins={origins}
      first={host.seat.provider}
      onDone={done}
      onClose={onClose}
    />
  );
}

function whyWords({ outcome, reason }: Trouble): string {
  const what = t(`sponsor-outcome-${outcome}`);
  return reason ? `${what} (${reason})` : what;
}

interface PlayProps {
  host: Host;
  look: Look;
  name: string;
  onClose: () => void;
}

/** The table from the model's viewpoint, where its sponsor moves for it. */
function PlayFor({ host, look, name, onClose }: PlayProps) {
  const state = useStore(host.session.store);
  const choice = useChoice(state, look, host.session.answer);
  const scene = state.doc?.scene;
  return (
    <Dialog title={t("sponsor-play-title", { name })} onClose={onClose} wide>
      {scene && Object.keys(scene.items).length > 0 && (
        <div className="sponsor-scene">
          <SceneView
            items={choice.items}
            look={look}
            label={t("sponsor-play-title", { name })}
            last={scene.last ?? NONE}
            interaction={choice.interaction}
          />
        </div>
      )}
      <PromptBar state={state} choice={choice} look={look} onDismiss={host.session.dismiss} />
      <ActionPanel prompt={state.doc?.prompt ?? 0} choice={choice} items={scene?.items ?? {}} look={look} />
    </Dialog>
  );
}

const NONE: readonly string[] = [];
