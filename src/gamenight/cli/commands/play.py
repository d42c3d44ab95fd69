"""`gamenight play`: a person plays against bots at the terminal."""

from __future__ import annotations

from argparse import Namespace

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from gamenight.bots.bot_lookup import short_name
from gamenight.cli.arguments import A_BOT, A_GAME, URLS, Commands, add_command, add_table, positive
from gamenight.cli.exits import INTERRUPTED, MATCH_ERROR, OK, UNKNOWN, USAGE, CliError, Quit
from gamenight.cli.matches.ending import print_ending, promised
from gamenight.cli.matches.recording import Write, play_out, recording
from gamenight.cli.matches.seats import companions, how_many, one_each, opponent, seated_bot
from gamenight.cli.matches.table import check_writable, start_match, write_record
from gamenight.cli.terminal.answering import LEAVE, hint
from gamenight.cli.terminal.asking import Terminal
from gamenight.cli.terminal.drawing import show_picture
from gamenight.cli.terminal.person import Person
from gamenight.cli.terminal.screen import out, pairs, show
from gamenight.cli.terminal.words import YOU, game_description, game_name, level_name, tell_of, told
from gamenight.core.advancing.matching import match_action
from gamenight.core.bot import Bot
from gamenight.core.match import Match, bot_player
from gamenight.core.model import Action, GameStatus, Player, PlayerId, Refusal, seat
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import catalogue, find_game
from gamenight.core.run import BotRun
from gamenight.core.text import Message, say


def add(commands: Commands) -> None:
    parser = add_command(commands, "play", run, "Play a game against bots, here in the terminal.")
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"{A_GAME} (default: choose from a list)")
    parser.add_argument("--name", help="your name at the table (default: You)")
    parser.add_argument("--seat", type=positive, default=1, metavar="N", help="your seat in turn order (default: 1)")
    parser.add_argument(
        "--bots",
        nargs="+",
        default=[],
        metavar="BOT",
        help=f"{A_BOT} for each opponent, or one for all (default: medium)",
    )
    add_table(parser)
    parser.add_argument("--db", metavar="URL", help=f"also write the match to this database: {URLS} (default: none)")


def run(args: Namespace) -> int:
    """Play, and say goodbye to a person who leaves at any prompt."""
    terminal = Terminal(out())
    try:
        return sit_down(args, terminal)
    except Quit as left:
        code = left.code
    except KeyboardInterrupt:
        code = INTERRUPTED
    terminal.console.print(f"\n  {told(None, say('terminal-goodbye'))}")
    return code


def sit_down(args: Namespace, terminal: Terminal) -> int:
    check_writable(args.record)
    if args.name is None:
        args.name = told(None, YOU)
    game = find_game(args.game) if args.game else choose_game(terminal)
    match = start_match(game, seats(game, args), args)
    everybody = seated_bots(match, args, terminal)
    with recording(args.db, match) as write:
        print_welcome(terminal.console, match)
        return play(match, everybody, write, args, terminal.console)


def choose_game(terminal: Terminal) -> GamePlugin:
    """The game that the person chooses from a list; Enter chooses the first."""
    games: list[GamePlugin] = [plugin for _, plugin in sorted(catalogue().games.items())]
    if not games:
        raise CliError("no game is installed", UNKNOWN)
    show(terminal.console, menu(games), above=1, below=1)
    while True:
        text = terminal.ask(told(None, say("terminal-which"))).casefold() or "1"
        if text in LEAVE:
            raise Quit(OK)
        found = [game for number, game in enumerate(games, 1) if answers(text, number, game)]
        if len(found) == 1:
            return found[0]
        terminal.console.print(f"  {told(None, say('terminal-which-how', quit=LEAVE[0]))}", style="dim")


def menu(games: list[GamePlugin]) -> Table:
    table = Table.grid(padding=(0, 2))
    for number, game in enumerate(games, 1):
        name, description = Text(game_name(game), "bold"), Text(game_description(game), "dim")
        table.add_row(Text(str(number), "cyan"), name, told(None, how_many_play(game)), description)
    return table


def how_many_play(game: GamePlugin) -> Message:
    if game.min_players == game.max_players:
        return say("lobby-players", count=game.min_players)
    return say("lobby-players-range", least=game.min_players, most=game.max_players)


def answers(text: str, number: int, game: GamePlugin) -> bool:
    """Whether the typed text means this game: its number, or the start of its name or slug."""
    if text.isdecimal():
        return text == str(number)
    return any(name.casefold().startswith(text) for name in (game.game_id, game.display_name, game_name(game)))


def seats(game: GamePlugin, args: Namespace) -> list[Player]:
    """The players in turn order, with the person at the chosen seat."""
    players = how_many(args.bots, args.players, game, persons=1)
    if args.seat > players:
        raise CliError(f"there is no seat {args.seat} at a table of {players}", USAGE)
    bots = zip(companions(players - 1, args.name), one_each(args.bots or [opponent(game)], players - 1), strict=True)
    return [
        Player(seat(at), args.name, at) if at == args.seat - 1 else bot_player(at, *next(bots)) for at in range(players)
    ]


def seated_bots(match: Match, args: Namespace, terminal: Terminal) -> list[Bot]:
    """A bot for each seat; at the person's seat, the person."""
    return [
        seated_bot(match, player) if player.is_bot else seated_person(match, player.player_id, args, terminal)
        for player in match.state.players
    ]


def seated_person(match: Match, seat: PlayerId, args: Namespace, terminal: Terminal) -> Person:
    def fault(action: Action) -> str | None:
        listed = match_action(match.plugin, match.state.game_data, action)
        return told(match.plugin, listed.message) if isinstance(listed, Refusal) else None

    return Person(args.name, match.plugin, terminal, lambda: match.view(seat), fault)


def play(match: Match, bots: list[Bot], write: Write, args: Namespace, console: Console) -> int:
    """Play to the end, or until the person leaves; the record is written in both cases."""
    run = BotRun(match, bots)
    try:
        play_out(run, write)
    finally:
        write_record(match, args.record)
    seat = match.state.players[args.seat - 1].player_id
    show_picture(console, match.plugin, match.view(seat), above=1)
    print_ending(console, match, args)
    if match.state.status is GameStatus.ERROR:
        raise CliError(f"the match ended with an error: {run.error}", MATCH_ERROR)
    return OK


def print_welcome(console: Console, match: Match) -> None:
    game, tell = match.plugin, tell_of(None)
    console.print()
    console.print(Rule(Text(game_name(game), "bold"), style="dim"))
    table = pairs()
    table.add_row(tell(say("terminal-game")), game_description(game))
    table.add_row(tell(say("terminal-players")), ", ".join(map(introduced, match.state.players)))
    table.add_row(tell(say("terminal-commitment")), Text(promised(match), "dim"))
    show(console, table, above=1, below=1)
    console.print(f"  {hint(tell)}\n", style="dim")


def introduced(player: Player) -> str:
    """The player's name; for a bot, also its level or strategy."""
    if player.bot_id is None:
        return player.display_name
    return f"{player.display_name} ({level_name(short_name(player.bot_id))})"
