"""What a viewer may know of the campaign: all of it is public."""

from __future__ import annotations

from msgspec import Struct

from gamenight.games.blotto.campaign import Battle, Campaign


class CampaignView(Struct, frozen=True):
    round: int
    rounds: int
    fields: int
    units: int
    points: tuple[int, ...]
    battles: tuple[Battle, ...]
    out: tuple[int, ...]


def view_of(campaign: Campaign) -> CampaignView:
    return CampaignView(
        round=min(len(campaign.battles) + 1, campaign.rounds),
        rounds=campaign.rounds,
        fields=campaign.fields,
        units=campaign.units,
        points=campaign.points,
        battles=campaign.battles,
        out=campaign.out,
    )
