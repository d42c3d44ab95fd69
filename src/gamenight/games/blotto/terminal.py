"""The campaign in a terminal."""

from __future__ import annotations

from gamenight.core.model import PlayerView
from gamenight.games.blotto.view import CampaignView


def text(view: PlayerView) -> str:
    """The round, everybody's points, and the units of the last battle under the numbers of their fields."""
    campaign: CampaignView = view.game_data
    width = max(len(player.display_name) for player in view.players)
    lines = [f"round {campaign.round} of {campaign.rounds}, {campaign.units} units for {campaign.fields} fields", ""]
    if campaign.battles:
        fields = "".join(f"{field + 1:>4}" for field in range(campaign.fields))
        lines.append(f"{'':<{width}}               field{fields}")
    for player, points in zip(view.players, campaign.points, strict=True):
        sent = _last_units(campaign, player.seat_index)
        lines.append(f"{player.display_name:<{width}}  {points:>3} {_points(points):<6}        {sent}".rstrip())
    return "\n".join(lines)


def _last_units(campaign: CampaignView, seat: int) -> str:
    if seat in campaign.out:
        return "left"
    units = campaign.battles[-1].units[seat] if campaign.battles else None
    return "".join(f"{count:>4}" for count in units or ())


def _points(count: float) -> str:
    return "point" if count == 1 else "points"


def value(slot_name: str, value: int, view: PlayerView) -> str:
    """The fields count from 1, as in the picture."""
    return f"field {value + 1}"
