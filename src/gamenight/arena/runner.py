"""Play the missing games of a contest with an executor, and store the outcomes."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from msgspec.structs import replace

from gamenight.arena.contest import Contest, plan
from gamenight.arena.executors import open_executor
from gamenight.arena.job import GameJob, GameOutcome, play_game
from gamenight.arena.report.result import ArenaResult
from gamenight.arena.results import ResultsFile, read_results
from gamenight.arena.tally import Tally
from gamenight.bots.registry import BadStrategy, is_only_here
from gamenight.core.registry import find_game

if TYPE_CHECKING:
    from gamenight.arena.matchlog import MatchLog

OnGame = Callable[[Tally], None]
"""Called with the tally so far, at the start and after each game."""


class Player(Protocol):
    """Plays jobs; yields outcomes when games are finished, in any order."""

    def run(self, jobs: Iterable[GameJob]) -> Iterator[GameOutcome]: ...


class Here:
    """Plays one game after the other in this process, without other processes, so that a debugger can follow."""

    def run(self, jobs: Iterable[GameJob]) -> Iterator[GameOutcome]:
        return map(play_game, jobs)


def run_arena(
    game: str,
    bots: Sequence[str],
    *,
    games: int = 100,
    seed: str | int | None = None,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    max_turns: int | None = None,
    workers: int | None = None,
    executor: str | Player = "processes",
    out: str | Path | None = None,
    db: str | None = None,
    on_game: OnGame | None = None,
    max_usd: float | None = None,
    max_minutes: float | None = None,
) -> ArenaResult:
    """Let bots play against each other, and return the result.

    Each group of as many bots as there are seats plays `games` games. All groups play the same decks, each from every
    seat. With `out`, a results file, an interrupted arena continues where it stopped.
    """
    seed = seed_in(out) if seed is None else seed
    contest = plan(game, bots, games=games, seed=seed, players=players, options=options, max_turns=max_turns)
    return play_contest(
        contest,
        workers=workers,
        executor=executor,
        out=out,
        db=db,
        on_game=on_game,
        max_usd=max_usd,
        max_minutes=max_minutes,
    )


def play_contest(
    contest: Contest,
    *,
    workers: int | None = None,
    executor: str | Player = "processes",
    out: str | Path | None = None,
    db: str | None = None,
    on_game: OnGame | None = None,
    max_usd: float | None = None,
    max_minutes: float | None = None,
) -> ArenaResult:
    """Play the missing games of a contest, until a limit of money or time is reached.

    The limits are checked after each game, so games in progress may still cost something.
    """
    if isinstance(executor, str):
        _check_reachable(contest)
    with ExitStack() as stack:
        file = stack.enter_context(ResultsFile(out, contest)) if out is not None else None
        log = stack.enter_context(_open_log(db, contest)) if db is not None else None
        outcomes = _known(contest, file, log)
        unavailable = file.unavailable if file else []
        tally = Tally(contest, outcomes.values(), unavailable)
        _tell(on_game, tally)
        until = None if max_minutes is None else monotonic() + 60 * max_minutes
        games = _missing(contest, outcomes, executor, workers, keep_record=log is not None)
        stack.enter_context(closing(games))
        while (stopped := ceiling(tally, max_usd, until)) is None and (outcome := next(games, None)) is not None:
            _keep(outcome, file, log)
            outcomes[outcome.number] = replace(outcome, record=None)
            tally.add(outcomes[outcome.number])
            _tell(on_game, tally)
    return ArenaResult(contest, [outcomes[number] for number in sorted(outcomes)], unavailable, stopped)


def ceiling(tally: Tally, max_usd: float | None, until: float | None) -> str | None:
    """The reason why no further game may be played; None if one may. Calls of unknown cost end a limit of money."""
    if tally.done == tally.contest.total:
        return None
    if max_usd is not None and any(model.unpriced for model in tally.models if model is not None):
        return "the cost of some calls is unknown, so the limit of money cannot be checked"
    if max_usd is not None and tally.usd >= max_usd:
        return f"{tally.usd:.2f} US dollars are spent"
    return "the time is over" if until is not None and monotonic() >= until else None


def _check_reachable(contest: Contest) -> None:
    """Raise BadStrategy if a bot is known only in this process: the games are played in others."""
    for contestant in contest.contestants:
        if is_only_here(contestant.strategy):
            raise BadStrategy(
                f"{contestant.strategy!r} was registered in this process, but the games are played in others: name it "
                "as module:attribute, or play with executor=Here()"
            )


def seed_in(out: str | Path | None) -> str | None:
    """The seed of an existing results file; None if there is none."""
    if out is None or not Path(out).is_file() or b"\n" not in Path(out).read_bytes():
        return None
    return read_results(out)[0].seed


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _open_log(db: str, contest: Contest) -> MatchLog:
    from gamenight.arena.matchlog import MatchLog  # imported late: the database libraries take a second to load

    return MatchLog(db, find_game(contest.game))


def _known(contest: Contest, file: ResultsFile | None, log: MatchLog | None) -> dict[int, GameOutcome]:
    """The games that need not be played: those in the results file, and with a log only if their matches are in it.

    A game's line is written first, then its match. A game that was interrupted in between is played again: bots with a
    time limit may choose other moves, and file and log must have the same game.
    """
    outcomes = dict(file.outcomes) if file else {}
    if log is None:
        return outcomes
    written = log.written([contest.match_id(number) for number in outcomes])
    return {
        number: outcome
        for number, outcome in outcomes.items()
        if outcome.status == "void" or contest.match_id(number) in written
    }


def _missing(
    contest: Contest, done: Mapping[int, GameOutcome], executor: str | Player, workers: int | None, *, keep_record: bool
) -> Generator[GameOutcome]:
    """Play the games that are not done."""
    left = contest.total - len(done)
    if not left:
        return
    with _opened(executor, min(cores() if workers is None else workers, left)) as player:
        yield from player.run(contest.jobs(frozenset(done), keep_record=keep_record))


def _opened(executor: str | Player, workers: int) -> AbstractContextManager[Player]:
    return open_executor(executor, workers) if isinstance(executor, str) else nullcontext(executor)


def _keep(outcome: GameOutcome, file: ResultsFile | None, log: MatchLog | None) -> None:
    if file:
        file.add(outcome)
    if log and outcome.record is not None and not outcome.was_unavailable:  # such a game is played again
        log.write(outcome.record)


def _tell(on_game: OnGame | None, tally: Tally) -> None:
    if on_game is not None:
        on_game(tally)
