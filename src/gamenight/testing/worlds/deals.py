"""Enumerate all matches of a small game up to some prompt: all deals, all actions, and the states that each viewer
cannot tell apart."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any

from msgspec import Struct

from gamenight.core.advancing.matching import valid_actions
from gamenight.core.engine import advance, start
from gamenight.core.errors import GameEngineError
from gamenight.core.listing.actions import size
from gamenight.core.model import Act, ConcurrentMode, Due, GameState, Input, PlayerId, Refusal, Start, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.testing.playing.chance import Draw, OutcomeTable, with_dice
from gamenight.testing.playing.playouts import KIT, is_active, spelled_out
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.compare import encoded
from gamenight.testing.worlds.histories import Histories, continued, paced, play_to

MOST_STATES = 1500
MOST_STEPS = 5000
FAR_TOO_MANY = 50 * MOST_STATES
"""Stop at once if a single deal has more outcomes than this: there is no hope of trying them all."""
MOST_ACTIONS = 16
DRAWN = 800
FIRST_DRAWN = 60
OFTEN = 8
"""A set counts as complete if each of its states was drawn at least this many times."""


Happen = Callable[[], Start | Step]


class TooMany(GameEngineError):
    """There are more matches than can be tried."""


class Planned(OutcomeTable):
    """Planned outcomes: those of `wanted`, then always the first. A stream that is opened again repeats them."""

    def __init__(self) -> None:
        super().__init__("")
        self.plan([], {}, 0)

    def plan(self, wanted: list[int], outcomes: dict[Draw, int], calls: int) -> None:
        self.wanted = wanted
        self.bounds: list[int] = []
        self.outcomes = dict(outcomes)
        self.calls = calls

    def outcome(self, draw: Draw, bound: int, real: Rng) -> int:
        if draw not in self.outcomes:
            at = len(self.bounds)
            self.bounds.append(bound)
            self.outcomes[draw] = self.wanted[at] if at < len(self.wanted) else 0
        return self.outcomes[draw] % bound

    def next_plan(self) -> list[int] | None:
        """The outcomes to try next; None after the last."""
        if math.prod(self.bounds) > FAR_TOO_MANY:
            raise TooMany("too many outcomes of chance")
        taken = self.wanted + [0] * (len(self.bounds) - len(self.wanted))
        while taken:
            last = taken.pop()
            if last + 1 < self.bounds[len(taken)]:
                return [*taken, last + 1]
        return None


class PossibleMoment(Struct, frozen=True):
    """A moment of a possible match, what every viewer has been shown, and the random outcomes that led there."""

    state: GameState
    histories: Histories
    outcomes: dict[Draw, int]
    calls: int

    @property
    def key(self) -> tuple[Any, ...]:
        """Nodes with the same key have the same future."""
        state = self.state
        return encoded((state.game_data, state.committed, state.prompt)), *self.histories.values()


class Tree:
    """All matches at one table, prompt by prompt."""

    def __init__(self, game: GamePlugin, table: Setup) -> None:
        self.book = Planned()
        self.game = with_dice(game, self.book)
        self.table = paced(game, table)
        self.steps = 0

    def openings(self) -> list[PossibleMoment]:
        config, seats = self.table.config(self.game), self.table.seats()
        blank: Histories = dict.fromkeys([*(player.player_id for player in seats), None], b"")

        opened = partial(start, self.game, KIT, seats, config, 0)
        return self._merged(self._outcomes(opened, blank, {}, 0))

    def later(self, nodes: list[PossibleMoment]) -> list[PossibleMoment]:
        """All moments at which the next prompt after these opens; matches that are over are left out."""
        done: list[PossibleMoment] = []
        while nodes:
            prompt = nodes[0].state.prompt
            after = self._merged(each for node in nodes for each in self._steps(node))
            done += [node for node in after if is_active(node.state) and node.state.prompt > prompt]
            nodes = [node for node in after if is_active(node.state) and node.state.prompt == prompt]
        return self._merged(done)

    def _steps(self, node: PossibleMoment) -> Iterator[PossibleMoment]:
        for input in self._inputs(node.state):
            happen = partial(self._advance, node.state, input)
            yield from self._outcomes(happen, node.histories, node.outcomes, node.calls)

    def _advance(self, state: GameState, input: Input) -> Step:
        now = state.due_at if isinstance(input, Due) and state.due_at is not None else state.last_at
        step = advance(self.game, state, input, now)
        if isinstance(step, Refusal):
            raise TooMany("not everything listed can be taken")
        return step

    def _outcomes(
        self, happen: Happen, histories: Histories, outcomes: dict[Draw, int], calls: int
    ) -> Iterator[PossibleMoment]:
        """The nodes after `happen`, one for every random outcome."""
        wanted: list[int] | None = []
        while wanted is not None:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise TooMany(f"more than {MOST_STEPS} steps")
            self.book.plan(wanted, outcomes, calls)
            after = happen()
            wanted = self.book.next_plan()
            histories_after = continued(self.game, histories, after.state, after.events, after.listings)
            yield PossibleMoment(after.state, histories_after, self.book.outcomes, self.book.calls)

    def _inputs(self, state: GameState) -> list[Input]:
        """All actions of all seats in a sequential phase; in a concurrent one the seats answer in order."""
        if not state.to_act:
            return [Due(state.prompt)]
        seats = state.to_act if state.phase.mode is ConcurrentMode.SEQUENTIAL else state.to_act[:1]
        listings = {seat: valid_actions(self.game, state, seat) for seat in seats}
        if sum(map(size, listings.values())) > MOST_ACTIONS:
            raise TooMany("too many actions")
        return [
            Act(action, state.prompt)
            for seat, listing in listings.items()
            for action in spelled_out(listing, seat, MOST_ACTIONS)
        ]

    def _merged(self, nodes: Iterable[PossibleMoment]) -> list[PossibleMoment]:
        found: dict[tuple[Any, ...], PossibleMoment] = {}
        for node in nodes:
            found.setdefault(node.key, node)
            if len(found) > MOST_STATES:
                raise TooMany(f"more than {MOST_STATES} states")
        return list(found.values())


class InformationSet:
    """All states that one viewer cannot tell apart, and how often each occurred."""

    def __init__(self, viewer: PlayerId | None, history: bytes, *, is_drawn: bool) -> None:
        self.viewer = viewer
        self.history = history
        self.is_drawn = is_drawn
        self.states: dict[bytes, Any] = {}
        self.met: Counter[bytes] = Counter()


def information_sets(nodes: Iterable[Any], *, is_drawn: bool = False) -> list[InformationSet]:
    """The information sets of every viewer among these moments, the largest first."""
    found: dict[tuple[PlayerId | None, bytes], InformationSet] = {}
    for node in nodes:
        key = encoded(node.state.game_data)
        for viewer, history in node.histories.items():
            each = found.setdefault((viewer, history), InformationSet(viewer, history, is_drawn=is_drawn))
            each.states.setdefault(key, node.state.game_data)
            each.met[key] += 1
    return sorted(found.values(), key=lambda each: -len(each.states))


def drawn_sets(game: GamePlugin, table: Setup, prompt: int) -> list[InformationSet]:
    """The information sets of random matches at the opening of this prompt, as far as they seem complete.

    If the first matches are all different, as with a whole pack of cards, no set can become complete.
    """
    matches = random_matches(game, table, prompt, DRAWN, "")
    first = list(islice(matches, FIRST_DRAWN))
    if all(max(each.met.values()) == 1 for each in information_sets(first)):
        return []
    sets = information_sets(chain(first, matches), is_drawn=True)
    return [each for each in sets if min(each.met.values()) >= OFTEN]


def random_matches(game: GamePlugin, table: Setup, prompt: int, count: int, salt: str) -> Iterator[Any]:
    """`count` random matches up to the opening of this prompt, with random outcomes of the kit's own."""
    for number in range(count):
        seed = f"{table.seed} deal {salt}{number}"
        past = play_to(game, table, prompt, Rng(seed_text(seed)), OutcomeTable(seed))
        if past is not None:
            yield past


def is_met_later(game: GamePlugin, table: Setup, prompt: int, each: InformationSet, world: Any) -> bool:
    """Whether a world that is missing in a drawn set occurs in more random matches: the first may have missed it."""
    wanted = encoded(world)
    return each.is_drawn and any(
        past.histories[each.viewer] == each.history and encoded(past.game_data) == wanted
        for past in random_matches(game, table, prompt, 5 * DRAWN, "again ")
    )
