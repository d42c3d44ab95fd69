"""`gamenight replay`: show any moment of a match, as one viewer saw it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from gamenight.cli.arguments import Commands, add_command, add_database, add_rules, natural
from gamenight.cli.exits import OK, USAGE, CliError
from gamenight.cli.matches.moment import Moment, moment_of
from gamenight.cli.matches.sources import read_source
from gamenight.cli.terminal.drawing import show_picture
from gamenight.cli.terminal.screen import out, print_json, show
from gamenight.cli.terminal.words import event_row, game_name, standings, tell_of, verdict
from gamenight.core.model import RECORD_FORMAT, Player, PlayerId
from gamenight.core.text import Message, Tell, say


def add(commands: Commands) -> None:
    parser = add_command(commands, "replay", run, "Show any moment of a match, as one viewer saw it.")
    parser.add_argument("match", metavar="MATCH", help="a match's id, or a record file")
    parser.add_argument("--turn", type=natural, metavar="N", help="after N turns; 0 is the set-up (default: the last)")
    parser.add_argument("--stage", type=natural, metavar="K", help="the K-th stage of that turn (default: its end)")
    parser.add_argument(
        "--as", dest="viewer", metavar="PLAYER", default="spectator", help="a seat (p0), a name, or spectator"
    )
    add_rules(parser)
    add_database(parser, "where the match is")
    parser.add_argument("--json", action="store_true", help="the view and the events as a JSON object")


def run(args: Namespace) -> int:
    source = read_source(args)
    moment = moment_of(source, viewer_in(source.match.players, args.viewer), args.turn, args.stage)
    if args.json:
        print_json(as_data(moment))
    else:
        print_moment(moment)
    return OK


def viewer_in(players: Sequence[Player], name: str) -> PlayerId | None:
    """The seat with this id or name; None for the spectator."""
    if name == "spectator":
        return None
    found = [p.player_id for p in players if name == p.player_id or name.casefold() == p.display_name.casefold()]
    if len(found) == 1:
        return found[0]
    seats = ", ".join(f"{player.player_id} ({player.display_name})" for player in players)
    raise CliError(f"there is no player {name!r} at this table; there are: {seats}, spectator", USAGE)


def as_data(moment: Moment) -> dict[str, Any]:
    return {
        "match_id": moment.match.match_id,
        "game_id": moment.match.game_id,
        "rules_version": moment.match.rules_version,
        "viewer": moment.view.viewer_id,
        "turn": moment.turn,
        "turns": moment.turns,
        "stage": moment.stage,
        "status": moment.view.status,
        "view": moment.view if moment.game else None,
        "events": [
            {"number": number, "event_type": event.event_type, "player_id": event.player_id, "payload": event.payload}
            for number, event in enumerate(moment.events, 1)
        ],
    }


def print_moment(moment: Moment) -> None:
    console, tell = out(), tell_of(moment.game)
    show(console, _title(moment, tell), above=1, below=1)
    if moment.game is not None:
        show_picture(console, moment.game, moment.view, below=1)
    show(console, event_list(moment))
    if moment.view.result is not None:
        show(console, Text(verdict(moment.view, tell), "bold"), above=1, below=1)
        show(console, standings(moment.view))
    console.print()


def _title(moment: Moment, tell: Tell) -> Text:
    match, viewer = moment.match, moment.view.viewer_id
    name = game_name(moment.game) if moment.game else f"{match.game_id}/v{match.rules_version}"
    own = next((player.display_name for player in match.players if player.player_id == viewer), None)
    seen_by = say("terminal-moment-spectator") if own is None else own
    title = Text(tell(say("terminal-moment", game=name, when=_when(moment), viewer=seen_by)))
    title.highlight_words([name], "bold")
    for note in (say("terminal-moment-match", id=str(match.match_id)), *_notes(moment)):
        title.append(f"\n{tell(note)}", "dim")
    return title


def _when(moment: Moment) -> Message:
    if moment.turn == 0:
        kind = "setup"
    else:
        kind = "turn" if moment.turns is None else "turn-of"
    if moment.stage is None:
        return say(f"terminal-after-{kind}", turn=moment.turn, turns=moment.turns)
    return say(f"terminal-stage-{kind}", stage=moment.stage, turn=moment.turn, turns=moment.turns)


def _notes(moment: Moment) -> list[Message]:
    notes = []
    if moment.turns is None:
        notes.append(say("terminal-moment-running"))
    if moment.game is None:
        is_readable = moment.match.format == RECORD_FORMAT
        notes.append(say("terminal-moment-no_rules" if is_readable else "terminal-moment-format"))
    return notes


def event_list(moment: Moment) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim")
    for number, event in enumerate(moment.events, 1):
        row = event_row(moment.game, event, moment.view)
        if row is not None:
            table.add_row(str(number), *row)
    return table
