"""Draw a view as text: by the game or its module `terminal`, or else from the grid of its scene."""

from __future__ import annotations

from gamenight.core.model import PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.scene import Box, Piece, Scene
from gamenight.core.text import Tell
from gamenight.looks.folder import companion

MARKS = "XO#*+=%@"
"""The marks of the seats."""
EMPTY = "·"


def drawing(game: GamePlugin, view: PlayerView, tell: Tell) -> str | None:
    """The view as text, optionally with terminal colours; None if neither the game nor its scene has a drawing."""
    draw = getattr(companion(game, "terminal"), "text", game.in_letters)
    drawn = draw(view, tell)
    return drawn_board(game.scene(view), view) if drawn is None else str(drawn)


def drawn_board(scene: Scene | None, view: PlayerView) -> str | None:
    """The pieces of the scene's only grid, with row and column numbers and a legend of the owners; None without one."""
    items = () if scene is None else scene.items
    grids = [item.id for item in items if isinstance(item.shows, Box) and item.shows.flow == "grid"]
    inside = [item for item in items if [item.container] == grids]
    pieces = {item.place: _mark(item.shows) for item in inside if isinstance(item.shows, Piece)}
    places = [place for place in pieces if isinstance(place, tuple)]
    if not places or len(view.players) > len(MARKS):
        return None
    columns, rows = (range(int(max(numbers)) + 1) for numbers in zip(*places, strict=True))
    lines = [_row("", [str(column + 1) for column in columns])]
    lines += [_row(str(row + 1), [pieces.get((column, row), EMPTY) for column in columns]) for row in rows]
    owners = [f"{mark} {player.display_name}" for mark, player in zip(MARKS, view.players, strict=False)]
    return "\n".join([*lines, "", "   ".join(owners)])


def _mark(piece: Piece) -> str:
    if piece.seat is not None:
        return MARKS[piece.seat]
    return EMPTY if piece.art == "cell" else piece.art[:1].upper()


def _row(name: str, cells: list[str]) -> str:
    return f"{name:>2}  " + " ".join(f"{cell:>2}" for cell in cells)
