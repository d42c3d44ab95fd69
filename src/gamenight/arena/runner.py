"""Play a contest: what is missing of it, wherever it shall run, and keep what comes back."""

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
"""Is told of the tally so far, at the start and after each game."""


class Player(Protocol):
    """Whoever plays jobs: outcomes come as they are finished, in any order."""

    def run(self, jobs: Iterable[GameJob]) -> Iterator[GameOutcome]: ...


class Here:
    """One game after the other in this process: nothing to start, and a debugger can follow."""

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
    """Let bots play each other, and say how it went.

    Each group of as many bots as there are seats plays `games` games, on decks that all groups share and each plays
    from every seat. With `out`, a file of results, an arena that was broken off goes on where it stopped.
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
    """Play what is missing of a contest, or as much of it as the ceilings of money and time allow.

    They are looked at after each game, so those under way may still cost something.
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
    """Why no further game may be played, if so. What nobody knows the price of cannot be kept below a sum."""
    if tally.done == tally.contest.total:
        return None
    if max_usd is not None and any(model.unpriced for model in tally.models if model is not None):
        return "the cost of some calls is unknown, so that no sum of money can be kept to"
    if max_usd is not None and tally.usd >= max_usd:
        return f"{tally.usd:.2f} US dollars are spent"
    return "the time is over" if until is not None and monotonic() >= until else None


def _check_reachable(contest: Contest) -> None:
    """BadStrategy if a bot is known in this process alone, and another process shall play it."""
    for contestant in contest.contestants:
        if is_only_here(contestant.strategy):
            raise BadStrategy(
                f"{contestant.strategy!r} was registered in this process, and the games are played in others: name it "
                "as module:attribute, or play with executor=Here()"
            )


def seed_in(out: str | Path | None) -> str | None:
    """The seed of a file of results that can be gone on with, if there is one."""
    if out is None or not Path(out).is_file() or b"\n" not in Path(out).read_bytes():
        return None
    return read_results(out)[0].seed


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _open_log(db: str, contest: Contest) -> MatchLog:
    from gamenight.arena.matchlog import MatchLog  # late: the database's libraries take a second to load

    return MatchLog(db, find_game(contest.game))


def _known(contest: Contest, file: ResultsFile | None, log: MatchLog | None) -> dict[int, GameOutcome]:
    """The games that need not be played: those in the file whose matches are in the log too, if there is one.

    A game's line is written first, then its match. What was broken off in between is played again, as bots with a time
    limit would not repeat their moves, and file and log shall tell of the same game.
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
    if log and outcome.record is not None and not outcome.was_unavailable:  # that one is played again
        log.write(outcome.record)


def _tell(on_game: OnGame | None, tally: Tally) -> None:
    if on_game is not None:
        on_game(tally)
