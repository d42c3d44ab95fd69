"""An author who writes a game in a folder of their own, outside the repository."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.timeouts import TIMEOUT_S

from .conftest import ROOT, Ended

READY = re.compile(r"^gamenight serves on (\S+) ", re.MULTILINE)


class Author:
    """Runs commands in `folder`; ends its server at the end of the block."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server: subprocess.Popen[bytes] | None = None
        self._log = folder / "log.txt"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.server is not None:
            self.server.kill()
            self.server.wait()

    def gamenight(self, *arguments: object) -> Ended:
        return self.python("-m", "gamenight", *arguments)

    def python(self, *arguments: object, path: Path | None = None) -> Ended:
        """Python with these arguments, and with the packages in `path` too."""
        done = subprocess.run(
            [sys.executable, *map(str, arguments)],
            cwd=self.folder,
            env=environment(path),
            capture_output=True,
            text=True,
            timeout=5 * TIMEOUT_S,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    def serve(self, *flags: str) -> None:
        """Start a server on any free port; `url` is known as soon as it is ready."""
        command = [sys.executable, "-m", "gamenight", "serve", "--port", "0", *flags]
        with self._log.open("wb") as log:
            self.server = subprocess.Popen(command, cwd=self.folder, env=environment(), stdout=log, stderr=log)

    @property
    def log(self) -> str:
        return self._log.read_text()

    @property
    def urls(self) -> list[str]:
        """The URLs of all starts of the server."""
        return READY.findall(self.log)

    def until(self, claim: Callable[[], object]) -> None:
        give_up = time.monotonic() + TIMEOUT_S
        while not claim():
            assert time.monotonic() < give_up, self.log
            time.sleep(0.05)


def environment(path: Path | None = None) -> dict[str, str]:
    """The environment of the tests, without the developer's database and Redis."""
    own = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    parts = (str(path) if path is not None else "", str(ROOT / "src"), own.get("PYTHONPATH", ""))
    return {**own, "PYTHONPATH": os.pathsep.join(filter(None, parts))}
