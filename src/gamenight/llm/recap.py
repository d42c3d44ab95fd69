"""The recap for a language model: one line per event, or per group of events that belong together."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core.model import Event, PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.recap import RecapLine
from gamenight.core.showing.words import UNSAID, event_words, name_of
from gamenight.core.text import Message, Tell
from gamenight.llm.naming import one_line

MOST_LINES = 80

LEFT_OUT = UNSAID | {"engine.paused", "engine.resumed", "engine.abandoned", "engine.error"}
"""Events that are not moves of the game; some contain texts of other people."""


def recap_lines(game: GamePlugin, history: Sequence[Event], view: PlayerView, tell: Tell) -> list[str]:
    """At most 80 lines, oldest first; if there are more, the first line says how many are left out."""
    events = tuple(event for event in history if event.event_type not in LEFT_OUT)
    texts = [_line(game, line, view, tell) for line in game.recap(events, view)]
    lines = [text for text in texts if text]
    if len(lines) <= MOST_LINES:
        return lines
    gone = len(lines) - MOST_LINES + 1
    return [f"({gone} earlier lines are left out.)", *lines[gone:]]


def _line(game: GamePlugin, line: RecapLine, view: PlayerView, tell: Tell) -> str:
    if isinstance(line, str | Message):
        return one_line(tell(line))
    return "; ".join(filter(None, (_event(game, event, view, tell) for event in line)))


def _event(game: GamePlugin, event: Event, view: PlayerView, tell: Tell) -> str:
    text = one_line(tell(event_words(game, event, view)))
    if not text or event.player_id is None:
        return text
    return f"{name_of(view, event.player_id)} {text}"
