"""A dangerous Nim: its first answer can kill the process that plays it, or never end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Literal

import msgspec

from gamenight.core.model import Action, PlayerId, TransitionResult
from gamenight.core.rng import Rng
from tests.minigames.nim import Heap, Nim, NimOptions

Peril = Literal["", "exit", "kill", "hang", "orphan"]


class Perils(NimOptions, frozen=True, forbid_unknown_fields=True):
    peril: Peril = ""
    notes: str = ""
    """A folder: whoever hangs, or lives on, leaves a file there that is called by its number."""


class PerilousHeap(Heap, frozen=True):
    peril: Peril = ""
    notes: str = ""


class PerilousNim(Nim):
    game_id = "mini-perilous-nim"
    state_type = view_type = PerilousHeap
    options_type = Perils

    def create_initial_state(self, players: tuple[PlayerId, ...], options: NimOptions, rng: Rng) -> TransitionResult:
        assert isinstance(options, Perils)
        heap = super().create_initial_state(players, options, rng).game_data
        state = PerilousHeap(**msgspec.structs.asdict(heap), peril=options.peril, notes=options.notes)
        return TransitionResult(state)

    def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
        assert isinstance(game_data, PerilousHeap)
        if game_data.peril == "exit":
            os._exit(3)
        if game_data.peril == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if game_data.peril == "hang":
            _hang(Path(game_data.notes))
        if game_data.peril == "orphan":
            _leave_a_child(Path(game_data.notes))
        return super().apply_action(game_data, action, rng)


def _hang(notes: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    for number in (child.pid, os.getpid()):
        (notes / str(number)).touch()
    time.sleep(600)


def _leave_a_child(notes: Path) -> None:
    """Die, but leave a running child that has inherited all open files."""
    child = os.fork()
    if not child:
        time.sleep(600)
    (notes / str(child)).touch()
    os._exit(3)
