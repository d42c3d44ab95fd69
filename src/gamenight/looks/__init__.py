"""How a game looks and what it says: the pictures and texts of its folder, checked before anybody is shown them."""

from gamenight.looks.look import Look, look_of
from gamenight.looks.svg import Art

__all__ = ["Art", "Look", "look_of"]
