"""What Carcassonne is made of: the options, the land with its tiles, features and meeples, and how to read it.

A feature is a city, road, field or monastery that may lie on many tiles. Each segment of each tile has an id, given in
the order of placing. `features[id]` is the feature itself, or the id of another segment of it: when features join, one
keeps them all and the others point to it. So a segment's id serves for ever, and `root_of` tells whose it is now.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from gamenight.games.carcassonne.places import Entries
from gamenight.games.carcassonne.tiles import BAG, SHAPES, Kind, Rotation, Segment, Shape

MOST_PLAYERS = 5
MOST_TILES = len(BAG)
MEEPLES = 7

Stage = Literal["draw_tile", "place_tile", "place_meeple", "score_check", "final_scoring", "game_over"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How a match is played."""

    tile_order: Annotated[
        str,
        Meta(
            description="The letters of all tiles in the order of drawing; a short order makes a short game",
            extra={"secret": True},
            extra_json_schema={"examples": ["EBUAXRXVMCLHXKO"]},
        ),
    ] = ""
    two_tile_city: Annotated[Literal[4, 2], Meta(description="Points for a completed city of two tiles")] = 4
    farmers: Annotated[bool, Meta(description="Meeples may lie down in fields, which count at the end")] = True


class Placed(Struct, frozen=True, gc=False):
    """A tile on the board; its segments have the ids from `first` on, in the order of its shape."""

    letter: str
    x: int
    y: int
    rotation: Rotation
    first: int


class Feature(Struct, frozen=True, gc=False, omit_defaults=True):
    """A whole feature: its tiles by number, ascending, each once, however many of its parts belong to it.

    `open` is how many edges of a city or road, or neighbours of a monastery, are missing; a field has none.
    `meeples` counts those of each seat, and is empty if there are none. `cities` are ids of segments of the cities that
    a field borders: they may have joined since, so ask `root_of`.
    """

    kind: Kind
    tiles: tuple[int, ...]
    open: int = 0
    pennants: int = 0
    meeples: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()


class Meeple(Struct, frozen=True, gc=False):
    """A seat's meeple on the board: on which tile, by number, at which spot, and the id of that segment."""

    player: int
    tile: int
    spot: str
    feature: int


class Points(Struct, frozen=True, gc=False):
    """What a seat has scored with each kind of feature."""

    city: int = 0
    road: int = 0
    monastery: int = 0
    field: int = 0

    @property
    def total(self) -> int:
        return self.city + self.road + self.monastery + self.field


Features = tuple[Feature | int, ...]


class Land(Struct, frozen=True, gc=False):
    """The state; tuples about players are in seat order.

    `tiles` are in the order of placing, and `board` keeps their numbers by place. `frontier` keeps, for each empty
    place beside a tile, the code of what its neighbours demand (both are explained in `places`). `drawn` is the tile in
    hand; only the order of `bag` is hidden. `closed` are the features that the tile just placed has completed,
    `monasteries` those not yet complete.
    """

    tiles: tuple[Placed, ...]
    board: Entries
    frontier: Entries
    features: Features
    monasteries: tuple[int, ...]
    meeples: tuple[Meeple, ...]
    supply: tuple[int, ...]
    earned: tuple[Points, ...]
    final: tuple[Points, ...]
    bag: tuple[str, ...]
    drawn: str | None
    set_aside: tuple[str, ...]
    mover: int
    stage: Stage
    closed: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    two_tile_city: int = 4
    farmers: bool = True


def root_of(features: Sequence[Feature | int], ident: int) -> int:
    """The id under which the feature of this segment stands now."""
    link = features[ident]
    while type(link) is int:
        ident = link
        link = features[ident]
    return ident


def feature_of(features: Sequence[Feature | int], ident: int) -> Feature:
    """The feature that this segment belongs to now."""
    link = features[ident]
    while type(link) is int:
        link = features[link]
    return link  # type: ignore[return-value]


def shape_of(tile: Placed) -> Shape:
    return SHAPES[tile.letter][tile.rotation]


def scores_of(land: Land) -> list[int]:
    """In seat order."""
    return [earned.total + final.total for earned, final in zip(land.earned, land.final, strict=True)]


def positions(land: Land, feature: Feature) -> list[tuple[int, int]]:
    """Column and row of each tile of a feature."""
    tiles = land.tiles
    return [(tiles[number].x, tiles[number].y) for number in feature.tiles]


def next_seat(land: Land, index: int) -> int:
    """Whose turn comes after this seat's; those who have left are passed over."""
    seats = len(land.supply)
    following = (index + 1) % seats
    while following in land.left:
        following = (following + 1) % seats
    return following


def free_spots(features: Sequence[Feature | int], tile: Placed, *, farmers: bool) -> list[Segment]:
    """The segments of a tile on whose features no meeple stands; fields only if there are farmers."""
    return [
        segment
        for ident, segment in enumerate(SHAPES[tile.letter][tile.rotation].segments, tile.first)
        if not feature_of(features, ident).meeples and (farmers or segment.kind != "field")
    ]
