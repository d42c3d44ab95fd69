"""One game of an arena: the job, the outcome, and the function that plays it.

A job has everything that a game depends on, so that the game is the same in any process.
"""

from __future__ import annotations

from itertools import chain
from math import isfinite
from time import perf_counter
from typing import Any, Literal

from msgspec import Struct

from gamenight.arena.seat import FAILURES, WatchedBot
from gamenight.bots import BadStrategy, find_bot
from gamenight.core.errors import described
from gamenight.core.match import Match, bot_player
from gamenight.core.model import Forfeit, GameStatus, PlayerId, Side, seat_index
from gamenight.core.plugin import GamePlugin
from gamenight.core.ranking import sides_at
from gamenight.core.registry import find_game
from gamenight.core.rng import seed_text
from gamenight.core.run import BotRun
from gamenight.core.text import brief, say
from gamenight.llm.figures import ModelFigures

Seats = tuple[int, ...]
"""Seat indexes, for example of a side."""


class GameJob(Struct, frozen=True):
    """A game to be played: `bots`, `names` and `contestants` have an entry for each seat, in turn order."""

    number: int
    game: str
    seed: str
    bots: tuple[str, ...]
    names: tuple[str, ...]
    contestants: tuple[int, ...]
    options: dict[str, Any] = {}
    max_turns: int | None = None
    match_id: str = "arena"
    keep_record: bool = False


class GameOutcome(Struct, frozen=True):
    """The outcome of a job's game, by seat index. `crashed` are the seats that forfeited; `error` has the reason.

    A place in `ranking` has the sides that share it. The side of a seat that crashed is not among the `winners`.

    `iterations` is the sum over all `searches`; 0 for a bot that does not search. `record` is set if the job has
    `keep_record`.
    """

    number: int
    status: Literal["finished", "lost_by_crash", "void"]
    scores: tuple[float, ...] = ()
    ranking: tuple[tuple[Seats, ...], ...] = ()
    winners: tuple[Seats, ...] = ()
    crashed: Seats = ()
    turns: int = 0
    duration_ms: float = 0.0
    decisions: tuple[int, ...] = ()
    think_ms: tuple[float, ...] = ()
    searches: tuple[int, ...] = ()
    iterations: tuple[int, ...] = ()
    error: str | None = None
    record: dict[str, Any] | None = None
    models: tuple[ModelFigures | None, ...] = ()
    """The totals of the calls of each seat's language model; empty if there is none."""

    was_unavailable: bool = False
    """Whether the game is void because a bot was unavailable: an arena that is continued plays it again."""


def voided(job: GameJob, error: str) -> GameOutcome:
    """The outcome of a game that could not be played: it does not count."""
    return GameOutcome(job.number, "void", error=error)


def play_game(job: GameJob) -> GameOutcome:
    """Play the game in this process. It never raises: a bot that fails loses, and any other failure voids the game."""
    before = perf_counter()
    try:
        game = find_game(job.game)
        bots = [_seated(job, index, game) for index in range(len(job.bots))]
        players = [bot_player(at, name, spec) for at, (name, spec) in enumerate(zip(job.names, job.bots, strict=True))]
        match = Match.start(game, players, job.seed, options=job.options, match_id=job.match_id)
        run = BotRun(match, bots, job.max_turns)
        _play(run, bots)
        return _outcome(job, run, bots, (perf_counter() - before) * 1000)
    except Exception as error:
        return voided(job, described(error))


def _seated(job: GameJob, index: int, game: GamePlugin) -> WatchedBot:
    """The bot for a seat; one whose constructor fails has failed from the start."""
    name = job.names[index]
    try:
        return WatchedBot(find_bot(job.bots[index], game, seed=bot_seed(job, index), name=name), name)
    except BadStrategy:
        raise
    except FAILURES as error:
        return WatchedBot(None, name, described(error))


def bot_seed(job: GameJob, index: int) -> str:
    """The seed of a contestant at this seat of this deck; the deck's own seed cannot be computed from it.

    It depends on the seat: otherwise, where all seats are equivalent, the rotated game would be the same game again.
    """
    return seed_text(f"bot:{job.seed}:{job.names[index]}:{index}")


def _play(run: BotRun, bots: list[WatchedBot]) -> None:
    """Play the match; a bot that fails in `receive_outcome` forfeits before the next answer."""
    answers = run.answers()
    while True:
        _remove_failed(run, bots)
        if next(answers, None) is None:
            return


def _remove_failed(run: BotRun, bots: list[WatchedBot]) -> None:
    for player, bot in zip(run.match.state.players, bots, strict=True):
        if bot.failure is not None and not run.match.is_over and player.player_id not in _gone(run.match):
            run.match.submit(Forfeit(player.player_id, "forfeit", say("abandoned-bot", player=player.player_id)))


def _gone(match: Match) -> list[PlayerId]:
    return [player for group in match.state.out for player in group]


def _outcome(job: GameJob, run: BotRun, bots: list[WatchedBot], duration_ms: float) -> GameOutcome:
    match, crashed = run.match, _crashed(run.match, bots)
    void_reason = _void_reason(run, crashed)
    is_void = void_reason is not None
    ranking = () if is_void else _ranking(match, crashed)
    return GameOutcome(
        job.number,
        "void" if is_void else "lost_by_crash" if crashed else "finished",
        _scores(match),
        ranking,
        tuple(side for side in ranking[0] if not set(side) & set(crashed)) if ranking else (),
        tuple(sorted(crashed)),
        match.turns_played,
        round(duration_ms, 3),
        tuple(bot.decisions for bot in bots),
        tuple(round(bot.think_ms, 3) for bot in bots),
        tuple(bot.searches for bot in bots),
        tuple(bot.iterations for bot in bots),
        "; ".join(filter(None, (void_reason, *_failures(match, bots, crashed)))) or None,
        match.record() if job.keep_record else None,
        tuple(bot.model for bot in bots) if any(bot.model for bot in bots) else (),
        any(bot.is_unavailable for bot in bots),
    )


def _crashed(match: Match, bots: list[WatchedBot]) -> list[int]:
    """The seats of the bots that failed, the last one to fail first."""
    numbers = {player.player_id: player.seat_index for player in match.state.players}
    left = [numbers[player] for player in reversed(_gone(match))]
    return [seat for seat, bot in enumerate(bots) if bot.failure is not None and seat not in left] + left


def _ranking(match: Match, crashed: list[int]) -> tuple[tuple[Seats, ...], ...]:
    """The match's ranking of the sides, but sides that failed come after all others, the first to fail last."""
    assert match.result is not None
    places = [tuple(map(_seats, place)) for place in match.result.ranking]
    failed = dict.fromkeys(side for seat in crashed for side in chain.from_iterable(places) if seat in side)
    kept = (tuple(side for side in place if side not in failed) for place in places)
    return (*filter(None, kept), *((side,) for side in failed))


def _seats(side: Side) -> Seats:
    return tuple(sorted(map(seat_index, side)))


def _scores(match: Match) -> tuple[float, ...]:
    """The scores by seat; empty if one of them is not finite, as a results file cannot store it."""
    scores = tuple(match.scores[player.player_id] for player in match.state.players)
    return scores if all(map(isfinite, scores)) else ()


def _failures(match: Match, bots: list[WatchedBot], crashed: list[int]) -> list[str]:
    """The reasons why the crashed seats failed."""
    return [f"{bots[seat].name}: {bots[seat].failure or _illegal(match, bots[seat], seat)}" for seat in crashed]


def _void_reason(run: BotRun, crashed: list[int]) -> str | None:
    """The reason why the game is void; None if it counts."""
    match = run.match
    if match.status is not GameStatus.FINISHED:
        return run.error or _stopped(run)
    if not _scores(match):
        return f"the scores are not finite numbers: {match.scores}"
    sides = sides_at(match.plugin, len(match.state.players), match.state.game_data)
    if sorted(chain.from_iterable(_ranking(match, crashed))) != list(map(_seats, sides)):
        return f"the ranking does not name every side once: {match.result.ranking if match.result else ()}"
    return None


def _illegal(match: Match, bot: WatchedBot, seat: int) -> str:
    codes = [
        str(event.payload.get("message"))
        for event in match.events
        if event.event_type == "engine.illegal_action" and event.player_id == match.state.players[seat].player_id
    ]
    return f"illegal answer ({', '.join(codes)}): {brief(repr(bot.last_answer))}"


def _stopped(run: BotRun) -> str:
    """The reason why an unfinished match stopped."""
    match = run.match
    if match.state.pause_reason is not None:
        return f"paused: {match.state.pause_reason}"
    if run.answered.total() >= run.max_turns:
        return f"not over after {run.max_turns} turns"
    return f"the match is {match.status.value}"
