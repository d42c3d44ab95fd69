"""Two hundred hanchan by random players and fifty by the bots, at the tables of all presets:

    python -m tests.soak.riichi_games --processes 2

Each must come to its end. After every turn the tiles and the points are counted, and the record of the whole match,
written as JSON and read again, must lead to the same state by the same events.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import get_context
from typing import NamedTuple

import msgspec

from gamenight import Match
from gamenight.core import Rng
from gamenight.games.riichi import GAME
from gamenight.games.riichi.hand.tiles import TILES
from gamenight.games.riichi.options import PRESETS
from gamenight.games.riichi.player import HEURISTICS, play_hard
from gamenight.games.riichi.state import SEATS, RiichiState

RANDOM, BOTS = 200, 50
PLAYERS = {**HEURISTICS, "hard": play_hard}
LEVELS = ("hard", "medium", "easy", "hard")
STICK = 1000


class Hanchan(NamedTuple):
    """A match to play, with random players or with the levels in turn."""

    number: int
    by_bots: bool

    @property
    def preset(self) -> str:
        return list(PRESETS)[self.number % len(PRESETS)]

    def __str__(self) -> str:
        return f"{'bots' if self.by_bots else 'random'} {self.number}, {self.preset}"


class Played(NamedTuple):
    """The outcome of a match; `faults` are in words."""

    hanchan: Hanchan
    deals: int
    turns: int
    seconds: float
    faults: list[str]


def all_hanchan(random: int = RANDOM, bots: int = BOTS) -> Iterator[Hanchan]:
    yield from (Hanchan(number, by_bots=False) for number in range(random))
    yield from (Hanchan(number, by_bots=True) for number in range(bots))


def play(hanchan: Hanchan) -> Played:
    begun, rng = time.process_time(), Rng(str(hanchan))
    match = Match.start(GAME, SEATS, f"soak {hanchan}", options={"preset": hanchan.preset})
    faults = faults_of(match.state.game_data)
    while not match.is_over and not faults:
        _act(match, hanchan, rng)
        faults = faults_of(match.state.game_data)
    faults = faults or replay_faults(match)
    deals = match.state.game_data.sheet.deal
    return Played(hanchan, deals, match.turns_played, time.process_time() - begun, faults)


def _act(match: Match, hanchan: Hanchan, rng: Rng) -> None:
    who = rng.choice(match.to_act)
    legal = match.legal_actions(who)
    level = LEVELS[(int(who[1:]) + hanchan.number) % SEATS]
    wanted = PLAYERS[level](match.state.game_data, who, rng) if hanchan.by_bots else rng.choice(legal)
    # The bots do not answer the engine's own question whether to continue.
    match.act(legal[0] if wanted is None else wanted)


def faults_of(table: RiichiState) -> list[str]:
    """Check that there are 136 tiles and that no points are lost."""
    faults = []
    wall, play = table.wall, table.play
    rivers = [one.tile for river in table.rivers for one in river if one.called_by is None]
    melds = [tile for melds in table.melds for meld in melds for tile in meld.tiles]
    hands = [tile for hand in table.hands for tile in hand]
    tiles = [*wall.live, *wall.rinshan, *wall.dora, *wall.ura, *rivers, *melds, *hands]
    tiles += [] if play.drawn is None else [play.drawn]
    if len(tiles) != TILES or dict.fromkeys(range(34), 4) != Counter(tile // 4 for tile in tiles):
        faults.append(f"{len(tiles)} tiles: {sorted(tiles)}")
    points = sum(table.sheet.points) + STICK * table.sheet.sticks
    if points != SEATS * table.rules.start_points and table.final is None:
        faults.append(f"{points} points at the table")
    return faults


def replay_faults(match: Match) -> list[str]:
    """The record, written and read, must lead to the same state by the same events."""
    record = msgspec.json.decode(msgspec.json.encode(match.record()))
    again = Match.from_record(record)
    faults = [] if again.state == match.state else ["its replay leads to another state"]
    return faults if again.events == match.events else [*faults, "its replay tells other events"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--random", type=int, default=RANDOM, help="how many hanchan random players play")
    parser.add_argument("--bots", type=int, default=BOTS, help="how many the bots play")
    parser.add_argument("--processes", type=int, default=1)
    wanted = parser.parse_args()
    totals: Counter[str] = Counter()
    seconds = 0.0
    with get_context("spawn").Pool(wanted.processes) as pool:
        for played in pool.imap(play, all_hanchan(wanted.random, wanted.bots)):
            print(
                f"{played.deals:3} deals {played.turns:6} turns {played.seconds:6.1f} s  {played.hanchan}", flush=True
            )
            for fault in played.faults:
                print(f"FAULT {fault}", flush=True)
            totals.update(hanchan=1, deals=played.deals, turns=played.turns, faults=len(played.faults))
            seconds += played.seconds
    print(f"{dict(totals)}, {seconds:.0f} CPU s", flush=True)
    return 1 if totals["faults"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
