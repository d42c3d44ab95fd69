"""Actions and events in words."""

from __future__ import annotations

from functools import cache
from typing import Any

from gamenight.core import Action, Event, PlayerView
from gamenight.core.showing.words import action_message
from gamenight.core.text import Message, Words, say
from gamenight.games.riichi.actions import Call, Discard, Kan

WINDS = "ESWN"


@cache
def tile_words(name: str) -> Message:
    """A tile as players call it: 5 pin, red 5 pin, east."""
    return say(f"tile-{name}")


def round_words(number: int) -> Message:
    """East 1, South 4."""
    return say("round", wind=tile_words(WINDS[number // 4 % 4]), number=number % 4 + 1)


def describe(action: Action, view: PlayerView) -> Words:
    match action.payload:
        case Discard(tile=tile, drawn=drawn):
            return say(f"action-{action.action_type}", tile=tile_words(tile), drawn=drawn)
        case Call(tiles=tiles):
            return say(f"action-{action.action_type}", tiles=[tile_words(tile) for tile in tiles])
        case Kan(tile=tile):
            return say(f"action-{action.action_type}", tile=tile_words(tile))
    return action_message(action, view)


def happened(event: Event, view: PlayerView) -> Words | None:
    told = event.payload
    match event.event_type:
        case "game.dealt":
            return say(
                "event-dealt", round=round_words(told["round"]), honba=told["honba"], dora=tile_words(told["dora"])
            )
        case "game.drawn" if "tile" in told:
            return say("drawn-own", tile=tile_words(told["tile"]))
        case "game.discarded":
            return say("event-discarded", tile=tile_words(told["tile"]), drawn=told["drawn"], riichi=told["riichi"])
        case "game.called":
            return _called(told, view)
        case "game.dora":
            return say("event-dora", tile=tile_words(told["tile"]))
        case "game.won":
            return _won(event, view)
        case "game.deal_drawn":
            return say("event-deal_drawn", kind=told["kind"], names=[view.name(n) for n in told["tenpai"]])
        case "game.deal_ended":
            points = [say("points-of", name=view.name(n), points=told["points"][n]) for n in range(len(view.players))]
            return say("event-deal_ended", points=points)
        case "game.match_ended":
            results = [say("result-of", name=view.name(n), result=told["results"][n]) for n in told["order"]]
            return say("event-match_ended", results=results)
    return None


def _called(told: dict[str, Any], view: PlayerView) -> Message:
    tiles = [tile_words(tile) for tile in told["tiles"]]
    source = "" if told["source"] is None else view.name(told["source"])
    return say("event-called", kind=told["kind"], tiles=tiles, source=source)


def _won(event: Event, view: PlayerView) -> Message:
    told = event.payload
    yaku = [say("yaku-han", yaku=say(f"yaku-{each['name']}"), han=each["han"]) for each in told["yaku"]]
    return say(
        "event-won",
        tsumo=told["seat"] == told["source"],
        source=view.name(told["source"]),
        tile=tile_words(told["tile"]),
        yaku=yaku,
        han=told["han"],
        fu=told["fu"],
        yakuman=told["yakuman"],
        limit=told["limit"],
        value=told["value"],
    )
