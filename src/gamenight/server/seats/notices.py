"""The changes of a table as messages for its players."""

from __future__ import annotations

from collections.abc import Iterator

from gamenight.core.model import seat
from gamenight.protocol.messages import (
    ModelFreed,
    ModelStuck,
    PlayerDisconnected,
    PlayerJoined,
    PlayerLeft,
    PlayerReady,
    PlayerReconnected,
    RematchOffered,
    Seat,
    ServerMessage,
    StandIn,
)
from gamenight.server.seats.absences import AbsenceLimits, grace_ends
from gamenight.server.seats.models import seat_of, trouble_of
from gamenight.store.hall.table import Table, TakenSeat


def notices(old: Table, new: Table, absence_limits: AbsenceLimits) -> Iterator[ServerMessage]:
    """Messages for everything that changed between two versions of a table."""
    before = {place.seat_index: place for place in old.places}
    after = {place.seat_index: place for place in new.places}
    for index, gone in before.items():
        if index not in after or after[index].token_hash != gone.token_hash:
            yield PlayerLeft(seat(index), gone.name)
    for index, place in after.items():
        known = before.get(index)
        if known is None or known.token_hash != place.token_hash:
            is_away = place.away_since is not None
            sponsor = None if place.sponsor is None else seat(place.sponsor)
            yield PlayerJoined(Seat(seat(index), place.name, is_ready=place.is_ready, is_away=is_away, sponsor=sponsor))
        else:
            yield from _of_one(known, place, absence_limits)
    yield from _of_models(old, new)
    if new.rematch is not None and old.rematch is None:
        yield RematchOffered(new.rematch)


def _of_models(old: Table, new: Table) -> Iterator[ServerMessage]:
    for now in new.models:
        player = seat(now.seat_index)
        was = seat_of(old, player)
        if now.stuck is not None and now != was:
            yield ModelStuck(player, trouble_of(now))
        elif now.stuck is None and was is not None and was.stuck is not None:
            yield ModelFreed(player, now.stand_in)


def _of_one(old: TakenSeat, new: TakenSeat, absence_limits: AbsenceLimits) -> Iterator[ServerMessage]:
    player = seat(new.seat_index)
    if new.is_ready != old.is_ready:
        yield PlayerReady(player, new.is_ready)
    if new.away_since is not None and old.away_since is None:
        yield PlayerDisconnected(player, grace_ends(new, absence_limits))
    if new.stand_in and not old.stand_in:
        yield StandIn(player)
    if new.away_since is None and old.away_since is not None:
        yield PlayerReconnected(player)
