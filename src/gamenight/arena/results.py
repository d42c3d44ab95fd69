"""Results as lines of JSON: a header with the contest, then a line for each game when it is finished.

An interrupted file can be continued, also with more games than before; then another header is added. An incomplete last
line is dropped. Any other damage is refused, and the file is left as it was.
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
    """A results file cannot be read or continued."""


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of the file, and a line wherever the arena was extended."""

    format: Literal["gamenight-arena"]
    version: Literal[2]
    contest: Contest


def read_results(path: str | Path) -> tuple[Contest, list[GameOutcome]]:
    """The contest and its finished games, in the order of the schedule."""
    lines, _ = _lines(_content(Path(path)))
    if not lines:
        raise ResultsError(f"{path} has no results")
    contest = _contest(lines, path)
    return contest, list(_games(contest, lines, path).values())


class ResultsFile:
    """A results file to which games are added. Opening it reads the games that it has."""

    def __init__(self, path: str | Path, contest: Contest) -> None:
        self._path = Path(path)
        self._contest = contest
        self._file = _open(self._path)
        self.unavailable: list[GameOutcome] = []
        """Games in which a bot was unavailable, which must be played again."""

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
        """Write a game; when this returns, it has been passed to the operating system."""
        self._write(game_line(self._contest, outcome))

    def _take_up(self) -> dict[int, GameOutcome]:
        """Read the games by number; cut off an incomplete last line, and write the header of an empty file.

        A game in which a bot was unavailable is left out, so that it is played again.
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
        """Content without a complete line must be the beginning of our own header."""
        if not header_line(self._contest).startswith(content):
            raise ResultsError(f"{self._path} is not a file of arena results; it was not changed")

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
    """The line of a game; it also has the deck, the seed and the names at the seats, for readers of this line alone."""
    job = contest.job(outcome.number)
    fields = {name: value for name, value in asdict(outcome).items() if name != "record"}
    about = {"number": fields.pop("number"), "deck": contest.deck_of(outcome.number), "seed": job.seed}
    return msgspec.json.encode({**about, "match_id": job.match_id, "seats": job.names, **fields})


def _open(path: Path) -> IO[bytes]:
    """Open the file for reading and writing, and lock it against other arenas."""
    try:
        path.touch()
        file = path.open("r+b", buffering=0)  # unbuffered: a failed write is not repeated when the file is closed
    except OSError as error:
        raise ResultsError(f"cannot write {path}: {error.strerror}") from None
    if not path.is_file():
        file.close()
        raise ResultsError(f"{path} is not a regular file")
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
    """The complete lines, and their length in bytes; the rest is an incomplete line."""
    whole = content.rfind(b"\n") + 1
    return content[:whole].splitlines(), whole


def _contest(lines: list[bytes], path: str | Path) -> Contest:
    """The contest of the first header, with the number of games of the last one."""
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
        raise ResultsError(f"{path} is not a file of arena results: it has no valid header ({error})") from None


def _is_header(line: bytes) -> bool:
    return line.startswith(b'{"format":')


def _games(contest: Contest, lines: list[bytes], path: str | Path) -> dict[int, GameOutcome]:
    """The games by number, in order; if a game was played again, the later line counts."""
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
    """Every game in which a bot was unavailable, also those that were played again later."""
    marked = (line for line in lines if not _is_header(line) and b'"was_unavailable":true' in line)
    return [outcome for line in marked if (outcome := msgspec.json.decode(line, type=GameOutcome)).was_unavailable]


def _check_game(contest: Contest, outcome: GameOutcome) -> None:
    """Raise ValueError unless the game has all counted values for every seat."""
    if not 0 <= outcome.number < contest.total:
        raise ValueError(f"there is no game {outcome.number}")
    counted = (outcome.scores, outcome.decisions, outcome.think_ms, outcome.searches, outcome.iterations)
    if outcome.status == "void":
        return
    if any(len(values) != contest.seats for values in counted):
        raise ValueError(f"game {outcome.number} does not have values for {contest.seats} seats")
    if sorted(sum(outcome.ranking, ())) != list(contest.sides):
        raise ValueError(f"game {outcome.number} does not rank every side exactly once")


def _check_same(found: Contest, wanted: Contest, path: str | Path) -> None:
    """Raise ResultsError if the contests differ in more than the number of games, which may only become larger."""
    longer = replace(found, games=max(found.games, wanted.games))
    ours, theirs = _plain(wanted), _plain(longer)
    different = [
        f"{name} {_told(theirs[name])} instead of {_told(ours[name])}" for name in ours if ours[name] != theirs[name]
    ]
    if different:
        raise ResultsError(f"{path} has another arena: {'; '.join(different)}. Use another file or the same arguments")


def _plain(contest: Contest) -> Mapping[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(contest)
    return {**plain, "contestants": [contestant["name"] for contestant in plain["contestants"]]}


def _told(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
