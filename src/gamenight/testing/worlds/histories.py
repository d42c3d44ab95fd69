"""Matches with controlled random outcomes, and the history of what each viewer was shown, to compare them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from gamenight.core.engine import advance, start, view
from gamenight.core.listing.actions import Listing
from gamenight.core.model import Act, Due, Event, GameState, Input, PlayerId, Refusal, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng
from gamenight.testing.playing.chance import OutcomeTable, shared_dice
from gamenight.testing.playing.playouts import KIT, is_active, random_action, viewers
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.compare import encoded
from gamenight.testing.worlds.moments import PACE_MS, seen

Histories = dict[PlayerId | None, bytes]
Listings = Mapping[PlayerId, Listing]
Known = dict[PlayerId | None, set[bytes]]
"""The histories that each viewer has had on the way to some moment."""

OTHERWISE = b"otherwise"
"""The history of a viewer who has been shown something else than in the match to compare with."""


def continued(
    game: GamePlugin,
    histories: Histories,
    state: GameState,
    events: Sequence[Event],
    listings: Listings,
    known: Known | None = None,
) -> Histories:
    """Every viewer's history after these events; a viewer who saw none of them keeps its history.

    `listings` has the actions that the engine listed when the state's prompt opened. A history that is not among the
    `known` ones can never become one of them again, so it is not followed any further.
    """
    after = dict(histories)
    for viewer, past in histories.items():
        visible = seen(events, viewer) if past is not OTHERWISE else ()
        if visible:
            listing = None if viewer is None else listings.get(viewer)
            now = sha256(past + encoded((visible, view(game, state, viewer, listing=listing)))).digest()
            after[viewer] = now if known is None or now in known[viewer] else OTHERWISE
    return after


class TrackedMatch:
    """A match with the history of every viewer: a hash of all events that it saw and of its view after each of them.

    `told[i]` are the histories at `states[i]`; `calls[i]` is how often the game had been given random numbers by then.
    In a variant of another match, only `known` histories are followed.
    """

    def __init__(self, game: GamePlugin, book: OutcomeTable, known: Known | None = None) -> None:
        self.plain = game
        self.known = known
        self.book = book
        self.states: list[GameState] = []
        self.steps: list[Step] = []
        self.told: list[Histories] = []
        self.calls: list[int] = []
        self.opening: tuple[Event, ...] = ()
        self.first_listings: Listings = {}

    def open(self, table: Setup, watching: Sequence[PlayerId | None] | None = None) -> TrackedMatch:
        """Set up the match; only the viewers in `watching` have a history."""
        first = start(self.game, KIT, table.seats(), table.config(self.game), 0)
        state, self.opening, self.first_listings = first.state, first.events, first.listings
        self._take(state, first.events, dict.fromkeys(viewers(state) if watching is None else watching, b""))
        return self

    def remember(self, since: int) -> None:
        """Give every viewer a history from this turn on, in a match that has no histories so far."""
        blank: Histories = dict.fromkeys(viewers(self.state), b"")
        opened = continued(self.game, blank, self.states[0], self.opening, self.first_listings)
        self.told = [blank] * (since + 1) if since else [opened]
        for step in self.steps[since:]:
            self.told.append(continued(self.game, self.told[-1], step.state, step.events, step.listings))

    def upto(
        self, at: int, book: OutcomeTable, watching: Sequence[PlayerId | None] | None = None, known: Known | None = None
    ) -> TrackedMatch:
        """The same match after its first turns, to continue from there with other random outcomes."""
        past = TrackedMatch(self.plain, book, known)
        book.calls = self.calls[at]
        past.states, past.steps, past.calls = self.states[: at + 1], self.steps[:at], self.calls[: at + 1]
        past.told, past.opening, past.first_listings = self.told[: at + 1], self.opening, self.first_listings
        if watching is not None:
            past.told[-1] = {viewer: past.told[-1][viewer] for viewer in watching}
        return past

    def put(self, input: Input) -> bool:
        return not isinstance(self.tried(input), Refusal)

    def tried(self, input: Input) -> Step | Refusal:
        """Send the input to the engine; a refusal changes nothing."""
        now = self.state.due_at if isinstance(input, Due) and self.state.due_at is not None else self.state.last_at
        listing = self.listings.get(input.action.player_id) if isinstance(input, Act) else None
        step = advance(self.game, self.state, input, now, listing=listing)
        if isinstance(step, Step):
            self.steps.append(step)
            self._take(step.state, step.events, self.histories)
        return step

    def _take(self, state: GameState, events: Sequence[Event], histories: Histories) -> None:
        self.states.append(state)
        self.told.append(continued(self.game, histories, state, events, self.listings, self.known))
        self.calls.append(self.book.calls)

    @property
    def game(self) -> GamePlugin:
        """The game with the random outcomes of this match; valid until another match is asked for its game."""
        game, shelf = shared_dice(self.plain)
        shelf.book = self.book
        return game

    @property
    def listings(self) -> Listings:
        """The actions that the engine listed when the prompt opened; empty after the first answer to it."""
        return self.steps[-1].listings if self.steps else self.first_listings

    @property
    def histories(self) -> Histories:
        return self.told[-1]

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
        """Whether the prompt of this number has opened, or the match is over."""
        return self.state.prompt >= prompt or not is_active(self.state)

    def answer_randomly(self, rng: Rng) -> bool:
        """Let a random seat act, or let the prompt time out; False if neither is possible."""
        if self.state.to_act:
            seat = rng.choice(self.state.to_act)
            action = random_action(self.game, self.state, seat, rng, self.listings.get(seat))
            return self.put(Act(action, self.state.prompt))
        return self.state.due_at is not None and self.put(Due(self.state.prompt))


def paced(game: GamePlugin, table: Setup) -> Setup:
    """The table with a pace for hidden prompts, so that they take the same time in every world; without clocks."""
    return Setup(table.players, table.options, table.seed, pace_ms=PACE_MS if game.hides_actors else 0)


def play_to(game: GamePlugin, table: Setup, prompt: int, rng: Rng, book: OutcomeTable) -> TrackedMatch | None:
    """A random match up to the opening of this prompt; None if it was over before."""
    past = TrackedMatch(game, book).open(paced(game, table))
    while not past.is_at(prompt):
        if not past.answer_randomly(rng):
            return None
    return past if is_active(past.state) else None


def follow(past: TrackedMatch, inputs: Sequence[Input], rng: Rng) -> TrackedMatch | None:
    """Continue the match with these inputs; None if that is not possible.

    A hidden prompt may ask other seats than in the match that the inputs come from. A seat that was not asked there
    answers at random. A seat for which the engine has answered here must have given the same answer there.
    """
    for input in inputs:
        assert isinstance(input, Act | Due)
        if not _catch_up(past, input.prompt, rng) or not _repeat(past, input, rng):
            return None
    return past


def _catch_up(past: TrackedMatch, prompt: int, rng: Rng) -> bool:
    while past.state.prompt < prompt:
        if not is_active(past.state) or not past.answer_randomly(rng):
            return False
    return past.state.prompt == prompt


def _repeat(past: TrackedMatch, input: Act | Due, rng: Rng) -> bool:
    if isinstance(input, Due):
        while past.state.to_act and is_active(past.state) and past.state.prompt == input.prompt:
            if not past.answer_randomly(rng):
                return False
        return past.state.prompt > input.prompt or past.put(input)
    committed = past.state.committed.get(input.action.player_id)
    if committed is not None:
        return committed == input.action
    return past.put(input)
