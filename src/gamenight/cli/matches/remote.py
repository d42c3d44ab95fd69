"""`gamenight match --mode remote`: play one match on an executor, and store it as if it had been played here."""

from __future__ import annotations

from argparse import Namespace
from contextlib import ExitStack

from msgspec.structs import replace

from gamenight.arena import GameJob, GameOutcome, voided
from gamenight.arena.executors import Executor, ExecutorError, open_executor
from gamenight.cli.exits import UNAVAILABLE, CliError
from gamenight.cli.matches.recording import Write, recording
from gamenight.cli.matches.seats import seated_bot
from gamenight.cli.terminal.screen import progress
from gamenight.core.errors import ReplayError
from gamenight.core.match import Match, bot_player
from gamenight.core.model import Abandon
from gamenight.core.registry import find_game
from gamenight.core.replay import check_versions, decode_record, play_on
from gamenight.core.run import BotRun, MatchResult
from gamenight.core.text import say


def play_remotely(match: Match, name: str, args: Namespace) -> MatchResult:
    """Play the match elsewhere. The opening is written before, so that the commitment to the seed is in time."""
    for player in match.state.players:
        seated_bot(match, player)  # refuse a wrong bot before anything is started
    with ExitStack() as stack:
        try:
            executor = stack.enter_context(open_executor(name, 1))
        except ExecutorError as error:
            raise CliError(str(error), UNAVAILABLE) from error
        write = stack.enter_context(recording(args.db, match))
        bar = stack.enter_context(progress())
        bar.add_task(f"{match.plugin.display_name} ({name})", total=None)
        error_text = _have_played(match, executor, job_of(match, args), write)
    return _result(match, error_text)


def job_of(match: Match, args: Namespace) -> GameJob:
    """The job of the match that was set up here."""
    state = match.state
    return GameJob(
        0,
        args.game,
        state.config.random_seed,
        tuple(player.bot_id or "" for player in state.players),
        tuple(player.display_name for player in state.players),
        tuple(player.seat_index for player in state.players),
        state.config.options,
        args.turns,
        state.match_id,
        keep_record=True,
    )


def play_match(job: GameJob) -> GameOutcome:
    """Play the match like the local command, where a failing bot ends the match with an error."""
    players = [bot_player(at, name, spec) for at, (name, spec) in enumerate(zip(job.names, job.bots, strict=True))]
    match = Match.start(find_game(job.game), players, job.seed, options=job.options, match_id=job.match_id)
    run = BotRun(match, [seated_bot(match, player) for player in match.state.players], job.max_turns)
    for _ in run.answers():
        pass
    return GameOutcome(job.number, "void" if run.error else "finished", error=run.error, record=match.record())


def _have_played(match: Match, executor: Executor, job: GameJob, write: Write) -> str | None:
    """Play the match elsewhere and write it; return the error if it failed."""
    try:
        write()
        error = adopt(match, _played(executor, job))
    except KeyboardInterrupt:
        if not match.is_over:
            match.submit(Abandon(say("abandoned-broken_off")))
        write()
        raise
    write()
    return error


def _played(executor: Executor, job: GameJob) -> GameOutcome:
    try:
        [outcome] = executor.run([job], play_match)
    except ExecutorError as error:
        return voided(job, str(error))
    return outcome


def adopt(match: Match, outcome: GameOutcome) -> str | None:
    """Apply the turns that were played elsewhere, each checked by the rules; return the error if the match failed."""
    try:
        if outcome.record is not None:
            _play_along(match, outcome.record)
            return outcome.error
        error = outcome.error
    except ReplayError as other_rules:
        error = str(other_rules)
    match.submit(Abandon(say("abandoned-elsewhere"), "error"))
    return error


def _play_along(match: Match, played: dict[str, object]) -> None:
    record = decode_record(played)
    check_versions(match.plugin, record)
    later = match.started_at - record.started_at
    turns = [replace(turn, at=turn.at + later) for turn in record.turns[len(match.turns) :]]
    for step in play_on(match.plugin, match.state, turns):
        match.state, match.now = step.state, step.turn.at
        match.turns.append(step.turn)
        match.events += step.events


def _result(match: Match, error: str | None) -> MatchResult:
    state = match.state
    return MatchResult(
        state.match_id, state.config.random_seed, state.status, match.scores, state.result, match.turns_played, error
    )
