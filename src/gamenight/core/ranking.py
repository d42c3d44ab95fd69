"""Sides (who plays together), their scores and leads, and the ranking of sides into places."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Protocol

from gamenight.core.errors import PluginError
from gamenight.core.model import GameResult, PlayerId, Rank, Side, seat


class HasTeams(Hashable, Protocol):
    """The part of a game that defines its sides."""

    game_id: ClassVar[str]

    def teams(self, players: int, options: Any, /) -> Sequence[Sequence[int]]: ...

    def options_of(self, game_data: Any, /) -> Any: ...


@lru_cache(maxsize=256)
def sides_of(game: HasTeams, players: int, options: Any) -> tuple[Side, ...]:
    """The sides for this number of players: each in seat order, the side of the first seat first."""
    teams = game.teams(players, options)
    try:
        return _sides_of(players, tuple([tuple(team) for team in teams]))
    except (TypeError, ValueError) as fault:
        why = "not groups of seat numbers" if isinstance(fault, TypeError) else str(fault)
        raise PluginError(f"{game.game_id}: teams({players}, options) gave {teams!r}, {why}") from None


@lru_cache(maxsize=1024)
def _sides_of(players: int, teams: tuple[tuple[int, ...], ...]) -> tuple[Side, ...]:
    """Check the teams. Cached, as every match needs them and most games always return the same."""
    if sorted(index for team in teams for index in team) != list(range(players)) or not all(teams):
        raise ValueError(f"but each seat from 0 to {players - 1} must be in exactly one team")
    return sides(teams)


def sides_at(game: HasTeams, players: int, game_data: Any) -> tuple[Side, ...]:
    """The sides of a match in this state."""
    return sides_of(game, players, game.options_of(game_data))


def sides(teams: Sequence[Sequence[int]]) -> tuple[Side, ...]:
    """Convert teams of seat numbers to sides of players."""
    return tuple(tuple(map(seat, team)) for team in sorted(map(sorted, teams)))


def side_score(scores: Mapping[PlayerId, float], side: Side) -> float:
    """The score of a side: the mean of its members' scores, which is the team's score if all of them have it.

    A mean and not a sum, so that teams of different sizes can be compared. For teams of equal size both give the same
    ranking.
    """
    if len(side) == 1:
        return scores[side[0]]
    return sum(scores[player] for player in side) / len(side)


def lead(
    scores: Mapping[PlayerId, float], player_id: PlayerId, sides: Sequence[Side], *, lowest_wins: bool = False
) -> float:
    """The lead of the player's side over the best other side; 0 if there is no other."""
    own, best = 0.0, None
    for side in sides:  # a plain loop, as search calls this for every position
        score = side_score(scores, side)
        if player_id in side:
            own = score
        elif best is None or (score < best if lowest_wins else score > best):
            best = score
    if best is None:
        return 0.0
    return best - own if lowest_wins else own - best


def ranked(
    scores: Mapping[PlayerId, float],
    *,
    teams: Sequence[Sequence[int]] | None = None,
    tie_break: Mapping[PlayerId, float] | None = None,
    lowest_wins: bool = False,
    left: Sequence[PlayerId | Side] = (),
) -> GameResult:
    """The result by scores: the highest first, or the lowest. Among equal scores, a larger tie-break comes first.

    `left` names the players who left, in order; players who left together form one group. A side whose members have all
    left comes after all others; the first that left is last.
    """
    together = sides(teams) if teams is not None else tuple((player,) for player in scores)
    gone = fallen(together, [(group,) if isinstance(group, str) else group for group in left])
    playing = [side for side in together if not any(side in place for place in gone)]
    return GameResult((*_by_merit(playing, scores, tie_break, lowest_wins), *reversed(gone)))


def _by_merit(
    sides: Sequence[Side],
    scores: Mapping[PlayerId, float],
    tie_break: Mapping[PlayerId, float] | None,
    lowest_wins: bool,
) -> list[Rank]:
    merits: dict[tuple[float, float], list[Side]] = {}
    for side in sides:
        score, sign = side_score(scores, side), -1 if lowest_wins else 1
        merits.setdefault((sign * score, side_score(tie_break, side) if tie_break else 0.0), []).append(side)
    return [tuple(merits[merit]) for merit in sorted(merits, reverse=True)]


def fallen(sides: Sequence[Side], left: Sequence[Side]) -> list[Rank]:
    """The sides without remaining members, in the order in which the last members left; one place for each group."""
    gone: set[PlayerId] = set()
    places: list[Rank] = []
    for group in left:
        before, gone = gone, gone | set(group)
        places.append(tuple(side for side in sides if gone.issuperset(side) and not before.issuperset(side)))
    return [place for place in places if place]
