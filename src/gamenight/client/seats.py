"""Keep the list of seats current with the server's messages."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from gamenight.core.model import PlayerId
from gamenight.protocol.messages import (
    GameStarted,
    ModelFreed,
    ModelStuck,
    PlayerDisconnected,
    PlayerJoined,
    PlayerLeft,
    PlayerReady,
    PlayerReconnected,
    Seat,
    ServerMessage,
    StandIn,
)

Seats = tuple[Seat, ...]


def with_news(seats: Seats, message: ServerMessage) -> Seats:
    """The seats after this message; unchanged if it is not about seats."""
    match message:
        case GameStarted():
            return message.seats
        case PlayerJoined(seat=taken):
            return _changed(seats, taken.player_id, lambda _: taken)
        case PlayerLeft(player_id=player):
            return _changed(seats, player, lambda _: Seat(player))
        case PlayerReady(player_id=player, is_ready=is_ready):
            return _changed(seats, player, lambda seat: replace(seat, is_ready=is_ready))
        case PlayerDisconnected(player_id=player):
            return _changed(seats, player, lambda seat: replace(seat, is_away=True))
        case PlayerReconnected(player_id=player):
            return _changed(seats, player, lambda seat: replace(seat, is_away=False, stand_in=False))
        case StandIn(player_id=player):
            return _changed(seats, player, lambda seat: replace(seat, stand_in=True))
        case ModelStuck(player_id=player, outcome=outcome):
            return _changed(seats, player, lambda seat: replace(seat, stuck=outcome))
        case ModelFreed(player_id=player, stand_in=stand_in):
            return _changed(seats, player, lambda seat: replace(seat, stuck=None, stand_in=stand_in))
    return seats


def _changed(seats: Seats, player: PlayerId, change: Callable[[Seat], Seat]) -> Seats:
    return tuple(change(seat) if seat.player_id == player else seat for seat in seats)
