"""Colonel Blotto."""

from gamenight.games.blotto.rules import Blotto

GAME = Blotto()
