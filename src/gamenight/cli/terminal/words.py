"""Views and events in words, for any game.

For a better display, a game may have a module `terminal` in its folder, with any of
`text(view, tell) -> str`, a drawing of what the viewer sees, optionally with terminal colours, in which `tell(words)`
renders words in the viewer's language,
`value(slot_name, value, view) -> Words`, the name of a value of a family's slot, and
`groups(view) -> [(words, actions)]`, actions in groups, of which the player chooses one first; empty for no groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec
from rich.table import Table
from rich.text import Text

from gamenight.cli.terminal.language import language_of
from gamenight.core.model import Action, Event, GameResult, GameStatus, PlayerId, PlayerView, Slot
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing import words
from gamenight.core.showing.words import event_message, event_words, name_of
from gamenight.core.text import Message, Tell, Words, say
from gamenight.looks.folder import companion

if TYPE_CHECKING:
    from gamenight.looks.texts import Texts

YOU = say("terminal-you")
"""The default name of the person at the terminal."""

LEAVING = ("resignation", "timeout", "forfeit")
"""Reasons of a match that ended because players left."""


def action_words(game: GamePlugin, action: Action, view: PlayerView) -> str:
    """The action as the game describes it."""
    return told(game, words.action_words(game, action, view))


def told(game: GamePlugin | None, words: Words) -> str:
    """The words rendered with the game's catalogue, or with the built-in one alone."""
    return tell_of(game)(words)


def tell_of(game: GamePlugin | None) -> Tell:
    """The function that renders words for this game, in the player's language."""
    return _texts(game).tell


def game_name(game: GamePlugin) -> str:
    return _texts(game).tell_or("game-name", game.display_name)


def game_description(game: GamePlugin) -> str:
    return _texts(game).tell_or("game-description", game.description)


def level_name(name: str) -> str:
    """A level of bots in words; the name of a strategy as it is."""
    return _texts(None).tell_or(f"level-{name}", name)


def _texts(game: GamePlugin | None) -> Texts:
    from gamenight.looks.texts import texts_of  # imported late: it is slow to load, and many commands do not need it

    return texts_of(game, language_of(game))


def grouped(game: GamePlugin, view: PlayerView) -> Sequence[tuple[Words, Sequence[Action]]]:
    """The actions in the game's groups; empty if it has none."""
    group = getattr(companion(game, "terminal"), "groups", None)
    return group(view) if group else ()


def value_names(game: GamePlugin, slot: Slot, view: PlayerView) -> list[str]:
    """The name of each value of the slot, from the game, or else the value itself as text."""
    name = getattr(companion(game, "terminal"), "value", None)
    return [told(game, name(slot.name, value, view)) if name else _written(value) for value in slot.of]


def _written(value: Any) -> str:
    data = msgspec.to_builtins(value)
    if isinstance(data, dict):
        return " ".join(map(str, data.values()))
    return " ".join(map(str, data)) if isinstance(data, list | tuple) else str(data)


def event_row(game: GamePlugin | None, event: Event, view: PlayerView) -> tuple[Text, Text] | None:
    """The player and the text of an event, as the viewer saw it, in plain words without a game; None for no text."""
    words = told(game, event_words(game, event, view) if game else event_message(event, view))
    if not words:
        return None
    subject = "" if event.player_id is None else name_of(view, event.player_id)
    return Text(subject, "bold"), Text(words)


def event_table(view: PlayerView) -> Table:
    """A table for event rows with a fixed width, so that several tables line up."""
    table = Table.grid(padding=(0, 2))
    table.add_column(width=max(len(player.display_name) for player in view.players), no_wrap=True)
    table.add_column(overflow="fold")
    return table


def standings(view: PlayerView) -> Table:
    """The ranking with the scores, or the scores alone without a ranking; members of a team are next to each other."""
    table = Table.grid(padding=(0, 2))
    places = view.result.ranking if view.result else ()
    rank = 1
    for place in places or (tuple((player,) for player in view.scores),):
        for player in chain.from_iterable(place):
            number = f"{rank}." if places else ""
            table.add_row(Text(number, "dim"), Text(name_of(view, player), "bold"), Text(f"{view.scores[player]:g}"))
        rank += len(place)
    return table


def verdict(view: PlayerView, tell: Tell) -> str:
    """The outcome of the match and the reason, with the same words as in the browser."""
    result = view.result
    if view.status is GameStatus.ERROR:
        return tell(say("table-result-error"))
    if result is None or not result.ranking:
        return tell(say("table-result-abandoned" if view.status is GameStatus.ABANDONED else "table-result-none"))
    outcome, why = _winning(view, result, tell), _why(view, result)
    return tell(outcome if why is None else say("table-result-because", outcome=outcome, reason=why))


def _winning(view: PlayerView, result: GameResult, tell: Tell) -> Message:
    if result.is_draw and len(result.ranking) == 1:
        return say("table-result-draw")
    sides = [_names(view, side) for side in result.ranking[0]]
    if result.is_draw:
        return say("table-result-share", names=sides)
    if len(sides[0]) > 1:
        return say("table-result-win-team", names=sides[0])
    if sides[0] == [tell(YOU)]:
        return say("table-result-win-you")
    return say("table-result-win", name=sides[0][0])


def _why(view: PlayerView, result: GameResult) -> Message | None:
    """The reason of a match that did not end by its rules, with the players who left; None for a normal end."""
    if result.reason == "normal":
        return None
    left = _names(view, result.details.get("left", ()))
    if left and result.reason in LEAVING:
        return say(f"table-result-left-{result.reason}", name=left)
    return say(f"reason-{result.reason}")


def _names(view: PlayerView, players: Sequence[PlayerId]) -> list[str]:
    return [name_of(view, player) for player in players]
