"""Events in the language mjai: what happened, as one seat saw it or with all hands open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from gamenight.core import Event, PlayerId, seat_index
from gamenight.core.dialect import Line
from gamenight.core.match import Match
from gamenight.core.model import Player
from gamenight.games.riichi.hand.hands import without
from gamenight.games.riichi.state import SEATS
from gamenight.games.riichi.transcripts.play import KINDS

HIDDEN = "?"
WINDS = "ESWN"


def write(match: Match, viewer: PlayerId | None) -> bytes:
    """A match as lines of JSON: as this seat saw it, or with everything."""
    events = match.events if viewer is None else filter(None, [event.seen_by(viewer) for event in match.events])
    told = [start_game(match.state.players, viewer), *lines_of(list(events), viewer)]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in told)


def start_game(players: Sequence[Player], viewer: PlayerId | None) -> Line:
    names = {"type": "start_game", "names": [player.display_name for player in players]}
    return names if viewer is None else {**names, "id": seat_index(viewer)}


def lines_of(events: Sequence[Event], viewer: PlayerId | None) -> list[Line]:
    """What these events are in mjai. They are as this seat saw them, or with their secrets; turns are whole."""
    ends = [*events[1:], None]
    return [line for event, after in zip(events, ends, strict=True) for line in _lines(event, after, viewer)]


def _lines(event: Event, after: Event | None, viewer: PlayerId | None) -> list[Line]:
    told, who = event.payload, -1 if event.player_id is None else _seat(event.player_id)
    match event.event_type:
        case "game.dealt":
            return [_start_kyoku(event, viewer)]
        case "game.drawn":
            return [{"type": "tsumo", "actor": who, "pai": _secret(event, event.player_id, viewer).get("tile", HIDDEN)}]
        case "game.discarded":
            dahai = {"type": "dahai", "actor": who, "pai": told["tile"], "tsumogiri": told["drawn"]}
            return [{"type": "reach", "actor": who}, dahai] if told["riichi"] else [dahai]
        case "game.riichi_accepted":
            return [{"type": "reach_accepted", "actor": who}]
        case "game.called":
            return [_called(who, told)]
        case "game.dora":
            return [{"type": "dora", "dora_marker": told["tile"]}]
        case "game.won":
            return [_hora(told)]
        case "game.deal_drawn":
            assert after is not None
            return [_ryukyoku(told, after.payload)]
        case "game.deal_ended":
            return [{"type": "end_kyoku"}]
        case "game.match_ended":
            return [{"type": "end_game", "scores": list(told["points"])}]
    return []


def _seat(player: str) -> int:
    return seat_index(PlayerId(player)) if player.startswith("p") else -1


def _secret(event: Event, owner: PlayerId | None, viewer: PlayerId | None) -> dict[str, Any]:
    """What is told of this seat's tiles: to the seat itself, or to whoever sees everything."""
    if owner is None:
        return {}
    if viewer is None:
        return dict(event.secret.get(owner, {}))
    return dict(event.payload) if owner == viewer else {}


def _start_kyoku(event: Event, viewer: PlayerId | None) -> Line:
    told = event.payload
    seats = [PlayerId(f"p{n}") for n in range(SEATS)]
    return {
        "type": "start_kyoku",
        "bakaze": WINDS[told["round"] // SEATS],
        "kyoku": told["round"] % SEATS + 1,
        "honba": told["honba"],
        "kyotaku": told["sticks"],
        "oya": told["dealer"],
        "dora_marker": told["dora"],
        "scores": list(told["points"]),
        "tehais": [list(_secret(event, owner, viewer).get("hand", [HIDDEN] * 13)) for owner in seats],
    }


def _called(who: int, told: dict[str, Any]) -> Line:
    kind = KINDS.get(told["kind"], told["kind"])
    line = {"type": kind, "actor": who}
    if kind == "ankan":
        return {**line, "consumed": list(told["tiles"])}
    if kind == "kakan":
        return {**line, "pai": told["added"], "consumed": without(told["tiles"], (told["added"],))}
    others = without(told["tiles"], (told["called"],))
    return {**line, "target": told["source"], "pai": told["called"], "consumed": others}


def _hora(told: dict[str, Any]) -> Line:
    return {
        "type": "hora",
        "actor": told["seat"],
        "target": told["source"],
        "pai": told["tile"],
        "hora_tehais": list(told["hand"]),
        "ura_markers": list(told["ura"]),
        "yakus": [[yaku["name"], yaku["han"]] for yaku in told["yaku"]],
        "fan": told["han"],
        "fu": told["fu"],
        "hora_points": told["value"],
        "deltas": list(told["deltas"]),
    }


def _ryukyoku(told: dict[str, Any], ended: dict[str, Any]) -> Line:
    hands = [list(told["hands"].get(f"p{n}", ())) for n in range(SEATS)]
    return {
        "type": "ryukyoku",
        "reason": told["kind"],
        "tenpais": [n in told["tenpai"] for n in range(SEATS)],
        "tehais": [hand or [HIDDEN] * 13 for hand in hands],
        "deltas": list(ended["deltas"]),
        "scores": list(ended["points"]),
    }
