"""`gamenight replay`: any moment of a match, as one viewer saw it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from rich.table import Table
from rich.text import Text

from gamenight.cli.arguments import Commands, add_command, add_database, natural
from gamenight.cli.exits import OK, USAGE, CliError
from gamenight.cli.screen import out, print_json, show
from gamenight.cli.sources import Log, Source, installed_rules, read_source
from gamenight.cli.words import event_row, picture, standings, verdict
from gamenight.core.match import Match
from gamenight.core.model import Event, GameStatus, Phase, Player, PlayerId, PlayerView, Record
from gamenight.core.plugin import GamePlugin


class Moment(Struct, frozen=True):
    """What a viewer had seen after so many turns; without a game only the events are known."""

    record: Record
    game: GamePlugin | None
    turn: int
    view: PlayerView
    events: tuple[Event, ...]


def add(commands: Commands) -> None:
    parser = add_command(commands, "replay", run, "Show any moment of a match, as one viewer saw it.")
    parser.add_argument("match", metavar="MATCH", help="a match's id, or a record file")
    parser.add_argument("--turn", type=natural, metavar="N", help="after N turns; 0 is the set-up (default: the last)")
    parser.add_argument(
        "--as", dest="viewer", metavar="PLAYER", default="spectator", help="a seat (p0), a name, or spectator"
    )
    add_database(parser, "where the match is")
    parser.add_argument("--json", action="store_true", help="the view and the events as a JSON object")


def run(args: Namespace) -> int:
    source = read_source(args)
    moment = moment_of(source, turn_in(source.record, args.turn), viewer_in(source.record.players, args.viewer))
    if args.json:
        print_json(as_data(moment))
    else:
        print_moment(moment)
    return OK


def turn_in(record: Record, turn: int | None) -> int:
    if turn is not None and turn > len(record.turns):
        raise CliError(f"match {record.match_id} has {len(record.turns)} turns, not {turn}", USAGE)
    return len(record.turns) if turn is None else turn


def viewer_in(players: Sequence[Player], name: str) -> PlayerId | None:
    """The seat of this id or name; None is the spectator."""
    if name == "spectator":
        return None
    found = [p.player_id for p in players if name == p.player_id or name.casefold() == p.display_name.casefold()]
    if len(found) == 1:
        return found[0]
    seats = ", ".join(f"{player.player_id} ({player.display_name})" for player in players)
    raise CliError(f"nobody at this table is called {name!r}; there are: {seats}, spectator", USAGE)


def moment_of(source: Source, turn: int, viewer: PlayerId | None) -> Moment:
    """By these rules if they are the ones it was played under, else from the logged events alone."""
    game = installed_rules(source.record)
    if game is None:
        return _from_events(source, turn, viewer)
    match = Match.from_record(source.record, turn, game=game)
    events = logged_until(source.log, turn) if source.log else match.events
    return Moment(source.record, game, turn, match.view(viewer), seen(events, viewer))


def _from_events(source: Source, turn: int, viewer: PlayerId | None) -> Moment:
    record = source.record
    if source.log is None:
        played = f"{record.game_id}/v{record.rules_version}"
        raise CliError(f"match {record.match_id} was played under {played}, which is not installed", USAGE)
    status = source.log.summary.status if turn == len(record.turns) else GameStatus.ACTIVE
    view = PlayerView(record.match_id, record.game_id, viewer, record.players, status, Phase("unknown"), 0, {}, None)
    return Moment(record, None, turn, view, seen(logged_until(source.log, turn), viewer))


def logged_until(log: Log, turn: int) -> list[Event]:
    """The events of the set-up and of the first `turn` turns."""
    return [stored.event for stored in log.events if stored.turn_index is None or stored.turn_index < turn]


def seen(events: Sequence[Event], viewer: PlayerId | None) -> tuple[Event, ...]:
    """What the viewer was shown; an event's number is its place in here, from 1."""
    shown = (event.seen_by(viewer) for event in events)
    return tuple(event for event in shown if event is not None)


def as_data(moment: Moment) -> dict[str, Any]:
    return {
        "match_id": moment.record.match_id,
        "game_id": moment.record.game_id,
        "rules_version": moment.record.rules_version,
        "viewer": moment.view.viewer_id,
        "turn": moment.turn,
        "turns": len(moment.record.turns),
        "status": moment.view.status,
        "view": moment.view if moment.game else None,
        "events": [
            {"number": number, "event_type": event.event_type, "player_id": event.player_id, "payload": event.payload}
            for number, event in enumerate(moment.events, 1)
        ],
    }


def print_moment(moment: Moment) -> None:
    console = out()
    show(console, _title(moment), above=1, below=1)
    if moment.game is not None:
        show(console, picture(moment.game, moment.view), below=1)
    show(console, event_list(moment))
    if moment.view.result is not None:
        show(console, Text(verdict(moment.view), "bold"), above=1, below=1)
        show(console, standings(moment.view))
    console.print()


def _title(moment: Moment) -> Text:
    record, viewer = moment.record, moment.view.viewer_id
    name = moment.game.display_name if moment.game else f"{record.game_id}/v{record.rules_version}"
    eyes = next((p.display_name for p in record.players if p.player_id == viewer), "a spectator")
    where = f"after turn {moment.turn} of {len(record.turns)}" if moment.turn else "after the set-up"
    title = Text.assemble((name, "bold"), f", {where}, as {eyes} saw it\n", (f"match {record.match_id}", "dim"))
    if moment.game is None:
        title.append("\nThese rules are not installed: the match is shown from its events.", "dim")
    return title


def event_list(moment: Moment) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="dim")
    for number, event in enumerate(moment.events, 1):
        row = event_row(moment.game, event, moment.view)
        if row is not None:
            table.add_row(str(number), *row)
    return table
