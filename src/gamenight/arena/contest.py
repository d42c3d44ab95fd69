"""The schedule of an arena: the game, the contestants, the decks and the seats.

Every group of contestants plays every deck from every seat: the seating is rotated until each contestant has had each
seat. So the luck of the deal and of the seat cancels out, and skill is left. In a game of teams, a contestant plays a
whole side, with all of its seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.arena.job import GameJob, Seats
from gamenight.arena.seat import FAILURES
from gamenight.bots import BadStrategy, find_bot
from gamenight.core.errors import BadOptions
from gamenight.core.match import configure, decode_options
from gamenight.core.model import digest, seat_index
from gamenight.core.plugin import GamePlugin
from gamenight.core.ranking import sides_of
from gamenight.core.registry import find_game
from gamenight.core.rng import fresh_seed, seed_text


class Contestant(Struct, frozen=True):
    """A bot that takes part, under a name of its own."""

    name: str
    strategy: str


class Contest(Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A whole arena as data; `games` is the number of games of each group of contestants, a multiple of the sides.

    The schedule is ordered by deck, so that a longer one begins with the games of a shorter one.
    """

    game: str
    rules_version: int
    options: dict[str, Any]
    seats: int
    contestants: tuple[Contestant, ...]
    seed: str
    games: int
    max_turns: int | None = None
    teams: tuple[Seats, ...] = ()
    """The seats of each team; empty if there are no teams."""

    @cached_property
    def sides(self) -> tuple[Seats, ...]:
        return self.teams or tuple((seat,) for seat in range(self.seats))

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The groups that play at one table, by contestant index: every combination of as many as there are sides."""
        return tuple(combinations(range(len(self.contestants)), len(self.sides)))

    @cached_property
    def arena_id(self) -> str:
        """An id of everything except the number of games."""
        return digest(msgspec.structs.replace(self, games=0))[:20]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(contestant.name for contestant in self.contestants)

    @property
    def decks(self) -> int:
        return self.games // len(self.sides)

    @property
    def total(self) -> int:
        """The number of all games."""
        return self.games * len(self.groups)

    def deck_of(self, number: int) -> int:
        return number // (len(self.sides) * len(self.groups))

    def group_of(self, number: int) -> int:
        """The index of the group that plays this game."""
        return number // len(self.sides) % len(self.groups)

    def opponents(self, number: int) -> tuple[int, ...]:
        """The contestant that plays each side of this game, by index."""
        group, turned = self.groups[self.group_of(number)], number % len(self.sides)
        return group[turned:] + group[:turned]

    def seating(self, number: int) -> tuple[int, ...]:
        """The contestant at each seat of this game, by index."""
        playing = self.opponents(number)
        at = {seat: playing[index] for index, side in enumerate(self.sides) for seat in side}
        return tuple(at[seat] for seat in range(self.seats))

    def match_id(self, number: int) -> str:
        return f"{self.arena_id}-{number}"

    def job(self, number: int, *, keep_record: bool = False) -> GameJob:
        seating = self.seating(number)
        return GameJob(
            number,
            self.game,
            deck_seed(self.seed, self.deck_of(number)),
            tuple(self.contestants[index].strategy for index in seating),
            tuple(self.contestants[index].name for index in seating),
            seating,
            self.options,
            self.max_turns,
            self.match_id(number),
            keep_record,
        )

    def jobs(self, done: Container[int] = (), *, keep_record: bool = False) -> Iterator[GameJob]:
        """The jobs of the games that are not done, in the order of the schedule."""
        return (self.job(number, keep_record=keep_record) for number in range(self.total) if number not in done)


def deck_seed(seed: str, deck: int) -> str:
    """The seed of all games on this deck."""
    return seed_text(f"deck:{seed_text(seed)}:{deck}")


def plan(
    game: str,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: str | int | None = None,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    max_turns: int | None = None,
) -> Contest:
    """A checked contest; `games` is rounded up so that each group plays every deck from every side."""
    plugin = find_game(game)
    seats = seats_at(plugin, players)
    config = configure(plugin, seats, options=options)
    if games < 1:
        raise BadOptions(f"an arena needs at least one game, not {games}")
    teams = teams_at(plugin, seats, config.options)
    sides, what = (len(teams), "teams") if teams else (seats, "seats")
    if len(bots) < sides:
        raise BadOptions(
            f"{sides} {what} need at least {sides} bots, but there {_are(len(bots))}; a bot may be named twice"
        )
    for spec in bots:
        _check_bot(spec, plugin)
    return Contest(
        game,
        plugin.rules_version,
        config.options,
        seats,
        contestants(bots),
        fresh_seed()[0] if seed is None else str(seed),
        -(-games // sides) * sides,
        max_turns,
        teams,
    )


def _check_bot(spec: str, plugin: GamePlugin) -> None:
    """Raise BadStrategy if this names no bot for the game. A bot that fails in its constructor just loses its games."""
    try:
        find_bot(spec, plugin)
    except BadStrategy:
        raise
    except FAILURES:
        pass


def seats_at(plugin: GamePlugin, players: int | None) -> int:
    """The requested number of seats; by default two, or the number nearest to two that the game supports."""
    return players or max(plugin.min_players, min(2, plugin.max_players))


def teams_at(plugin: GamePlugin, seats: int, options: Mapping[str, Any]) -> tuple[Seats, ...]:
    """The game's teams at this table by seat index; empty if there are no teams."""
    teams = tuple(tuple(map(seat_index, side)) for side in sides_of(plugin, seats, decode_options(plugin, options)))
    return teams if len(teams) < seats else ()


def contestants(bots: Sequence[str]) -> tuple[Contestant, ...]:
    """The contestants, named by their texts; a repeated text gets a number."""
    seen: Counter[str] = Counter()
    named = []
    for spec in bots:
        seen[spec] += 1
        named.append(Contestant(spec if seen[spec] == 1 else f"{spec} #{seen[spec]}", spec))
    return tuple(named)


def _are(count: int) -> str:
    return "is 1" if count == 1 else f"are {count}"
