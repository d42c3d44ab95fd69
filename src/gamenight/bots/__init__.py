"""Bots: strategies that play without a person."""

from gamenight.bots.bot_lookup import find_bot
from gamenight.bots.greedy import GreedyBot, GreedyParameters
from gamenight.bots.registry import BadStrategy, NoParameters, Strategy, make_bot, register, strategies
from gamenight.bots.search.mcts import MctsBot, MctsParameters
from gamenight.bots.simple import RandomBot

__all__ = [
    "BadStrategy",
    "GreedyBot",
    "GreedyParameters",
    "MctsBot",
    "MctsParameters",
    "NoParameters",
    "RandomBot",
    "Strategy",
    "find_bot",
    "make_bot",
    "register",
    "strategies",
]
