"""How a deal has ended: each winning hand with its yaku, fu and han, what everybody pays, and the final places."""

from __future__ import annotations

from collections.abc import Iterator

from gamenight.core.model import PlayerView
from gamenight.core.showing.scene import Box, Item, Text, TextTable
from gamenight.core.text import Words, say
from gamenight.games.riichi.presentation.tile_rows import tile_row
from gamenight.games.riichi.state import Outcome, Win
from gamenight.games.riichi.view import RiichiView, ShownMeld

HAND, MELDS, INDICATORS = 0.8, 0.65, 0.6


def items_of(view: PlayerView, seen: RiichiView) -> Iterator[Item]:
    """The middle of the table after a deal."""
    yield Item("end", Box("column"), "around")
    if seen.final is not None:
        yield Item("places", _places(view, seen), "end", 0, label=say("places"))
    if seen.outcome is None:
        return
    yield Item("wins", Box("wrap"), "end", 1)
    for number, win in enumerate(seen.outcome.wins):
        yield from _win(view, seen, number, win)
    yield Item("paid", _payments(view, seen.outcome), "end", 2, label=say("payments"))


def _win(view: PlayerView, seen: RiichiView, number: int, win: Win) -> Iterator[Item]:
    """The hand with the winning tile apart, the melds, the indicators, and what it is worth."""
    box = f"wins/{number}"
    yield Item(box, Box("column", frame=True), "wins", number, label=_title(view, win))
    yield from tile_row(f"{box}/hand", (win.hand, (win.tile,)), box, 0, HAND, say("winning-hand"))
    if seen.melds[win.seat]:
        melds = [_faces(meld) for meld in seen.melds[win.seat]]
        yield from tile_row(f"{box}/melds", melds, box, 1, MELDS, say("melds"))
    yield Item(f"{box}/dora", Box("row"), box, 2)
    for place, (name, tiles) in enumerate((("dora", seen.dora), ("ura", win.ura))):
        if tiles:
            label = say(f"{name}-indicators")
            yield Item(f"{box}/dora/{2 * place}", Text(label), f"{box}/dora", 2 * place)
            yield from tile_row(
                f"{box}/dora/{2 * place + 1}", (tiles,), f"{box}/dora", 2 * place + 1, INDICATORS, label
            )
    rows = tuple((say(f"yaku-{yaku.name}"), _han(yaku.han)) for yaku in win.yaku)
    yield Item(f"{box}/yaku", TextTable((), rows), box, 3, label=say("yaku"))
    yield Item(f"{box}/worth", Text(_worth(win), strong=True), box, 4)


def _faces(meld: ShownMeld) -> tuple[str, ...]:
    return meld.tiles if meld.kind != "closed_kan" else ("back", *meld.tiles[1:3], "back")


def _title(view: PlayerView, win: Win) -> Words:
    if win.seat == win.source:
        return say("won-tsumo", name=view.name(win.seat))
    return say("won-ron", name=view.name(win.seat), source=view.name(win.source))


def _han(han: int) -> Words:
    return say("yakuman", count=han // 13) if han >= 13 else say("han", count=han)


def _worth(win: Win) -> Words:
    """In han and fu below the limits, by the limit above them."""
    limit: Words = say(f"limit-{win.limit}", count=win.yakuman) if win.limit else ""
    if win.yakuman:
        return say("worth-yakuman", limit=limit, points=win.value)
    return say("worth-limit" if win.limit else "worth", han=win.han, fu=win.fu, limit=limit, points=win.value)


def _payments(view: PlayerView, outcome: Outcome) -> TextTable:
    rows = [(view.name(seat), _signed(outcome.deltas[seat]), outcome.points[seat]) for seat in range(4)]
    return TextTable((say("head-player"), say("head-change"), say("head-points")), tuple(rows))


def _places(view: PlayerView, seen: RiichiView) -> TextTable:
    assert seen.final is not None
    final = seen.final
    rows = [
        (place, view.name(seat), final.points[seat], _signed(final.results[seat]))
        for place, seat in enumerate(final.order, 1)
    ]
    return TextTable(("", say("head-player"), say("head-points"), say("head-result")), tuple(rows))


def _signed(number: float) -> Words:
    return f"{number:+g}".replace("-", "−") if number else "0"


def news(view: PlayerView, seen: RiichiView) -> Words:
    """How it ended, in one sentence."""
    if view.result is not None and view.result.reason != "normal":
        return ""
    outcome = seen.outcome
    if outcome is None:
        return ""
    if outcome.wins:
        return say("ended-wins", names=[view.name(win.seat) for win in outcome.wins])
    return say(f"draw-{outcome.kind}")
