"""`gamenight check GAME --against FILE...`: replay the games of another engine by these rules."""

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

ReadTranscript = Callable[[dict[str, Any]], Verdict]


def compare(game: GamePlugin, paths: Sequence[str]) -> int:
    """Replay every transcript, print the mismatches, and count."""
    replay = reader_of(game)
    transcripts = [transcript for path in paths for transcript in read_transcripts(path)]
    if not transcripts:
        raise CliError(f"there is no game in {', '.join(paths)}", USAGE)
    console, counts = out(), Counter[str]()
    with progress() as bar:
        for place, transcript in bar.track(transcripts, description="replaying"):
            counts[_judge(console, replay, place, transcript)] += 1
    return _count_up(console, counts)


def reader_of(game: GamePlugin) -> ReadTranscript:
    module = companion(game, "oracle")
    if module is None:
        raise CliError(f"{game.game_id} cannot read transcripts of other engines", USAGE)
    reader: ReadTranscript = module.replay
    return reader


def _judge(console: Console, replay: ReadTranscript, place: str, transcript: dict[str, Any]) -> str:
    """The status of the verdict; a mismatch, or a transcript that the reader fails on, is printed at once."""
    try:
        verdict = replay(transcript)
    except Exception as error:
        console.print(f"{place}: the reader failed: {error!r}", soft_wrap=True)
        return "mismatch"
    if verdict.status == "mismatch":
        console.print(f"{place}: {verdict.message}", soft_wrap=True)
    return verdict.status


def _count_up(console: Console, counts: Counter[str]) -> int:
    """Print the counts. The last line is for scripts; games that were not compared are in the line before."""
    compared, mismatches = counts["ok"] + counts["mismatch"], counts["mismatch"]
    if counts["not_offered"]:
        console.print(f"{counts['not_offered']} not offered")
    console.print(f"{compared} games, {mismatches} mismatches")
    if not compared:
        raise CliError("no game was compared: these rules do not offer what the transcripts need", USAGE)
    return FAILED if mismatches else OK
