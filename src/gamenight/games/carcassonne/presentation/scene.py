"""How the land looks: the board with its tiles and meeples, and beside it what is to come and what everybody has.

The board's rows grow downwards, those of the rules to the north. A meeple's id is where it stands: at its spot, as
`spots` has it, in fractions of the board's columns and rows. Names of boxes and of art are short, because a whole land
has to be sent: a tile's art is its letter, `m0` is a meeple of the first seat, and `f0` a farmer.
"""

from __future__ import annotations

from gamenight.core.model import Player, PlayerView, seat_index
from gamenight.core.showing.scene import Box, Button, Count, Item, Piece, Scene, TextTable
from gamenight.core.text import Words, say
from gamenight.games.carcassonne.presentation.spots import SPOTS
from gamenight.games.carcassonne.view import CarcassonneView, ShownMeeple, ShownTile

BOARD = "at"
SIDE = "side"
END = "end"
NEXT, BAG, SKIP, SUPPLY = range(4)
"""The order beside the board; the supplies come last, seat by seat."""

STANDING, LYING = 0.36, 0.3
"""How high a meeple is, and a farmer."""

ABOVE = 1
"""The order of what stands on tiles."""

HAND = f"{SIDE}/{NEXT}"
LAND = Box("grid", pan=True)
NO_MEEPLE = Item(f"{SIDE}/{SKIP}", Button(say("no-meeple")), SIDE, SKIP)
KINDS = ("road", "city", "monastery", "field")
HEAD: tuple[Words, ...] = (
    "",
    *(say(f"head-{what}") for what in ("roads", "cities", "monasteries", "fields", "points")),
)


def scene_of(view: PlayerView) -> Scene:
    seen: CarcassonneView = view.game_data
    tiles = {(tile.x, tile.y): tile for tile in seen.tiles}
    items = [*_frame(view), *[_lying(tile) for tile in seen.tiles]]
    items += [_claiming(meeple, tiles[meeple.x, meeple.y]) for meeple in seen.meeples]
    items += _beside(view, seen)
    return Scene(tuple(items), _text(view, seen), _last(seen))


def _frame(view: PlayerView) -> tuple[Item, Item]:
    """The board with the rest beside it; when all is over, with the points below."""
    if view.result is not None:
        return Item(END, Box("column")), Item(BOARD, LAND, END, 0)
    return Item(BOARD, LAND), Item(SIDE, Box("column", tall="wrap"))


# The board


def place_id(x: int, y: int) -> str:
    return f"{BOARD}/{x},{-y}"


def _lying(tile: ShownTile) -> Item:
    return Item(place_id(tile.x, tile.y), Piece(tile.letter, tile.rotation), BOARD, (tile.x, -tile.y))


def _claiming(meeple: ShownMeeple, tile: ShownTile) -> Item:
    return standing(meeple.spot, tile, seat_index(meeple.player_id))


def standing(spot: str, tile: ShownTile, seat: int) -> Item:
    """A seat's meeple at a spot of a tile; farmers lie."""
    if spot.startswith("field"):
        return _at_spot(spot, tile, Piece(f"f{seat}", seat=seat, size=LYING))
    return _at_spot(spot, tile, Piece(f"m{seat}", seat=seat, size=STANDING))


def _at_spot(spot: str, tile: ShownTile, piece: Piece) -> Item:
    column, row = SPOTS[tile.letter, tile.rotation][spot]
    place = round(tile.x + column, 2), round(row - tile.y, 2)
    return Item(f"{BOARD}/{place[0]:g},{place[1]:g}", piece, BOARD, place, ABOVE)


def _last(seen: CarcassonneView) -> tuple[str, ...]:
    """The tile placed last, and the meeple on it; the start tile was nobody's move."""
    tile = seen.tiles[-1]
    on_it = [_claiming(meeple, tile).id for meeple in seen.meeples if (meeple.x, meeple.y) == (tile.x, tile.y)]
    return (place_id(tile.x, tile.y), *on_it) if len(seen.tiles) > 1 else ()


# Beside the board


def _beside(view: PlayerView, seen: CarcassonneView) -> list[Item]:
    """What is to come, and the supplies; when all is over, what brought the points."""
    if view.result is not None:
        return [Item(f"{END}/1", _points(view, seen), END, 1)]
    items = [Item(HAND, Box(frame=True, extent=(1, 1)), SIDE, NEXT, label=say("to-place"))]
    if seen.tile is not None:
        items.append(Item(f"{HAND}/0", Piece(seen.tile), HAND, 0))
    items.append(Item(f"{SIDE}/{BAG}", Count("back", sum(seen.remaining.values())), SIDE, BAG))
    if view.phase.name == "place_meeple" and view.viewer_id == seen.mover:
        items.append(NO_MEEPLE)
    return items + [_supply(player, seen.supply[player.seat_index]) for player in view.players]


def _supply(player: Player, meeples: int) -> Item:
    seat, place = player.seat_index, SUPPLY + player.seat_index
    label = say("supply", name=player.display_name)
    return Item(f"{SIDE}/{place}", Count(f"m{seat}", meeples, seat), SIDE, place, label=label)


def _points(view: PlayerView, seen: CarcassonneView) -> TextTable:
    """What each player has scored with each kind of feature, during the game and at its end."""
    rows = []
    for player, earned, final in zip(view.players, seen.earned, seen.final, strict=True):
        kinds = [getattr(earned, kind) + getattr(final, kind) for kind in KINDS]
        rows.append((player.display_name, *kinds, sum(kinds)))
    return TextTable(HEAD, tuple(rows))


def _text(view: PlayerView, seen: CarcassonneView) -> Words:
    """What the viewer is to do; whom the others wait for, every client says by itself."""
    if view.result is not None:
        return say("over") if view.result.reason == "normal" else ""
    return say(f"phase-{view.phase.name}") if view.viewer_id == seen.mover else ""
