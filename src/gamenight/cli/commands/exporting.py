"""`gamenight export`: a match in a format of another program."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from gamenight.cli.arguments import Commands, add_command, add_database, add_rules
from gamenight.cli.commands.replay import viewer_in
from gamenight.cli.commands.verify import playable
from gamenight.cli.exits import OK, USAGE, CliError
from gamenight.cli.matches.sources import read_source
from gamenight.cli.matches.table import check_writable
from gamenight.core.match import Match
from gamenight.core.plugin import GamePlugin
from gamenight.core.transcripts.foreign_logs import BadLog, Writer
from gamenight.looks.folder import companion

EVERYTHING = "everything"


def add(commands: Commands) -> None:
    parser = add_command(
        commands,
        "export",
        run,
        "Write a match in a format of another program.",
        "The match must be over, because hidden information is written, too, unless a seat is named.",
    )
    parser.add_argument("match", metavar="MATCH", help="a match's id, or a record file")
    parser.add_argument("--format", required=True, metavar="FORMAT", help="one of the formats of the game")
    parser.add_argument(
        "--as", dest="viewer", metavar="PLAYER", default=EVERYTHING, help="a seat (p0) or a name (default: everything)"
    )
    parser.add_argument("--output", metavar="FILE", help="the file to write (default: stdout)")
    add_rules(parser)
    add_database(parser, "where the match is")


def run(args: Namespace) -> int:
    check_writable(args.output)
    source = read_source(args)
    record, game = playable(source)
    write = writer_of(game, args.format)
    viewer = None if args.viewer == EVERYTHING else viewer_in(record.players, args.viewer)
    match = Match.from_record(record, game=game)
    if not match.is_over:
        raise CliError(f"match {record.match_id} is not over: its hidden information is still secret", USAGE)
    try:
        _put(write(match, viewer), args.output)
    except BadLog as error:
        raise CliError(str(error), USAGE) from None
    return OK


def writer_of(game: GamePlugin, name: str) -> Writer:
    module = companion(game, "logs")
    writers: dict[str, Writer] = dict(module.WRITERS) if module else {}
    if name not in writers:
        there = f"there are: {', '.join(writers)}" if writers else "there are none"
        raise CliError(f"{game.game_id} has no format {name!r}; {there}", USAGE)
    return writers[name]


def _put(data: bytes, path: str | None) -> None:
    if path is None:
        sys.stdout.write(data.decode())
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise CliError(f"cannot write {path}: {error.strerror}", USAGE) from None
