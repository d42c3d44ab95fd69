"""Transcripts of real deals as data: what is read, which rules they were played by, and their wall."""

from __future__ import annotations

import re
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.transcripts.oracle import Difference
from gamenight.games.riichi.deal.standings import order_of
from gamenight.games.riichi.hand.tiles import TILES
from gamenight.games.riichi.options import TENHOU, Rules, Uma
from gamenight.games.riichi.state import Tiles
from gamenight.games.riichi.transcripts import recorded

Four = tuple[int, int, int, int]
IGNORED = ("disconnect", "reconnect")
EXACT_SINCE = 2022


class TableRules(Struct, frozen=True):
    players: int
    aka: bool
    kuitan: bool
    length: Literal["hanchan", "tonpuu"]
    standard: bool
    lobby: str | None


class WonHand(Struct, frozen=True):
    """A win as recorded; `source` is called `from` there."""

    who: int
    source: int
    tsumo: bool
    win_tile: int
    hand: Tiles
    fu: int
    han: int
    points: int
    limit: int
    yaku: tuple[tuple[str, int], ...]
    yakuman: tuple[str, ...]
    dora_indicators: Tiles
    ura_indicators: Tiles
    pao: int | None
    honba: int
    kyotaku: int
    scores_before: Four
    deltas: Four


class Wins(Struct, frozen=True, tag_field="type", tag="win"):
    wins: tuple[WonHand, ...]


class Drawn(Struct, frozen=True, tag_field="type", tag="draw"):
    kind: str
    tenpai: tuple[bool, bool, bool, bool]
    shown: tuple[Tiles, Tiles, Tiles, Tiles]
    honba: int
    kyotaku: int
    scores_before: Four
    deltas: Four


class FinalPoints(Struct, frozen=True):
    scores: Four
    points: tuple[float, float, float, float]


class Kyoku(Struct, frozen=True):
    """One deal of a game."""

    game: str
    index: int
    rules: TableRules
    round: int
    honba: int
    kyotaku: int
    dealer: int
    scores: Four
    hands: tuple[Tiles, Tiles, Tiles, Tiles]
    dora_indicator: int
    actions: tuple[tuple[Any, ...], ...]
    result: Wins | Drawn
    scores_after: Four
    final: FinalPoints | None = None
    wall: Tiles | None = None
    dice: tuple[int, ...] | None = None
    wall_dice: tuple[int, ...] | None = None

    @property
    def choices(self) -> list[tuple[Any, ...]]:
        """What happened, without who was connected."""
        return [action for action in self.actions if action[0] not in IGNORED]


def renamed(transcript: dict[str, Any]) -> dict[str, Any]:
    """`from` is no name for a field."""
    result = transcript.get("result")
    if not isinstance(result, dict) or not isinstance(result.get("wins"), list):
        return transcript
    wins = [{"source": win.get("from"), **win} for win in result["wins"]]
    return {**transcript, "result": {**result, "wins": wins}}


def rules_at(kyoku: Kyoku) -> Rules:
    """Tenhou's, with the table's flags. Results were rounded to thousands before 2022.

    In the oldest logs, which name no lobby, a last dealer went on after a draw in tenpai.
    """
    rules = replace(
        TENHOU,
        red_fives=kyoku.rules.aka,
        kuitan=kyoku.rules.kuitan,
        length=kyoku.rules.length,
        agari_yame="win" if kyoku.rules.lobby is None else "tenpai",
    )
    if kyoku.final is None or not _is_rounded(kyoku):
        return rules
    rounded = replace(rules, rounding="thousands")
    return replace(rounded, uma=_old_uma(kyoku.final)) if kyoku.rules.length == "tonpuu" else rounded


def _is_rounded(kyoku: Kyoku) -> bool:
    """By the year that a log's name begins with, else by whether the results have fractions."""
    year = re.match(r"(20\d\d)\d{6}gm", kyoku.game)
    if year is not None:
        return int(year[1]) < EXACT_SINCE
    assert kyoku.final is not None
    return all(points == int(points) for points in kyoku.final.points)


def _old_uma(final: FinalPoints) -> Uma:
    """Old games of one wind had a smaller uma, which is not recorded: the second place tells which."""
    second = order_of(final.scores)[1]
    place = final.points[second] - (int(final.scores[second] / 1000 + 0.5) - 30)
    return "10-5" if place == 5 else "20-10"


def wall_of(kyoku: Kyoku) -> Tiles:
    """The recorded wall, or one that is completed around what is recorded."""
    return kyoku.wall if kyoku.wall is not None else _completed(kyoku)


def _completed(kyoku: Kyoku) -> Tiles:
    """Deal, draws and indicators in their places, and the other tiles wherever there is room."""
    places = {at: tile for _, order, tiles in recorded_places(kyoku) for at, tile in zip(order, tiles, strict=True)}
    rest = [tile for tile in range(TILES) if tile not in places.values()]
    if len(rest) != TILES - len(places):
        raise Difference("a tile is recorded twice")
    return tuple([places[at] if at in places else rest.pop() for at in range(TILES)])


def recorded_places(kyoku: Kyoku) -> list[tuple[str, list[int], list[int]]]:
    """What the record says about the wall: places, and the very tiles there."""
    try:
        return recorded.recorded_places(kyoku.dealer, kyoku.hands, kyoku.choices, _indicators(kyoku), _ura(kyoku))
    except ValueError as error:
        raise Difference(str(error)) from None


def _indicators(kyoku: Kyoku) -> list[int]:
    return [kyoku.dora_indicator, *[action[1] for action in kyoku.choices if action[0] == "dora"]]


def _ura(kyoku: Kyoku) -> list[int]:
    wins = kyoku.result.wins if isinstance(kyoku.result, Wins) else ()
    shown = [win.ura_indicators for win in wins if win.ura_indicators]
    return list(shown[0]) if shown else []
