"""Nim at a dangerous table: its set-up can end the process that plays it, or never end itself."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Literal

from gamenight.core.model import PlayerId, TransitionResult
from gamenight.core.rng import Rng
from tests.minigames.nim import Nim, NimOptions


class Perils(NimOptions, frozen=True, forbid_unknown_fields=True):
    peril: Literal["", "exit", "kill", "hang"] = ""
    notes: str = ""
    """A folder: a process that hangs leaves a file there that is called by its number, and so does its child's."""


class PerilousNim(Nim):
    game_id = "mini-perilous-nim"
    options_type = Perils

    def create_initial_state(self, players: tuple[PlayerId, ...], options: NimOptions, rng: Rng) -> TransitionResult:
        assert isinstance(options, Perils)
        if options.peril == "exit":
            os._exit(3)
        if options.peril == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if options.peril == "hang":
            _hang(Path(options.notes))
        return super().create_initial_state(players, options, rng)


def _hang(notes: Path) -> None:
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    for number in (child.pid, os.getpid()):
        (notes / str(number)).touch()
    time.sleep(600)
