"""Bots think in processes of their own, off the event loop, each within its time. A process that hangs is replaced."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from gamenight.core.bot import Observation
from gamenight.core.model import Action, GameState, PlayerId
from gamenight.core.rng import seed_text


class Task(Struct, frozen=True):
    """One decision: the game by the name under which the worker can find it, the strategy, and what the bot sees.

    A bot is made anew for each decision, so that any node can take it over: `seed` makes it decide alike, and before it
    decides it hears the observation's history.
    """

    game: str
    strategy: str
    seed: str
    observation: Observation


class BotFailed(Exception):
    """No answer: the bot raised, died, took too long, or gave something that is no action of its seat.

    The message is for the operator alone: it may tell what the bot has seen.
    """


class Thinking(Protocol):
    """Some worker processes that take tasks in turn."""

    async def choose(self, task: Task) -> Action:
        """The bot's action, typed as the game types it; BotFailed after the time limit at the latest.

        The limit counts from when a worker takes the task; a cancelled call ends the worker's work on it.
        """

    def get_ready(self) -> None:
        """There will be tasks soon."""

    async def close(self) -> None: ...


def answer_id(state: GameState, player: PlayerId) -> str:
    """The client id of a bot's answer: the same on any node, and none that a player could have used before."""
    return "bot:" + seed_text(f"answer:{state.config.random_seed}:{player}:{state.prompt}")


def seed_of(state: GameState, player: PlayerId) -> str:
    """Any node's bot decides alike, and nobody can tell the match's seed from it."""
    return seed_text(f"bot:{state.config.random_seed}:{player}:{state.prompt}")
