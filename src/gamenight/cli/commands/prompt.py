"""`gamenight prompt`: show the prompt of a language model in a match of random players."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from gamenight.cli.arguments import A_GAME, Commands, add_command, add_setup, natural
from gamenight.cli.exits import OK, USAGE, CliError
from gamenight.cli.matches.seats import seated_bot
from gamenight.cli.matches.table import start_match
from gamenight.cli.terminal.screen import print_json
from gamenight.core.bot import recent
from gamenight.core.match import bot_player
from gamenight.core.model import PlayerId
from gamenight.core.registry import find_game
from gamenight.core.run import BotRun

if TYPE_CHECKING:
    from gamenight.llm.prompt import ModelPrompt

BETWEEN = "-" * 72


def add(commands: Commands) -> None:
    parser = add_command(commands, "prompt", run, "Show the prompt that a language model would be sent in a match.")
    parser.add_argument("--game", required=True, metavar="GAME", help=A_GAME)
    parser.add_argument("--turns", type=natural, default=0, metavar="N", help="after N random answers (default: 0)")
    parser.add_argument(
        "--seat", metavar="SEAT", help="when this seat (p0) is asked next (default: the next one asked)"
    )
    parser.add_argument("--mode", choices=("menu", "free"), default="menu", help="with a list of moves, or without")
    parser.add_argument("--form", choices=("text", "schema", "tool"), default="text", help="the form of the answer")
    parser.add_argument("--shuffle", metavar="SEED", help="shuffle the list with this seed (default: the game's order)")
    add_setup(parser)
    parser.add_argument("--json", action="store_true", help="as a JSON object, with the schema and the ids")


def run(args: Namespace) -> int:
    game = find_game(args.game)
    players = [bot_player(at, f"random {at + 1}", "random") for at in range(args.players or game.min_players)]
    match = start_match(game, players, args)
    if args.seat is not None and args.seat not in match.state.clocks:
        raise CliError(f"there is no seat {args.seat!r}; there are: {', '.join(match.state.clocks)}", USAGE)
    run = BotRun(match, [seated_bot(match, player) for player in match.state.players])
    prompt = prompt_for(run, asked_at(run, args), args)
    if args.json:
        print_json(plain(prompt))
    else:
        print("\n".join([prompt.system, BETWEEN, prompt.user]))
    return OK


def asked_at(run: BotRun, args: Namespace) -> PlayerId:
    """Play at least `turns` answers, and until `seat` is asked if one is named; return the seat that is asked."""
    answers = run.answers()
    while run.answered.total() < args.turns or not wanted(run, args.seat):
        if next(answers, None) is None:
            who = f"{args.seat} is not" if args.seat else "no player is"
            raise CliError(f"the match was over after {run.answered.total()} answers: {who} asked again", USAGE)
    return wanted(run, args.seat)[0]


def wanted(run: BotRun, seat: str | None) -> list[PlayerId]:
    """The seats that the game asks now; if a seat is named, at most that one."""
    asked = () if run.match.state.phase.auto_resolve else run.match.to_act
    return [player for player in asked if seat in (None, player)]


def prompt_for(run: BotRun, player: PlayerId, args: Namespace) -> ModelPrompt:
    from gamenight.llm.prompt import prompt_of  # imported late: texts are slow to load

    match, history = run.match, recent(run.shown[player])
    options = match.state.config.options
    view = match.view(player)
    return prompt_of(match.plugin, view, history, options, mode=args.mode, form=args.form, shuffle_seed=args.shuffle)


def plain(prompt: ModelPrompt) -> dict[str, object]:
    listed = [{"id": candidate.id, "summary": candidate.summary} for candidate in prompt.candidates]
    return {
        "system": prompt.system,
        "user": prompt.user,
        "candidates": listed,
        "schema": prompt.schema,
        "hash": prompt.hash,
    }
