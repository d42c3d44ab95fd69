"""The 136 tiles of riichi mahjong: each has an id from 0 to 135, and its kind is the id divided by four.

Kinds: 0-8 are 1 to 9 man, 9-17 pin, 18-26 sou, then the winds E S W N and the dragons haku, hatsu, chun.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

TILES = 136
KINDS = 34
SUITS = "mps"
HONOURS = "ESWNPFC"
EAST, SOUTH, WEST, NORTH, HAKU, HATSU, CHUN = range(27, 34)
RED_FIVES = frozenset({16, 52, 88})
"""The copies of five that are red where a table has red fives; elsewhere they are plain fives."""

TERMINALS = frozenset({0, 8, 9, 17, 18, 26})
ORPHANS = TERMINALS | set(range(27, KINDS))
"""Terminals and honours."""

KIND_NAMES = (*(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)), *HONOURS)
_KINDS_BY_NAME = {name: kind for kind, name in enumerate(KIND_NAMES)} | {f"{n + 1}z": 27 + n for n in range(7)}
_REDS_BY_NAME = {name: tile for tile in RED_FIVES for name in (f"{KIND_NAMES[tile // 4]}r", f"0{SUITS[tile // 36]}")}

Counts = tuple[int, ...]
"""How many tiles of each of the 34 kinds."""


def is_honour(kind: int) -> bool:
    return kind >= EAST


def is_red(tile: int, *, red_fives: bool = True) -> bool:
    return red_fives and tile in RED_FIVES


def tile_name(tile: int, *, red_fives: bool = True) -> str:
    """A tile as in mjai: `1m`, `5pr`, `E`; the four copies share a name, but for a red five."""
    name = KIND_NAMES[tile // 4]
    return f"{name}r" if is_red(tile, red_fives=red_fives) else name


def read_kind(name: str) -> int:
    """The kind that a name means: `5p`, `5pr`, `0p`, `E`, `1z`. A ValueError if there is no such tile."""
    if name in _REDS_BY_NAME:
        return _REDS_BY_NAME[name] // 4
    if name not in _KINDS_BY_NAME:
        raise ValueError(f"{name!r} is not a tile: write 1m to 9s, 5mr, or one of {' '.join(HONOURS)}")
    return _KINDS_BY_NAME[name]


def find_tile(tiles: Iterable[int], name: str, *, red_fives: bool = True) -> int | None:
    """The first of these tiles that has this name, in any notation; None if there is none."""
    kind, red = read_kind(name), name in _REDS_BY_NAME
    return next((t for t in tiles if t // 4 == kind and is_red(t, red_fives=red_fives) == red), None)


def read_hand(text: str, *, red_fives: bool = True) -> tuple[int, ...]:
    """The tiles of a hand such as `123m406p77z`, in this order, each with the lowest free id; 0 is a red five."""
    tiles: list[int] = []
    for name in _names_in(text):
        copies = [tile for tile in range(TILES) if tile not in tiles]
        tile = find_tile(copies, name, red_fives=red_fives)
        if tile is None:
            raise ValueError(f"{text!r} has more of {name} than there are")
        tiles.append(tile)
    return tuple(tiles)


def _names_in(text: str) -> list[str]:
    names: list[str] = []
    ranks = ""
    for sign in text.replace(" ", ""):
        if sign.isdigit():
            ranks += sign
        else:
            names += [f"{rank}{sign}" for rank in ranks] or [sign]
            ranks = ""
    if ranks:
        raise ValueError(f"{text!r} does not end with a suit")
    return names


def write_hand(tiles: Iterable[int], *, red_fives: bool = True) -> str:
    """The tiles in order as `123m406p77z`."""
    ranks = dict.fromkeys(f"{SUITS}z", "")
    for tile in sorted(tiles):
        suit, rank = divmod(tile // 4, 9)
        ranks["mpsz"[suit]] += "0" if is_red(tile, red_fives=red_fives) else str(rank + 1)
    return "".join(f"{held}{suit}" for suit, held in ranks.items() if held)


def counts_of(tiles: Iterable[int]) -> Counts:
    """How many tiles of each kind."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile // 4] += 1
    return tuple(counts)


def dora_of(indicator: int) -> int:
    """The kind that is dora when a tile of this kind is the indicator."""
    if indicator < EAST:
        return indicator // 9 * 9 + (indicator + 1) % 9
    if indicator < HAKU:
        return EAST + (indicator - EAST + 1) % 4
    return HAKU + (indicator - HAKU + 1) % 3


def with_tile(counts: Sequence[int], kind: int, change: int = 1) -> Counts:
    """The counts with one tile more of a kind, or with one less (`change=-1`)."""
    return (*counts[:kind], counts[kind] + change, *counts[kind + 1 :])
