"""Any moment of a match, as one viewer saw it.

While a match runs, only those turns count in which the viewer was shown something: the number of all turns would
reveal how many secret answers the others have given.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from gamenight.cli.exits import USAGE, CliError
from gamenight.cli.matches.sources import OVER, Source, foreign
from gamenight.core.engine import view
from gamenight.core.match import Match
from gamenight.core.model import Event, GameStatus, Phase, PlayerId, PlayerView, Record, Stage
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import opening, play_on

if TYPE_CHECKING:
    from gamenight.store import MatchSummary


class MatchHistory(Struct, frozen=True):
    """A match so far: its status, the number of turns, and every event with the number of its turn (0: the set-up)."""

    status: GameStatus
    turns: int
    events: tuple[tuple[int, Event], ...]

    @property
    def is_over(self) -> bool:
        return self.status in OVER


class Moment(Struct, frozen=True):
    """The view and the events of a viewer after `turn` turns; without a game, the events alone.

    `turns` is the number of all turns; None while the match runs. `stage` is the number of a stage shown during the
    turn, counted from 1; None is the end of the turn.
    """

    match: Record | MatchSummary
    game: GamePlugin | None
    turn: int
    turns: int | None
    view: PlayerView
    events: tuple[Event, ...]
    stage: int | None = None


def moment_of(source: Source, viewer: PlayerId | None, turn: int | None, stage: int | None = None) -> Moment:
    """The moment after the viewer's turn of this number, by default the last; or at a stage of that turn."""
    game = source.game
    history = history_of(source, game)
    moments = moments_of(history, viewer)
    turn = len(moments) - 1 if turn is None else turn
    if turn >= len(moments):
        counted = "has" if history.is_over else f"has so far shown {viewer or 'a spectator'}"
        raise CliError(f"match {source.match.match_id} {counted} {len(moments) - 1} turns, not {turn}", USAGE)
    upto, turns = moments[turn], len(moments) - 1 if history.is_over else None
    events = [event for number, event in history.events if number <= upto]
    if stage is None:
        seen_then = view_after(source, game, viewer, upto, history.status if upto == moments[-1] else GameStatus.ACTIVE)
    else:
        rules, shown = stage_of(source, game, upto, turn, stage)
        own = sum(number == upto for number, _ in history.events)
        seen_then, events = view(rules, shown.state, viewer), events[: len(events) - own + shown.events]
    return Moment(source.match, game, turn, turns, seen_then, tuple(seen(events, viewer)), stage)


def stage_of(source: Source, game: GamePlugin | None, upto: int, turn: int, stage: int) -> tuple[GamePlugin, Stage]:
    """The stage of this turn with this number, counted from 1, and the game."""
    if source.record is None or game is None:
        raise CliError(foreign(source.match), USAGE)
    stages = Match.from_record(source.record, upto, game=game).stages
    if not 1 <= stage <= len(stages):
        counted = f"shows {len(stages)} stages, counted from 1" if stages else "shows no stages"
        raise CliError(f"turn {turn} of match {source.match.match_id} {counted}: there is no stage {stage}", USAGE)
    return game, stages[stage - 1]


def history_of(source: Source, game: GamePlugin | None) -> MatchHistory:
    """The story from the log, or else from a replay of the record."""
    if source.log is not None:
        summary, stored = source.log.summary, source.log.events
        events = tuple((0 if one.turn_index is None else one.turn_index + 1, one.event) for one in stored)
        # If the match is over, its last event belongs to the last turn.
        return MatchHistory(summary.status, max((number for number, _ in events), default=0), events)
    if source.record is None or game is None:
        raise CliError(foreign(source.match), USAGE)
    first = opening(game, source.record)
    state, told = first.state, first.events
    numbered = [(0, event) for event in told]
    for step in play_on(game, state, source.record.turns):
        state = step.state
        numbered += [(step.turn.index + 1, event) for event in step.events]
    return MatchHistory(state.status, len(source.record.turns), tuple(numbered))


def moments_of(history: MatchHistory, viewer: PlayerId | None) -> Sequence[int]:
    """The number of turns of the match at each of the viewer's own turns; the first is the set-up."""
    if history.is_over:
        return range(history.turns + 1)
    return sorted({0, *(number for number, event in history.events if event.seen_by(viewer) is not None)})


def view_after(
    source: Source, game: GamePlugin | None, viewer: PlayerId | None, upto: int, status: GameStatus
) -> PlayerView:
    """The viewer's view by the rules; without the rules, a view with only the data of the match."""
    if source.record is not None and game is not None:
        return Match.from_record(source.record, upto, game=game).view(viewer)
    match = source.match
    return PlayerView(match.match_id, match.game_id, viewer, match.players, status, Phase("unknown"), 0, {}, None)


def seen(events: Sequence[Event], viewer: PlayerId | None) -> list[Event]:
    """The events that the viewer was shown; the number of an event is its place in this list, from 1."""
    shown = (event.seen_by(viewer) for event in events)
    return [event for event in shown if event is not None]
