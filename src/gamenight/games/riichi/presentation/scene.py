"""The table as it looks: rivers around the middle, the others at their sides, one's own hand below.

A tile of the own hand is `hand/5p`, a second one `hand/5p.1`, and the one just drawn `drawn/5p`; what lies on the table
is named by its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache

from gamenight.core.model import PlayerView
from gamenight.core.showing.scene import Box, Button, Count, Flow, Item, Piece, Plate, Scene, Text
from gamenight.core.text import Words, say
from gamenight.games.riichi.presentation import scene_end
from gamenight.games.riichi.presentation.offers import buttons_of, toggles_of
from gamenight.games.riichi.presentation.seating import (
    MELD_TILE,
    Spot,
    depth_of,
    extent_of,
    meld_spots,
    river_spots,
    side_of,
    turned,
)
from gamenight.games.riichi.presentation.tile_rows import tile_row
from gamenight.games.riichi.presentation.words import WINDS, tile_words
from gamenight.games.riichi.view import RiichiView, ShownDiscard

BACK = "back"
OWN_HAND, ON_TABLE = 1.2, 0.75
"""The size of tiles. Seven of the own hand are side by side on a phone, and all of the table is seen on a laptop."""
SHOWN_HAND = 0.6
PER_ROW = 7
"""How many tiles of an open hand are side by side, where two rows take less room than one."""
HIDDEN_TILE = 0.6
WAITS = 0.7
DORA_TILE = 0.72
DORAS = 5
OVER = ("end", "over")


def scene_of(view: PlayerView) -> Scene:
    seen: RiichiView = view.game_data
    around = Item("around", Box("around"))
    seats = [item for seat in range(4) for item in _seat(view, seen, seat)]
    if seen.stage in OVER:
        return Scene((around, *scene_end.items_of(view, seen), *seats), scene_end.news(view, seen))
    table, last = _table(view, seen)
    return Scene((around, *table, *seats), _news(view, seen), last, toggles_of(view))


def below(view: PlayerView) -> int:
    """The seat that is seen from: a spectator sits with the first."""
    return view.seat or 0


# The table


def _table(view: PlayerView, seen: RiichiView) -> tuple[list[Item], tuple[str, ...]]:
    """Rivers, melds and the middle; and the ids of what the last move touched."""
    extent = extent_of(depth_of(seen.rivers))
    items = [Item("t", Box("free", extent=(extent, extent), unit=ON_TABLE), "around", label=say("table"))]
    last: tuple[str, ...] = ()
    for seat in range(4):
        side = side_of(seat, below(view))
        river = _river(seen, seat, side, extent)
        items += [*river, *_melds(seen, seat, side, extent), *_side(seen, seat, side, extent)]
        if river and seat == seen.turn and seen.stage == "call":
            last = (river[-1].id,)
    return [*items, *_middle(seen, extent / 2)], last


def _at(x: float, y: float) -> tuple[str, tuple[float, float]]:
    """The id of what lies at this place of the table, and the place itself."""
    x, y = (int(value) if value == int(value) else round(value, 2) for value in (x, y))
    return f"t/{x},{y}", (x, y)


@lru_cache(maxsize=1 << 12)
def _tile(face: str | None, spot: Spot, size: float = 1.0, *, dim: bool = False) -> Item:
    id, place = _at(spot.x, spot.y)
    return Item(id, Piece(face or BACK, spot.turn, dim=dim, size=size), "t", place)


def _river(seen: RiichiView, seat: int, side: int, extent: float) -> list[Item]:
    """A tile that somebody has called is pale: it lies in that player's meld."""
    river = seen.rivers[seat]
    return [
        _tile(discard.tile, spot, dim=discard.called_by is not None)
        for discard, spot in zip(river, river_spots(_is_riichi(river), side, extent), strict=True)
    ]


def _is_riichi(river: tuple[ShownDiscard, ...]) -> tuple[bool, ...]:
    return tuple([discard.riichi for discard in river])


def _melds(seen: RiichiView, seat: int, side: int, extent: float) -> list[Item]:
    return [
        _tile(face, spot, MELD_TILE)
        for level, meld in enumerate(seen.melds[seat])
        for face, spot in meld_spots(meld, seat, level, side, extent)
    ]


def _side(seen: RiichiView, seat: int, side: int, extent: float) -> list[Item]:
    """At a player's side of the middle: the wind, an arrow if it is on turn, and a stick if it is in riichi."""
    wind = WINDS[(seat - seen.dealer) % 4]
    shown = [_tile(f"wind-{wind}", turned(0, 1.9, 0, side, extent), 0.7)]
    if seat == seen.turn:
        shown.append(_tile("arrow", turned(0.75, 1.9, 0, side, extent), 0.5))
    if seen.riichi[seat]:
        shown.append(_tile("stick", turned(0, 2.36, 0, side, extent), 0.2))
    return shown


def _middle(seen: RiichiView, centre: float) -> Iterator[Item]:
    """Which deal it is, the dora indicators, and what is left in the wall."""
    lines = [_round(seen.round), say("left", count=seen.tiles_left)]
    if seen.honba or seen.sticks:
        lines.append(say("sticks", honba=seen.honba, sticks=seen.sticks))
    for line, y in zip(lines, (-1.0, 0.55, 1.0), strict=False):
        id, place = _at(centre, centre + y)
        yield Item(id, Text(line, strong=y < 0, fit=2.8), "t", place)
    yield Item("dora", Box("row", unit=DORA_TILE), "t", (centre, centre - 0.25), label=say("dora-indicators"))
    for number in range(DORAS):
        yield Item(f"dora/{number}", Piece(seen.dora[number] if number < len(seen.dora) else BACK), "dora", number)


def _round(number: int) -> Words:
    return say("round", wind=say(f"wind-{WINDS[number // 4 % 4]}"), number=number % 4 + 1)


# The players


def _seat(view: PlayerView, seen: RiichiView, seat: int) -> list[Item]:
    """A plate with the hand below it; to whoever looks also what it waits for, and the buttons."""
    box, is_own, is_over = f"seat/{seat}", seat == view.seat, seen.stage in OVER
    # A box around whoever looks seats players clockwise, and here they sit the other way round.
    flow: Flow = "column" if is_own or is_over or seen.opened[seat] else "row"
    items = [Item(box, Box(flow), "around", (2 * below(view) - seat) % 4)]
    if is_over:
        return [*items, _plate(view, seen, seat, box), *_hand_after(view, seen, seat, box)]
    if not is_own:
        return [*items, _plate(view, seen, seat, box), *_hand_of_other(view, seen, seat, box)]
    status = Item("status", Box("row", tall="wrap"), box, 0)
    plate = _plate(view, seen, seat, "status")
    return [*items, status, plate, *_waits(seen), *_buttons(view), *_hand(seen, box)]


def _hand_after(view: PlayerView, seen: RiichiView, seat: int, box: str) -> list[Item]:
    """After a deal the hand if it lies open, and one's own; a winner's is shown with what it was worth."""
    tiles = seen.opened[seat] or (seen.hand if seat == view.seat else ())
    is_winner = seen.outcome is not None and any(win.seat == seat for win in seen.outcome.wins)
    return [] if is_winner or not tiles else list(_open_hand(tiles, seat, box, side_of(seat, below(view))))


def _hand_of_other(view: PlayerView, seen: RiichiView, seat: int, box: str) -> list[Item]:
    if seen.opened[seat]:
        return list(_open_hand(seen.opened[seat], seat, box, side_of(seat, below(view))))
    return [_hidden_hand(seen, seat, box)]


def _open_hand(tiles: tuple[str, ...], seat: int, box: str, side: int) -> Iterator[Item]:
    """In two halves: below each other at the sides of the table and on a phone, else side by side."""
    id, is_beside = f"open/{seat}", side % 2 == 1
    yield Item(id, Box("column" if is_beside else "row", tall="column"), box, 1, label=say("open-hand"))
    for number, half in enumerate((tiles[:PER_ROW], tiles[PER_ROW:])):
        if half:
            yield from tile_row(f"{id}/{number}", (half,), id, number, SHOWN_HAND)


def _hidden_hand(seen: RiichiView, seat: int, box: str) -> Item:
    """How many tiles another player holds; a phone has no room for what follows from the melds."""
    held = seen.hand_sizes[seat] + (seat == seen.turn and seen.has_drawn)
    return Item(f"{box}/1", Count(BACK, held, size=HIDDEN_TILE), box, 1, only="wide", label=say("hidden-hand"))


def _plate(view: PlayerView, seen: RiichiView, seat: int, box: str) -> Item:
    return Item(f"{box}/0", Plate(seat, _plate_words(view, seen, seat)), box, 0)


def _plate_words(view: PlayerView, seen: RiichiView, seat: int) -> Words:
    """The wind, what it is ahead of or behind the viewer, and riichi."""
    wind = say(f"wind-{WINDS[(seat - seen.dealer) % 4]}")
    state = "riichi" if seen.riichi[seat] else "calm"
    if view.seat is None or seat == view.seat:
        return say("plate-own", wind=wind, state=state)
    difference = seen.points[seat] - seen.points[view.seat]
    return say("plate-other", wind=wind, state=state, difference=f"{difference:+d}".replace("-", "−"))


def _waits(seen: RiichiView) -> list[Item]:
    """What the own hand waits for, and whether it may not win by ron; nothing where the table does not show it."""
    if not seen.waits and not seen.is_furiten:
        return []
    words = say("furiten" if seen.is_furiten else "waits")
    items = [Item("waits", Box("row"), "status", 1, label=words)]
    items += [Item("waits/0", Text(words, strong=seen.is_furiten), "waits", 0)]
    return [*items, *(tile_row("waits/1", (seen.waits,), "waits", 1, WAITS) if seen.waits else ())]


def _buttons(view: PlayerView) -> list[Item]:
    buttons = buttons_of(view)
    if not buttons:
        return []
    items = [Item("do", Box("wrap"), "status", 2, label=say("buttons"))]
    return items + [Item(id, Button(words), "do", at) for at, (id, words) in enumerate(buttons.items())]


def _hand(seen: RiichiView, box: str) -> list[Item]:
    """The tiles in order, and apart from them the one just drawn."""
    items = [
        Item("own", Box("row"), box, 1),
        Item("hand", Box("fan", tall="wrap", unit=OWN_HAND), "own", 0, label=say("hand")),
    ]
    ids = hand_ids(seen.hand)
    items += [Item(id, Piece(tile), "hand", at) for at, (id, tile) in enumerate(zip(ids, seen.hand, strict=True))]
    if seen.drawn is not None:
        items += [Item("drawn", Box("fan", unit=OWN_HAND), "own", 1, label=say("drawn"))]
        items += [Item(f"drawn/{seen.drawn}", Piece(seen.drawn), "drawn", 0)]
    return items


def hand_ids(tiles: Iterable[str]) -> list[str]:
    """The id of each tile: equal ones are numbered."""
    met: Counter[str] = Counter()
    ids = []
    for tile in tiles:
        ids.append(f"hand/{tile}.{met[tile]}" if met[tile] else f"hand/{tile}")
        met[tile] += 1
    return ids


def _news(view: PlayerView, seen: RiichiView) -> Words:
    if seen.stage == "turn":
        return say("news-turn", mine=view.is_mine(seen.turn), name=view.name(seen.turn))
    if seen.tile is not None and view.valid_actions:
        return say(f"news-{seen.stage}", name=view.name(seen.turn), tile=tile_words(seen.tile))
    return ""
