"""Check rows that were read: nothing may be missing, neither in the middle nor at the end.

The row of the match is read before its turns and events. So there may be more of these than it counts, if the match
continues meanwhile; if there are fewer, rows were lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.model import MatchId, Player, Record, Turn
from gamenight.store.errors import DamagedLog
from gamenight.store.log.contract import Counted, StoredEvent


def check_turns(match_id: MatchId, turns: Sequence[Turn], since: int, least: int) -> None:
    """Check that the turns begin at index `since`, have no gap, and that the log has at least `least` turns."""
    for index, turn in enumerate(turns, since):
        if turn.index != index:
            raise DamagedLog(match_id, index, "the turn is missing")
    if since + len(turns) < least:
        raise DamagedLog(match_id, since + len(turns), "the turn is missing")


def check_events(match_id: MatchId, events: Sequence[StoredEvent], first: int, least: int) -> None:
    """Check that the events begin at number `first`, have no gap, and that the log has at least `least` events."""
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
    """Check that the match's row, read after the turns and events, counts at least these; it may count newer ones."""
    if counted.turns < len(turns):
        raise DamagedLog(match_id, max(counted.turns, 0), f"the match counts {counted.turns} turns without it")
    if counted.events < len(events):
        place = events[max(counted.events, 0)].turn_index
        raise DamagedLog(match_id, place, f"the match counts {counted.events} events, but here is one more")


def check_promise(record: Record) -> None:
    """Check that seed and salt are hexadecimal, so that their commitment can be computed."""
    for name, text in (("seed", record.config.random_seed), ("salt", record.config.salt)):
        try:
            bytes.fromhex(text)
        except ValueError:
            raise DamagedLog(record.match_id, None, f"the {name} is not hexadecimal") from None


def check_seats(record: Record, told: Sequence[StoredEvent]) -> None:
    """Check that the seats have the player ids that the set-up's event names."""
    payloads = (stored.event.payload for stored in told if stored.event.event_type == "engine.match_started")
    ids = next(payloads, {}).get("players")
    if isinstance(ids, list) and len(ids) == len(record.players):
        for player, known in zip(record.players, ids, strict=True):
            if player.player_id != known:
                raise changed_seat(record, player)


def compare_seats(record: Record, players: Sequence[Player]) -> None:
    """Check that the seats are those of a stored state."""
    if len(players) != len(record.players):
        raise DamagedLog(record.match_id, None, "there are not as many seats as there were players")
    for player, known in zip(record.players, players, strict=True):
        if player != known:
            raise changed_seat(record, player)


def changed_seat(record: Record, player: Player) -> DamagedLog:
    return DamagedLog(record.match_id, None, f"seat {player.seat_index} does not have its original player")
