"""Actions, spots and events as players say them: messages of the catalogue with what goes into them."""

from __future__ import annotations

from typing import Any

from gamenight.core.model import Action, Event, PlayerId, PlayerView
from gamenight.core.showing.words import event_key, name_of
from gamenight.core.text import Message, Words, say
from gamenight.games.carcassonne.actions import PlaceTile
from gamenight.games.carcassonne.view import CarcassonneView

EDGE_NAMES = {"C": "city", "R": "road", "F": "field"}
COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}
CORNERS = {"NR.EL": "NE", "ER.SL": "SE", "SR.WL": "SW", "NL.WR": "NW"}
ALL_AROUND = 8


def describe(action: Action, view: CarcassonneView) -> Words:
    wanted = action.payload
    if isinstance(wanted, PlaceTile):
        return say("action-place_tile", tile=view.tile or "", x=wanted.x, y=wanted.y, rotation=wanted.rotation)
    return say("no-meeple") if wanted.meeple_spot is None else spot(wanted.meeple_spot)


def spot(name: str) -> Message:
    """What a meeple is there, and where: knight in the city to the north."""
    kind, _, where = name.partition(":")
    if kind == "city":
        return say("city", sides=_sides(where))
    if kind == "road":
        sides = _sides(where)
        return say("road" if len(sides) == 1 else "road-between", sides=sides)
    return _field(where) if kind == "field" else say("monastery")


def _sides(where: str) -> list[Message]:
    return [say(side) for side in where.split(".")]


def _field(where: str) -> Message:
    """By its corner if it has one alone, else by the sides that it has whole, else by its halves of sides."""
    if where in CORNERS:
        return say("field-corner", corner=CORNERS[where])
    halves = where.split(".")
    if len(halves) == ALL_AROUND:
        return say("field-around")
    whole = [side for side in COMPASS if f"{side}L" in halves and f"{side}R" in halves]
    return say("field", sides=[say(part) for part in whole or halves])


def happened(event: Event, view: PlayerView) -> Message | None:
    """What happens in every turn has short keys, as it is sent to everybody."""
    payload = event.payload
    match event.event_type:
        case "game.tile_drawn":
            return say("drew", tile=payload["tile"])
        case "game.tile_placed":
            return say("placed", tile=payload["tile"], x=payload["x"], y=payload["y"])
        case "game.meeple_placed":
            return say("stands", spot=spot(payload["spot"]))
        case "game.meeple_skipped":
            return say("skipped")
        case "game.meeple_returned":
            return say("returned", spot=spot(payload["spot"]), x=payload["x"], y=payload["y"])
        case "game.feature_completed" | "game.final_scored":
            return say(event_key(event.event_type), feature=_feature(payload), gain=_gain(payload, view))
    return None


def _feature(payload: dict[str, Any]) -> Message:
    if payload["kind"] == "monastery":
        x, y = payload["tiles"][0]
        return say("feature-monastery", x=x, y=y)
    return say("feature", kind=payload["kind"], tiles=len(payload["tiles"]))


def _gain(payload: dict[str, Any], view: PlayerView) -> Message:
    if not payload["scorers"]:
        return say("gain-none")
    scorers = [name_of(view, PlayerId(seat)) for seat in payload["scorers"]]
    return say("gain", scorers=scorers, points=payload["points"])
