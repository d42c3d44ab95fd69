"""Results as lines of JSON: a header that says what is played, then a line for each game as it is finished.

A file that was broken off is gone on with, also with more games than before, of which another header then tells. The
last line may be torn, which is dropped; anything else that is not as it should be is refused, and the file is left as
it was.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from gamenight.arena.contest import Contest
from gamenight.arena.job import GameOutcome


class ResultsError(Exception):
    """A file of results cannot be read, or gone on with."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line; and one wherever the arena was made longer."""

    format: Literal["gamenight-arena"]
    version: Literal[2]
    contest: Contest


def read_results(path: str | Path) -> tuple[Contest, list[GameOutcome]]:
    """What was played, and the games that are finished, in the order of the schedule."""
    lines, _ = _lines(_content(Path(path)))
    if not lines:
        raise ResultsError(f"{path} holds no results")
    contest = _contest(lines, path)
    return contest, list(_games(contest, lines, path).values())


class ResultsFile:
    """A file that games are added to; opening it reads what is there."""

    def __init__(self, path: str | Path, contest: Contest) -> None:
        self._path = Path(path)
        self._contest = contest
        self._file = _open(self._path)
        self.unavailable: list[GameOutcome] = []
        """Games in which a bot could not be asked, which are to be played again."""

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
        """The games by number that are there; a torn end is cut off, an empty file gets its header.

        A game in which a bot could not be asked is not there: it is to be played again.
        """
        content = self._file.read()
        lines, whole = _lines(content)
        if not lines:
            self._check_empty(content)
            self._cut(0)
            self._write(header_line(self._contest))
            return {}
        found = _contest(lines, self._path)
        _check_same(found, self._contest, self._path)
        games = _games(found, lines, self._path)
        self.unavailable = _unavailable(lines)
        self._cut(whole)
        if found.games != self._contest.games:
            self._write(header_line(self._contest))
        return {number: outcome for number, outcome in games.items() if not outcome.was_unavailable}

    def _check_empty(self, content: bytes) -> None:
        """What is there without a line end can only be the beginning of our own first line."""
        if not header_line(self._contest).startswith(content):
            raise ResultsError(f"{self._path} is not a file of arena results; it is left as it is")

    def _cut(self, length: int) -> None:
        self._file.truncate(length)
        self._file.seek(length)

    def _write(self, line: bytes) -> None:
        left = line + b"\n"
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            raise ResultsError(f"cannot write {self._path}: {error.strerror}") from error


def header_line(contest: Contest) -> bytes:
    return msgspec.json.encode(Header("gamenight-arena", 2, contest))


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
        file = path.open("r+b", buffering=0)  # what could not be written is not tried again when it is closed
    except OSError as error:
        raise ResultsError(f"cannot write {path}: {error.strerror}") from None
    if not path.is_file():
        file.close()
        raise ResultsError(f"{path} is no file that an arena could go on with")
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


def _contest(lines: list[bytes], path: str | Path) -> Contest:
    """What the first line says is played, with as many games as the last header says."""
    contest = _header(lines[0], path)
    for line in filter(_is_header, lines[1:]):
        later = _header(line, path)
        _check_same(contest, later, path)
        contest = later
    return contest


def _header(line: bytes, path: str | Path) -> Contest:
    try:
        return msgspec.json.decode(line, type=Header).contest
    except msgspec.DecodeError as error:
        raise ResultsError(f"{path} is not a file of arena results: it has no proper header ({error})") from None


def _is_header(line: bytes) -> bool:
    return line.startswith(b'{"format":')


def _games(contest: Contest, lines: list[bytes], path: str | Path) -> dict[int, GameOutcome]:
    """The games by number, in order; of a game that was played again the later line counts."""
    found = {}
    for place, line in enumerate(lines, 1):
        if _is_header(line):
            continue
        try:
            outcome = msgspec.json.decode(line, type=GameOutcome)
            _check_game(contest, outcome)
        except (msgspec.DecodeError, ValueError) as error:
            raise ResultsError(f"line {place} of {path} is damaged: {error}") from None
        found[outcome.number] = outcome
    return dict(sorted(found.items()))


def _unavailable(lines: list[bytes]) -> list[GameOutcome]:
    """Every game in which a bot could not be asked, also those that were played again since."""
    marked = (line for line in lines if not _is_header(line) and b'"was_unavailable":true' in line)
    return [outcome for line in marked if (outcome := msgspec.json.decode(line, type=GameOutcome)).was_unavailable]


def _check_game(contest: Contest, outcome: GameOutcome) -> None:
    """What is counted must be there for every seat."""
    if not 0 <= outcome.number < contest.total:
        raise ValueError(f"there is no game {outcome.number}")
    counted = (outcome.scores, outcome.decisions, outcome.think_ms, outcome.searches, outcome.iterations)
    if outcome.status == "void":
        return
    if any(len(values) != contest.seats for values in counted):
        raise ValueError(f"game {outcome.number} does not tell of {contest.seats} seats")
    if sorted(sum(outcome.ranking, ())) != list(contest.sides):
        raise ValueError(f"game {outcome.number} does not rank every side once")


def _check_same(found: Contest, wanted: Contest, path: str | Path) -> None:
    """Nothing may be different but that more games are wanted: a longer schedule begins like a shorter one."""
    longer = replace(found, games=max(found.games, wanted.games))
    ours, theirs = _plain(wanted), _plain(longer)
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
