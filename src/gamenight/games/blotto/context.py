"""The campaign in facts and as a recap, for language models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.core.model import Event, PlayerView, seat
from gamenight.core.showing.recap import RecapLine, parted
from gamenight.games.blotto.campaign import Campaign, colonels


def facts(view: PlayerView) -> dict[str, Any]:
    campaign: Campaign = view.game_data
    return {
        "units_to_spread": campaign.units,
        "fields": campaign.fields,
        "rounds_after_this_one": campaign.rounds - campaign.round,
        "players_still_in": [seat(number) for number in colonels(campaign)],
    }


def recap(history: Sequence[Event], view: PlayerView) -> Sequence[RecapLine]:
    """A round on a line."""
    return parted(history, begins=("game.round_started",))
