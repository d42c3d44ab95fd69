"""What happened, in the players' own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamenight.core.model import Event, PlayerView
from gamenight.games.carcassonne.words import counted, spot


def happened(event: Event, view: PlayerView) -> str | None:
    told = _TOLD.get(event.event_type)
    return told(event.payload, view) if told else None


def _feature(payload: dict[str, Any]) -> str:
    if payload["kind"] == "monastery":
        return "the monastery at {}, {}".format(*payload["tiles"][0])
    return f"a {payload['kind']} of {counted(len(payload['tiles']), 'tile')}"


def _gain(payload: dict[str, Any], view: PlayerView) -> str:
    names = {player.player_id: player.display_name for player in view.players}
    if not payload["scorers"]:
        return "nobody scores"
    return f"{' and '.join(names[seat] for seat in payload['scorers'])}: {counted(payload['points'], 'point')}"


def _completed(payload: dict[str, Any], view: PlayerView) -> str:
    return f"{_feature(payload)} is complete, {_gain(payload, view)}"


def _counted_at_the_end(payload: dict[str, Any], view: PlayerView) -> str:
    return f"at the end {_feature(payload)}, {_gain(payload, view)}"


def _placed(payload: dict[str, Any], view: PlayerView) -> str:
    turned = f", {payload['rotation']}°" if payload["rotation"] else ""
    return f"placed {payload['tile']} at {payload['x']}, {payload['y']}{turned}"


def _returned(payload: dict[str, Any], view: PlayerView) -> str:
    return f"took back the {spot(payload['spot'])} of {payload['x']}, {payload['y']}"


_TOLD: dict[str, Callable[[dict[str, Any], PlayerView], str]] = {
    "game.tile_drawn": lambda payload, view: f"drew {payload['tile']}",
    "game.tile_set_aside": lambda payload, view: f"drew {payload['tile']}, which fits nowhere and is set aside",
    "game.tile_handed_on": lambda payload, view: f"was handed the {payload['tile']}",
    "game.tile_placed": _placed,
    "game.meeple_placed": lambda payload, view: f"placed a {spot(payload['spot'])}",
    "game.meeple_skipped": lambda payload, view: "placed no meeple",
    "game.meeple_returned": _returned,
    "game.feature_completed": _completed,
    "game.final_scored": _counted_at_the_end,
}
