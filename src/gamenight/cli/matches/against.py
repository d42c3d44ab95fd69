"""`gamenight check GAME --against FILE...`: games that another engine has played, played again by these rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console

from gamenight.cli.exits import FAILED, OK, USAGE, CliError
from gamenight.cli.matches.transcripts import read_transcripts
from gamenight.cli.terminal.screen import out, progress
from gamenight.core.plugin import GamePlugin
from gamenight.core.transcripts.oracle import Verdict
from gamenight.looks.folder import companion

Reader = Callable[[dict[str, Any]], Verdict]


def compare(game: GamePlugin, paths: Sequence[str]) -> int:
    """Replay every transcript, say what does not match, and count."""
    replay = reader_of(game)
    transcripts = [transcript for path in paths for transcript in read_transcripts(path)]
    if not transcripts:
        raise CliError(f"no game in {', '.join(paths)}", USAGE)
    console, counts = out(), Counter[str]()
    with progress() as bar:
        for place, transcript in bar.track(transcripts, description="replaying"):
            counts[_judge(console, replay, place, transcript)] += 1
    return _count_up(console, counts)


def reader_of(game: GamePlugin) -> Reader:
    module = companion(game, "oracle")
    if module is None:
        raise CliError(f"{game.game_id} has no reader of foreign transcripts", USAGE)
    reader: Reader = module.replay
    return reader


def _judge(console: Console, replay: Reader, place: str, transcript: dict[str, Any]) -> str:
    """The verdict's status; a mismatch is told at once, and so is a transcript that breaks the reader."""
    try:
        verdict = replay(transcript)
    except Exception as error:
        console.print(f"{place}: the reader failed: {error!r}", soft_wrap=True)
        return "mismatch"
    if verdict.status == "mismatch":
        console.print(f"{place}: {verdict.message}", soft_wrap=True)
    return verdict.status


def _count_up(console: Console, counts: Counter[str]) -> int:
    """The last line is for scripts; what the game does not offer was not compared and stands before it."""
    compared, mismatches = counts["ok"] + counts["mismatch"], counts["mismatch"]
    if counts["not_offered"]:
        console.print(f"{counts['not_offered']} not offered")
    console.print(f"{compared} games, {mismatches} mismatches")
    if not compared:
        raise CliError("no game was compared: the game does not offer what these transcripts ask for", USAGE)
    return FAILED if mismatches else OK
