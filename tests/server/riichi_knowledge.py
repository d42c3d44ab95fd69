"""What each viewer of a riichi match may know, computed from the walls and the public events.

It shares no code with the game: tiles are where the wall puts them, and the log's public events say how they move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from gamenight.core.model import Event

FACES = tuple(
    [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4)]
    + [honour for honour in "ESWNPFC" for _ in range(4)]
)
RED = {16: "5mr", 52: "5pr", 88: "5sr"}
NAMES = frozenset([*FACES, *RED.values()])
REPLACEMENTS, DORA, URA = (1, 0, 3, 2), (5, 7, 9, 11, 13), (4, 6, 8, 10, 12)
"""Places in a wall, in the order of Tenhou's logs."""


def face(tile: int) -> str:
    return RED.get(tile, FACES[tile])


@dataclass
class Tiles:
    """The place of every tile of a deal, and which tiles everybody has seen."""

    hands: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    drawn: tuple[int, str] | None = None
    rivers: list[list[str]] = field(default_factory=lambda: [[] for _ in range(4)])
    melds: list[list[list[str]]] = field(default_factory=lambda: [[] for _ in range(4)])
    dora: list[str] = field(default_factory=list)
    ura: list[str] = field(default_factory=list)
    opened: dict[int, list[str]] = field(default_factory=dict)
    won: list[str] = field(default_factory=list)
    """The tiles that deals were won with."""
    wall: Sequence[int] = ()
    live: int = 0
    kans: int = 0

    def held_by(self, seat: int) -> list[str]:
        return [*self.hands[seat], *([self.drawn[1]] if self.drawn and self.drawn[0] == seat else [])]

    def public(self) -> list[str]:
        """All face-up tiles, each once: a called tile is both in a river and in a meld."""
        melds = [tile for own in self.melds for meld in own for tile in meld]
        rivers = [tile for river in self.rivers for tile in river]
        opened = [tile for hand in self.opened.values() for tile in hand]
        return [*rivers, *melds, *self.dora, *self.ura, *opened, *self.won]

    def known_to(self, seat: int | None) -> list[str]:
        return [*self.public(), *([] if seat is None else self.held_by(seat))]


def reckon(events: Iterable[Event], walls: Sequence[Sequence[int]]) -> Iterator[Tiles]:
    """The tiles after each event of a log."""
    tiles, dealt = Tiles(), iter(walls)
    for event in events:
        kind, told = event.event_type.removeprefix("game."), event.payload
        seat = None if event.player_id is None else int(event.player_id[1:])
        if kind == "dealt":
            tiles = _dealt(next(dealt), told["dealer"])
        elif kind in MOVES:
            MOVES[kind](tiles, seat, told)
        yield deepcopy(tiles)


def _dealt(wall: Sequence[int], dealer: int) -> Tiles:
    tiles = Tiles(wall=wall, live=len(wall) - 53, dora=[face(wall[DORA[0]])])
    first = [face(tile) for tile in reversed(wall)]
    for place in range(4):
        fours = [first[at + 4 * place : at + 4 * place + 4] for at in (0, 16, 32)]
        tiles.hands[(dealer + place) % 4] = [*fours[0], *fours[1], *fours[2], first[48 + place]]
    return tiles


def _drawn(tiles: Tiles, seat: int, told: dict[str, Any]) -> None:
    if told["rinshan"]:
        tiles.drawn = seat, face(tiles.wall[REPLACEMENTS[tiles.kans - 1]])
    else:
        tiles.drawn = seat, face(tiles.wall[tiles.live])
        tiles.live -= 1


def _take_up(tiles: Tiles, seat: int) -> None:
    """Add the drawn tile to the hand."""
    if tiles.drawn is not None:
        tiles.hands[seat].append(tiles.drawn[1])
        tiles.drawn = None


def _discarded(tiles: Tiles, seat: int, told: dict[str, Any]) -> None:
    if told["drawn"]:
        assert tiles.drawn == (seat, told["tile"])
    _take_up(tiles, seat)
    tiles.hands[seat].remove(told["tile"])
    tiles.rivers[seat].append(told["tile"])


def _called(tiles: Tiles, seat: int, told: dict[str, Any]) -> None:
    _take_up(tiles, seat)
    if told["kind"] == "added_kan":
        pon = next(meld for meld in tiles.melds[seat] if meld[0][:2] == told["added"][:2])
        tiles.hands[seat].remove(told["added"])
        pon.append(told["added"])
    else:
        own = Counter(told["tiles"]) - Counter([told["called"]] if told["called"] else [])
        for tile in own.elements():
            tiles.hands[seat].remove(tile)
        tiles.melds[seat].append(list(told["tiles"]))
    tiles.kans += told["kind"].endswith("kan")


def _dora(tiles: Tiles, seat: int | None, told: dict[str, Any]) -> None:
    tiles.dora.append(face(tiles.wall[DORA[len(tiles.dora)]]))
    assert told["tile"] == tiles.dora[-1]


def _won(tiles: Tiles, seat: int, told: dict[str, Any]) -> None:
    tiles.opened[seat] = [*tiles.hands[seat]]
    tiles.won.append(told["tile"])
    if told["ura"]:
        tiles.ura = [face(tiles.wall[place]) for place in URA[: len(tiles.dora)]]


def _deal_drawn(tiles: Tiles, seat: int | None, told: dict[str, Any]) -> None:
    for player in told["hands"]:
        tiles.opened[int(player[1:])] = [*tiles.held_by(int(player[1:]))]


MOVES: dict[str, Any] = {
    "drawn": _drawn,
    "discarded": _discarded,
    "called": _called,
    "dora": _dora,
    "won": _won,
    "deal_drawn": _deal_drawn,
}


# What is written in a document


def mentions(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every tile that is named anywhere, with its place. `tile-5p` is a tile in words, `hand/5p` the id of an item.

    The wind of a round is written like a tile, but does not count.
    """
    match value:
        case str():
            yield from [(path, name) for name in _named(value)]
        case dict():
            for key, content in value.items():
                if key == "wind":
                    continue
                yield from [((*path, "#"), name) for name in _named(str(key))]
                yield from mentions(content, (*path, str(key)))
        case list() | tuple():
            for content in value:
                yield from mentions(content, (*path, "*"))


def _named(text: str) -> list[str]:
    words = text.replace("tile-", "").replace("/", " ").replace(".", " ").split()
    return [word for word in words if word in NAMES]


# Documents that viewers were shown


def check_document(view: Any, now: Tiles, ever: set[str], own: int | None) -> None:
    """Each tile is where it may be seen; `ever` are those that this viewer has known in the match so far."""
    game, known = view["game"], Counter(now.known_to(own))
    shown = {
        "hand": sorted(game["hand"]),
        "drawn": game["drawn"],
        "dora": game["dora"],
        "ura": game["ura"],
        "rivers": [[one["tile"] for one in river] for river in game["rivers"]],
        "melds": [sorted(tile for meld in melds for tile in meld["tiles"]) for melds in game["melds"]],
        "opened": {seat: sorted(hand) for seat, hand in enumerate(game["opened"]) if hand},
    }
    assert shown == {
        "hand": [] if own is None else sorted(now.hands[own]),
        "drawn": now.drawn[1] if now.drawn and now.drawn[0] == own else None,
        "dora": now.dora,
        "ura": now.ura,
        "rivers": now.rivers,
        "melds": [sorted(tile for meld in melds for tile in meld) for melds in now.melds],
        "opened": {seat: sorted(hand) for seat, hand in now.opened.items()},
    }
    assert own is not None or (game["waits"], game["is_furiten"]) == ([], False)
    assert {tile for _, tile in mentions(game["outcome"])} <= ever, "the last deal's, while the next one is played"
    elsewhere = {name: content for name, content in game.items() if name not in (*shown, "waits", "outcome")}
    assert {path for path, _ in mentions(elsewhere)} <= {("tile",)}
    around = {name: content for name, content in view.items() if name not in ("game", "scene")}
    assert {tile for _, tile in mentions([around, elsewhere])} <= known.keys()
    if "scene" in view:
        check_scene(view["scene"], known, game)


def check_scene(scene: Any, known: Counter[str], game: Any) -> None:
    """Every picture of a tile shows one that may be seen; after a deal some tiles are shown twice."""
    waits = {id: item for id, item in scene["items"].items() if id.startswith("waits")}
    assert {tile for _, tile in mentions(waits)} <= {*game["waits"]}
    others = {name: content for name, content in scene.items() if name != "items"}
    others |= {id: item for id, item in scene["items"].items() if id not in waits}
    assert {tile for _, tile in mentions(others)} <= known.keys()
    pictures = Counter([item["art"] for item in scene["items"].values() if item.get("art") in known])
    pictures -= Counter([item["art"] for item in waits.values() if "art" in item])
    most = 1 if game["stage"] in ("turn", "call", "rob") else 2
    assert all(count <= most * known[tile] for tile, count in pictures.items())
