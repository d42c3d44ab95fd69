"""Names in a prompt: players are always Player 1, Player 2 and so on, whatever their own names are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from gamenight.core.match import seated
from gamenight.core.model import PlayerId, PlayerView, seat
from gamenight.core.text import NOTHING, Message, Tell, number_text, spaced, truth

_SEAT = re.compile(r"\bp(\d+)\b")
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def nameless(view: PlayerView) -> PlayerView:
    """The view with neutral names, because a player's name is untrusted text."""
    return replace(view, players=seated(len(view.players)))


def name_list(view: PlayerView) -> dict[PlayerId, str]:
    """The name of each player id in the prompt."""
    return {seat(index): f"Player {index + 1}" for index in range(len(view.players))}


def without_colours(text: str) -> str:
    return "\n".join(line.rstrip() for line in _COLOUR.sub("", text).splitlines())


def one_line(text: str) -> str:
    return " ".join(text.split())


def _is_nested(value: Any) -> bool:
    return isinstance(value, Mapping | list | tuple)


class Naming:
    """Plain data as text, with the table's names for player ids."""

    def __init__(self, view: PlayerView, tell: Tell) -> None:
        self._names = {str(seat): name for seat, name in name_list(view).items()}
        self._tell = tell

    def text(self, text: str) -> str:
        """A text with its player ids replaced by names."""
        return _SEAT.sub(lambda found: self._names.get(found[0], found[0]), text)

    def field(self, name: str) -> str:
        return self._names.get(name) or spaced(name)

    def value(self, value: Any) -> str:
        """A number or a text unchanged, simple lists and mappings on one line, and nested values as JSON."""
        if isinstance(value, Message):
            return one_line(self._tell(value))
        if isinstance(value, Mapping):
            return ", ".join(f"{self.field(str(key))}: {self._inner(own)}" for key, own in value.items()) or NOTHING
        if isinstance(value, list | tuple):
            return self._row(value) or NOTHING
        return self._simple(value)

    def _row(self, values: Sequence[Any]) -> str:
        """The values on one line, separated by semicolons if they are longer than a word."""
        if values and all(isinstance(own, list | tuple) and not any(map(_is_nested, own)) for own in values):
            return "; ".join(" ".join(map(self.value, own)) for own in values)
        texts = [self._inner(own) for own in values]
        return ("; " if any(", " in each or "{" in each for each in texts) else ", ").join(texts)

    def _inner(self, value: Any) -> str:
        if _is_nested(value):
            return msgspec.json.encode(self._plain(value)).decode()
        return self.value(value)

    def _plain(self, value: Any) -> Any:
        """Data for JSON, with all names replaced."""
        if isinstance(value, Message):
            return one_line(self._tell(value))
        if isinstance(value, Mapping):
            return {self.field(str(key)): self._plain(own) for key, own in value.items()}
        if isinstance(value, list | tuple):
            return [self._plain(own) for own in value]
        return self.text(value) if isinstance(value, str) else value

    def _simple(self, value: Any) -> str:
        if value is None or value == "":
            return NOTHING
        if isinstance(value, bool):
            return truth(value)
        if isinstance(value, int | float):
            return number_text(value)
        return self.text(str(value))

    def json(self, value: Any) -> str:
        """A view as compact JSON, for games without a drawing."""
        return msgspec.json.encode(self._plain(msgspec.to_builtins(value))).decode()
