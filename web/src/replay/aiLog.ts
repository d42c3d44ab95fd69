// The decisions of language models by turn, and their cost.
import { seatIndex } from "../net/match";
import type { CallShown, DecisionShown, Frame } from "../wire";

/** The decisions of one seat that led to one turn, oldest first, including failed and cancelled ones. */
export interface ModelTurn {
  turn: number;
  player: string;
  decisions: DecisionShown[];
}

export function modelTurns(decisions: readonly DecisionShown[], frames: readonly Frame[]): ModelTurn[] {
  const found = new Map<string, ModelTurn>();
  decisions.forEach((decision, index) => {
    if (hadNoChoice(decision)) return;
    const turn = decision.turn ?? turnAfter(decision, decisions.slice(index + 1), frames);
    const key = `${turn} ${decision.player_id}`;
    const before = found.get(key)?.decisions ?? [];
    found.set(key, { turn, player: decision.player_id, decisions: [...before, decision] });
  });
  return [...found.values()].sort((one, other) => one.turn - other.turn);
}

/** A model is not asked if there is only one legal move. */
const hadNoChoice = ({ outcome, attempts }: DecisionShown): boolean => outcome === "answered" && attempts === 0;

/** A decision without a move belongs to the turn in which the seat answered that prompt; otherwise to the next turn. */
function turnAfter(decision: DecisionShown, later: readonly DecisionShown[], frames: readonly Frame[]): number {
  const own = later.find(
    (other) => other.player_id === decision.player_id && other.prompt === decision.prompt && other.turn != null,
  );
  const next = frames.find((frame) => frame.turn > 0 && frame.at > decision.at);
  return own?.turn ?? next?.turn ?? frames.at(-1)?.turn ?? 0;
}

/** The model's remark with its move. */
export function remarkOf({ decisions }: ModelTurn): string {
  return decisions.findLast((decision) => decision.said)?.said ?? "";
}

/** Whether the model made the move with its first answer. */
export function isSmooth({ decisions }: ModelTurn): boolean {
  return decisions.every(
    (decision) => decision.outcome === "answered" && decision.attempts <= 1 && (decision.played ?? "model") === "model",
  );
}

/** The totals of calls; null if no call reported the value. `unpriced` calls have no known price. */
export interface Sums {
  calls: number;
  input: number | null;
  output: number | null;
  reasoning: number | null;
  cached: number | null;
  usd: number | null;
  unpriced: number;
  duration_ms: number;
}

export function sumsOf(decisions: readonly DecisionShown[]): Sums {
  const calls = decisions.flatMap((decision) => decision.calls ?? []);
  return {
    calls: calls.length,
    input: total(calls, (call) => call.input_tokens),
    output: total(calls, (call) => call.output_tokens),
    reasoning: total(calls, (call) => call.reasoning_tokens),
    cached: total(calls, (call) => call.cached_tokens),
    usd: total(calls, (call) => call.usd),
    unpriced: calls.filter((call) => call.usd == null).length,
    duration_ms: total(calls, (call) => call.duration_ms) ?? 0,
  };
}

function total(calls: readonly CallShown[], value: (call: CallShown) => number | null | undefined): number | null {
  const known = calls.map(value).filter((one) => one != null);
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0);
}

/** The seats that models played, in seat order. */
export function modelSeats(decisions: readonly DecisionShown[]): string[] {
  return [...new Set(decisions.map((decision) => decision.player_id))].sort(
    (one, other) => seatIndex(one) - seatIndex(other),
  );
}
