import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AiDecisions } from "../../src/replay/AiDecisions";
import { isSmooth, modelSeats, modelTurns, remarkOf, sumsOf } from "../../src/replay/aiLog";
import { costWords, outcomeWords, playedWords, tokenWords } from "../../src/replay/aiWords";
import type { CallShown, DecisionShown, Frame } from "../../src/wire";

const FRAMES: Frame[] = [0, 1, 2, 3, 4].map((turn) => ({ turn, at: 1000 * turn }));

const call = (told: Partial<CallShown> = {}): CallShown => ({
  attempt: 1,
  at: 1,
  model: "m",
  outcome: "answered",
  prompt_hash: "h",
  ...told,
});
const decision = (told: Partial<DecisionShown>): DecisionShown => ({
  player_id: "p1",
  prompt: 1,
  at: 1100,
  ended_at: 1200,
  outcome: "answered",
  attempts: 1,
  ...told,
});
const shown = (...decisions: DecisionShown[]): string => renderToStaticMarkup(<AiDecisions decisions={decisions} />);

test("a decision belongs to its turn, together with the failures before it", () => {
  const failed = decision({ prompt: 3, outcome: "illegal", at: 2100, ended_at: 2200 });
  const retried = decision({ prompt: 3, turn: 4, at: 3500, ended_at: 3600 });
  const first = decision({ prompt: 1, turn: 2, at: 1100 });
  // Another seat moved in between: the failure still belongs to what its own seat did at that prompt.
  expect(modelTurns([first, failed, retried], FRAMES)).toEqual([
    { turn: 2, player: "p1", decisions: [first] },
    { turn: 4, player: "p1", decisions: [failed, retried] },
  ]);
});

test("a decision without a move belongs to the next turn, or to the last", () => {
  const called_off = decision({ outcome: "called_off", at: 1100, ended_at: 2001 });
  const at_the_end = decision({ outcome: "lost", at: 9000, ended_at: 9000 });
  expect(modelTurns([called_off, at_the_end], FRAMES).map(({ turn }) => turn)).toEqual([2, 4]);
});

test("models that decided the same turn are separate entries", () => {
  const both = [decision({ turn: 2 }), decision({ turn: 2, player_id: "p0" })];
  expect(modelTurns(both, FRAMES).map(({ turn, player }) => [turn, player])).toEqual([
    [2, "p1"],
    [2, "p0"],
  ]);
  expect(modelSeats(both)).toEqual(["p0", "p1"]);
});

test("the remark with the move is shown as speech", () => {
  const [made] = modelTurns([decision({ outcome: "late" }), decision({ turn: 2, said: "Mine!" })], FRAMES);
  expect(made && remarkOf(made)).toBe("Mine!");
  expect(made && isSmooth(made)).toBe(false);
});

test("a move of the model with its first answer is not shown as trouble", () => {
  const smooth = (told: Partial<DecisionShown>): boolean =>
    isSmooth({ turn: 1, player: "p1", decisions: [decision(told)] });
  expect(smooth({})).toBe(true);
  expect(smooth({ attempts: 2 })).toBe(false);
  expect(smooth({ played: "stand_in" })).toBe(false);
});

test("totals distinguish zero from unknown", () => {
  const calls = [
    call({ input_tokens: 10, output_tokens: 2, usd: 0.5, duration_ms: 100 }),
    call({ input_tokens: 5, duration_ms: 50 }),
  ];
  expect(sumsOf([decision({ calls })])).toEqual({
    calls: 2,
    input: 15,
    output: 2,
    reasoning: null,
    cached: null,
    usd: 0.5,
    unpriced: 1,
    duration_ms: 150,
  });
  expect(sumsOf([decision({})])).toMatchObject({ calls: 0, input: null, usd: null });
});

test("an unknown cost is never shown as zero", () => {
  expect(costWords({ usd: null, unpriced: 2 })).toBe("unknown");
  expect(costWords({ usd: 0, unpriced: 0 })).toBe("$0.00");
  expect(costWords({ usd: 0.000123, unpriced: 0 })).toBe("$0.000123");
  expect(costWords({ usd: 0.25, unpriced: 1 })).toBe("$0.25, and one call of unknown cost");
  expect(tokenWords({ input: null, output: null, reasoning: null, cached: null })).toBe("unknown");
  expect(tokenWords({ input: 10, output: 2, reasoning: 1, cached: 4 })).toBe(
    "10 in, 4 of them cached, 2 out, 1 of them reasoning",
  );
});

const OUTCOMES =
  "answered illegal unparsable truncated empty late transport configuration budget called_off lost".split(" ");
const PLAYERS = "stand_in first random pass forfeit nobody".split(" ");

test("every outcome and substitute has a text, and an unknown one shows its name", () => {
  for (const outcome of OUTCOMES) expect(outcomeWords(outcome)).not.toBe(outcome);
  for (const played of PLAYERS) expect(playedWords({ played })).not.toBe(played);
  expect(playedWords({})).toBeNull();
  expect(outcomeWords("newer")).toBe("newer");
});

test("a call shows its outcome, figures, prompt and reply, and who made the move instead", () => {
  const failed = call({
    outcome: "illegal",
    reason: "c9 is not in the list",
    system: "You play",
    user: "Moves: c0",
    reply: "c9",
    input_tokens: 100,
    output_tokens: 7,
    first_token_ms: 120,
    duration_ms: 1500,
    transport_tries: 2,
  });
  const text = shown(decision({ outcome: "illegal", attempts: 3, played: "stand_in", calls: [failed] }));
  for (const part of [
    "The move is not allowed",
    "3 tries",
    "A bot made the move",
    "c9 is not in the list",
    "100 in, 7 out",
    "0.12 s",
    "1.5 s",
    ">2<",
    "You play",
    "Moves: c0",
  ])
    expect(text).toContain(part);
  expect(text).toContain("<dt>Cost</dt><dd>unknown</dd>");
});

test("a model without a choice has no decision", () => {
  expect(
    modelTurns([decision({ turn: 2, attempts: 0 }), decision({ turn: 3, attempts: 0, outcome: "budget" })], FRAMES).map(
      ({ turn }) => turn,
    ),
  ).toEqual([3]);
});

test("calls that were not stored are reported as missing", () => {
  expect(shown(decision({ attempts: 2 }))).toContain("Its calls are not available");
});

test("texts of a call that were not stored are left out", () => {
  expect(shown(decision({ calls: [call()] }))).not.toContain("<details>");
  expect(shown()).toContain("No language model");
});
