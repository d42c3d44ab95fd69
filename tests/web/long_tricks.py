"""Tricks whose stages last an hour, so that a test must skip them; and tricks without stages."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.core.model import Phase
from tests.minigames.tricks import Tricks, TrickTaking

HOUR_MS = 3_600_000


class LongTricks(TrickTaking):
    game_id = "mini-long-tricks"
    display_name = "Long tricks"

    def phase_of(self, game_data: Tricks) -> Phase:
        phase = super().phase_of(game_data)
        return replace(phase, shown_ms=HOUR_MS) if phase.shown_ms else phase


class QuickTricks(TrickTaking):
    game_id = "mini-quick-tricks"
    display_name = "Quick tricks"

    def phase_of(self, game_data: Tricks) -> Phase:
        return replace(super().phase_of(game_data), shown_ms=0)
