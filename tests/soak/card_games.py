"""A thousand random games at every table of every card game, in shares that can be run apart:

    python -m tests.soak.card_games --share 1/10 --processes 2

A share is the same part of the games of every table, with the same seeds each time.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from multiprocessing import get_context
from typing import NamedTuple

from tests.cards.soundness import SoundTable, Unsound, all_tables, play_soundly

GAMES = 1000
MOST_TOLD = 3
"""So many faults of a table are told; then the next table is tried."""


class Played(NamedTuple):
    """The outcome of the games of a share at one table."""

    table: str
    games: int
    actions: int
    seconds: float
    faults: list[str]


@cache
def tables() -> list[SoundTable]:
    return all_tables()


def numbers_of(share: int, shares: int, games: int = GAMES) -> range:
    """The numbers of the games of one share, counted from 1."""
    return range(games * (share - 1) // shares, games * share // shares)


def play_table(index: int, numbers: range) -> Played:
    table, begun = tables()[index], time.process_time()
    faults: list[str] = []
    games = actions = 0
    for number in numbers:
        try:
            actions += play_soundly(table, number)
        except Unsound as fault:
            faults.append(str(fault))
        games += 1
        if len(faults) >= MOST_TOLD:
            break
    return Played(str(table), games, actions, time.process_time() - begun, faults)


def play_share(indices: Iterable[int], numbers: range, processes: int) -> Iterator[Played]:
    if processes == 1:
        yield from (play_table(index, numbers) for index in indices)
        return
    with get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(_play, [(index, numbers) for index in indices])


def _play(work: tuple[int, range]) -> Played:
    return play_table(*work)


def main() -> int:
    wanted = _arguments()
    share, shares = map(int, wanted.share.split("/"))
    numbers = numbers_of(share, shares, wanted.games)
    indices = [at for at, table in enumerate(tables()) if not wanted.game or table.game.game_id in wanted.game]
    totals: Counter[str] = Counter()
    for played in play_share(indices, numbers, wanted.processes):
        print(f"{played.games:5} games {played.actions:8} actions {played.seconds:7.1f} s  {played.table}", flush=True)
        for fault in played.faults:
            print(f"FAULT {fault}", flush=True)
        totals.update(tables=1, games=played.games, actions=played.actions, faults=len(played.faults))
        totals["seconds"] += round(played.seconds)
    print(f"share {wanted.share}: {dict(totals)}", flush=True)
    return 1 if totals["faults"] else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", default="1/1", help="which part of the games, such as 3/10")
    parser.add_argument("--games", type=int, default=GAMES, help="how many games of each table there are in all shares")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--game", action="append", help="only this game; may be repeated")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
