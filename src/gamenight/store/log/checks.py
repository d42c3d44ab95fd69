"""What must hold of rows that were read: nothing is missing, neither in the middle nor at the end.

The match's row is read before its turns and events. So these may be more than it counts, as the match goes on
meanwhile; if they are fewer, something was lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.model import MatchId, Player, Record, Turn
from gamenight.store.errors import DamagedLog
from gamenight.store.log.contract import Counted, StoredEvent


def check_turns(match_id: MatchId, turns: Sequence[Turn], since: int, least: int) -> None:
    """The turns from `since` on, without a hole, and at least up to number `least`."""
    for index, turn in enumerate(turns, since):
        if turn.index != index:
            raise DamagedLog(match_id, index, "the turn is missing")
    if since + len(turns) < least:
        raise DamagedLog(match_id, since + len(turns), "the turn is missing")


def check_events(match_id: MatchId, events: Sequence[StoredEvent], first: int, least: int) -> None:
    """The events from number `first` on, without a hole, and at least up to number `least`."""
    expected, turn_index = first, None
    for stored in events:
        turn_index = stored.turn_index
        if stored.sequence_number != expected:
            raise DamagedLog(match_id, turn_index, f"event {expected} is missing")
        expected += 1
    if expected < least:
        raise DamagedLog(match_id, turn_index, f"event {expected} is missing")


def check_players(match_id: MatchId, players: Sequence[Player]) -> tuple[Player, ...]:
    if not players or [player.seat_index for player in players] != list(range(len(players))):
        raise DamagedLog(match_id, None, "a seat is missing")
    return tuple(players)


def check_counts(match_id: MatchId, turns: Sequence[Turn], events: Sequence[StoredEvent], counted: Counted) -> None:
    """The match's row, read after them, counts all of these; more than they are is a match that went on meanwhile."""
    if counted.turns < len(turns):
        raise DamagedLog(match_id, max(counted.turns, 0), f"the match counts {counted.turns} turns without it")
    if counted.events < len(events):
        place = events[max(counted.events, 0)].turn_index
        raise DamagedLog(match_id, place, f"the match counts {counted.events} events, and here is one more")


def check_promise(record: Record) -> None:
    """Seed and salt are such as a commitment can be made of."""
    for name, text in (("seed", record.config.random_seed), ("salt", record.config.salt)):
        try:
            bytes.fromhex(text)
        except ValueError:
            raise DamagedLog(record.match_id, None, f"the {name} is not hexadecimal") from None


def check_seats(record: Record, told: Sequence[StoredEvent]) -> None:
    """The ids in the seats are those that the set-up told."""
    payloads = (stored.event.payload for stored in told if stored.event.event_type == "engine.match_started")
    ids = next(payloads, {}).get("players")
    if isinstance(ids, list) and len(ids) == len(record.players):
        for player, known in zip(record.players, ids, strict=True):
            if player.player_id != known:
                raise changed_seat(record, player)


def compare_seats(record: Record, players: Sequence[Player]) -> None:
    """The seats are those of a state that was stored."""
    if len(players) != len(record.players):
        raise DamagedLog(record.match_id, None, "there are not as many seats as there were players")
    for player, known in zip(record.players, players, strict=True):
        if player != known:
            raise changed_seat(record, player)


def changed_seat(record: Record, player: Player) -> DamagedLog:
    return DamagedLog(record.match_id, None, f"seat {player.seat_index} is not that of the player who sat down there")
