"""What hands are worth to a player who guesses: points by han."""

from __future__ import annotations

RON_POINTS = (500, 1200, 2300, 4500, 7700, 8300, 12000, 12500, 16000, 16500, 17000, 24000, 25000, 32000)
"""What a player other than the dealer gets for 0, 1, 2 ... han with the usual fu."""


def points(han: float, *, is_dealer: bool) -> float:
    """The points of so many han; between whole numbers in proportion."""
    if han >= len(RON_POINTS) - 1:
        base = float(RON_POINTS[-1])
    else:
        whole = int(han)
        base = RON_POINTS[whole] + (han - whole) * (RON_POINTS[whole + 1] - RON_POINTS[whole])
    return base * 1.5 if is_dealer else base
