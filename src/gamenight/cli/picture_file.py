"""`gamenight picture`: any moment of a match as one viewer saw it, drawn as the page draws it."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from gamenight.cli.arguments import Commands, add_command, add_database, natural
from gamenight.cli.exits import OK, UNAVAILABLE, USAGE, CliError
from gamenight.cli.moment import Moment, moment_of
from gamenight.cli.replay import viewer_in
from gamenight.cli.sources import foreign, read_source

if TYPE_CHECKING:
    from gamenight.looks.renderer import Size

SMALLEST, LARGEST = 100, 8_000
"""Pixels of a side: less shows nothing, more takes gigabytes."""


def add(commands: Commands) -> None:
    parser = add_command(commands, "picture", run, "Draw any moment of a match, as one viewer saw it.")
    parser.add_argument("match", metavar="MATCH", help="a match's id, or a record file")
    parser.add_argument("--turn", type=natural, metavar="N", help="after N turns; 0 is the set-up (default: the last)")
    parser.add_argument(
        "--as", dest="viewer", metavar="PLAYER", default="spectator", help="a seat (p0), a name, or spectator"
    )
    parser.add_argument("--size", type=size, default=(900, 700), metavar="900x700", help="width and height in pixels")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="the colours (default: light)")
    parser.add_argument("--out", type=picture_file, metavar="FILE", help="a .svg or .png (default: SVG on stdout)")
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
        raise ArgumentTypeError(f"{text!r} ends neither in .svg nor in .png")
    return path


def run(args: Namespace) -> int:
    source = read_source(args)
    moment = moment_of(source, viewer_in(source.match.players, args.viewer), args.turn)
    path: Path | None = args.out
    if path is None:
        # As ASCII, whatever the terminal's encoding: an SVG may name its letters by number.
        print(svg_of(moment, args).encode("ascii", "xmlcharrefreplace").decode())
    elif path.suffix.lower() == ".svg":
        write(path, svg_of(moment, args).encode())
    else:
        write(path, png_of(moment, args))
    return OK


def svg_of(moment: Moment, args: Namespace, *, strokes: bool = False) -> str:
    # Only here: the server's modules and the engine take their time to load, and no other command needs them.
    from gamenight.looks import look_of
    from gamenight.looks.renderer import NotBuilt, picture
    from gamenight.server.scenes import plain_scene

    if moment.game is None:
        raise CliError(foreign(moment.match), USAGE)
    look = look_of(moment.game)
    try:
        scene = plain_scene(moment.game, moment.view)
        return picture(scene, {"art": look.art, "texts": look.texts}, args.size, args.theme, strokes=strokes)
    except NotBuilt as error:
        raise CliError(str(error), UNAVAILABLE) from None


def png_of(moment: Moment, args: Namespace) -> bytes:
    """Where there are no fonts, the letters are drawn, so that nothing is missing."""
    from gamenight.looks.renderer import as_png, has_fonts

    return as_png(svg_of(moment, args, strokes=not has_fonts()))


def write(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise CliError(f"cannot write {path}: {error.strerror}", USAGE) from None
