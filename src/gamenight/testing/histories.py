"""Matches under controlled chance, and what each viewer has been told in them, to be compared."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from gamenight.core.engine import advance, start, view
from gamenight.core.model import Act, Due, Event, GameState, Input, PlayerId, Refusal, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng
from gamenight.testing.chance import Book, Changes, Rewritten, with_dice
from gamenight.testing.compare import encoded
from gamenight.testing.playouts import KIT, is_active, random_action, viewers
from gamenight.testing.tables import Table
from gamenight.testing.worlds import PACE_MS, seen

Histories = dict[PlayerId | None, bytes]


def continued(game: GamePlugin, histories: Histories, state: GameState, events: Sequence[Event]) -> Histories:
    """Every viewer's history after these events; whoever saw none of them knows no more than before."""
    after = dict(histories)
    for viewer, past in histories.items():
        told = seen(events, viewer)
        if told:
            after[viewer] = sha256(past + encoded((told, view(game, state, viewer)))).digest()
    return after


class Past:
    """A match that remembers, for every viewer, all events it saw and its view after each of them."""

    def __init__(self, game: GamePlugin, table: Table, book: Book) -> None:
        self.game = with_dice(game, book)
        self.book = book
        self.states: list[GameState] = []
        self.steps: list[Step] = []
        state, events = start(self.game, KIT, table.seats(), table.config(game), 0)
        self.histories: Histories = dict.fromkeys(viewers(state), b"")
        self._take(state, events)

    def put(self, input: Input) -> bool:
        now = self.state.due_at if isinstance(input, Due) and self.state.due_at is not None else self.state.last_at
        step = advance(self.game, self.state, input, now)
        if isinstance(step, Refusal):
            return False
        self.steps.append(step)
        self._take(step.state, step.events)
        return True

    def _take(self, state: GameState, events: Sequence[Event]) -> None:
        self.states.append(state)
        self.histories = continued(self.game, self.histories, state, events)

    @property
    def state(self) -> GameState:
        return self.states[-1]

    @property
    def inputs(self) -> list[Input]:
        return [step.turn.input for step in self.steps]

    @property
    def game_data(self) -> Any:
        return self.state.game_data

    def is_at(self, prompt: int) -> bool:
        """The prompt of this number has opened, or the match was over before."""
        return self.state.prompt >= prompt or not is_active(self.state)

    def answer_randomly(self, rng: Rng) -> bool:
        """Somebody acts, or what is due happens; False if nothing can."""
        if self.state.to_act:
            seat = rng.choice(self.state.to_act)
            return self.put(Act(random_action(self.game, self.state, seat, rng), self.state.prompt))
        return self.state.due_at is not None and self.put(Due(self.state.prompt))


def paced(game: GamePlugin, table: Table) -> Table:
    """The table with a pace for hidden prompts, so that every world shows them equally long; without clocks."""
    return Table(table.players, table.options, table.seed, pace_ms=PACE_MS if game.hides_actors else 0)


def play_to(game: GamePlugin, table: Table, prompt: int, rng: Rng, book: Book) -> Past | None:
    """A random match up to the opening of this prompt; None if it was over before."""
    past = Past(game, paced(game, table), book)
    while not past.is_at(prompt):
        if not past.answer_randomly(rng):
            return None
    return past if is_active(past.state) else None


def follow(game: GamePlugin, table: Table, inputs: Sequence[Input], changes: Changes, rng: Rng) -> Past | None:
    """The same inputs where chance fell otherwise; None if they cannot be followed.

    Hidden prompts may ask other seats there: who was not asked before answers by chance, who has been answered for
    must have had that same answer.
    """
    past = Past(game, paced(game, table), Rewritten(changes))
    for input in inputs:
        assert isinstance(input, Act | Due)
        if not _catch_up(past, input.prompt, rng) or not _repeat(past, input, rng):
            return None
    return past


def _catch_up(past: Past, prompt: int, rng: Rng) -> bool:
    while past.state.prompt < prompt:
        if not is_active(past.state) or not past.answer_randomly(rng):
            return False
    return past.state.prompt == prompt


def _repeat(past: Past, input: Act | Due, rng: Rng) -> bool:
    if isinstance(input, Due):
        while past.state.to_act and is_active(past.state) and past.state.prompt == input.prompt:
            if not past.answer_randomly(rng):
                return False
        return past.state.prompt > input.prompt or past.put(input)
    committed = past.state.committed.get(input.action.player_id)
    if committed is not None:
        return committed == input.action
    return past.put(input)
