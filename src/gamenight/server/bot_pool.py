"""Bots think in separate processes, off the event loop, within a time limit. A process that hangs is replaced."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from gamenight.core.bot import Observation
from gamenight.core.model import Action, GameState, PlayerId
from gamenight.core.rng import seed_text
from gamenight.server.fair_queue import Share


class Task(Struct, frozen=True):
    """One decision: the name by which the worker finds the game, the strategy, and the bot's observation.

    A new bot is created for each decision, so that any node can take over. With the same `seed` it decides the same,
    and before it decides it is notified of the events in the observation's history.
    """

    game: str
    strategy: str
    seed: str
    observation: Observation
    share: Share = Share()


class BotFailed(Exception):
    """The bot gave no valid answer: it raised, crashed, took too long, or chose an action that its seat does not have.

    The message is for the operator only: it may reveal what the bot has seen.
    """


class BotPool(Protocol):
    """A pool of worker processes that take tasks in order."""

    async def choose(self, task: Task) -> Action:
        """The bot's action, in the game's own type; BotFailed after the time limit at the latest.

        The time limit starts when a worker takes the task. To cancel the call ends the worker's task.
        """

    @property
    def busy(self) -> int:
        """How many bots think that everybody may know of."""

    @property
    def waiting(self) -> int:
        """How many bots wait for a process that everybody may know of."""

    def get_ready(self) -> None:
        """Start workers now, as tasks will come soon."""

    async def close(self) -> None: ...


def answer_id(state: GameState, player: PlayerId) -> str:
    """The client id of a bot's answer: the same on every node, and one that no player can guess and use first."""
    return "bot:" + seed_text(f"answer:{state.config.random_seed}:{player}:{state.prompt}")


def seed_of(state: GameState, player: PlayerId) -> str:
    """The seed of a bot: the same on every node. The match's seed cannot be computed from it."""
    return seed_text(f"bot:{state.config.random_seed}:{player}:{state.prompt}")
