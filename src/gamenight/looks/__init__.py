"""The look of a game: the pictures and texts of its folder, checked before a client receives them."""

from gamenight.looks.look import Look, look_of
from gamenight.looks.svg import Art

__all__ = ["Art", "Look", "look_of"]
