"""`gamenight serve --reload`, in a process of its own, while the files of a game change."""

import re
import shutil
import signal
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.arena.pids import await_end, is_running
from tests.timeouts import TIMEOUT_S

from .author import Author
from .conftest import ROOT


class NimAuthor(Author):
    """An author whose game is a package, which is served while it changes."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.package = folder / "own_nim"
        self.package.mkdir()
        shutil.copy(ROOT / "tests" / "minigames" / "nim.py", self.package / "__init__.py")

    def serve(self, *flags: str) -> None:
        super().serve("--reload", "--game", "own_nim:Nim", *flags)

    def rename(self, name: str) -> None:
        source = self.package / "__init__.py"
        source.write_text(re.sub('display_name = ".*"', f'display_name = "{name}"', source.read_text()))

    def shown_name(self) -> str | None:
        """The name of the game at the server now; None while it does not answer."""
        if not self.urls:
            return None
        try:
            with urllib.request.urlopen(f"{self.urls[-1]}/api/games/mini-nim", timeout=TIMEOUT_S) as answer:
                return str(msgspec.json.decode(answer.read())["display_name"])
        except OSError:
            return None


@pytest.fixture
def author(tmp_path: Path) -> Iterator[NimAuthor]:
    with NimAuthor(tmp_path) as here:
        yield here


def test_a_changed_file_is_served_at_the_same_address(author: NimAuthor):
    author.serve()
    author.until(lambda: author.shown_name() == "Nim")
    author.rename("Nimmer")
    author.until(lambda: author.shown_name() == "Nimmer")
    assert "__init__.py has changed: restarting the server" in author.log
    (author.package / "more.py").touch()
    author.until(lambda: "more.py has changed" in author.log)
    assert len(set(author.urls)) == 1


def test_a_syntax_error_is_reported_and_fixing_it_restarts_the_server(author: NimAuthor):
    author.serve()
    author.until(lambda: author.shown_name() == "Nim")
    good = (author.package / "__init__.py").read_text()
    (author.package / "__init__.py").write_text(f"{good}\ndef (:\n")
    author.until(lambda: "the server is down; it restarts when a file changes" in author.log)
    assert "SyntaxError: invalid syntax (__init__.py, line" in author.log
    assert author.shown_name() is None
    (author.package / "__init__.py").write_text(good)
    author.until(lambda: author.shown_name() == "Nim")


def test_an_incomplete_game_is_reported_and_the_server_waits_for_a_change(author: NimAuthor):
    source = author.package / "__init__.py"
    good = source.read_text()
    source.write_text(good.replace("display_name", "displayed_name"))
    author.serve()
    author.until(lambda: "own_nim:Nim cannot be served: it has no display_name" in author.log)
    source.write_text(good)
    author.until(lambda: author.shown_name() == "Nim")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_watcher_and_its_server(author: NimAuthor, number: signal.Signals):
    author.serve()
    author.until(lambda: author.shown_name() == "Nim")
    assert author.server is not None
    author.server.send_signal(number)
    assert author.server.wait(TIMEOUT_S) == 0
    assert author.shown_name() is None


def test_no_server_outlives_its_watcher(author: NimAuthor):
    author.serve()
    author.until(lambda: author.shown_name() == "Nim")
    assert author.server is not None
    [server] = map(int, Path(f"/proc/{author.server.pid}/task/{author.server.pid}/children").read_text().split())
    assert is_running(server)
    author.server.kill()
    await_end([server])


def test_an_error_that_no_file_change_can_fix_ends_the_watcher(author: NimAuthor):
    (author.folder / "gamenight.db").mkdir()
    author.serve()
    assert author.server is not None
    assert author.server.wait(TIMEOUT_S) == 4
    assert "comes back" not in author.log


@pytest.mark.parametrize(
    "flags, code, words",
    [
        ([], 2, "--reload is for a game of your own: name it with --game module:attribute"),
        (["--game", "tictactoe"], 2, "name it with --game module:attribute"),
        (["--game", "no_such_module:GAME"], 3, "there is no module no_such_module"),
    ],
)
def test_without_files_to_watch_the_command_is_refused(gamenight, tmp_path, flags, code, words):
    ended = gamenight("serve", "--port", 0, "--db", f"sqlite:///{tmp_path / 'm.db'}", "--reload", *flags)
    assert (ended.code, ended.out) == (code, "")
    assert words in ended.err
