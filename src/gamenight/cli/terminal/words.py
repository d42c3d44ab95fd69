"""Views and events in words, for any game.

A game that draws better has a module `terminal` in its folder, with any of
`text(view, tell) -> str`, a picture of what the viewer sees, perhaps with colours as a terminal takes them, in which
`tell(words)` says words in the viewer's language,
`value(slot_name, value, view) -> Words`, what a value of a family's slot is called, and
`groups(view) -> [(words, actions)]`, many actions in groups, among which one chooses first; empty where one does not.
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
"""What a person at the terminal is called who has given no name."""

LEAVING = ("resignation", "timeout", "forfeit")
"""Reasons for which a match ends with those who left it."""


def action_words(game: GamePlugin, action: Action, view: PlayerView) -> str:
    """The action as the game describes it."""
    return told(game, words.action_words(game, action, view))


def told(game: GamePlugin | None, words: Words) -> str:
    """The words by the game's catalogue, or by the house's alone."""
    return tell_of(game)(words)


def tell_of(game: GamePlugin | None) -> Tell:
    """How words are said at this game's tables, in the player's language."""
    return _texts(game).tell


def game_name(game: GamePlugin) -> str:
    return _texts(game).tell_or("game-name", game.display_name)


def game_description(game: GamePlugin) -> str:
    return _texts(game).tell_or("game-description", game.description)


def level_name(name: str) -> str:
    """A level of bots in words; the name of a strategy as it is."""
    return _texts(None).tell_or(f"level-{name}", name)


def _texts(game: GamePlugin | None) -> Texts:
    from gamenight.looks.texts import texts_of  # only here: many commands say nothing, and it takes its time to load

    return texts_of(game, language_of(game))


def grouped(game: GamePlugin, view: PlayerView) -> Sequence[tuple[Words, Sequence[Action]]]:
    """The actions in the groups that the game makes of them, if it does."""
    group = getattr(companion(game, "terminal"), "groups", None)
    return group(view) if group else ()


def value_names(game: GamePlugin, slot: Slot, view: PlayerView) -> list[str]:
    """What each value of the slot is called: by the game, or as it is written."""
    name = getattr(companion(game, "terminal"), "value", None)
    return [told(game, name(slot.name, value, view)) if name else _written(value) for value in slot.of]


def _written(value: Any) -> str:
    data = msgspec.to_builtins(value)
    if isinstance(data, dict):
        return " ".join(map(str, data.values()))
    return " ".join(map(str, data)) if isinstance(data, list | tuple) else str(data)


def event_row(game: GamePlugin | None, event: Event, view: PlayerView) -> tuple[Text, Text] | None:
    """Who and what, as the viewer saw it; None for what goes without saying. Without a game it is told plainly."""
    words = told(game, event_words(game, event, view) if game else event_message(event, view))
    if not words:
        return None
    subject = "" if event.player_id is None else name_of(view, event.player_id)
    return Text(subject, "bold"), Text(words)


def event_table(view: PlayerView) -> Table:
    """A place for event rows, under which the next one lines up."""
    table = Table.grid(padding=(0, 2))
    table.add_column(width=max(len(player.display_name) for player in view.players), no_wrap=True)
    table.add_column(overflow="fold")
    return table


def standings(view: PlayerView) -> Table:
    """The ranking with the scores, or the scores alone where nobody was ranked; a team's members stand together."""
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
    """How it ended, and whose leaving decided it; as the page has it."""
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
    """What those did whose leaving ended the match; None where the game came to its end."""
    if result.reason == "normal":
        return None
    left = _names(view, result.details.get("left", ()))
    if left and result.reason in LEAVING:
        return say(f"table-result-left-{result.reason}", name=left)
    return say(f"reason-{result.reason}")


def _names(view: PlayerView, players: Sequence[PlayerId]) -> list[str]:
    return [name_of(view, player) for player in players]
