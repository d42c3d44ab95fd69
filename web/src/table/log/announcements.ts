// Announcements and sounds: the difference between a state and the one before.
import { useEffect, useRef } from "react";
import { announce } from "../../app/announce";
import type { Urgency } from "../../app/announce";
import { isMyTurn, nameOf } from "../../net/match";
import type { MatchState, SeatKnown } from "../../net/match";
import { say } from "../../scene";
import type { Look } from "../../scene";
import { t } from "../../texts/t";
import { pauseText } from "../Banners";
import { lineText } from "./Log";
import { headline } from "../result/outcome";
import { refusalText, turnAnnouncement } from "../choice/PromptBar";
import { awaitGesture, play } from "./sounds";
import type { Sound } from "./sounds";
import { failureWords, stuckTitle } from "../models/stuckWords";

export interface Announcements {
  polite: string[];
  assertive: string[];
  sound: Sound | null;
}

export function announcementsOf(before: MatchState, now: MatchState, look: Look): Announcements {
  return { polite: events(before, now, look), assertive: alerts(before, now, look), sound: soundOf(before, now) };
}

function events(before: MatchState, now: MatchState, look: Look): string[] {
  const lines = now.log.length > before.log.length && before.doc ? now.log.slice(before.log.length) : [];
  const chats = now.chat.length > before.chat.length && before.isIn ? now.chat.slice(before.chat.length) : [];
  return [
    ...presence(before, now),
    ...(before.isIn && before.status === "waiting" && now.status === "active" ? [t("table-say-started")] : []),
    ...(before.status !== "paused" && now.status === "paused" ? [pauseText(now)] : []),
    ...lines.map((entry) => lineText(entry, now, look)).filter(Boolean),
    ...chats
      .filter((line) => line.player_id !== now.me)
      .map((line) =>
        t("table-chat-said", { name: line.player_id ? (line.name ?? "") : t("table-chat-server"), text: line.text }),
      ),
    ...(before.isIn && !now.isIn && now.line === "lost" ? [t("table-line-gone")] : []),
    ...(!before.isIn && now.isIn && before.doc ? [t("table-line-back")] : []),
  ];
}

function presence(before: MatchState, now: MatchState): string[] {
  if (!before.isIn || before.seats.length !== now.seats.length) return [];
  return now.seats.flatMap((seat, index) => {
    const was = before.seats[index];
    if (!was || seat.player_id === now.me) return [];
    if (!was.name && seat.name && !seat.is_bot) return [t("table-say-joined", { name: seat.name })];
    if (was.name && !seat.name) return [t("table-say-left", { name: was.name })];
    if (!was.stuck && seat.stuck && now.me === null) return [stuckAnnouncement(seat)];
    if (was.stuck && !seat.stuck)
      return [t(seat.stand_in ? "table-say-bot" : "table-say-again", { name: nameOf(now, seat.player_id) })];
    if (!was.is_away && seat.is_away) return [t("table-say-away", { name: nameOf(now, seat.player_id) })];
    return was.is_away && !seat.is_away ? [t("table-say-back", { name: nameOf(now, seat.player_id) })] : [];
  });
}

/** Players get a dialog instead. */
function stuckAnnouncement(seat: SeatKnown): string {
  return `${stuckTitle([seat])}. ${failureWords(seat.stuck ?? "")}`;
}

function alerts(before: MatchState, now: MatchState, look: Look): string[] {
  const refused =
    now.refused && now.refused.count !== before.refused?.count ? [refusalText(now.refused, look.texts)] : [];
  const text = now.doc?.scene?.text;
  const turn = isNewTurn(before, now) ? [turnAnnouncement(text ? say(text, look.texts) : "")] : [];
  const end = now.over && !before.over ? [t("table-result-over", { outcome: headline(now) })] : [];
  return [...refused, ...turn, ...end];
}

function isNewTurn(before: MatchState, now: MatchState): boolean {
  return (
    isMyTurn(now) &&
    (!isMyTurn(before) || before.doc?.prompt !== now.doc?.prompt) &&
    before.pending?.prompt !== now.doc?.prompt
  );
}

function soundOf(before: MatchState, now: MatchState): Sound | null {
  if (now.over && !before.over) return before.doc ? "end" : null;
  if (isNewTurn(before, now)) return "turn";
  return before.doc && now.log.length > before.log.length ? "move" : null;
}

/** Announces each change once. */
export function useAnnouncements(state: MatchState, look: Look | null): void {
  const before = useRef(state);
  useEffect(awaitGesture, []);
  useEffect(() => {
    // Wait until the game's texts are loaded.
    if (!look) return;
    const news = announcementsOf(before.current, state, look);
    before.current = state;
    tell(news.polite, "polite");
    tell(news.assertive, "assertive");
    if (news.sound) play(news.sound);
  }, [state, look]);
}

function tell(lines: string[], urgency: Urgency): void {
  if (lines.length) announce(lines.join(". "), urgency);
}
