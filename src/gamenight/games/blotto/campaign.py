"""The campaign: the battles fought so far and the points won; and what a battle does to them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace


class Battle(Struct, frozen=True):
    """A round that has been fought: for each seat its units on each field (None if it had left), and who took which."""

    units: tuple[tuple[int, ...] | None, ...]
    winners: tuple[int | None, ...]


class Campaign(Struct, frozen=True):
    """The state, of which nothing is hidden: what the others are preparing is not in it."""

    fields: int
    units: int
    rounds: int
    window_ms: int
    points: tuple[int, ...]
    battles: tuple[Battle, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def round(self) -> int:
        """The round that is being played; at the end the last one."""
        return min(len(self.battles) + 1, self.rounds)


def is_over(campaign: Campaign) -> bool:
    return len(campaign.battles) == campaign.rounds


def colonels(campaign: Campaign) -> tuple[int, ...]:
    """The seats that are still playing."""
    return tuple(seat for seat in range(len(campaign.points)) if seat not in campaign.out)


def even_split(campaign: Campaign) -> tuple[int, ...]:
    """The field of each unit if all fields get equally many, and the first ones what is left over."""
    return tuple(sorted(unit % campaign.fields for unit in range(campaign.units)))


def fight(campaign: Campaign, sent: Sequence[tuple[int, ...] | None]) -> Campaign:
    """The campaign after a battle to which each seat sent its units, each to the field named."""
    units = tuple(None if own is None else _on_each_field(campaign, own) for own in sent)
    winners = tuple(
        _strongest([None if own is None else own[field] for own in units]) for field in range(campaign.fields)
    )
    return replace(
        campaign,
        points=tuple(points + winners.count(seat) for seat, points in enumerate(campaign.points)),
        battles=(*campaign.battles, Battle(units, winners)),
    )


def _on_each_field(campaign: Campaign, sent: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sent.count(field) for field in range(campaign.fields))


def _strongest(units: Sequence[int | None]) -> int | None:
    """The seat with the most units on a field; None if that is tied."""
    there = [count for count in units if count is not None]
    most = max(there)
    return units.index(most) if there.count(most) == 1 else None


def leave(campaign: Campaign, leaver: int) -> Campaign:
    """The campaign without this player, whose points are gone."""
    points = tuple(0 if seat == leaver else points for seat, points in enumerate(campaign.points))
    return replace(campaign, points=points, out=(*campaign.out, leaver))
