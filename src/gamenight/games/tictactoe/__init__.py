"""Tic-tac-toe."""

from gamenight.games.tictactoe.rules import TicTacToe

GAME = TicTacToe()
