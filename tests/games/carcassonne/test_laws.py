"""Whole games at random, side by side with the slow game: every listing, every score, every meeple."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

from gamenight.core.match import Match
from gamenight.core.model import Forfeit, PlayerId, digest
from tests.games.carcassonne import slow
from tests.games.carcassonne.playing import (
    aside,
    bag,
    board,
    cells,
    drawn,
    meeple_at,
    meeples,
    skip,
    spots,
    start,
    supply,
    tile_at,
    tiles,
    told_points,
)

WHOLE_BAG = "".join(letter * (tile.count - (letter == "D")) for letter, tile in slow.TILES.items())
CITIES = "CDDDEEEEEFFGHHHIIMMNNNQRRRSST"
ROADS = "AADDDJJJKKKLLLOOPPPUUUUUUUUVVVVVVVVVWWWWX"


class Walk:
    """A random game here and on the slow board; `leaving` is how likely somebody leaves before an action."""

    def __init__(self, seed: int, players: int, bag: str = WHOLE_BAG, *, leaving: float = 0, **options: Any) -> None:
        self.chance = random.Random(seed)
        self.order = "".join(self.chance.sample(bag, len(bag)))
        self.match = start(self.order, players, **options)
        self.slow = slow.SlowGame(players, **options)
        self.leaving, self.seat, self.placed = leaving, 0, (0, 0)
        self.set_aside: list[str] = []

    def to_the_end(self) -> None:
        while not self.match.is_over:
            scores = list(self.slow.scores)
            assert self.match.to_act == (f"p{self.seat}",)
            self.step()
            self.compare()
            assert all(now >= before for now, before in zip(self.slow.scores, scores, strict=True))
        self.compare_results()

    def step(self) -> None:
        if self.chance.random() < self.leaving and len(self.slow.gone) < len(self.slow.scores) - 2:
            self.leave()
        elif self.match.state.phase.name == "place_tile":
            self.place_tile()
        else:
            self.place_meeple()

    def place_tile(self) -> None:
        """One of a few places, the one with most tiles about it: boards that sprawl complete nothing."""
        letter, legal = drawn(self.match), cells(self.match)
        assert letter is not None
        assert legal == slow.placements(self.slow.board, letter)
        few = self.chance.sample(sorted(legal), min(6, len(legal)))
        x, y, rotation = max(few, key=lambda place: len(self.slow.board.keys() & set(slow.around(place[:2]))))
        self.match.act(tile_at(f"p{self.seat}", x, y, rotation))
        self.slow.put(letter, x, y, rotation)
        self.placed = (x, y)
        if not self.slow.spots(self.placed, self.seat):
            self.end_turn()
        else:
            assert self.match.state.phase.name == "place_meeple"

    def place_meeple(self) -> None:
        offered, player = spots(self.match), f"p{self.seat}"
        assert offered == self.slow.spots(self.placed, self.seat)
        if self.chance.random() < 0.3:
            self.match.act(skip(player))
        else:
            spot = self.chance.choice(sorted(offered))
            self.match.act(meeple_at(player, spot))
            self.slow.claim(self.seat, self.placed, spot)
        self.end_turn()

    def end_turn(self) -> None:
        self.slow.score_complete()
        self.seat = self.following()

    def following(self) -> int:
        seats = len(self.slow.scores)
        others = [(self.seat + step) % seats for step in range(1, seats + 1)]
        return next(seat for seat in others if seat not in self.slow.gone)

    def leave(self) -> None:
        leaver = self.chance.choice([seat for seat in range(len(self.slow.scores)) if seat not in self.slow.gone])
        self.slow.gone.add(leaver)
        if leaver == self.seat:
            if self.match.state.phase.name == "place_meeple":
                self.slow.score_complete()
            self.seat = self.following()
        self.match.submit(Forfeit(PlayerId(f"p{leaver}")))

    def compare(self) -> None:
        match, slowly = self.match, self.slow
        for letter in aside(match)[len(self.set_aside) :]:
            assert not slow.placements(slowly.board, letter)
        self.set_aside = aside(match)
        assert tiles(match) == slowly.board
        assert meeples(match) == slowly.meeples
        assert supply(match) == slowly.supply
        if not match.is_over:
            assert list(match.scores.values()) == slowly.scores
        everywhere = Counter(letter for letter, _ in slowly.board.values()) + bag(match) + Counter(self.set_aside)
        assert everywhere + Counter(drawn(match) or "") == Counter("D" + self.order)
        standing = Counter(slowly.meeples.values())
        assert all(count + standing[seat] == 7 for seat, count in enumerate(slowly.supply))

    def compare_results(self) -> None:
        match, final = self.match, self.slow.final()
        assert list(match.scores.values()) == final
        for kind, brought in self.slow.final_parts().items():
            assert [getattr(points, kind) for points in board(match).final] == brought, kind
        earned = [points.city + points.road + points.monastery for points in board(match).earned]
        assert earned == self.slow.scores
        assert [told_points(match.events)[f"p{seat}"] for seat in range(len(final))] == final
        best = max(points for seat, points in enumerate(final) if seat not in self.slow.gone)
        stayed = [seat for seat in range(len(final)) if seat not in self.slow.gone]
        assert match.result is not None
        assert match.result.winners == tuple(f"p{seat}" for seat in stayed if final[seat] == best)
        last = [seat for place in match.result.ranking for (seat,) in place][len(stayed) :]
        assert set(last) == {f"p{seat}" for seat in self.slow.gone}


@pytest.mark.parametrize("seed", range(8))
def test_two_players_with_the_whole_bag(seed):
    Walk(seed, 2).to_the_end()


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", range(2))
def test_more_players_with_the_whole_bag(seed, players):
    Walk(seed, players).to_the_end()


@pytest.mark.parametrize("seed", range(12))
def test_a_bag_of_cities(seed):
    Walk(seed, 2 + seed % 3, CITIES).to_the_end()


@pytest.mark.parametrize("seed", range(8))
def test_a_bag_of_roads(seed):
    Walk(seed, 2 + seed % 3, ROADS).to_the_end()


@pytest.mark.parametrize("seed", range(4))
def test_by_other_options(seed):
    Walk(seed, 2 + seed % 4, two_tile_city=2, farmers=seed % 2 == 1).to_the_end()


@pytest.mark.parametrize("seed", range(12))
def test_with_players_who_leave(seed):
    Walk(seed, 3 + seed % 3, leaving=0.03).to_the_end()


def test_a_bag_in_which_tiles_often_have_no_place():
    walks = [Walk(seed, 2, "CXAAEEEEEHHHBBB") for seed in range(20)]
    for walk in walks:
        walk.to_the_end()
    assert sum(len(walk.set_aside) for walk in walks) > 3


@pytest.mark.parametrize("players", [2, 5])
def test_a_record_that_went_through_json_plays_the_same_match(players):
    walk = Walk(7, players)
    walk.to_the_end()
    record = json.loads(json.dumps(walk.match.record()))
    assert digest(Match.from_record(record).state) == digest(walk.match.state)
