"""What everybody is told, and what single players are told besides. Tiles are faces, seats are numbers.

| event | player | payload | secret |
|---|---|---|---|
| `dealt` | | round, honba, sticks, dealer, points, dora | everybody's own `hand` |
| `drawn` | who draws | left, rinshan | the drawer's `tile` |
| `discarded` | who discards | tile, drawn, riichi | |
| `riichi_accepted` | whose riichi it is | double, points | |
| `called` | who calls | kind, tiles, called, source, added | |
| `dora` | | tile | |
| `furiten` | its audience | is_furiten | |
| `won` | the winner | a Win | |
| `deal_drawn` | who declared it, or nobody | kind, tenpai, hands, nagashi | |
| `deal_ended` | | round, honba, deltas, points | |
| `match_ended` | | order, points, results | |
"""

from __future__ import annotations

from msgspec.structs import asdict

from gamenight.core import Event, seat
from gamenight.games.riichi.deal.wall import tiles_left
from gamenight.games.riichi.hand import faces
from gamenight.games.riichi.state import SEATS, Final, Meld, Outcome, RiichiState, Tiles, Win


def names(table: RiichiState, tiles: Tiles) -> tuple[str, ...]:
    return faces.names(tiles, red_fives=table.rules.red_fives)


def name(table: RiichiState, tile: int) -> str:
    return faces.faces(red_fives=table.rules.red_fives)[tile]


def dealt(table: RiichiState) -> Event:
    sheet = table.sheet
    payload = {
        "round": sheet.round,
        "honba": sheet.honba,
        "sticks": sheet.sticks,
        "dealer": sheet.dealer,
        "points": sheet.points,
        "dora": name(table, table.wall.dora[0]),
    }
    return Event("dealt", None, payload, {seat(n): {"hand": names(table, table.hands[n])} for n in range(SEATS)})


def drawn(table: RiichiState, tile: int) -> Event:
    player = seat(table.play.seat)
    payload = {"left": tiles_left(table.wall), "rinshan": table.play.is_rinshan}
    return Event("drawn", player, payload, {player: {"tile": name(table, tile)}})


def discarded(table: RiichiState, tile: int, *, was_drawn: bool, riichi: bool) -> Event:
    return Event("discarded", seat(table.play.seat), {"tile": name(table, tile), "drawn": was_drawn, "riichi": riichi})


def riichi_accepted(table: RiichiState, who: int) -> Event:
    double = table.flags[who].riichi == 2
    return Event("riichi_accepted", seat(who), {"double": double, "points": table.sheet.points[who]})


def called(table: RiichiState, who: int, meld: Meld) -> Event:
    payload = {
        "kind": meld.kind,
        "tiles": names(table, meld.tiles),
        "called": None if meld.called is None else name(table, meld.called),
        "source": meld.source,
        "added": None if meld.added is None else name(table, meld.added),
    }
    return Event("called", seat(who), payload)


def dora(table: RiichiState, before: int) -> tuple[Event, ...]:
    """An event for each indicator turned up since there were so many."""
    return tuple([Event("dora", None, {"tile": name(table, t)}) for t in table.wall.dora[before : table.wall.shown]])


def furiten(who: int, *, is_furiten: bool) -> Event:
    return Event("furiten", seat(who), {"is_furiten": is_furiten}, audience=(seat(who),))


def won(win: Win) -> Event:
    return Event("won", seat(win.seat), asdict(win) | {"yaku": [asdict(yaku) for yaku in win.yaku]})


def deal_drawn(table: RiichiState, outcome: Outcome, who: int | None) -> Event:
    hands = {seat(n): names(table, table.hands[n]) for n in range(SEATS) if table.opened[n]}
    payload = {"kind": outcome.kind, "tenpai": outcome.tenpai, "hands": hands, "nagashi": outcome.nagashi}
    return Event("deal_drawn", None if who is None else seat(who), payload)


def deal_ended(outcome: Outcome) -> Event:
    payload = {
        "round": outcome.round,
        "honba": outcome.honba,
        "deltas": outcome.deltas,
        "points": outcome.points,
    }
    return Event("deal_ended", None, payload)


def match_ended(final: Final) -> Event:
    return Event("match_ended", None, asdict(final))
