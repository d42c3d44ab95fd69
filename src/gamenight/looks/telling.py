"""Render the words of scenes, for the renderer, which knows no language."""

from __future__ import annotations

from typing import Any

from gamenight.core.text import Message, Tell, as_message, is_message
from gamenight.looks.look import Look

NOT_DRAWN = ("offers", "answered")
OWN_WORDS = ("plate-you",)
"""The keys of the renderer's own words."""


def told_look(look: Look, tell: Tell) -> dict[str, Any]:
    """The parts of a game's look that the renderer needs, with the renderer's own words."""
    return {"art": look.art, "words": {key: tell(Message(key)) for key in OWN_WORDS}}


def told_scene(scene: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """The scene in wire format with a text in place of each message; offers are not drawn, so they stay as they are."""
    return {field: value if field in NOT_DRAWN else _told(value, tell) for field, value in scene.items()}


def _told(value: Any, tell: Tell) -> Any:
    if is_message(value):
        return tell(as_message(value))
    if isinstance(value, dict):
        return {field: _told(inner, tell) for field, inner in value.items()}
    return [_told(inner, tell) for inner in value] if isinstance(value, list | tuple) else value
