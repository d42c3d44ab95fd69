"""Which uma, oka and rounding a game was settled by: a log has the results, not the rules for them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from gamenight.core.transcripts.foreign_logs import BadLog
from gamenight.games.riichi.deal.standings import final_of
from gamenight.games.riichi.options import TENHOU
from gamenight.games.riichi.state import Sheet


def with_results(options: dict[str, Any], final: tuple[int, ...], results: tuple[float, ...]) -> dict[str, Any]:
    """The options with the uma, oka and rounding that make these results of the final points."""
    for uma, oka in (("20-10", True), ("10-5", True), ("15-5", False)):
        for rounding in ("exact", "thousands"):
            chosen = {"uma": uma, "oka": oka, "rounding": rounding}
            ours = final_of(replace(TENHOU, **chosen), Sheet(final)).results
            if [round(result, 1) for result in ours] == [round(result, 1) for result in results]:
                return {**options, **chosen}
    raise BadLog(f"the results {results} follow from {final} by rules that are not ours")
