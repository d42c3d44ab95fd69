"""The campaign in a terminal."""

from __future__ import annotations

from gamenight.core.model import PlayerView
from gamenight.core.text import Message, Tell, say
from gamenight.games.blotto.campaign import Campaign
from gamenight.games.blotto.scene import describe_field


def text(view: PlayerView, tell: Tell) -> str:
    """The round, everybody's points, and the units of the last battle under the numbers of their fields."""
    campaign: Campaign = view.game_data
    width = max(len(player.display_name) for player in view.players)
    lines = [tell(_round(campaign)), ""]
    if campaign.battles:
        fields = "".join(f"{field + 1:>4}" for field in range(campaign.fields))
        lines.append(f"{'':<{width}}  {tell(say('head-fields')):>18}{fields}")
    for player, points in zip(view.players, campaign.points, strict=True):
        sent = _last_units(campaign, player.seat_index, tell)
        lines.append(f"{player.display_name:<{width}}  {tell(say('score', points=points)):>10}        {sent}".rstrip())
    return "\n".join(lines)


def _round(campaign: Campaign) -> Message:
    return say("round", round=campaign.round, rounds=campaign.rounds, units=campaign.units, fields=campaign.fields)


def _last_units(campaign: Campaign, seat: int, tell: Tell) -> str:
    if seat in campaign.out:
        return tell(say("gone"))
    units = campaign.battles[-1].units[seat] if campaign.battles else None
    return "".join(f"{count:>4}" for count in units or ())


value = describe_field
