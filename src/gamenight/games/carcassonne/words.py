"""Actions and spots as players say them."""

from __future__ import annotations

from gamenight.core.model import Action
from gamenight.games.carcassonne.actions import PlaceTile
from gamenight.games.carcassonne.view import CarcassonneView

EDGE_NAMES = {"C": "city", "R": "road", "F": "field"}
COMPASS = {"N": "north", "E": "east", "S": "south", "W": "west"}
HALVES = {"NL": "left", "NR": "right", "EL": "upper", "ER": "lower"} | {
    "SL": "right",
    "SR": "left",
    "WL": "lower",
    "WR": "upper",
}
CORNERS = {"NR.EL": "north-east", "ER.SL": "south-east", "SR.WL": "south-west", "NL.WR": "north-west"}
ALL_AROUND = 8


def describe(action: Action, view: CarcassonneView) -> str:
    wanted = action.payload
    if isinstance(wanted, PlaceTile):
        return f"{view.tile or 'tile'} at {place(wanted.x, wanted.y, wanted.rotation)}"
    return "no meeple" if wanted.meeple_spot is None else spot(wanted.meeple_spot)


def place(x: int, y: int, rotation: int) -> str:
    return f"{x}, {y}, turned {rotation}°"


def spot(name: str) -> str:
    """What a meeple is there, and where: knight in the city to the north."""
    kind, _, where = name.partition(":")
    if kind == "city":
        return f"knight in the city to the {_sides(where)}"
    if kind == "road":
        sides = [COMPASS[side] for side in where.split(".")]
        return f"highwayman on the road {'to the' if len(sides) == 1 else 'between'} {' and '.join(sides)}"
    return f"farmer in the field {_field(where)}" if kind == "field" else "monk in the monastery"


def _sides(where: str) -> str:
    return _listed([COMPASS[side] for side in where.split(".")])


def _field(where: str) -> str:
    """By its corner if it has one alone, else by the sides that it has whole, else by its halves of sides."""
    if where in CORNERS:
        return f"in the {CORNERS[where]} corner"
    halves = where.split(".")
    if len(halves) == ALL_AROUND:
        return "all around"
    whole = [name for side, name in COMPASS.items() if f"{side}L" in halves and f"{side}R" in halves]
    return f"to the {_listed(whole or [f'{HALVES[half]} {COMPASS[half[0]]}' for half in halves])}"


def _listed(names: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
