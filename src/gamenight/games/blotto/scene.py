"""The campaign as it looks: the fields with one's own units, and under them the last battle with everybody's points."""

from __future__ import annotations

from gamenight.core.model import Family, GameResult, PlayerView
from gamenight.core.scene import Box, Item, Message, Offer, Piece, Scene, Step, Table, Text, literal
from gamenight.games.blotto.campaign import Battle
from gamenight.games.blotto.view import CampaignView


def scene_of(view: PlayerView) -> Scene:
    return Scene((Item("map", Box("column")), *_fields(view), *_battle(view)), text=_news(view))


def offers_of(view: PlayerView) -> list[Offer]:
    """Each tap on a field sends one unit there."""
    return [_spread(view.game_data, family) for family in view.valid_actions if isinstance(family, Family)]


def _spread(campaign: CampaignView, family: Family) -> Offer:
    ids = {_id(field): field for field in range(campaign.fields)}
    units = campaign.units
    step = Step(tuple(ids), units, units, units, label=("send", units))
    return Offer(family, ("spread", units), (step,), (("fields", ids),), confirm=True)


def _id(field: int) -> str:
    return f"field/{field}"


def _fields(view: PlayerView) -> list[Item]:
    """The flag of whoever took a field last, and how many units the viewer sends there now."""
    campaign: CampaignView = view.game_data
    sent = () if view.committed is None else view.committed.payload.fields
    holders = campaign.battles[-1].winners if campaign.battles else (None,) * campaign.fields
    items = [Item("fields", Box("row", "wrap"), "map", 0, label="fields")]
    for field, holder in enumerate(holders):
        items += _field(field, holder, sent.count(field) if sent else None)
    return items


def _field(field: int, holder: int | None, units: int | None) -> list[Item]:
    box = f"fields/{field}"
    badge = None if units is None else str(units)
    shows = Piece("field" if holder is None else "field-taken", seat=holder, badge=badge)
    label: Message = ("field", field + 1) if units is None else ("field.units", field + 1, units)
    return [
        Item(box, Box("column"), "fields", field),
        Item(_id(field), shows, box, label=label),
        Item(f"{box}/name", Text(("field", field + 1)), box, order=1),
    ]


def _battle(view: PlayerView) -> list[Item]:
    """What everybody sent to the last battle, what it took there, and the points of all battles."""
    campaign: CampaignView = view.game_data
    fought = len(campaign.battles)
    numbers = tuple(str(field + 1) for field in range(campaign.fields)) if fought else ()
    head = ("head.player", *numbers, "head.points")
    rows = tuple((literal(player.display_name), *_row(campaign, player.seat_index)) for player in view.players)
    caption = [Item("caption", Text(("battle", fought, campaign.rounds)), "map", 1)] if fought else []
    return [*caption, Item("battle", Table(head, rows), "map", 2, label="points")]


def _row(campaign: CampaignView, seat: int) -> tuple[Message | int, ...]:
    points: Message | int = "gone" if seat in campaign.out else campaign.points[seat]
    return *(_sent(campaign.battles[-1], seat) if campaign.battles else ()), points


def _sent(battle: Battle, seat: int) -> tuple[Message | int, ...]:
    units = battle.units[seat]
    if units is None:
        return ("–",) * len(battle.winners)
    return tuple(("took", n) if winner == seat else n for n, winner in zip(units, battle.winners, strict=True))


def _news(view: PlayerView) -> Message:
    campaign: CampaignView = view.game_data
    if view.result is not None:
        return _ending(view, view.result)
    if view.committed is not None:
        return "waiting", campaign.round, campaign.rounds
    kind = "yours" if view.valid_actions else "theirs"
    return kind, campaign.round, campaign.rounds, campaign.units, campaign.fields


def _ending(view: PlayerView, result: GameResult) -> Message:
    """Who has the most points; nothing where somebody won for another reason, or nobody did."""
    if result.reason != "normal":
        return ""
    names = [player.display_name for player in view.players if player.player_id in result.winners]
    return ("won", names[0]) if len(names) == 1 else ("shared", ", ".join(names))
