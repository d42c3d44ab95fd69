"""Take a seat at a table, or at its rematch."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.model import MatchId, PlayerId, seat
from gamenight.core.text import Message, say
from gamenight.server.match.beginning import people_wanted
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.new_table import new_match_id
from gamenight.server.node.options import read_options, unfixed
from gamenight.server.request_parsing import BadRequest
from gamenight.server.seats.model_strategies import is_model
from gamenight.server.seats.tokens import derived_token, hashed, new_token, seat_of
from gamenight.server.services import Services
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import DuplicateMatch, StoreUnavailable, UnknownMatch
from gamenight.store.hall.codec import name_key
from gamenight.store.hall.table import Table, TableRefused, TakenSeat


class Joined(Struct, frozen=True):
    """A seat that was taken. Its token is sent only here."""

    match_id: MatchId
    player_id: PlayerId
    seat_token: str


class Seating(Services, Protocol):
    """The members of a node that are used when a player takes a seat."""

    async def live(self, match_id: MatchId, /) -> LiveMatch: ...

    async def seat_of(self, match_id: MatchId, token: str, /) -> PlayerId: ...

    async def open_table(self, table: Table, address: str = "", /) -> None: ...

    def table_changed(self, match_id: MatchId, /) -> None: ...


async def join(
    node: Seating, match_id: MatchId, name: str | None, seat_index: int | None, sponsor: PlayerId | None = None
) -> Joined:
    """Take a seat; the match begins if it was the last one. UnknownMatch, BadRequest, TableRefused."""
    joined = await take_seat(node, match_id, name, seat_index, sponsor=sponsor)
    await _tell_of_seat(node, match_id)
    return joined


async def _tell_of_seat(node: Seating, match_id: MatchId) -> None:
    # The seat is taken, so its token must be sent. Other nodes notice the change when they poll.
    with suppress(StoreUnavailable):
        await (await node.live(match_id)).table_written()
    node.table_changed(match_id)


async def take_seat(
    node: Seating,
    match_id: MatchId,
    name: str | None,
    seat_index: int | None,
    token: str | None = None,
    sponsor: PlayerId | None = None,
) -> Joined:
    """Take a seat without notifying the others yet. The token is new, unless one is given."""
    live = await node.live(match_id)
    _check_wish(live.table, seat_index)
    kept = frozenset[str]() if token else await _kept_names(node, live.table)
    if name and name_key(name) in kept:
        raise TableRefused("name_taken", Message("refused-name_taken"))
    token = token or new_token()
    place = _new_taken_seat(token, sponsor)
    # Another player may take the generated name first, but also takes a seat: so at most once per seat.
    for _ in range(0 if name else live.table.settings.seats):
        try:
            return await _sit_down(node, live, replace(place, name=_free_name(live.table, kept)), seat_index, token)
        except TableRefused as refusal:
            if refusal.code != "name_taken":
                raise
        await live.refresh()
    return await _sit_down(node, live, replace(place, name=name or _free_name(live.table, kept)), seat_index, token)


async def _kept_names(node: Seating, table: Table) -> frozenset[str]:
    """The names reserved for the players of the match before: a sponsor, who sees a hand, is found by name."""
    places: tuple[TakenSeat, ...] = ()
    if table.rematch_of is not None:
        with suppress(UnknownMatch):  # it may be deleted by now
            places = (await node.hall.table(table.rematch_of)).places
    return frozenset(name_key(place.name) for place in places)


async def _sit_down(node: Seating, live: LiveMatch, place: TakenSeat, seat_index: int | None, token: str) -> Joined:
    taken = await node.hall.take(live.match_id, place, seat_index, people_wanted(live.table))
    return Joined(live.match_id, seat(taken.seat_index), token)


async def rematch(node: Seating, match_id: MatchId, token: str, charge: Callable[[], None] = lambda: None) -> Joined:
    """A seat at a new table for the same people. The first request opens it; the same token gets the same seat.

    `charge` is called before a table is opened, and may raise if the limit is reached.
    """
    viewer = await node.seat_of(match_id, token)
    old = await node.live(match_id)
    await old.refresh()
    if old.table.rematch is None:
        charge()
        await _open_rematch(node, old)
    assert old.table.rematch is not None
    new = await node.live(old.table.rematch)
    await new.refresh()
    own = derived_token(token, new.match_id)
    if (known := seat_of(new.table, own)) is not None:
        return Joined(new.match_id, known, own)
    left = next(place for place in old.table.places if seat(place.seat_index) == viewer)
    joined = await take_seat(node, new.match_id, left.name, None, own, _sponsor_again(left, old.table, new.table))
    await _tell_of_seat(node, new.match_id)
    return joined


async def _open_rematch(node: Seating, live: LiveMatch) -> None:
    """Open the same table again, with random chance and seats, so that not the same player always begins."""
    old, plugin = live.table, live.plugin
    if plugin is None:
        raise BadRequest(None, say("refused-game_gone", game=old.game_id))
    if any(map(is_model, old.settings.bots)) and not node.settings.llm:
        raise BadRequest(None, say("bad-models_off"))
    # The rules may have changed since, so the options are checked again.
    options = read_options(plugin, unfixed(plugin, old.settings.options), old.settings.seats)
    again = Table(
        match_id=new_match_id(),
        game_id=old.game_id,
        rules_version=plugin.rules_version,
        settings=replace(old.settings, seating="random", options=options),
        created_at=now_ms(),
        rematch_of=old.match_id,
    )
    # Another player may have opened the rematch first.
    with suppress(DuplicateMatch):
        await node.open_table(again, node.opener_of(old.match_id))
    await live.table_written()


def _sponsor_again(place: TakenSeat, old: Table, new: Table) -> PlayerId | None:
    """The seat of the sponsor at the new table, found by name. BadRequest if the sponsor has no seat there yet."""
    names = {own.name for own in old.places if own.seat_index == place.sponsor}
    found = next((seat(own.seat_index) for own in new.places if own.name in names), None)
    if names and found is None:
        raise BadRequest(None, say("refused-sponsor_first"))
    return found


def _check_wish(table: Table, seat_index: int | None) -> None:
    """BadRequest if this seat cannot be chosen."""
    if seat_index is None:
        return
    if table.settings.seating == "random":
        raise BadRequest("seat", say("refused-seat_by_lot"))
    if seat_index >= table.settings.seats:
        raise BadRequest("seat", say("refused-no_seat", last=table.settings.seats - 1))


def _new_taken_seat(token: str, sponsor: PlayerId | None) -> TakenSeat:
    """A place without a name yet, whose player is away until a socket connects."""
    now, sponsored_by = now_ms(), None if sponsor is None else int(sponsor[1:])
    return TakenSeat(
        seat_index=0, name="", token_hash=hashed(token), joined_at=now, away_since=now, sponsor=sponsored_by
    )


def _free_name(table: Table, kept: frozenset[str]) -> str:
    """The first name like `Player 2` that is neither taken nor reserved."""
    taken = kept | {name_key(place.name) for place in table.places}
    names = (f"Player {number}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name_key(name) not in taken)
