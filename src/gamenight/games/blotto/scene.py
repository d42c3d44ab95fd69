"""The campaign as it looks: the fields with one's own units, and under them the last battle with everybody's points."""

from __future__ import annotations

from gamenight.core.model import Action, Family, GameResult, PlayerView
from gamenight.core.showing.scene import Box, Item, Offer, PickStep, Piece, Scene, Text, TextTable
from gamenight.core.text import Message, Words, say
from gamenight.games.blotto.campaign import Battle, Campaign


def scene_of(view: PlayerView) -> Scene:
    return Scene((Item("map", Box("column")), *_fields(view), *_battle(view)), text=_news(view))


def offers_of(view: PlayerView) -> list[Offer]:
    """Each tap on a field sends one unit there."""
    return [_spread(view.game_data, family) for family in view.valid_actions if isinstance(family, Family)]


def describe_field(slot_name: str, value: int, view: PlayerView) -> Message:
    """The fields count from 1, as in the picture."""
    return say("field", field=value)


def describe(allocation: Action, view: PlayerView) -> Message:
    """How many units go to which fields."""
    fields = allocation.payload.fields
    parts = [say("part", units=fields.count(field), field=field) for field in dict.fromkeys(fields)]
    return say("action-allocate", parts=parts)


def _spread(campaign: Campaign, family: Family) -> Offer:
    ids = {_id(field): field for field in range(campaign.fields)}
    units = campaign.units
    step = PickStep(tuple(ids), units, units, units, label=say("send", units=units))
    return Offer(family, say("form-allocate", units=units), (step,), (("fields", ids),), confirm=True)


def _id(field: int) -> str:
    return f"field/{field}"


def _fields(view: PlayerView) -> list[Item]:
    """The flag of whoever took a field last, and how many units the viewer sends there now."""
    campaign: Campaign = view.game_data
    sent = () if view.committed is None else view.committed.payload.fields
    holders = campaign.battles[-1].winners if campaign.battles else (None,) * campaign.fields
    items = [Item("fields", Box("row", "wrap"), "map", 0, label=say("fields"))]
    for field, holder in enumerate(holders):
        items += _field(field, holder, sent.count(field) if sent else None)
    return items


def _field(field: int, holder: int | None, units: int | None) -> list[Item]:
    box = f"fields/{field}"
    badge = None if units is None else str(units)
    shows = Piece("field" if holder is None else "field-taken", seat=holder, badge=badge)
    label = say("field", field=field) if units is None else say("field-units", field=field, units=units)
    return [
        Item(box, Box("column"), "fields", field),
        Item(_id(field), shows, box, label=label),
        Item(f"{box}/name", Text(say("field", field=field)), box, order=1),
    ]


def _battle(view: PlayerView) -> list[Item]:
    """What everybody sent to the last battle, what it took there, and the points of all battles."""
    campaign: Campaign = view.game_data
    fought = len(campaign.battles)
    numbers = tuple(str(field + 1) for field in range(campaign.fields)) if fought else ()
    head: tuple[Words, ...] = (say("head-player"), *numbers, say("head-points"))
    rows = tuple((player.display_name, *_row(campaign, player.seat_index)) for player in view.players)
    caption = [Item("caption", Text(say("battle", fought=fought, rounds=campaign.rounds)), "map", 1)] if fought else []
    return [*caption, Item("battle", TextTable(head, rows), "map", 2, label=say("points"))]


def _row(campaign: Campaign, seat: int) -> tuple[Words | int, ...]:
    points: Words | int = say("gone") if seat in campaign.out else campaign.points[seat]
    return *(_sent(campaign.battles[-1], seat) if campaign.battles else ()), points


def _sent(battle: Battle, seat: int) -> tuple[Words | int, ...]:
    units = battle.units[seat]
    if units is None:
        return ("–",) * len(battle.winners)
    return tuple(say("took", units=n) if winner == seat else n for n, winner in zip(units, battle.winners, strict=True))


def _news(view: PlayerView) -> Words:
    campaign: Campaign = view.game_data
    if view.result is not None:
        return _ending(view, view.result)
    if view.committed is not None:
        return say("waiting", round=campaign.round, rounds=campaign.rounds)
    kind = "yours" if view.valid_actions else "theirs"
    return say(kind, round=campaign.round, rounds=campaign.rounds, units=campaign.units, fields=campaign.fields)


def _ending(view: PlayerView, result: GameResult) -> Words:
    """Who has the most points; nothing where somebody won for another reason, or nobody did."""
    if result.reason != "normal":
        return ""
    names = [player.display_name for player in view.players if player.player_id in result.winners]
    return say("won", name=names[0]) if len(names) == 1 else say("shared", names=names)
