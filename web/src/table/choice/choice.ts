// The player's current choice among the offers: taps on the scene, or an offer of the list that has to be confirmed.
import { useCallback, useMemo, useState } from "react";
import {
  alternatives,
  continues,
  labelOf,
  say,
  seated,
  situation,
  tapped,
  undone,
  unpacked,
  withTargets,
} from "../../scene";
import type { Items, Look, Situation } from "../../scene";
import { awaited, canAnswer } from "../../net/match";
import type { MatchState } from "../../net/match";
import { t } from "../../texts/t";
import type { OfferGroup, ShownOffer } from "../../wire";
import { platesOf } from "../seats/plates";
import type { Interaction } from "../drawing/SceneView";

const NO_GROUPS: OfferGroup[] = [];
const NO_ITEMS: Items = {};
const NO_TAPS: readonly string[] = [];
const NOTHING = { taps: NO_TAPS, listed: null, nexts: 0 };

export interface TapChoice {
  /** The items on the table, plus free cells and spots that can be tapped. */
  items: Items;
  /** All offers by number, for the list. */
  offers: ShownOffer[];
  isOpen: boolean;
  taps: readonly string[];
  situation: Situation;
  /** The offer that Confirm or Done would send. */
  ready: number | null;
  /** The number of complete offers, and the index of the current one. */
  which: { at: number; of: number };
  interaction: Interaction | undefined;
  /** Choose an offer by its number, as the list and hotkeys do. */
  pick: (offer: number, picks?: string[][]) => void;
  /** Answer with an offer that leaves nothing to choose, without asking again. */
  send: (offer: number) => void;
  confirm: () => void;
  next: () => void;
  undo: () => void;
  canUndo: boolean;
  /** The answer that was sent but not confirmed. */
  pending: ShownOffer | null;
}

/** The offers with the same numbers. Offers that cannot be made with taps on the scene get no steps. */
export function onScene(offers: ShownOffer[], itemIds: ReadonlySet<string>): ShownOffer[] {
  return offers.map((offer) => {
    const isThere = (offer.steps ?? []).every(
      (step) => step.ids.filter((id) => itemIds.has(id)).length * (step.each ?? 1) >= Math.max(1, step.min ?? 1),
    );
    return isThere ? offer : { ...offer, steps: [] };
  });
}

/** Whether to send at once: the taps make exactly one offer, complete and without need for confirmation. */
export function isSent(offers: readonly ShownOffer[], found: Situation): boolean {
  const only = found.complete.length === 1 && !found.extendable ? found.complete[0] : undefined;
  return only !== undefined && !offers[only]?.confirm;
}

interface Chosen {
  prompt: number;
  groups: OfferGroup[];
  taps: readonly string[];
  listed: number | null;
  /** How often the player pressed Next. */
  nexts: number;
}

/** The current one of several complete offers, after repeated taps and presses of Next. */
export function chosenOf({ complete, choice }: Situation, nexts: number): number | null {
  return choice === null ? null : (complete[(complete.indexOf(choice) + nexts) % complete.length] ?? null);
}

/** The earlier value if it is equal, so that hooks that depend on it do not run again. */
function useSame<T>(value: T): T {
  const [kept, setKept] = useState({ heard: value, value });
  if (kept.heard === value) return kept.value;
  const now = { heard: value, value: JSON.stringify(kept.value) === JSON.stringify(value) ? kept.value : value };
  setKept(now);
  return now.value;
}

export function useChoice(
  state: MatchState,
  look: Look,
  answer: (offer: number, picks: string[][]) => void,
): TapChoice {
  const prompt = state.doc?.prompt ?? 0;
  // After a reconnect the server sends the same offers again; keep the taps.
  const groups = useSame(state.doc?.scene?.offers ?? NO_GROUPS);
  const offers = useMemo(() => unpacked(groups), [groups]);
  const sent = state.doc?.scene?.items ?? NO_ITEMS;
  const plates = useSame(useMemo(() => platesOf(state), [state]));
  const viewer = state.doc?.scene?.viewer ?? null;
  const items = useMemo(() => seated(withTargets(sent, offers), plates, viewer), [sent, offers, plates, viewer]);
  // The targets depend on which items exist, not on their look.
  const joinedIds = Object.keys(items).join("\n");
  const itemIds = useMemo(() => new Set(joinedIds.split("\n")), [joinedIds]);
  const drawn = useMemo(() => onScene(offers, itemIds), [offers, itemIds]);
  const [chosen, setChosen] = useState<Chosen>({ prompt, groups, ...NOTHING });
  const isCurrent = chosen.prompt === prompt && chosen.groups === groups;
  const isOpen = canAnswer(state);
  const { taps, listed, nexts } = isCurrent && isOpen ? chosen : NOTHING;
  const found = useMemo(() => situation(drawn, taps), [drawn, taps]);
  const pending = state.pending && state.pending.prompt === prompt ? (offers[state.pending.offer ?? -1] ?? null) : null;
  const ready = listed ?? chosenOf(found, nexts);
  // The prompt arrives shortly after its state, so a player whom the match waits for is not idle.
  const isIdle = !isOpen && !pending && !awaited(state).includes(state.me ?? "");

  const choose = useCallback(
    (change: Partial<Chosen>) => setChosen({ prompt, groups, ...NOTHING, ...change }),
    [prompt, groups],
  );
  const send = useCallback(
    (offer: number, picks: string[][]) => {
      choose({});
      answer(offer, picks);
    },
    [choose, answer],
  );
  const tap = useCallback(
    (id: string) => {
      const now = tapped(drawn, taps, id);
      const then = situation(drawn, now);
      if (isSent(drawn, then) && then.choice !== null) send(then.choice, then.picks(then.choice));
      else choose({ taps: now, nexts: String(then.complete) === String(found.complete) ? nexts : 0 });
    },
    [drawn, taps, found, nexts, send, choose],
  );
  const undo = useCallback(() => choose({ taps: undone(taps) }), [choose, taps]);

  const interaction = useInteraction({
    drawn,
    items,
    itemIds,
    look,
    taps,
    prompt,
    isOpen,
    isIdle,
    tap,
    undo,
    shown: pending ?? offers[ready ?? -1] ?? null,
  });

  return {
    items,
    offers,
    isOpen,
    taps,
    situation: found,
    ready,
    which: { at: ready === null ? 0 : found.complete.indexOf(ready), of: listed === null ? found.complete.length : 1 },
    interaction,
    pick: (offer, picks) => {
      if (!isOpen) return;
      if (offers[offer]?.confirm && !picks) choose({ listed: offer });
      else send(offer, picks ?? []);
    },
    send: (offer) => {
      if (isOpen) send(offer, []);
    },
    confirm: () => {
      if (ready !== null && isOpen) send(ready, listed === null ? found.picks(ready) : []);
    },
    next: () => choose({ taps, nexts: nexts + 1 }),
    undo,
    canUndo: taps.length > 0 || listed !== null,
    pending,
  };
}

interface Wanted {
  drawn: ShownOffer[];
  items: Items;
  /** The ids of the items: the same set until an item comes or goes. */
  itemIds: ReadonlySet<string>;
  look: Look;
  taps: readonly string[];
  prompt: number;
  isOpen: boolean;
  isIdle: boolean;
  tap: (id: string) => void;
  undo: () => void;
  /** The offer that is previewed. */
  shown: ShownOffer | null;
}

function useInteraction({
  drawn,
  items,
  itemIds,
  look,
  taps,
  prompt,
  isOpen,
  isIdle,
  tap,
  undo,
  shown,
}: Wanted): Interaction | undefined {
  const highlighted = useMemo(() => (isOpen ? continues(drawn, taps) : new Set<string>()), [isOpen, drawn, taps]);
  const tappable = useMemo(() => {
    const all = isOpen ? new Set([...highlighted, ...alternatives(drawn, taps), ...taps.slice(-1)]) : new Set<string>();
    return new Set([...all].filter((id) => itemIds.has(id)));
  }, [isOpen, drawn, taps, highlighted, itemIds]);
  const chosen = useMemo(() => {
    // A repeated tap usually steps through the offers; count taps only for ids that may be picked several times.
    const counted = new Set(
      drawn.flatMap((offer) => (offer.steps ?? []).flatMap((step) => ((step.each ?? 1) > 1 ? step.ids : []))),
    );
    const counts = new Map<string, number>();
    for (const id of taps) counts.set(id, counted.has(id) ? (counts.get(id) ?? 0) + 1 : 1);
    return counts;
  }, [taps, drawn]);
  const does = useMemo(() => completedBy(drawn), [drawn]);
  const ghosts = shown?.ghosts ?? NO_ITEMS;
  return useMemo(
    () => ({
      prompt,
      isIdle,
      tappable,
      highlighted,
      chosen,
      ghosts,
      name: (id) => {
        const what = labelOf(id, items[id] ?? {}, look);
        const deed = tapResultWords(does.get(id) ?? [], look);
        return deed && deed !== what ? t("table-choice-taps", { what, deed }) : what;
      },
      key: (id) => (does.get(id)?.length === 1 ? (does.get(id)?.[0]?.hotkey ?? null) : null),
      tap,
      canUndo: taps.length > 0,
      undo,
    }),
    [prompt, isIdle, tappable, highlighted, chosen, ghosts, does, items, look, tap, taps, undo],
  );
}

/** The offers that a tap on an id completes; nothing if more has to be picked. */
function completedBy(offers: readonly ShownOffer[]): Map<string, ShownOffer[]> {
  const found = new Map<string, ShownOffer[]>();
  for (const offer of offers) {
    for (const id of new Set((offer.steps ?? []).flatMap((step) => step.ids))) {
      found.set(id, [...(found.get(id) ?? []), offer]);
    }
  }
  return new Map([...found].filter(([, ways]) => ways.length === 1 || ways.every(isOneTap)));
}

function isOneTap({ steps }: ShownOffer): boolean {
  return steps?.length === 1 && (steps[0]?.max ?? 1) === 1;
}

/** The first offer, and the number of others that a repeated tap steps to. */
function tapResultWords([first, ...others]: readonly ShownOffer[], look: Look): string {
  const words = say(first?.label ?? "", look.texts);
  return others.length > 0 ? t("table-choice-ways", { words, count: others.length }) : words;
}
