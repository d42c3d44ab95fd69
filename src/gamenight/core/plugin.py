"""The contract between the engine and a game."""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct

from gamenight.core.actions import find
from gamenight.core.dialect import Dialect
from gamenight.core.errors import GameEngineError, PluginError
from gamenight.core.model import Action, Event, Family, Phase, PlayerId, PlayerView, TransitionResult
from gamenight.core.offers import Taps, listed_offers
from gamenight.core.ranking import lead, sides_at
from gamenight.core.ranking import ranked as ranked
from gamenight.core.recap import RecapLine, one_each
from gamenight.core.rng import Rng
from gamenight.core.scene import Offer, Scene
from gamenight.core.text import Tell, Words, say
from gamenight.core.words import action_message

S = TypeVar("S")

Evaluator = Callable[[Any, Mapping[PlayerId, float], PlayerId], float]
"""How good a state with these scores is for a player, from 0 to 1."""

Heuristic = Callable[[Any, PlayerId, Rng], Action | None]
"""What a player does at a glance in a state; None if it has no opinion."""


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


class Game(Generic[S]):
    """What a game must say, and what it may say besides. Every method is pure; chance comes from `rng` alone.

    A method may also point at a function: `scene = staticmethod(scene_of)`.
    """

    game_id: ClassVar[str]
    """The slug: lower-case letters, digits and underscores. It is part of addresses and records."""

    rules_version: ClassVar[int] = 1
    """Raise it when a change of the rules would replay old matches differently."""

    display_name: ClassVar[str]
    """What people call the game."""

    description: ClassVar[str] = ""
    """One sentence for the lobby."""

    category: ClassVar[str] = "board"
    """What kind of game it is, such as `board`, `cards`, `dice` or `abstract`."""

    min_players: ClassVar[int] = 2
    """The smallest table."""

    max_players: ClassVar[int] = 2
    """The largest table."""

    max_turns: ClassVar[int] = 1000
    """No match takes more accepted actions than this, whatever the players do; revisions of a commitment aside."""

    state_type: ClassVar[type[Any]]
    """Taken from `Game[State]`."""

    view_type: ClassVar[type[Any]]
    """What `get_player_view` returns; the state's type where a game does not write it."""

    options_type: ClassVar[type[Any]] = NoOptions
    """A frozen Struct of the options, each with a default; `Meta` limits and describes them."""

    action_types: ClassVar[Mapping[str, type[Any]]]
    """The payload's Struct for each action type."""

    hides_actors: ClassVar[bool] = False
    """Some phase has hidden actors, so nobody sees another's clock."""

    hides: ClassVar[Literal["nothing", "future", "hands"]] = "hands"
    """What a seat may not know: nothing, only how chance will fall, or also what others hold. Search relies on it."""

    lowest_wins: ClassVar[bool] = False
    """Fewer points are better."""

    score_scale: ClassVar[float] = 20.0
    """The score difference that matters."""

    aim: ClassVar[Literal["win", "points"]] = "win"
    """What search looks for at an end: who won, or by how many points."""

    evaluators: ClassVar[Mapping[str, Evaluator]] = {}
    """Other ways to evaluate a state, by the name that a search may ask for."""

    heuristics: ClassVar[Mapping[str, Heuristic]] = {}
    """Other ways to play at a glance, by the name that a bot may ask for."""

    dialects: ClassVar[Mapping[str, Dialect]] = {}
    """Languages of other programs in which one can take a seat, by name."""

    search: ClassVar[Mapping[str, Any]] = {}
    """Parameters that suit tree search in this game, such as `exploration`; what is said explicitly wins over them."""

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
        """Who plays together at such a table, by seat number: each seat in one team; everybody alone by default.

        The members of a team share its place. Its score is the mean of theirs: usually all carry the team's score.
        """
        return [(index,) for index in range(players)]

    def resolved_options(self, options: Any, /) -> Mapping[str, Any]:
        """The options by name as the table is told them; a preset's own values in place of None."""
        return {name: getattr(options, name) for name in options.__struct_fields__}

    def options_of(self, game_data: S, /) -> Any:
        """The options that this state is played with: only a game whose teams depend on them has to say so."""
        return _usual_options(self)

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng, /) -> S | TransitionResult:
        """The state before the first prompt; by default the state's type says it by its own defaults."""
        state: S = self.state_type()
        return state

    def phase_of(self, game_data: S, /) -> Phase:
        """What the match waits for. Somebody can act in it, or it is auto_resolve, or the game is over."""
        raise NotImplementedError

    def get_valid_actions(self, game_data: S, player_id: PlayerId, /) -> Sequence[Action | Family]:
        """What a seat may do that the phase asks; the engine asks about no other."""
        raise NotImplementedError

    def apply_action(self, game_data: S, action: Action, rng: Rng, /) -> S | TransitionResult:
        """The state after a legal action. In a game that hides no hands, the engine tells an action without events."""
        raise NotImplementedError

    def get_player_view(self, game_data: S, player_id: PlayerId | None, /) -> Any:
        """What this player, or a spectator, may know: built from what is shown, never by deleting secrets.

        The state itself where nothing is hidden; every other game says what it shows.
        """
        if self.hides != "nothing":
            raise PluginError(f"{self.game_id} has no get_player_view, and hides is {self.hides!r}")
        return game_data

    def validate_action(self, game_data: S, action: Action, /) -> Words | None:
        """Why a decoded action is illegal, or None."""
        listing = self.get_valid_actions(game_data, action.player_id)
        listed = find(listing, action) or self.listed_form(action, listing)
        return None if listed is not None else self.why_not(game_data, action) or say("refused-unlisted")

    def why_not(self, game_data: S, action: Action, /) -> Words | None:
        """The reason for refusing a decoded action that is not listed; None: the game does not ask for its type now."""
        return None

    def listed_form(self, action: Action, listing: Sequence[Action | Family], /) -> Action | None:
        """The listed action that means the same as one that is written in another way; None if there is none."""
        return None

    def resolve_concurrent_actions(
        self, game_data: S, actions: Mapping[PlayerId, Action], rng: Rng, /
    ) -> S | TransitionResult:
        """The committed actions, in seat order, take effect together."""
        raise GameEngineError(f"{self.game_id} has a concurrent phase but no resolve_concurrent_actions")

    def is_decided(self, game_data: S, actions: Mapping[PlayerId, Action], /) -> bool:
        """No answer that is still missing can change what happens."""
        return False

    def timeout_action(self, game_data: S, player_id: PlayerId, /) -> Action | None:
        """What time does for a player; None: the action of type `pass` if listed, else a random legal one."""
        return None

    def on_player_forfeit(self, game_data: S, player_id: PlayerId, rng: Rng, /) -> S | TransitionResult | None:
        """Go on without this player, or end; None ends the match, and the other sides share the first place."""
        return None

    def validate_config(self, options: Any, players: int, /) -> Sequence[Words]:
        """What is wrong with well-formed options for so many players, in words."""
        return []

    def determinize(self, game_data: S, viewer: PlayerId | None, rng: Rng, /) -> S:
        """Another state that this viewer cannot tell from this one; the same one where nothing is hidden."""
        return game_data

    def horizon(self, game_data: S, /) -> int:
        """The number of the deal, in a match of several: bots look ahead to where it changes, and no further.

        It changes in the transition that writes the deal's points down, or in a later one.
        """
        return 0

    def contradiction(self, game_data: S, viewer: PlayerId | None, /) -> str | None:
        """What this viewer has been shown that the state contradicts, in words; None if the state is possible.

        The conformance kit asks it of the real state and of worlds of `determinize`: neither may have any.
        """
        return None

    def evaluate(self, game_data: S, scores: Mapping[PlayerId, float], player_id: PlayerId, /) -> float:
        """How good the state is for a player, from 0 to 1."""
        return sigmoid(Game.standing(self, game_data, scores, player_id), self.score_scale)

    def standing(self, game_data: S, scores: Mapping[PlayerId, float], player_id: PlayerId, /) -> float:
        """How far ahead of the best other side this player's would be if the match ended now: what greed looks at."""
        return lead(scores, player_id, sides_at(self, len(scores), game_data), lowest_wins=self.lowest_wins)

    def heuristic_action(self, game_data: S, player_id: PlayerId, rng: Rng, /) -> Action | None:
        """The legal action that a sensible player takes at a glance; None where the game has no opinion.

        It is asked of worlds that the player cannot tell from the true one, and looks at nothing that the player
        cannot see.
        """
        return None

    def describe_action(self, action: Action, view: PlayerView, /) -> Words:
        """The action in words, for buttons, logs, screen readers and language models.

        By default `action-TYPE` of the catalogue with the fields of the payload; a game computes other arguments here.
        """
        return action_message(action, view)

    def describe_value(self, slot_name: str, value: Any, view: PlayerView, /) -> Words:
        """What a value of a family's slot is called, as other words have it; by default it is written as it is."""
        return value if isinstance(value, str) else msgspec.json.encode(value).decode()

    def describe_event(self, event: Event, view: PlayerView, /) -> Words | None:
        """What happened in words, without its subject, `event.player_id`; "" leaves it unsaid.

        None, the default, is `event-TYPE` of the catalogue with the payload, players by their names. The view is that
        of whoever is told, at that moment or later.
        """
        return None

    def scene(self, view: PlayerView, /) -> Scene | None:
        """How the view looks; None: this game has no picture, and is played by the list of actions."""
        return None

    def in_letters(self, view: PlayerView, tell: Tell, /) -> str | None:
        """How the view looks in a terminal, with words as `tell` says them; None: like the grid of the scene, if any.

        The function `text` of a module `terminal` beside the rules takes its place.
        """
        return None

    def taps(self, action: Action, view: PlayerView, /) -> Taps:
        """The item of the scene to tap for a listed action, or several in this order; None: by the list alone."""
        return None

    def is_repeat(self, action: Action, view: PlayerView, /) -> bool:
        """Another listed action does the same for everybody to see: this one is legal, but nobody is offered it."""
        return False

    def offers(self, view: PlayerView, /) -> Sequence[Offer]:
        """What this viewer may do now, and by picking which items of the scene: each listed action by its taps."""
        entries = [e for e in view.valid_actions if isinstance(e, Family) or not self.is_repeat(e, view)]
        return listed_offers(
            entries, lambda action: self.describe_action(action, view), lambda action: self.taps(action, view)
        )

    def ai_context(self, view: PlayerView, /) -> dict[str, Any]:
        """Facts for language models, by name: what a person can see or count, never advice.

        Values are plain data or words. Seats are player ids (`p0`); a prompt calls them Player 1 and so on.
        """
        return {}

    def recap(self, history: Sequence[Event], view: PlayerView, /) -> Sequence[RecapLine]:
        """What happened, oldest first, for language models: the events of each line, or words in place of them.

        By default every event is a line. A game tells a finished trick or round on one, and an old deal by its points.
        """
        return one_each(history)

    def chance_key(self, game_data: S, /) -> Hashable | None:
        """For a game that hides the future alone: how chance fell on the way here; None where it had no part."""
        return None

    def action_key(self, action: Action, /) -> Hashable:
        """What search takes for the same action in different states."""
        return action.action_type, repr(action.payload)

    def amaf_key(self, game_data: S, action: Action, /) -> Hashable:
        """What search takes for the same idea anywhere in the tree."""
        return self.action_key(action)

    def action_priority(self, game_data: S, action: Action, /) -> float:
        """Which actions search should widen to first; larger is earlier."""
        return 0.0


GamePlugin = Game[Any]


@cache
def _usual_options(game: GamePlugin) -> Any:
    return game.options_type()


def sigmoid(x: float, scale: float) -> float:
    """A difference as a value from 0 to 1; a difference of one scale is worth about 0.73."""
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x / scale))))


def broken(plugin: GamePlugin, error: Exception) -> PluginError:
    """What the engine raises when something raised while a game was asked: the game's contract is broken."""
    if isinstance(error, PluginError):
        return error
    where = traceback.extract_tb(error.__traceback__)[-1].name
    return PluginError(f"{plugin.game_id}: {type(error).__name__} in {where}: {error}")
