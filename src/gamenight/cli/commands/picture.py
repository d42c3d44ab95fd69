"""`gamenight picture`: draw any moment of a match as one viewer saw it, in the same way as the page."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.cli.arguments import Commands, add_command, add_database, add_rules, natural
from gamenight.cli.commands.replay import viewer_in
from gamenight.cli.exits import OK, UNAVAILABLE, USAGE, CliError
from gamenight.cli.matches.moment import Moment, moment_of
from gamenight.cli.matches.sources import foreign, read_source
from gamenight.cli.terminal.words import tell_of

if TYPE_CHECKING:
    from gamenight.looks.renderer import Size

SMALLEST, LARGEST = 100, 8_000
"""Limits of a side in pixels: less shows nothing, more takes gigabytes of memory."""


def add(commands: Commands) -> None:
    parser = add_command(commands, "picture", run, "Draw any moment of a match, as one viewer saw it.")
    parser.add_argument("match", metavar="MATCH", help="a match's id, or a record file")
    parser.add_argument("--turn", type=natural, metavar="N", help="after N turns; 0 is the set-up (default: the last)")
    parser.add_argument("--stage", type=natural, metavar="K", help="the K-th stage of that turn (default: its end)")
    parser.add_argument(
        "--as", dest="viewer", metavar="PLAYER", default="spectator", help="a seat (p0), a name, or spectator"
    )
    parser.add_argument("--size", type=size, default=(900, 700), metavar="900x700", help="width and height in pixels")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="the colours (default: light)")
    parser.add_argument("--out", type=picture_file, metavar="FILE", help="a .svg or .png (default: SVG on stdout)")
    add_rules(parser)
    add_database(parser, "where the match is")


def size(text: str) -> Size:
    """`900x700` as (900, 700)."""
    sides = re.fullmatch(r"([0-9]{1,5})x([0-9]{1,5})", text)
    if sides is None:
        raise ArgumentTypeError(f"{text!r} is not a size such as 900x700")
    width, height = int(sides[1]), int(sides[2])
    if not all(SMALLEST <= side <= LARGEST for side in (width, height)):
        raise ArgumentTypeError(f"{text!r} is not from {SMALLEST} to {LARGEST} pixels on each side")
    return width, height


def picture_file(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in (".svg", ".png"):
        raise ArgumentTypeError(f"{text!r} does not end in .svg or .png")
    return path


def run(args: Namespace) -> int:
    source = read_source(args)
    moment = moment_of(source, viewer_in(source.match.players, args.viewer), args.turn, args.stage)
    path: Path | None = args.out
    if path is None:
        # As ASCII, for every encoding of the terminal: an SVG can have characters by number.
        print(svg_of(moment, args).encode("ascii", "xmlcharrefreplace").decode())
    elif path.suffix.lower() == ".svg":
        write(path, svg_of(moment, args).encode())
    else:
        write(path, png_of(moment, args))
    return OK


def svg_of(moment: Moment, args: Namespace) -> str:
    # Imported late: these modules are slow to load, and no other command needs them.
    from gamenight.looks import look_of
    from gamenight.looks.plates import plates_of
    from gamenight.looks.renderer import NotBuilt, picture
    from gamenight.looks.telling import told_look, told_scene
    from gamenight.server.presentation.scenes import plain_scene

    if moment.game is None:
        raise CliError(foreign(moment.match), USAGE)
    look = look_of(moment.game)
    try:
        tell = tell_of(moment.game)
        scene = told_scene(plain_scene(moment.game, moment.view), tell)
        return picture(scene, told_look(look, tell), args.size, args.theme, seats=plates_of(moment.view))
    except NotBuilt as error:
        raise CliError(str(error), UNAVAILABLE) from None


def png_of(moment: Moment, args: Namespace) -> bytes:
    from gamenight.looks.renderer import NotBuilt, as_png

    try:
        return as_png(svg_of(moment, args))
    except NotBuilt as error:
        raise CliError(str(error), UNAVAILABLE) from None


def write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CliError(f"cannot write {path}: {error.strerror}", USAGE) from None
