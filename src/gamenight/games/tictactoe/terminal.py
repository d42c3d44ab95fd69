"""The board in a terminal."""

from __future__ import annotations

from gamenight.core.model import Event, PlayerView

MARKS = "XO"
LINE = "   ───┼───┼───"


def text(view: PlayerView) -> str:
    """Rows and columns as the moves count them, and who has which mark."""
    marks = [" " if cell is None else MARKS[cell] for cell in view.game_data.cells]
    rows = [f"{row + 1}   " + " │ ".join(marks[3 * row : 3 * row + 3]) for row in range(3)]
    who = "   ".join(f"{mark} {player.display_name}" for mark, player in zip(MARKS, view.players, strict=True))
    return "\n".join(["    1   2   3", f"\n{LINE}\n".join(rows), "", who])


def happened(event: Event, view: PlayerView) -> str | None:
    if event.event_type == "game.move_applied":
        return f"took row {event.payload['row'] + 1}, column {event.payload['col'] + 1}"
    return {"game.win": "three in a row!", "game.draw": "the board is full"}.get(event.event_type)
