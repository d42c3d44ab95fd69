"""The board in a terminal."""

from __future__ import annotations

from gamenight.core.model import PlayerView

MARKS = "XO"
LINE = "   ───┼───┼───"


def text(view: PlayerView) -> str:
    """Rows and columns as the moves count them, and who has which mark."""
    marks = [" " if cell is None else MARKS[cell] for cell in view.game_data.cells]
    rows = [f"{row + 1}   " + " │ ".join(marks[3 * row : 3 * row + 3]) for row in range(3)]
    who = "   ".join(f"{mark} {player.display_name}" for mark, player in zip(MARKS, view.players, strict=True))
    return "\n".join(["    1   2   3", f"\n{LINE}\n".join(rows), "", who])
