"""Contests and games written down, for tests of what is counted over them."""

from gamenight.arena import Contest, Contestant, GameOutcome


def contest(names: str, games: int, seats: int = 2, game: str = "tictactoe", options: dict | None = None) -> Contest:
    return Contest(game, 1, options or {}, seats, tuple(Contestant(name, name) for name in names.split()), "1", games)


def game(number: int, ranking: str, scores: str = "", crashed: tuple[int, ...] = (), **fields) -> GameOutcome:
    """`0 12` is: seat 0 first, seats 1 and 2 share the second place."""
    places = tuple(tuple(map(int, place)) for place in ranking.split())
    seats = sum(map(len, places))
    told = {
        "scores": tuple(map(float, scores.split())) if scores else (0.0,) * seats,
        "decisions": (1,) * seats,
        "think_ms": (1.0,) * seats,
        "searches": (0,) * seats,
        "iterations": (0,) * seats,
        "winners": tuple(seat for seat in places[0] if seat not in crashed),
    }
    status = "lost_by_crash" if crashed else "finished"
    return GameOutcome(number, status, ranking=places, crashed=crashed, **{**told, **fields})


def void(number: int) -> GameOutcome:
    return GameOutcome(number, "void", error="a worker died")
