"""The seats as viewers see them."""

from __future__ import annotations

from gamenight.core.model import GameState, seat
from gamenight.protocol.messages import Seat
from gamenight.server.seats.models import is_replaced, model_shown, stuck_at, trouble_of
from gamenight.store.hall.table import Table


def seats_of(table: Table, state: GameState | None, *, with_presence: bool = True) -> tuple[Seat, ...]:
    """The seats. Viewers of a delayed table do not see who is connected or ready now (`with_presence` false)."""
    places = {place.seat_index: place for place in table.places}
    names = {} if state is None else {player.seat_index: player for player in state.players}
    seats = []
    for index in range(table.settings.seats):
        place, player = places.get(index), names.get(index)
        name = player.display_name if player else place.name if place else None
        is_played = is_replaced(table, seat(index)) or (place is not None and place.stand_in)
        stuck = None if state is None else stuck_at(state, table, seat(index))
        seats.append(
            Seat(
                seat(index),
                name,
                is_bot=player is not None and player.is_bot,
                is_ready=with_presence and place is not None and place.is_ready and state is None,
                is_away=with_presence and place is not None and place.away_since is not None,
                stand_in=with_presence and is_played,
                model=None if player is None else model_shown(player),
                stuck=trouble_of(stuck) if with_presence and stuck is not None else None,
                sponsor=None if place is None or place.sponsor is None else seat(place.sponsor),
            )
        )
    return tuple(seats)
