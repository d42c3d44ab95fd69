"""What players do. Tiles are written by their faces: `1m` to `9s`, `5mr` the red five, E S W N P F C."""

from __future__ import annotations

from msgspec import Struct

from gamenight.core import NoPayload


class Discard(Struct, frozen=True):
    """A tile from the hand, or the one just drawn; the same tile twice is two discards that all can tell apart."""

    tile: str
    drawn: bool = False


class Call(Struct, frozen=True):
    """The tiles of the own hand that make a meld with the discard."""

    tiles: tuple[str, ...]


class Kan(Struct, frozen=True):
    """The tile of which a closed kan is made, or that is added to a pon."""

    tile: str


ACTION_TYPES = {
    "discard": Discard,
    "riichi": Discard,
    "tsumo": NoPayload,
    "closed_kan": Kan,
    "added_kan": Kan,
    "kyuushu_kyuuhai": NoPayload,
    "ron": NoPayload,
    "pon": Call,
    "open_kan": NoPayload,
    "chi": Call,
    "pass": NoPayload,
}
"""The first six are for the turn (a riichi names its discard), the others for what may be called or robbed."""
