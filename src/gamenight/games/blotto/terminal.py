"""The campaign in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gamenight.core.model import Event, PlayerView
from gamenight.games.blotto.rules import CampaignView


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


def happened(event: Event, view: PlayerView) -> str | None:
    told = _TOLD.get(event.event_type)
    return told(event.payload, view) if told else None


def _units_revealed(payload: dict[str, Any], view: PlayerView) -> str:
    names = {player.player_id: player.display_name for player in view.players}
    return "\n".join(f"{names[seat]} sent {' '.join(map(str, units))}" for seat, units in payload["units"].items())


def value(slot_name: str, value: int, view: PlayerView) -> str:
    """The fields count from 1, as in the picture."""
    return f"field {value + 1}"


_TOLD: dict[str, Callable[[dict[str, Any], PlayerView], str]] = {
    "engine.revealed": lambda payload, view: "",
    "game.round_started": lambda payload, view: f"round {payload['round']} of {payload['rounds']}",
    "game.units_revealed": _units_revealed,
    "game.field_won": lambda payload, view: f"took field {payload['field'] + 1}",
    "game.field_tied": lambda payload, view: f"field {payload['field'] + 1} is tied",
    "game.win": lambda payload, view: "has the most points",
    "game.draw": lambda payload, view: "nobody has the most points alone",
}
