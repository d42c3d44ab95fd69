"""Connect Four."""

from gamenight.games.connect_four.rules import ConnectFour

GAME = ConnectFour()
