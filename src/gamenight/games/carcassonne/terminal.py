"""The land in a terminal: five columns and three rows for each tile, its letter in the middle."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamenight.core.model import Event, PlayerView
from gamenight.games.carcassonne.actions import PlaceTile
from gamenight.games.carcassonne.state import Meeple, Placed
from gamenight.games.carcassonne.tiles import SHAPES, Shape
from gamenight.games.carcassonne.view import CarcassonneView
from gamenight.games.carcassonne.words import counted, place, spot

Picture = list[list[str]]
Where = tuple[int, int]

LEGEND = "# city  - | road  . field  m monastery  * pennant  1 2 meeples  + fits"
WIDTH, HEIGHT = 5, 3
MIDDLES = {"N": (0, 2), "E": (1, 4), "S": (2, 2), "W": (1, 0)}
CORNERS = {(0, 0): ("NL", "WR"), (0, 4): ("NR", "EL"), (2, 4): ("ER", "SL"), (2, 0): ("SR", "WL")}
CORNER_OF = {half: corner for corner, halves in CORNERS.items() for half in halves}
# A row or column of a side: the places that a city there fills.
WALLS = {"N": ((0, 1), (0, 2), (0, 3)), "E": ((1, 4),), "S": ((2, 1), (2, 2), (2, 3)), "W": ((1, 0),)}
MIDDLE_ROW = ((1, 1), (1, 3))
INNER: dict[str, tuple[Where, ...]] = {"N": (), "E": ((1, 3),), "S": (), "W": ((1, 1),)}


def text(view: PlayerView) -> str:
    """The board with its columns and rows, the tile to be placed, and each player's points and meeples."""
    seen: CarcassonneView = view.game_data
    return "\n\n".join([_board(seen, _places(view)), LEGEND, _hand(seen), _players(view, seen)])


def _places(view: PlayerView) -> set[Where]:
    """Where the viewer may place the tile."""
    payloads = [getattr(action, "payload", None) for action in view.valid_actions]
    return {(wanted.x, wanted.y) for wanted in payloads if isinstance(wanted, PlaceTile)}


def _board(seen: CarcassonneView, places: set[Where]) -> str:
    tiles = {(tile.x, tile.y): tile for tile in seen.tiles}
    meeples = {(seen.tiles[meeple.tile].x, seen.tiles[meeple.tile].y): meeple for meeple in seen.meeples}
    cells = {*tiles, *places}
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    lines = []
    for y in range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1):
        pictures = [_cell(tiles.get((x, y)), meeples.get((x, y)), is_free=(x, y) in places) for x in columns]
        for row in range(HEIGHT):
            label = f"{y:>4} " if row == 1 else " " * 5
            lines.append((label + "".join("".join(picture[row]) for picture in pictures)).rstrip())
    lines.append((" " * 5 + "".join(f"{x:^{WIDTH}}" for x in columns)).rstrip())
    return "\n".join(lines)


def _cell(tile: Placed | None, meeple: Meeple | None, *, is_free: bool) -> Picture:
    if tile is None:
        return [list(" " * WIDTH), list("  +  " if is_free else " " * WIDTH), list(" " * WIDTH)]
    picture = draw(SHAPES[tile.letter][tile.rotation])
    if meeple is not None:
        row, column = _stands_at(meeple.spot)
        picture[row][column] = str(meeple.player + 1)
    return picture


def _stands_at(name: str) -> Where:
    kind, _, where = name.partition(":")
    first = where.split(".")[0]
    return (1, 3) if kind == "monastery" else CORNER_OF[first] if kind == "field" else MIDDLES[first]


def draw(shape: Shape) -> Picture:
    """A turned tile: # is city, - and | are road, . is field, m a monastery, * a pennant."""
    picture = [["."] * WIDTH for _ in range(HEIGHT)]
    for segment in shape.segments:
        sides = segment.spot.partition(":")[2].split(".")
        if segment.kind == "city":
            _draw_city(picture, sides)
        elif segment.kind == "road":
            _draw_road(picture, sides)
    picture[1][2] = shape.letter
    if shape.has_monastery:
        picture[1][1] = "m"
    if any(segment.pennants for segment in shape.segments):
        _draw_pennant(picture)
    return picture


def _draw_pennant(picture: Picture) -> None:
    """Every city with a pennant has two sides or more, so it reaches the middle row."""
    row, column = next((row, column) for row, column in MIDDLE_ROW if picture[row][column] == "#")
    picture[row][column] = "*"


def _draw_city(picture: Picture, sides: list[str]) -> None:
    """Its sides, the way between them, and the corners that it has to itself."""
    filled = [at for side in sides for at in (*WALLS[side], *(INNER[side] if len(sides) > 1 else ()))]
    filled += MIDDLE_ROW if {"N", "S"} <= set(sides) else ()
    filled += [corner for corner, halves in CORNERS.items() if all(half[0] in sides for half in halves)]
    for row, column in filled:
        picture[row][column] = "#"


def _draw_road(picture: Picture, sides: list[str]) -> None:
    for side in sides:
        row, column = MIDDLES[side]
        picture[row][column] = "|" if side in "NS" else "-"
        for inner_row, inner_column in INNER[side]:
            picture[inner_row][inner_column] = "-"


def _hand(seen: CarcassonneView) -> str:
    left = counted(sum(seen.remaining.values()), "tile") + " left"
    if seen.set_aside:
        left += f", set aside: {' '.join(seen.set_aside)}"
    if seen.tile is None:
        return left
    lines = ["".join(row) for row in draw(SHAPES[seen.tile][0])]
    return "\n".join([f"     {lines[0]}", f"     {lines[1]}   the tile to place; {left}", f"     {lines[2]}"])


def _players(view: PlayerView, seen: CarcassonneView) -> str:
    width = max(len(player.display_name) for player in view.players)
    return "\n".join(
        f"{player.seat_index + 1} {player.display_name:<{width}}  {view.scores[player.player_id]:>4.0f} points   "
        + ("left" if player.player_id in seen.left else counted(seen.supply[player.seat_index], "meeple"))
        for player in view.players
    )


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
    return f"placed {payload['tile']} at {place(payload['x'], payload['y'], payload['rotation'])}"


_TOLD: dict[str, Callable[[dict[str, Any], PlayerView], str]] = {
    "game.tile_drawn": lambda payload, view: f"drew {payload['tile']}, {payload['remaining']} left",
    "game.tile_set_aside": lambda payload, view: f"drew {payload['tile']}, which fits nowhere and is set aside",
    "game.tile_placed": _placed,
    "game.meeple_placed": lambda payload, view: f"placed a {spot(payload['spot'])}",
    "game.meeple_skipped": lambda payload, view: "placed no meeple",
    "game.meeple_returned": lambda payload, view: f"took back the {spot(payload['spot'])}",
    "game.feature_completed": _completed,
    "game.final_scored": _counted_at_the_end,
    "game.game_ended": lambda payload, view: "",
}
