"""Contests and games in a short notation, for tests of statistics."""

import re

from gamenight.arena import Contest, Contestant, GameOutcome


def contest(
    names: str, games: int, seats: int = 2, game: str = "tictactoe", options: dict | None = None, teams=()
) -> Contest:
    who = tuple(Contestant(name, name) for name in names.split())
    return Contest(game, 1, options or {}, seats, who, "1", games, teams=teams)


def game(number: int, ranking: str, scores: str = "", crashed: tuple[int, ...] = (), **fields) -> GameOutcome:
    """`0 12` means: seat 0 first, seats 1 and 2 share the second place. `0+2 1+3` means: one team before another."""
    places = tuple(tuple(map(_side, re.findall(r"\d(?:\+\d)*", place))) for place in ranking.split())
    seats = sum(len(side) for place in places for side in place)
    told = {
        "scores": tuple(map(float, scores.split())) if scores else (0.0,) * seats,
        "decisions": (1,) * seats,
        "think_ms": (1.0,) * seats,
        "searches": (0,) * seats,
        "iterations": (0,) * seats,
        "winners": tuple(side for side in places[0] if not set(side) & set(crashed)),
    }
    return GameOutcome(
        number, "lost_by_crash" if crashed else "finished", ranking=places, crashed=crashed, **{**told, **fields}
    )


def _side(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split("+")))


def void(number: int) -> GameOutcome:
    return GameOutcome(number, "void", error="a worker died")
