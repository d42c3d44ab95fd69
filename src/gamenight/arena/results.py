"""Results as lines of JSON: a header that says what is played, then a line for each game as it is finished.

A file that was broken off is gone on with. The last line may be torn, which is dropped; anything else that is not as
it should be is refused, and the file is left as it was.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from gamenight.arena.contest import Contest
from gamenight.arena.job import GameOutcome


class ResultsError(Exception):
    """A file of results cannot be read, or gone on with."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    format: Literal["gamenight-arena"]
    version: Literal[1]
    contest: Contest


def read_results(path: str | Path) -> tuple[Contest, list[GameOutcome]]:
    """What was played, and the games that are finished, in the order of the schedule."""
    lines, _ = _lines(_content(Path(path)))
    if not lines:
        raise ResultsError(f"{path} holds no results")
    contest = _header(lines[0], path)
    return contest, list(_games(contest, lines, path).values())


class ResultsFile:
    """A file that games are added to; opening it reads what is there."""

    def __init__(self, path: str | Path, contest: Contest) -> None:
        self._path = Path(path)
        self._contest = contest
        self._file = _open(self._path)
        try:
            self.outcomes = self._take_up()
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def add(self, outcome: GameOutcome) -> None:
        """Write a game; it is out of this process's hands when this returns."""
        self._write(game_line(self._contest, outcome))

    def _take_up(self) -> dict[int, GameOutcome]:
        """The games by number that are there; a torn end is cut off, an empty file gets its header."""
        content = self._file.read()
        lines, whole = _lines(content)
        header = msgspec.json.encode(Header("gamenight-arena", 1, self._contest)) + b"\n"
        if not lines:
            if not header.startswith(content):
                raise ResultsError(f"{self._path} is not a file of arena results; it is left as it is")
            self._file.truncate(0)
            self._file.seek(0)
            self._write(header[:-1])
            return {}
        _check_same(_header(lines[0], self._path), self._contest, self._path)
        games = _games(self._contest, lines, self._path)
        self._file.truncate(whole)
        self._file.seek(whole)
        return games

    def _write(self, line: bytes) -> None:
        self._file.write(line + b"\n")
        self._file.flush()


def game_line(contest: Contest, outcome: GameOutcome) -> bytes:
    """A game for people and programs that have only this line: with its deck, its seed and who sat where."""
    job = contest.job(outcome.number)
    told = {name: value for name, value in asdict(outcome).items() if name != "record"}
    about = {"number": told.pop("number"), "deck": contest.deck_of(outcome.number), "seed": job.seed}
    return msgspec.json.encode({**about, "match_id": job.match_id, "seats": job.names, **told})


def _open(path: Path) -> IO[bytes]:
    """For reading and writing, by nobody else at the same time."""
    try:
        path.touch()
        file = path.open("r+b")
    except OSError as error:
        raise ResultsError(f"cannot write {path}: {error.strerror}") from None
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise ResultsError(f"another arena is writing to {path}") from None
    return file


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ResultsError(f"cannot read {path}: {error.strerror}") from None


def _lines(content: bytes) -> tuple[list[bytes], int]:
    """The whole lines, and how many bytes they take; what follows the last line end was torn off."""
    whole = content.rfind(b"\n") + 1
    return content[:whole].splitlines(), whole


def _header(line: bytes, path: str | Path) -> Contest:
    try:
        return msgspec.json.decode(line, type=Header).contest
    except msgspec.DecodeError as error:
        raise ResultsError(f"{path} is not a file of arena results: its first line is no header ({error})") from None


def _games(contest: Contest, lines: list[bytes], path: str | Path) -> dict[int, GameOutcome]:
    """The games by number, in order; of a game that was played again the later line counts."""
    found = {}
    for place, line in enumerate(lines[1:], 2):
        try:
            outcome = msgspec.json.decode(line, type=GameOutcome)
            _check_game(contest, outcome)
        except (msgspec.DecodeError, ValueError) as error:
            raise ResultsError(f"line {place} of {path} is damaged: {error}") from None
        found[outcome.number] = outcome
    return dict(sorted(found.items()))


def _check_game(contest: Contest, outcome: GameOutcome) -> None:
    """What is counted must be there for every seat."""
    if not 0 <= outcome.number < contest.total:
        raise ValueError(f"there is no game {outcome.number}")
    counted = (outcome.scores, outcome.decisions, outcome.think_ms, outcome.searches, outcome.iterations)
    seats = list(range(contest.seats))
    if outcome.status == "void":
        return
    if any(len(values) != contest.seats for values in counted) or sorted(sum(outcome.ranking, ())) != seats:
        raise ValueError(f"game {outcome.number} does not tell of {contest.seats} seats")


def _check_same(found: Contest, wanted: Contest, path: Path) -> None:
    ours, theirs = _plain(wanted), _plain(found)
    different = [
        f"{name} {_told(theirs[name])} instead of {_told(ours[name])}" for name in ours if ours[name] != theirs[name]
    ]
    if different:
        raise ResultsError(f"{path} holds another arena: {'; '.join(different)}. Name another file, or the same games")


def _plain(contest: Contest) -> Mapping[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(contest)
    return {**plain, "contestants": [contestant["name"] for contestant in plain["contestants"]]}


def _told(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
