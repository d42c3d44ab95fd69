"""Nim as two deploys of a server have it: the same game, before and after a change of its rules."""

from tests.minigames.nim import Nim


class First(Nim):
    rules_version = 1


class Second(Nim):
    rules_version = 2
