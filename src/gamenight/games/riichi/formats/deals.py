"""A game as logs tell it: deal by deal, tiles by their faces. Every format is read into this and written from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from gamenight.core import Event, seat
from gamenight.games.riichi.formats.yaku import words_of
from gamenight.games.riichi.state import SEATS
from gamenight.games.riichi.transcripts.play import Trace, trace

Faces = tuple[str, ...]


class Hora(Struct, frozen=True):
    """A win. `source` is the winner's own seat for a tsumo, `liable` who pays by pao."""

    who: int
    source: int
    deltas: tuple[int, ...]
    liable: int | None = None
    words: tuple[str, ...] = ()
    """What a log says of the hand: its worth, then its yaku. Nothing is read from them."""


class Deal(Struct, frozen=True):
    """A deal as it was played; its actions are those of `transcripts.play.trace` without indicators and paid sticks."""

    round: int
    honba: int
    sticks: int
    points: tuple[int, ...]
    hands: tuple[Faces, ...]
    dora: Faces
    ura: Faces
    actions: tuple[tuple[Any, ...], ...]
    wins: tuple[Hora, ...] = ()
    draw: str | None = None
    """The kind of draw, if nobody has won."""
    shown: tuple[int, ...] | None = None
    """Whose hands were shown at a draw, if the log says it."""
    deltas: tuple[int, ...] = (0,) * SEATS

    @property
    def dealer(self) -> int:
        return self.round % SEATS


class Log(Struct, frozen=True):
    """A whole game. `options` are those of the table, `final` the points at the end, if the log has them."""

    names: tuple[str, ...]
    options: dict[str, Any]
    deals: tuple[Deal, ...]
    final: tuple[int, ...] | None = None


def choices(told: Iterable[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    """What players did and drew."""
    return tuple([action for action in told if action[0] not in ("dora", "riichi_accepted")])


def deals_of(events: Sequence[Event]) -> list[Deal]:
    """The finished deals of a match, from all its events with their secrets."""
    starts = [at for at, event in enumerate(events) if event.event_type == "game.dealt"]
    pieces = [events[at:end] for at, end in zip(starts, [*starts[1:], len(events)], strict=True)]
    return [_deal(piece) for piece in pieces if any(event.event_type == "game.deal_ended" for event in piece)]


def _deal(events: Sequence[Event]) -> Deal:
    told, ended = events[0].payload, _payloads(events, "game.deal_ended")[0]
    wins, drawn = _payloads(events, "game.won"), _payloads(events, "game.deal_drawn")
    happened: Trace = trace(list(events))
    return Deal(
        round=told["round"],
        honba=told["honba"],
        sticks=told["sticks"],
        points=tuple(told["points"]),
        hands=tuple([tuple(events[0].secret[seat(n)]["hand"]) for n in range(SEATS)]),
        dora=(told["dora"], *[action[1] for action in happened if action[0] == "dora"]),
        ura=max([tuple(win["ura"]) for win in wins], key=len, default=()),
        actions=choices(happened),
        wins=tuple([_hora(win, told) for win in wins]),
        draw=drawn[0]["kind"] if drawn else None,
        shown=tuple(drawn[0]["tenpai"]) if drawn else None,
        deltas=tuple(ended["deltas"]),
    )


def _payloads(events: Sequence[Event], kind: str) -> list[dict[str, Any]]:
    return [event.payload for event in events if event.event_type == kind]


def _hora(win: dict[str, Any], told: dict[str, Any]) -> Hora:
    words = words_of(win, told["dealer"], told["honba"])
    return Hora(win["seat"], win["source"], tuple(win["deltas"]), win["pao"], words)
