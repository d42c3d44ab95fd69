"""The contract between the engine and a game."""

from __future__ import annotations

import math
import traceback
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import Struct

from gamenight.core.actions import find
from gamenight.core.errors import GameEngineError, PluginError
from gamenight.core.model import Action, Event, Family, GameResult, Phase, PlayerId, PlayerView, TransitionResult
from gamenight.core.offers import listed_offers
from gamenight.core.rng import Rng
from gamenight.core.scene import Message, Offer, Scene

S = TypeVar("S")

Evaluator = Callable[[Any, Mapping[PlayerId, float], PlayerId], float]
"""How good a state with these scores is for a player, from 0 to 1."""


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a game that has none."""


class Game(Generic[S]):
    """What a game must say, and what it may say besides. Every method is pure; chance comes from `rng` alone."""

    game_id: ClassVar[str]
    rules_version: ClassVar[int] = 1
    display_name: ClassVar[str]
    description: ClassVar[str] = ""
    category: ClassVar[str] = "board"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 2
    max_turns: ClassVar[int] = 1000
    """No match takes more accepted actions than this, whatever the players do; revisions of a commitment aside."""

    state_type: ClassVar[type[Any]]
    view_type: ClassVar[type[Any]]
    options_type: ClassVar[type[Any]] = NoOptions
    action_types: ClassVar[Mapping[str, type[Any]]]
    """The payload's Struct for each action type."""

    hides_actors: ClassVar[bool] = False
    """Some phase has hidden actors, so nobody sees another's clock."""

    hides: ClassVar[Literal["nothing", "future", "hands"]] = "hands"
    """What a seat may not know: nothing, only how chance will fall, or also what others hold. Search relies on it."""

    score_scale: ClassVar[float] = 20.0
    """The score difference that matters; negative where fewer points are better."""

    evaluators: ClassVar[Mapping[str, Evaluator]] = {}
    """Other ways to evaluate a state, by the name that a search may ask for."""

    search: ClassVar[Mapping[str, Any]] = {}
    """Parameters that suit tree search in this game, such as `exploration`; what is said explicitly wins over them."""

    levels: ClassVar[Mapping[str, str]] = {
        "easy": "mcts:simulations=25",
        "medium": "mcts:simulations=250",
        "hard": "mcts:time_ms=2000",
    }
    """Bots by strength, each as the text of a strategy."""

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        raise NotImplementedError

    def phase_of(self, game_data: S) -> Phase:
        """What the match waits for. Somebody can act in it, or it is auto_resolve, or the game is over."""
        raise NotImplementedError

    def get_valid_actions(self, game_data: S, player_id: PlayerId) -> Sequence[Action | Family]:
        raise NotImplementedError

    def apply_action(self, game_data: S, action: Action, rng: Rng) -> TransitionResult:
        raise NotImplementedError

    def get_player_view(self, game_data: S, player_id: PlayerId | None) -> Any:
        """What this player, or a spectator, may know: built from what is shown, never by deleting secrets."""
        raise NotImplementedError

    def validate_action(self, game_data: S, action: Action) -> str | None:
        """Why a decoded action is illegal, or None."""
        listed = find(self.get_valid_actions(game_data, action.player_id), action)
        return None if listed is not None else "That is not among the legal actions."

    def resolve_concurrent_actions(
        self, game_data: S, actions: Mapping[PlayerId, Action], rng: Rng
    ) -> TransitionResult:
        """The committed actions, in seat order, take effect together."""
        raise GameEngineError(f"{self.game_id} has a concurrent phase but no resolve_concurrent_actions")

    def is_decided(self, game_data: S, actions: Mapping[PlayerId, Action]) -> bool:
        """No answer that is still missing can change what happens."""
        return False

    def timeout_action(self, game_data: S, player_id: PlayerId) -> Action | None:
        """What time does for a player; None: the action of type `pass` if listed, else a random legal one."""
        return None

    def on_player_forfeit(self, game_data: S, player_id: PlayerId, rng: Rng) -> TransitionResult | None:
        """Go on without this player, or end; None ends the match with the others sharing the first place."""
        return None

    def validate_config(self, options: Any, players: int) -> list[str]:
        """What is wrong with well-formed options for so many players, in words."""
        return []

    def determinize(self, game_data: S, viewer: PlayerId | None, rng: Rng) -> S:
        """Another state that this viewer cannot tell from this one; the same one where nothing is hidden."""
        return game_data

    def evaluate(self, game_data: S, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """How good the state is for a player, from 0 to 1."""
        return sigmoid(_lead(scores, player_id, fewest_first=self.score_scale < 0), abs(self.score_scale))

    def standing(self, game_data: S, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
        """How far ahead of the best other player this one would be if the match ended now: what greed looks at."""
        return _lead(scores, player_id, fewest_first=self.score_scale < 0)

    def describe_action(self, action: Action, view: PlayerView) -> Message:
        """The action in words, for buttons, logs, screen readers and language models."""
        fields = [
            f"{name} {getattr(action.payload, name)}" for name in getattr(action.payload, "__struct_fields__", ())
        ]
        return " ".join([action.action_type.replace("_", " "), *fields])

    def describe_event(self, event: Event, view: PlayerView) -> Message | None:
        """What happened in words, without its subject, `event.player_id`; "" leaves it unsaid, None to plain words.

        The view is that of whoever is told, at that moment or later.
        """
        return None

    def scene(self, view: PlayerView) -> Scene | None:
        """How the view looks; None: this game has no picture, and is played by the list of actions."""
        return None

    def offers(self, view: PlayerView) -> Sequence[Offer]:
        """What this viewer may do now, and by picking which items of the scene."""
        return listed_offers(view, lambda action: self.describe_action(action, view))

    def ai_context(self, view: PlayerView) -> dict[str, Any]:
        """Facts and a recap for language models."""
        return {}

    def chance_key(self, game_data: S) -> Hashable | None:
        """For a game that hides the future alone: how chance fell on the way here; None where it had no part."""
        return None

    def action_key(self, action: Action) -> Hashable:
        """What search takes for the same action in different states."""
        return action.action_type, repr(action.payload)

    def amaf_key(self, game_data: S, action: Action) -> Hashable:
        """What search takes for the same idea anywhere in the tree."""
        return self.action_key(action)

    def action_priority(self, game_data: S, action: Action) -> float:
        """Which actions search should widen to first; larger is earlier."""
        return 0.0


GamePlugin = Game[Any]


def sigmoid(x: float, scale: float) -> float:
    """A difference as a value from 0 to 1; a difference of one scale is worth about 0.73."""
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, x / scale))))


def _lead(scores: Mapping[PlayerId, float], player_id: PlayerId, *, fewest_first: bool) -> float:
    """By how much a player is better than the best other; 0 for who plays alone."""
    others = [score for other, score in scores.items() if other != player_id]
    if not others:
        return 0.0
    own = scores.get(player_id, 0.0)
    return min(others) - own if fewest_first else own - max(others)


def broken(plugin: GamePlugin, error: Exception) -> PluginError:
    """What the engine raises when something raised while a game was asked: the game's contract is broken."""
    if isinstance(error, PluginError):
        return error
    where = traceback.extract_tb(error.__traceback__)[-1].name
    return PluginError(f"{plugin.game_id}: {type(error).__name__} in {where}: {error}")


def ranked(
    scores: Mapping[PlayerId, float], *, fewest_first: bool = False, left: Sequence[PlayerId] = ()
) -> GameResult:
    """The result by scores: the highest first, or the lowest, with ties on one place.

    Those who left come after all who stayed, the first to leave last.
    """
    stayed = {player: score for player, score in scores.items() if player not in left}
    levels = sorted(set(stayed.values()), reverse=not fewest_first)
    places = [tuple(player for player, score in stayed.items() if score == level) for level in levels]
    return GameResult((*places, *((player,) for player in reversed(left))))
