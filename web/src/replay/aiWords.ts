// Texts for decisions and calls of models.
import { durationWords } from "../app/duration";
import { houseTexts, languageSpoken } from "../texts/house";
import { t } from "../texts/t";
import type { CallShown, DecisionShown } from "../wire";
import type { Sums } from "./aiLog";

/** The error class in words, or the success. */
export function outcomeWords(outcome: string): string {
  return textFor(`ailog-outcome-${outcome}`, outcome);
}

/** Who made the move, if it was not the model. */
export function playedWords({ played = "model" }: Pick<DecisionShown, "played">): string | null {
  return played === "model" ? null : textFor(`ailog-played-${played}`, played);
}

/** A newer server may have classes that this page has no text for. */
function textFor(key: string, name: string): string {
  return houseTexts.has(key) ? t(key) : name;
}

export function tokenWords(call: Pick<Sums, "input" | "output" | "reasoning" | "cached">): string {
  const { input, output, reasoning, cached } = call;
  if (input === null && output === null) return t("ailog-unknown");
  const parts = [
    t("ailog-tokens-input", { n: input }),
    ...(cached ? [t("ailog-tokens-cached", { n: cached })] : []),
    t("ailog-tokens-output", { n: output }),
    ...(reasoning ? [t("ailog-tokens-reasoning", { n: reasoning })] : []),
  ];
  return parts.join(", ");
}

export function tokensOf(call: CallShown): Pick<Sums, "input" | "output" | "reasoning" | "cached"> {
  const { input_tokens, output_tokens, reasoning_tokens, cached_tokens } = call;
  return {
    input: input_tokens ?? null,
    output: output_tokens ?? null,
    reasoning: reasoning_tokens ?? null,
    cached: cached_tokens ?? null,
  };
}

/** Most calls cost fractions of a cent. */
export function dollarWords(usd: number): string {
  const style = { style: "currency", currency: "USD", maximumFractionDigits: 6 } as const;
  return new Intl.NumberFormat(languageSpoken(), style).format(usd);
}

/** An unknown value is never shown as zero. */
export function costWords({ usd, unpriced }: Pick<Sums, "usd" | "unpriced">): string {
  if (usd === null) return t("ailog-unknown");
  return unpriced === 0 ? dollarWords(usd) : t("ailog-cost-partly", { cost: dollarWords(usd), count: unpriced });
}

export function callCostWords({ usd, cost_source }: CallShown): string {
  if (usd == null) return t("ailog-unknown");
  return t(cost_source === "reported" ? "ailog-cost-reported" : "ailog-cost-table", { cost: dollarWords(usd) });
}

export const timeWords = (ms: number | null | undefined): string =>
  ms == null ? t("ailog-unknown") : durationWords(Math.round(ms / 10) * 10);
