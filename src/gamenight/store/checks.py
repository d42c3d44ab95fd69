"""What must hold of rows that were read: nothing is missing, neither in the middle nor at the end.

The match's row is read before its turns and events. So these may be more than it counts, as the match goes on
meanwhile; if they are fewer, something was lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.model import MatchId, Player, Turn
from gamenight.store.errors import DamagedLog
from gamenight.store.log import StoredEvent


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
