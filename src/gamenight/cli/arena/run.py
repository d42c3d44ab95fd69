"""Run an arena. This module is separate from the arguments of the command because it is slow to load."""

from __future__ import annotations

from argparse import Namespace

from gamenight.arena import ArenaResult, Contest, ResultsError, plan, play_contest
from gamenight.arena.executors import ExecutorError
from gamenight.arena.runner import ceiling, seed_in
from gamenight.cli.arena.progress import Progress, progress
from gamenight.cli.arena.tables import print_result
from gamenight.cli.exits import INTERRUPTED, MATCH_ERROR, OK, UNAVAILABLE, USAGE, CliError
from gamenight.cli.matches.table import check_complete, check_writable
from gamenight.cli.terminal.screen import print_error
from gamenight.core.registry import find_game


def run_arena(args: Namespace) -> int:
    check_writable(args.out)
    check_writable(args.report)
    check_complete(find_game(args.game))
    try:
        contest = contest_of(args)
        with progress(contest) as shown:
            result = play(contest, args, shown)
    except ResultsError as error:
        raise CliError(str(error), USAGE) from error
    except ExecutorError as error:
        raise CliError(str(error), UNAVAILABLE) from error
    if result is None:
        print_error(how_to_go_on(shown, args))
        return INTERRUPTED
    print_result(result, args)
    if result.stopped is not None:
        # The results include the money spent, so the same limit would stop the arena at once.
        again = "the same command" + (" without this --max-usd" if ceiling(result.tally, args.max_usd, None) else "")
        print_error(how_to_go_on(shown, args, f"stopped, as {result.stopped},", again))
    return OK if result.tally.finished else MATCH_ERROR


def contest_of(args: Namespace) -> Contest:
    seed = seed_in(args.out) if args.seed is None else args.seed
    return plan(args.game, args.bots, games=args.games, seed=seed, players=args.players, options=dict(args.options))


def play(contest: Contest, args: Namespace, shown: Progress) -> ArenaResult | None:
    """Play the missing games; None if interrupted."""
    if contest.games != args.games:
        print_error(f"each group plays {contest.games} games instead of {args.games}: each deck from every seat")
    try:
        return play_contest(
            contest,
            workers=args.workers,
            executor=args.executor,
            out=args.out,
            db=args.db,
            on_game=shown.show,
            max_usd=args.max_usd,
            max_minutes=args.max_minutes,
        )
    except KeyboardInterrupt:
        return None


def how_to_go_on(shown: Progress, args: Namespace, ended: str = "interrupted", again: str = "the same command") -> str:
    so_far = f"{ended} after {shown.done} of {shown.total} games"
    if args.out is None:
        return f"{so_far}; without --out FILE the same command starts over"
    return f"{so_far}; they are in {args.out}, and {again} continues from there"
