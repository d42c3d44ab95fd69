"""`gamenight match`: bots play one match."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from gamenight.bots.bot_lookup import short_name
from gamenight.cli.arguments import A_BOT, A_GAME, Commands, add_command, add_database, add_table, positive
from gamenight.cli.exits import MATCH_ERROR, OK, USAGE, CliError
from gamenight.cli.matches.ending import print_ending, promised
from gamenight.cli.matches.recording import play_out, recording
from gamenight.cli.matches.seats import how_many, one_each, seated_bot
from gamenight.cli.matches.table import check_writable, start_match, write_record
from gamenight.cli.terminal.drawing import show_picture
from gamenight.cli.terminal.screen import out, print_error, print_json, progress
from gamenight.core.match import Match, bot_player
from gamenight.core.model import GameStatus
from gamenight.core.registry import find_game
from gamenight.core.run import BotRun, MatchResult

EXECUTORS = ("ray", "modal", "processes")


def add(commands: Commands) -> None:
    parser = add_command(commands, "match", run, "Let bots play one match.")
    parser.add_argument("--game", required=True, metavar="GAME", help=A_GAME)
    parser.add_argument(
        "--turns", type=positive, metavar="N", help="abandon the match if it is not over after N answers"
    )
    parser.add_argument("--mode", choices=("local", "remote"), default="local", help="where it runs (default: local)")
    parser.add_argument(
        "--executor", choices=EXECUTORS, help=f"the executor of a remote match (default: {EXECUTORS[0]})"
    )
    parser.add_argument(
        "--bots",
        nargs="+",
        default=["random"],
        metavar="BOT",
        help=f"{A_BOT} for each seat, or one for all (default: random)",
    )
    add_table(parser)
    add_database(parser, "write the match to this database")
    parser.add_argument("--json", action="store_true", help="the outcome as a JSON object")


def run(args: Namespace) -> int:
    if args.executor is not None and args.mode != "remote":
        raise CliError("--executor is for matches with --mode remote", USAGE)
    check_writable(args.record)
    game = find_game(args.game)
    specs = one_each(args.bots, how_many(args.bots, args.players, game))
    match = start_match(
        game, [bot_player(at, f"{short_name(spec)} {at + 1}", spec) for at, spec in enumerate(specs)], args
    )
    outcome = play_elsewhere(match, args) if args.mode == "remote" else play(match, args)
    write_record(match, args.record)
    if args.json:
        print_json(summary(match, outcome))
    else:
        print_outcome(match, args)
    if outcome.status is GameStatus.ERROR:
        raise CliError(f"the match ended with an error: {outcome.error}", MATCH_ERROR)
    tell_illegal_answers(match)
    return OK


def play(match: Match, args: Namespace) -> MatchResult:
    """Play the match to its end; each turn is written before the next is played."""
    run = BotRun(match, [seated_bot(match, player) for player in match.state.players], args.turns)
    with recording(args.db, match) as write, progress() as bar:
        task = bar.add_task(match.plugin.display_name, total=None)

        def write_and_show() -> None:
            write()
            bar.update(task, completed=len(match.turns))

        play_out(run, write_and_show)
    return run.outcome()


def play_elsewhere(match: Match, args: Namespace) -> MatchResult:
    from gamenight.cli.matches.remote import play_remotely  # imported late: it is slow to load

    return play_remotely(match, args.executor or EXECUTORS[0], args)


def print_outcome(match: Match, args: Namespace) -> None:
    console = out()
    show_picture(console, match.plugin, match.view(), above=1)
    print_ending(console, match, args)


def tell_illegal_answers(match: Match) -> None:
    """Print the reasons why bots forfeited, for their authors."""
    names = {player.player_id: player.display_name for player in match.state.players}
    for event in match.events:
        if event.event_type == "engine.illegal_action" and event.player_id is not None:
            print_error(f"{names[event.player_id]} forfeited because of an illegal action ({event.payload['message']})")


def summary(match: Match, outcome: MatchResult) -> dict[str, Any]:
    return {
        "match_id": outcome.match_id,
        "game_id": match.plugin.game_id,
        "rules_version": match.plugin.rules_version,
        "status": outcome.status,
        "turns": outcome.turns,
        "players": match.state.players,
        "options": match.state.config.options,
        "scores": outcome.scores,
        "result": outcome.result,
        "seed": outcome.seed,
        "salt": match.state.config.salt,
        "commitment": promised(match),
        "error": outcome.error,
    }
