"""Tiles and melds as tenhou.net/6 writes them: 11 to 47, red fives 51 to 53; melds as text such as `c131415`."""

from __future__ import annotations

import re

from msgspec import Struct

from gamenight.games.riichi.hand.hands import without
from gamenight.games.riichi.hand.tiles import HONOURS, SUITS
from gamenight.games.riichi.state import SEATS

DRAWN = 60
"""Stands for the tile just drawn among the discards."""

_CODES = {
    **{f"{rank}{suit}": 10 * (at + 1) + rank for at, suit in enumerate(SUITS) for rank in range(1, 10)},
    **{honour: 41 + at for at, honour in enumerate(HONOURS)},
    **{f"5{suit}r": 51 + at for at, suit in enumerate(SUITS)},
}
_FACES = {code: face for face, code in _CODES.items()}
_MELD = re.compile(r"((?:\d\d)*)([cpmka])((?:\d\d)+)")
KINDS = {"c": "chi", "p": "pon", "m": "daiminkan", "k": "kakan", "a": "ankan"}
LETTERS = {kind: letter for letter, kind in KINDS.items()}
SIZES = {"chi": 3, "pon": 3}


def code_of(face: str) -> int:
    return _CODES[face]


def face_of(code: object, *, red_fives: bool = True) -> str:
    """A ValueError if there is no such tile."""
    if not isinstance(code, int) or code not in _FACES:
        raise ValueError(f"there is no tile {code!r}")
    face = _FACES[code]
    return face if red_fives else face.removesuffix("r")


class Meld(Struct, frozen=True):
    """`tile` was called, or added; `place` is how many tiles are written before it."""

    kind: str
    tile: str
    others: tuple[str, ...]
    place: int

    def source(self, who: int) -> int:
        """From whom the tile was called: the place tells, 0 is the player to the left."""
        return (who + 3 - min(self.place, 2)) % SEATS


def read_meld(text: str, *, red_fives: bool = True) -> Meld:
    """A ValueError if it is none."""
    parts = _MELD.fullmatch(text)
    if parts is None:
        raise ValueError(f"{text!r} is not a meld")
    before, after = [_split(part, red_fives=red_fives) for part in (parts[1], parts[3])]
    kind = KINDS[parts[2]]
    if len(before) + len(after) != SIZES.get(kind, 4):
        raise ValueError(f"{text!r} has not as many tiles as a meld has")
    return Meld(kind, after[0], (*before, *after[1:]), len(before))


def _split(digits: str, *, red_fives: bool) -> list[str]:
    return [face_of(int(digits[at : at + 2]), red_fives=red_fives) for at in range(0, len(digits), 2)]


def write_meld(kind: str, tile: str, tiles: tuple[str, ...], place: int) -> str:
    """`tiles` are all of the meld; the called or added one comes after the letter, at this place."""
    others = [f"{code_of(face)}" for face in without(tiles, (tile,))]
    others.insert(place, f"{LETTERS[kind]}{code_of(tile)}")
    return "".join(others)


def place_of(kind: str, who: int, source: int) -> int:
    """Where the called tile of a meld stands: first if it came from the left, last if from the right."""
    distance = (who - source) % SEATS - 1
    return 3 if kind == "daiminkan" and distance == 2 else distance
