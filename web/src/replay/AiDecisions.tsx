// The AI log: every decision with its calls and all known facts about them.
import { Dialog } from "../app/components/Dialog";
import "../style/ailog.css";
import { t } from "../texts/t";
import type { CallShown, DecisionShown } from "../wire";
import { callCostWords, outcomeWords, playedWords, timeWords, tokensOf, tokenWords } from "./aiWords";

interface DialogProps {
  title: string;
  decisions: readonly DecisionShown[];
  onClose: () => void;
}

export function AiLogDialog({ title, decisions, onClose }: DialogProps) {
  return (
    <Dialog title={title} onClose={onClose} wide>
      <AiDecisions decisions={decisions} />
    </Dialog>
  );
}

export function AiDecisions({ decisions }: { decisions: readonly DecisionShown[] }) {
  if (decisions.length === 0) return <p className="hint">{t("ailog-none")}</p>;
  return (
    <ol className="ai-decisions">
      {decisions.map((decision, index) => (
        <li key={index}>
          <DecisionDetails decision={decision} />
        </li>
      ))}
    </ol>
  );
}

function DecisionDetails({ decision }: { decision: DecisionShown }) {
  const { outcome, reason, said, attempts, calls = [] } = decision;
  const played = playedWords(decision);
  const why = reason && !calls.some((call) => call.reason === reason) ? reason : null;
  return (
    <article className="ai-decision">
      <h3>
        {outcomeWords(outcome)}
        {attempts > 1 && <span className="chip">{t("ailog-attempts", { count: attempts })}</span>}
      </h3>
      {why && <p className="ai-reason">{why}</p>}
      {played !== null && <p>{played}</p>}
      {said && <blockquote className="ai-said">{said}</blockquote>}
      {calls.length === 0 && attempts > 0 && <p className="hint">{t("ailog-calls-none")}</p>}
      {calls.map((call, index) => (
        <CallDetails key={index} call={call} of={calls.length} />
      ))}
    </article>
  );
}

function CallDetails({ call, of }: { call: CallShown; of: number }) {
  return (
    <section className="ai-call" aria-label={t("ailog-call", { number: call.attempt, of })}>
      <h4>
        {t("ailog-call", { number: call.attempt, of })}: {outcomeWords(call.outcome)}
      </h4>
      {call.reason && <p className="ai-reason">{call.reason}</p>}
      <dl className="ai-facts">
        <Fact name={t("ailog-model")} value={call.model} />
        <Fact name={t("ailog-tokens")} value={tokenWords(tokensOf(call))} />
        <Fact name={t("ailog-cost")} value={callCostWords(call)} />
        <Fact name={t("ailog-first-token")} value={timeWords(call.first_token_ms)} />
        <Fact name={t("ailog-duration")} value={timeWords(call.duration_ms ?? 0)} />
        {call.transport_tries ? <Fact name={t("ailog-requests")} value={String(call.transport_tries)} /> : null}
      </dl>
      <Folded title={t("ailog-system")} text={call.system} />
      <Folded title={t("ailog-user")} text={call.user} />
      <Folded title={t("ailog-reply")} text={call.reply} />
    </section>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Long texts are folded; a text that was not stored is left out. */
function Folded({ title, text }: { title: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <details>
      <summary>{title}</summary>
      <pre tabIndex={0}>{text}</pre>
    </details>
  );
}
