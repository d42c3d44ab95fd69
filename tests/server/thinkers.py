"""Third-party bots that hang, fail, print or report, installed as a user would install them."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.bots import RandomBot, Strategy
from gamenight.core.bot import Observation, history_of, observe
from gamenight.core.match import Match
from gamenight.core.model import Action, PlayerId
from gamenight.core.rng import Rng, seed_text
from gamenight.server.bot_pool import Task
from gamenight.server.bots.workers import Workers
from tests.minigames.nim import Nim

NIM = "tests.minigames.nim:Nim"


class Notes(Struct, frozen=True, forbid_unknown_fields=True):
    notes: str = ""
    """A folder in which a bot leaves files, called by the numbers of processes or by its seed."""


class First:
    """Takes the first legal action."""

    worlds = 0

    def __init__(self, game: Any, parameters: Notes, seed: str, name: str) -> None:
        self.name = name
        self.notes = Path(parameters.notes)
        self.seed = seed
        self.heard: list[str] = []

    def choose_action(self, observation: Observation) -> Any:
        return observation.view.valid_actions[0]

    def receive_outcome(self, event: Any) -> None:
        self.heard.append(f"{event.event_type} {event.player_id}")


class Hang(First):
    def choose_action(self, observation: Observation) -> Any:
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        for number in (child.pid, os.getpid()):
            (self.notes / str(number)).touch()
        time.sleep(600)


class Crash(First):
    def choose_action(self, observation: Observation) -> Any:
        raise RuntimeError("out of ideas " * 1_000)


class Quit(First):
    def choose_action(self, observation: Observation) -> Any:
        sys.exit("I am off")


class Exit(First):
    def choose_action(self, observation: Observation) -> Any:
        os._exit(3)


class Chatter(First):
    """Prints more than any pipe can buffer, and reads from the keyboard."""

    def choose_action(self, observation: Observation) -> Any:
        print("well, " * 100_000)
        os.write(1, b"hm\n")
        subprocess.run(["echo", "let me see"], check=True)
        assert sys.stdin.read() == ""
        return super().choose_action(observation)


class Meet(First):
    """Continues when two such bots have arrived."""

    def choose_action(self, observation: Observation) -> Any:
        (self.notes / self.seed).touch()
        while len(list(self.notes.iterdir())) < 2:
            time.sleep(0.01)
        return super().choose_action(observation)


class Nap(First):
    def choose_action(self, observation: Observation) -> Any:
        time.sleep(0.7)
        return super().choose_action(observation)


class Queue(First):
    def choose_action(self, observation: Observation) -> Any:
        with (self.notes / "queue").open("a") as queue:
            queue.write(self.seed)
        return super().choose_action(observation)


class Tell(First):
    """Reports its own state, in the only way that a bot can say something."""

    def choose_action(self, observation: Observation) -> Any:
        raise LookupError(f"niceness={os.nice(0)} budget={observation.budget_ms} pid={os.getpid()} heard={self.heard}")


class Diary(First):
    """Writes what its seat was shown into a file for each of its decisions."""

    worlds = 1

    def choose_action(self, observation: Observation) -> Any:
        view = observation.view
        (self.notes / f"{view.viewer_id}.{view.prompt}").write_bytes(msgspec.json.encode(observation.history))
        return RandomBot(self.seed).choose_action(observation)


class Mute(First):
    def choose_action(self, observation: Observation) -> Any:
        return None


class Wordy(First):
    def choose_action(self, observation: Observation) -> Any:
        return "well,\n" * 1_000_000


class Levitate(First):
    def choose_action(self, observation: Observation) -> Any:
        return Action("levitate", observation.view.viewer_id or PlayerId(""))


class Swap(First):
    """Acts for another seat."""

    def choose_action(self, observation: Observation) -> Any:
        return Action("take", PlayerId("p1"), {"count": 1})


class Cheat(First):
    def choose_action(self, observation: Observation) -> Any:
        return Action("take", PlayerId("p0"), {"count": 4})


class Garble(First):
    def choose_action(self, observation: Observation) -> Any:
        return Action("take", PlayerId("p0"), {"count": "four"})


class Strange(First):
    """Returns something that cannot be sent."""

    def choose_action(self, observation: Observation) -> Any:
        return Action("take", PlayerId("p0"), {"count": object()})


class Flood(First):
    def choose_action(self, observation: Observation) -> Any:
        return Action("take", PlayerId("p0"), {"count": "4" * 10_000_000})


KINDS = {kind.__name__.lower(): kind for kind in First.__subclasses__()}


def __getattr__(name: str) -> Strategy:
    """The bots, each as the entry of its name."""
    if name not in KINDS:
        raise AttributeError(name)
    return Strategy(KINDS[name], Notes)


def install(folder: Path) -> None:
    """Install a package in this folder whose entries are the bots above."""
    about = folder / "thinkers-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: thinkers\nVersion: 1.0\n")
    entries = "".join(f"{name} = {__name__}:{name}\n" for name in KINDS)
    (about / "entry_points.txt").write_text(f"[gamenight.bots]\n{entries}")


def task_of(match: Match, strategy: str, *, game: str, worlds: int = 1, seed: str = "0") -> Task:
    """The task for the first seat that is asked."""
    player = match.to_act[0]
    rng, history = Rng(seed_text(seed), (player, len(match.turns))), history_of(match.events, player)
    seen = observe(match.plugin, match.state, player, match.now, 0, worlds, rng, history=history)
    return Task(game, strategy, seed, seen)


def nim_task(strategy: str, **more: Any) -> Task:
    return task_of(Match.start(Nim(), 2, "table"), strategy, game=NIM, **more)


def think_until_killed(installed: str, notes: str) -> None:
    """A program for a server that is killed while its bots think."""
    sys.path.insert(0, installed)

    async def think() -> None:
        workers = Workers(2, 600_000)
        await asyncio.gather(*(workers.choose(nim_task(f"hang:notes={notes}")) for _ in range(3)))

    asyncio.run(think())
