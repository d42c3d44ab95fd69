"""Where on a tile a meeple stands, as the tiles are drawn: columns and rows from the tile's middle, rows downwards."""

from __future__ import annotations

from gamenight.games.carcassonne.tiles import LETTERS, ROTATIONS, SHAPES, Rotation

Spot = tuple[float, float]

# For each part of the tile, in the order of `tiles`, the column and row on the drawing of 100 by 100. None is in the
# very middle, where the tile itself is.
_TABLE = """
A 50,85 50,55 20,80
B 50,55 20,80
C 55,50
D 50,15 30,50 15,25 60,75
E 50,15 50,65
F 55,50 50,15 50,85
G 55,50 50,15 50,85
H 50,15 50,85 55,50
I 55,15 15,55 65,60
J 50,15 65,60 25,60 85,85
K 50,15 35,60 75,60 15,85
L 50,15 85,50 50,85 15,50 85,25 80,80 20,80
M 45,20 65,70
N 45,20 65,70
O 45,20 65,65 85,25 85,85
P 45,20 65,65 85,25 85,85
Q 50,35 50,85
R 50,35 50,85
S 50,35 50,85 80,90 20,90
T 50,35 50,85 80,90 20,90
U 35,50 60,20 60,80
V 35,65 65,35 15,85
W 85,50 50,85 15,50 50,20 80,80 20,80
X 50,15 85,50 50,85 15,50 80,20 80,80 20,80 20,20
"""


def _turned(at: Spot, rotation: Rotation) -> Spot:
    column, row = at
    for _ in range(rotation // 90):
        column, row = 0.0 - row, column  # no -0.0
    return column, row


def _drawn(words: list[str]) -> list[Spot]:
    pairs = [word.split(",") for word in words]
    return [((int(column) - 50) / 100, (int(row) - 50) / 100) for column, row in pairs]


_DRAWN = {letter: _drawn(words) for letter, *words in (line.split() for line in _TABLE.split("\n") if line)}

SPOTS: dict[tuple[str, Rotation], dict[str, Spot]] = {
    (letter, rotation): {
        segment.spot: _turned(at, rotation)
        for segment, at in zip(SHAPES[letter][rotation].segments, _DRAWN[letter], strict=True)
    }
    for letter in LETTERS
    for rotation in ROTATIONS
}
"""By the letter and rotation of a tile: where each spot of it is."""
