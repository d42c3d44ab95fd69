"""The land in a terminal, with colours as a terminal takes them."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from gamenight.core.model import Action, PlayerView, seat_index
from gamenight.core.text import Tell, say
from gamenight.games.carcassonne.actions import PlaceMeeple, PlaceTile
from gamenight.games.carcassonne.presentation.pictures import (
    CITY,
    CROSSING,
    FIELD,
    HEIGHT,
    MONASTERY,
    PENNANT,
    WIDTH,
    Picture,
    draw,
    spot_at,
)
from gamenight.games.carcassonne.state import Points
from gamenight.games.carcassonne.tiles import SHAPES
from gamenight.games.carcassonne.view import CarcassonneView, ShownMeeple, ShownTile

Where = tuple[int, int]
"""A column and a row of the board."""

FIELDS = (FIELD, ".")
"""Tiles side by side have different signs for their fields, so that one sees where each ends."""

NEW_FIELD = ":"
LEGEND = say(
    "legend", city=CITY, pennant=PENNANT, crossing=CROSSING, monastery=MONASTERY, field=f"{FIELD}.", new=NEW_FIELD
)
COLOURS = {CITY: "33", PENNANT: "1;31", MONASTERY: "1;35", CROSSING: "1"} | dict.fromkeys((*FIELDS, NEW_FIELD), "32")
MEEPLE_COLOURS = ("1;97;41", "1;97;44", "1;30;43", "1;97;45", "1;30;46")
CHOICE_COLOUR = "36"
KINDS = Points.__struct_fields__
LINE = 76
BLANK: Picture = [[" " * WIDTH]] * HEIGHT


def text(view: PlayerView, tell: Tell) -> str:
    """The board with its columns and rows, the tile in question, the bag, and each player's points and meeples."""
    seen: CarcassonneView = view.game_data
    lines = (_tile_in_question(view, seen, tell), _bag(seen, tell), _players(view, seen, tell))
    legend = [tell(LEGEND), *([tell(say("legend-places"))] if groups(view) else [])]
    parts = [_board(view, seen), "\n".join(legend), *lines]
    return "\n\n".join(filter(None, parts))


def groups(view: PlayerView) -> list[tuple[str, list[Action]]]:
    """The places for the tile, in the order of their numbers on the board; turned so that each way looks different."""
    tile = view.game_data.tile
    found: dict[str, list[Action]] = {}
    for action, wanted in zip(view.valid_actions, _payloads(view), strict=True):
        if isinstance(wanted, PlaceTile) and not SHAPES[tile][wanted.rotation].is_repeat:
            found.setdefault(f"{wanted.x}, {wanted.y}", []).append(action)  # type: ignore[arg-type]
    return list(found.items())


def _paint(sign: str, colour: str | None) -> str:
    return f"\x1b[{colour}m{sign}\x1b[0m" if colour else sign


def _painted(picture: Picture) -> Picture:
    return [[_paint(sign, COLOURS.get(sign)) for sign in row] for row in picture]


def _board(view: PlayerView, seen: CarcassonneView) -> str:
    cells = _cells(view, seen)
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    header = (" " * WIDTH + "".join(f"{x:^{WIDTH}}" for x in columns)).rstrip()
    lines = [header]
    for y in range(max(y for _, y in cells), min(y for _, y in cells) - 1, -1):
        pictures = [cells.get((x, y), BLANK) for x in columns]
        for row in range(HEIGHT):
            label = f"{y:>{WIDTH - 1}} " if row == HEIGHT // 2 else " " * WIDTH
            lines.append((label + "".join("".join(picture[row]) for picture in pictures)).rstrip())
    return "\n".join([*lines, header])


def _cells(view: PlayerView, seen: CarcassonneView) -> dict[Where, Picture]:
    """The pictures of all tiles, and the numbers of the places where the viewer may place one."""
    meeples = {(meeple.x, meeple.y): meeple for meeple in seen.meeples}
    newest = seen.tiles[1:][-max(1, len(view.players) - len(seen.left) - 1) :]
    cells = {(tile.x, tile.y): _tile(tile, meeples.get((tile.x, tile.y)), is_new=tile in newest) for tile in seen.tiles}
    for number, (_, actions) in enumerate(groups(view), 1):
        middle = _paint(f"{number:^{WIDTH}}", CHOICE_COLOUR)
        cells[actions[0].payload.x, actions[0].payload.y] = [BLANK[0], [middle], BLANK[0]]
    return cells


def _tile(tile: ShownTile, meeple: ShownMeeple | None, *, is_new: bool) -> Picture:
    field = NEW_FIELD if is_new else FIELDS[(tile.x + tile.y) % 2]
    picture = _painted(draw(SHAPES[tile.letter][tile.rotation], field))
    if meeple is not None:
        seat = seat_index(meeple.player_id)
        _mark(picture, meeple.spot, str(seat + 1), MEEPLE_COLOURS[seat])
    return picture


def _mark(picture: Picture, spot: str, sign: str, colour: str) -> None:
    row, column = spot_at(spot)
    picture[row][column] = _paint(sign, colour)


def _tile_in_question(view: PlayerView, seen: CarcassonneView, tell: Tell) -> str:
    """The tile to place, or else the one just placed, if the viewer may place a meeple on it."""
    if seen.tile is not None:
        return _in_every_turn(seen.tile, tell)
    return _with_spots(view, seen.tiles[-1], tell) if view.valid_actions else ""


def _in_every_turn(letter: str, tell: Tell) -> str:
    shapes = [shape for shape in SHAPES[letter].values() if not shape.is_repeat]
    titles = [tell(say("the-tile", tile=letter)), *[f"{shape.rotation}°" for shape in shapes]]
    return _side_by_side(titles, [BLANK, *[_painted(draw(shape)) for shape in shapes]])


def _with_spots(view: PlayerView, tile: ShownTile, tell: Tell) -> str:
    """The numbers of the list stand where the meeple would."""
    picture = _painted(draw(SHAPES[tile.letter][tile.rotation]))
    for number, wanted in enumerate(_payloads(view), 1):
        if isinstance(wanted, PlaceMeeple) and wanted.meeple_spot:
            _mark(picture, wanted.meeple_spot, str(number), CHOICE_COLOUR)
    return _side_by_side([tell(say("just-placed"))], [picture])


def _payloads(view: PlayerView) -> list[PlaceTile | PlaceMeeple]:
    return [action.payload for action in view.valid_actions]  # type: ignore[union-attr]


def _side_by_side(titles: Sequence[str], pictures: Sequence[Picture]) -> str:
    rows = ["   ".join("".join(picture[row]) for picture in pictures) for row in range(HEIGHT)]
    return "\n".join([*rows, "   ".join(f"{title:^{WIDTH}}" for title in titles).rstrip()])


def _bag(seen: CarcassonneView, tell: Tell) -> str:
    """How many tiles are left of each kind; those set aside never come back."""
    count = sum(seen.remaining.values())
    words = tell(say("tiles-left", tiles=count))
    if count:
        words += ": " + " ".join(f"{letter}{number}" for letter, number in seen.remaining.items())
    if seen.set_aside:
        words += "; " + tell(say("set-aside", letters=" ".join(seen.set_aside)))
    return "\n".join(wrap(words, LINE))


def _players(view: PlayerView, seen: CarcassonneView, tell: Tell) -> str:
    width = max(len(player.display_name) for player in view.players)
    return "\n".join(
        f"{_paint(str(player.seat_index + 1), MEEPLE_COLOURS[player.seat_index])} {player.display_name:<{width}}  "
        f"{_possessions(view, seen, player.seat_index, tell)}"
        for player in view.players
    )


def _possessions(view: PlayerView, seen: CarcassonneView, seat: int, tell: Tell) -> str:
    """Meeples, points, and what brought them."""
    is_gone = view.players[seat].player_id in seen.left
    meeples = tell(say("gone") if is_gone else say("meeples", meeples=seen.supply[seat]))
    points = tell(say("points", points=round(view.scores[view.players[seat].player_id])))
    brought = {kind: getattr(seen.earned[seat], kind) + getattr(seen.final[seat], kind) for kind in KINDS}
    parts = ", ".join(f"{tell(say(f'kind-{kind}'))} {count}" for kind, count in brought.items() if count)
    return f"{meeples:<9}  {points:>10}  {f'({parts})' if parts else ''}".rstrip()
