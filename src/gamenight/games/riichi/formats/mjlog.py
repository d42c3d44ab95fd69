"""Tenhou's own logs: XML of a game, one element for each thing that happens."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

from gamenight.core.transcripts.foreign_logs import BadLog
from gamenight.games.riichi.formats.deals import Deal, Hora, Log
from gamenight.games.riichi.formats.mjlog_melds import read_meld
from gamenight.games.riichi.formats.settling import with_results
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.hand.tiles import TILES
from gamenight.games.riichi.state import SEATS

NO_RED_FIVES, NO_KUITAN, HANCHAN, THREE_PLAYERS = 0x02, 0x04, 0x08, 0x10
DRAWS = {
    None: "exhaustive",
    "nm": "nagashi_mangan",
    "yao9": "kyuushu_kyuuhai",
    "kaze4": "suufon_renda",
    "reach4": "suucha_riichi",
    "ron3": "sanchahou",
    "kan4": "suukaikan",
}
_QUOTED = re.compile(rb"%([0-9A-Fa-f]{2})")
_TILE = re.compile(r"([TUVWDEFG])(\d{1,3})")


def read(data: bytes) -> Log:
    """The game; BadLog if this is none, or one that our rules do not know."""
    root = _root(data)
    try:
        return _game(root)
    except (KeyError, ValueError, IndexError) as error:
        if isinstance(error, BadLog):
            raise
        what = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
        raise BadLog(f"the mjlog is damaged: {what}") from None


def _root(data: bytes) -> ElementTree.Element:
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise BadLog("a mjlog has no document type")
    try:
        root = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise BadLog(f"this is not XML: {error}") from None
    if root.tag != "mjloggm":
        raise BadLog(f"this is XML, but no mjlog: it begins with <{root.tag}>")
    return root


def _game(root: ElementTree.Element) -> Log:
    go = _only(root, "GO")
    flags = int(go.attrib["type"])
    if flags & THREE_PLAYERS:
        raise BadLog("it is a game of three players, not of four")
    red_fives = not flags & NO_RED_FIVES
    options: dict[str, Any] = {
        "red_fives": red_fives,
        "kuitan": not flags & NO_KUITAN,
        "length": "hanchan" if flags & HANCHAN else "tonpuu",
    }
    deals = tuple([_deal(elements, red_fives=red_fives) for elements in _by_deal(root)])
    owari = next((last.attrib["owari"] for last in reversed(root) if "owari" in last.attrib), None)
    if owari is None:
        raise BadLog("it ends before the game is over")
    final, results = _numbers(owari, float)[::2], _numbers(owari, float)[1::2]
    points = tuple([round(100 * number) for number in final])
    return Log(_names(_only(root, "UN")), with_results(options, points, results), deals, points)


def _only(root: ElementTree.Element, tag: str) -> ElementTree.Element:
    """The first one: later <UN> tell who came back."""
    found = root.find(tag)
    if found is None:
        raise KeyError(f"<{tag}>")
    return found


def _names(element: ElementTree.Element) -> tuple[str, ...]:
    return tuple([_unquoted(element.attrib[f"n{n}"]) for n in range(SEATS)])


def _unquoted(name: str) -> str:
    """`%41da` is `Ada`."""
    return _QUOTED.sub(lambda sign: bytes([int(sign[1], 16)]), name.encode()).decode(errors="replace")


def _by_deal(root: ElementTree.Element) -> list[list[ElementTree.Element]]:
    found: list[list[ElementTree.Element]] = []
    for element in root:
        if element.tag == "INIT":
            found.append([])
        if found:
            found[-1].append(element)
    return found


def _numbers(text: str, kind: Callable[[str], Any] = int) -> tuple[Any, ...]:
    return tuple([kind(part) for part in text.split(",")]) if text else ()


def _deal(elements: list[ElementTree.Element], *, red_fives: bool) -> Deal:
    reader = _Reader(red_fives=red_fives)
    for element in elements:
        reader.read(element)
    return reader.deal()


class _Reader:
    """Reads the elements of one deal in their order."""

    def __init__(self, *, red_fives: bool) -> None:
        self.face = faces(red_fives=red_fives)
        self.start: dict[str, Any] = {}
        self.dora: list[int] = []
        self.actions: list[tuple[Any, ...]] = []
        self.drawn: int | None = None
        self.wins: list[Hora] = []
        self.ura: tuple[int, ...] = ()
        self.end: dict[str, Any] = {}

    def read(self, element: ElementTree.Element) -> None:
        tag, told = element.tag, element.attrib
        tile = _TILE.fullmatch(tag)
        if tile is not None:
            self._tile(tile[1], int(tile[2]))
        elif tag == "INIT":
            self._init(told)
        elif tag == "N":
            self._meld(int(told["who"]), int(told["m"]))
        elif tag == "REACH" and told["step"] == "1":
            self.actions.append(("riichi", int(told["who"])))
        elif tag == "DORA":
            self.dora.append(int(told["hai"]))
        elif tag == "AGARI":
            self._agari(told)
        elif tag == "RYUUKYOKU":
            self._ryuukyoku(told)
        elif tag not in ("REACH", "BYE", "UN", "TAIKYOKU", "GO"):
            raise ValueError(f"there is no element <{tag}>")

    def _init(self, told: dict[str, str]) -> None:
        number, honba, sticks, _, _, dora = _numbers(told["seed"])
        self.dora.append(dora)
        self.start = {
            "round": number,
            "honba": honba,
            "sticks": sticks,
            "points": _hundreds(told["ten"]),
            "hands": tuple([self._hand(told[f"hai{n}"]) for n in range(SEATS)]),
        }

    def _hand(self, text: str) -> tuple[str, ...]:
        tiles = self._faces(_numbers(text))
        if len(tiles) != 13:
            raise ValueError(f"{len(tiles)} tiles were dealt to a player")
        return tiles

    def _faces(self, tiles: tuple[int, ...]) -> tuple[str, ...]:
        for tile in tiles:
            if not 0 <= tile < TILES:
                raise ValueError(f"there is no tile {tile}")
        return tuple([self.face[tile] for tile in tiles])

    def _tile(self, letter: str, tile: int) -> None:
        (name,) = self._faces((tile,))
        if letter in "TUVW":
            self.drawn = tile
            self.actions.append(("draw", "TUVW".index(letter), name))
            return
        self.actions.append(("discard", "DEFG".index(letter), name, tile == self.drawn))
        self.drawn = None

    def _meld(self, who: int, code: int) -> None:
        meld = read_meld(code, who)
        called, *others = self._faces((meld.tile, *meld.others))
        every = tuple(sorted([called, *others]))
        if meld.kind == "ankan":
            self.actions.append((meld.kind, who, every))
        elif meld.kind == "kakan":
            self.actions.append((meld.kind, who, called, tuple(sorted(others))))
        else:
            self.actions.append((meld.kind, who, meld.source, called, every))
        self.drawn = None

    def _agari(self, told: dict[str, str]) -> None:
        liable = int(told["paoWho"]) if "paoWho" in told else None
        self.wins.append(Hora(int(told["who"]), int(told["fromWho"]), _deltas(told), liable))
        self.ura = max(self.ura, _numbers(told.get("doraHaiUra", "")), key=len)

    def _ryuukyoku(self, told: dict[str, str]) -> None:
        kind = told.get("type")
        if kind not in DRAWS:
            raise ValueError(f"there is no draw of the type {kind!r}")
        shown = tuple([n for n in range(SEATS) if f"hai{n}" in told])
        self.end = {"draw": DRAWS[kind], "shown": shown, "deltas": _deltas(told)}

    def deal(self) -> Deal:
        if not self.wins and not self.end:
            raise BadLog("it ends in the middle of a deal")
        end = self.end
        if self.wins:
            end = {
                "wins": tuple(self.wins),
                "deltas": tuple(map(sum, zip(*[win.deltas for win in self.wins], strict=True))),
            }
        dora, ura = self._faces(tuple(self.dora)), self._faces(self.ura)
        return Deal(**self.start, dora=dora, ura=ura, actions=tuple(self.actions), **end)


def _hundreds(text: str) -> tuple[int, ...]:
    numbers = _numbers(text)
    if len(numbers) != SEATS:
        raise ValueError(f"there are points of {len(numbers)} players")
    return tuple([100 * number for number in numbers])


def _deltas(told: dict[str, str]) -> tuple[int, ...]:
    """`sc` is the points before and the change, player by player."""
    return _hundreds(",".join(told["sc"].split(",")[1::2]))
