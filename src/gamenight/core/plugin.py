"""The contract between the engine and a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct

from gamenight.core.dialect import Dialect
from gamenight.core.errors import GameEngineError, PluginError, described
from gamenight.core.listing.actions import find
from gamenight.core.model import Action, Event, Family, Phase, PlayerId, PlayerView, TransitionResult
from gamenight.core.ranking import lead, sides_at
from gamenight.core.ranking import ranked as ranked
from gamenight.core.rng import Rng
from gamenight.core.showing.offers import Taps, listed_offers
from gamenight.core.showing.recap import RecapLine, one_each
from gamenight.core.showing.scene import Offer, Scene
from gamenight.core.showing.words import action_message
from gamenight.core.text import Tell, Words, say

S = TypeVar("S")

Evaluator = Callable[[Any, Mapping[PlayerId, float], PlayerId], float]
"""How good a state with these scores is for a player, from 0 to 1."""

Heuristic = Callable[[Any, PlayerId, Rng], Action | None]
"""A quick choice of an action for a player; None if it has no preference."""


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game without options."""


class Game(Generic[S]):
    """The base class of all games, with required and optional parts. Methods are pure; all chance comes from `rng`.

    A method may also be an existing function: `scene = staticmethod(scene_of)`.
    """

    game_id: ClassVar[str]
    """The slug: lower-case letters, digits and underscores. It is part of addresses and records."""

    rules_version: ClassVar[int] = 1
    """Increase it when a change of the rules would make old matches replay differently."""

    display_name: ClassVar[str]
    """The name of the game for people."""

    description: ClassVar[str] = ""
    """One sentence for the lobby."""

    category: ClassVar[str] = "board"
    """The kind of game, such as `board`, `cards`, `dice` or `abstract`."""

    min_players: ClassVar[int] = 2
    """The smallest number of players."""

    max_players: ClassVar[int] = 2
    """The largest number of players."""

    max_turns: ClassVar[int] = 1000
    """An upper bound on the accepted actions of any match, not counting revisions of a commitment."""

    state_type: ClassVar[type[Any]]
    """The type of the state, taken from `Game[State]`."""

    view_type: ClassVar[type[Any]]
    """The type that `get_player_view` returns; the state's type if the game does not define that method."""

    options_type: ClassVar[type[Any]] = NoOptions
    """A frozen Struct of the options, each with a default; `Meta` limits and describes them."""

    action_types: ClassVar[Mapping[str, type[Any]]]
    """The Struct of the payload for each action type."""

    hides_actors: ClassVar[bool] = False
    """Some phase has hidden actors, so a viewer sees no clocks but its own."""

    hides: ClassVar[Literal["nothing", "future", "hands"]] = "hands"
    """What is hidden from a seat: nothing, only future outcomes of chance, or also what others hold. Search relies on
    it."""

    lowest_wins: ClassVar[bool] = False
    """Fewer points are better."""

    score_scale: ClassVar[float] = 20.0
    """The difference of scores that counts as a clear lead: `evaluate` gives it about 0.73."""

    aim: ClassVar[Literal["win", "points"]] = "win"
    """What search maximizes at the end of a match: winning, or the difference of points."""

    evaluators: ClassVar[Mapping[str, Evaluator]] = {}
    """Alternatives to `evaluate`, by the name that a search parameter selects."""

    heuristics: ClassVar[Mapping[str, Heuristic]] = {}
    """Alternatives to `heuristic_action`, by the name that a bot parameter selects."""

    dialects: ClassVar[Mapping[str, Dialect]] = {}
    """Protocols in which other programs can take a seat, by name."""

    search: ClassVar[Mapping[str, Any]] = {}
    """Default parameters of tree search for this game, such as `exploration`; explicit parameters override them."""

    levels: ClassVar[Mapping[str, str]] = {
        "easy": "mcts:simulations=25,time_ms=500",
        "medium": "mcts:simulations=250,time_ms=1000",
        "hard": "mcts:time_ms=2000",
    }
    """Bots by strength, each as the text of a strategy."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for base in getattr(cls, "__orig_bases__", ()):
            stated = get_args(base)
            is_stated = get_origin(base) is Game and stated[0] is not Any and not isinstance(stated[0], TypeVar)
            if is_stated and "state_type" not in vars(cls):
                cls.state_type = stated[0]
        shows_state = cls.get_player_view is Game.get_player_view
        if shows_state and hasattr(cls, "state_type") and "view_type" not in vars(cls):
            cls.view_type = cls.state_type

    def teams(self, players: int, options: Any, /) -> Sequence[Sequence[int]]:
        """The teams for this number of players, by seat number: each seat is in one team, by default alone.

        The members of a team share its place. The team's score is the mean of its members' scores; usually all members
        have the same.
        """
        return [(index,) for index in range(players)]

    def resolved_options(self, options: Any, /) -> Mapping[str, Any]:
        """The options by name, as players see them; a game with presets replaces None by the values of the preset."""
        return {name: getattr(options, name) for name in options.__struct_fields__}

    def options_of(self, game_data: S, /) -> Any:
        """The options of the match; a game has to override this only if its teams depend on options."""
        return _usual_options(self)

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng, /) -> S | TransitionResult:
        """The state before the first prompt; by default an instance of the state's type with all its defaults."""
        state: S = self.state_type()
        return state

    def phase_of(self, game_data: S, /) -> Phase:
        """What the match waits for. In each phase a player can act, or it is `auto_resolve`, or the game is over."""
        raise NotImplementedError

    def get_valid_actions(self, game_data: S, player_id: PlayerId, /) -> Sequence[Action | Family]:
        """The actions of a seat that the phase asks; the engine does not call it for other seats."""
        raise NotImplementedError

    def apply_action(self, game_data: S, action: Action, rng: Rng, /) -> S | TransitionResult:
        """The state after a legal action. If a game that hides no hands returns no events, the engine adds one for the
        action."""
        raise NotImplementedError

    def get_player_view(self, game_data: S, player_id: PlayerId | None, /) -> Any:
        """What this player, or a spectator (None), may know. Build it from what is shown; never copy and then delete.

        By default the state itself, if `hides` is `nothing`; all other games must override this.
        """
        if self.hides != "nothing":
            raise PluginError(f"{self.game_id} has no get_player_view, and hides is {self.hides!r}")
        return game_data

    def validate_action(self, game_data: S, action: Action, /) -> Words | None:
        """The reason why a decoded action is illegal, or None."""
        listing = self.get_valid_actions(game_data, action.player_id)
        listed = find(listing, action) or self.listed_form(action, listing)
        return None if listed is not None else self.why_not(game_data, action) or say("refused-unlisted")

    def why_not(self, game_data: S, action: Action, /) -> Words | None:
        """The reason why a decoded action is not listed; None: actions of this type are not possible now."""
        return None

    def listed_form(self, action: Action, listing: Sequence[Action | Family], /) -> Action | None:
        """The listed action that means the same as this one, which is written differently; None if there is none."""
        return None

    def resolve_concurrent_actions(
        self, game_data: S, actions: Mapping[PlayerId, Action], rng: Rng, /
    ) -> S | TransitionResult:
        """The state after the committed actions, which are in seat order, take effect together."""
        raise GameEngineError(f"{self.game_id} has a concurrent phase but no resolve_concurrent_actions")

    def is_decided(self, game_data: S, actions: Mapping[PlayerId, Action], /) -> bool:
        """The missing answers can no longer change the outcome, so the phase may close."""
        return False

    def timeout_action(self, game_data: S, player_id: PlayerId, /) -> Action | None:
        """The action for a player who is out of time; None: the action of type `pass` if listed, else a random one."""
        return None

    def on_player_forfeit(self, game_data: S, player_id: PlayerId, rng: Rng, /) -> S | TransitionResult | None:
        """Continue without this player, or end the game; None ends the match, and the other sides share first place."""
        return None

    def validate_config(self, options: Any, players: int, /) -> Sequence[Words]:
        """Errors in words, if well-formed options do not fit each other or the number of players."""
        return []

    def determinize(self, game_data: S, viewer: PlayerId | None, rng: Rng, /) -> S:
        """A random state that this viewer cannot tell from the given one; the same state if nothing is hidden."""
        return game_data

    def horizon(self, game_data: S, /) -> int:
        """The number of the present deal, if a match has several. Bots look ahead until it changes, and not further.

        It must change in the transition that scores the deal, or in a later one.
        """
        return 0

    def contradiction(self, game_data: S, viewer: PlayerId | None, /) -> str | None:
        """A fact that this viewer has been shown and that the state contradicts, in words; None if there is none.

        The conformance kit checks the real state and the states that `determinize` draws: the result must be None.
        """
        return None

    def evaluate(self, game_data: S, scores: Mapping[PlayerId, float], player_id: PlayerId, /) -> float:
        """How good the state is for a player, from 0 to 1."""
        return sigmoid(Game.standing(self, game_data, scores, player_id), self.score_scale)

    def standing(self, game_data: S, scores: Mapping[PlayerId, float], player_id: PlayerId, /) -> float:
        """The lead of the player's side over the best other side, if the match ended now; used by the greedy bot."""
        return lead(scores, player_id, sides_at(self, len(scores), game_data), lowest_wins=self.lowest_wins)

    def heuristic_action(self, game_data: S, player_id: PlayerId, rng: Rng, /) -> Action | None:
        """A legal action that a sensible player would choose quickly; None if the game has no preference.

        It is called with states that `determinize` drew, and must use only what the player can see.
        """
        return None

    def describe_action(self, action: Action, view: PlayerView, /) -> Words:
        """The action in words, for buttons, logs, screen readers and language models.

        By default `action-TYPE` of the catalogue with the fields of the payload; override to compute other arguments.
        """
        return action_message(action, view)

    def describe_value(self, slot_name: str, value: Any, view: PlayerView, /) -> Words:
        """The name of a value of a family's slot; by default the value itself."""
        return value if isinstance(value, str) else msgspec.json.encode(value).decode()

    def describe_event(self, event: Event, view: PlayerView, /) -> Words | None:
        """The event in words, without its subject, `event.player_id`; "" omits the event.

        None, the default, is `event-TYPE` of the catalogue with the payload, in which players appear by name. `view` is
        the reader's, of that moment or later.
        """
        return None

    def scene(self, view: PlayerView, /) -> Scene | None:
        """The picture of the view; None: the game has no picture, and is played with the list of actions."""
        return None

    def in_letters(self, view: PlayerView, tell: Tell, /) -> str | None:
        """The view as text for a terminal; `tell` translates words. None: made from the grid of the scene, if any.

        A function `text` in a module `terminal` beside the rules replaces it.
        """
        return None

    def taps(self, action: Action, view: PlayerView, /) -> Taps:
        """The item of the scene to tap for a listed action, or several in order; None: only in the list of actions."""
        return None

    def is_repeat(self, action: Action, view: PlayerView, /) -> bool:
        """Another listed action visibly does the same: this one is legal, but is not offered to people."""
        return False

    def offers(self, view: PlayerView, /) -> Sequence[Offer]:
        """What this viewer may do now, and which items of the scene to pick for it; by default from `taps`."""
        entries = [e for e in view.valid_actions if isinstance(e, Family) or not self.is_repeat(e, view)]
        return listed_offers(
            entries, lambda action: self.describe_action(action, view), lambda action: self.taps(action, view)
        )

    def ai_context(self, view: PlayerView, /) -> dict[str, Any]:
        """Facts for language models, by name: only what a person can see or count, never advice.

        Values are plain data or words. Write seats as player ids (`p0`); a prompt calls them Player 1 and so on.
        """
        return {}

    def recap(self, history: Sequence[Event], view: PlayerView, /) -> Sequence[RecapLine]:
        """The events so far as lines for language models, oldest first: the events of each line, or words instead.

        By default every event is one line. A game may put a finished trick or round on one line, and shorten an old
        deal to its points.
        """
        return one_each(history)

    def chance_key(self, game_data: S, /) -> Hashable | None:
        """For games that hide only the future: a key of the outcomes of chance on the way here; None without chance."""
        return None

    def action_key(self, action: Action, /) -> Hashable:
        """A key that is equal for actions that search treats as the same in different states."""
        return action.action_type, repr(action.payload)

    def amaf_key(self, game_data: S, action: Action, /) -> Hashable:
        """A key that is equal for actions that search treats as the same idea anywhere in the tree (AMAF)."""
        return self.action_key(action)

    def action_priority(self, game_data: S, action: Action, /) -> float:
        """The priority of an action when search widens the tree: larger values come first."""
        return 0.0


GamePlugin = Game[Any]


@cache
def _usual_options(game: GamePlugin) -> Any:
    return game.options_type()


def sigmoid(x: float, scale: float) -> float:
    """Map a difference to a value from 0 to 1; a difference of one scale gives about 0.73."""
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x / scale))))


def broken(plugin: GamePlugin, error: Exception) -> PluginError:
    """The PluginError for an exception that a method of the game raised."""
    if isinstance(error, PluginError):
        return error
    return PluginError(f"{plugin.game_id}: {described(error)}")
