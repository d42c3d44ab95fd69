"""Random events in the tree: outcomes are separate, drawn with their probabilities, and never known in advance."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from msgspec import Struct

from gamenight.bots.search.chance import SearchRng
from gamenight.bots.search.tree import ChanceEdge
from gamenight.core.match import Match
from gamenight.core.model import Action, ExpectedAction, Phase, PlayerId, TransitionResult, seat
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng
from tests.bots.searching import children, closed_tree, nodes_below, report, seen, start
from tests.bots.trees import Tree, TreeState, choose, end, luck

P0, P1 = seat(0), seat(1)


class Wager(Struct, frozen=True):
    kind: str


class Cup(Struct, frozen=True):
    """`rolls` are the past rolls; `deck` the next ones, if they are fixed."""

    rolls: tuple[int, ...] = ()
    deck: tuple[int, ...] = ()
    wager: str = ""
    turn: int = 0


class Dice(Game[Cup]):
    """Each player in turn makes a wager, then a die is rolled; the wager is the set of rolls that win the match."""

    game_id = "mini-wager"
    display_name = "Wager"
    state_type = view_type = Cup
    action_types = {"wager": Wager}
    hides = "nothing"

    def __init__(self, least: dict[str, int], turns: int = 1) -> None:
        self.least, self.turns = least, turns

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(Cup())

    def phase_of(self, game_data: Cup) -> Phase:
        if game_data.wager:
            return Phase("roll", auto_resolve=True)
        return Phase("wager", (ExpectedAction(seat(game_data.turn % 2), "wager"),))

    def get_valid_actions(self, game_data: Cup, player_id: PlayerId) -> list[Action]:
        is_asked = not game_data.wager and player_id == seat(game_data.turn % 2)
        return [Action("wager", player_id, Wager(kind)) for kind in self.least] if is_asked else []

    def apply_action(self, game_data: Cup, action: Action, rng: Rng) -> TransitionResult:
        if not game_data.wager:
            return TransitionResult(Cup(game_data.rolls, game_data.deck, action.payload.kind, game_data.turn))
        shown, deck = self.roll(game_data, rng)
        winner = game_data.turn % 2 if shown >= self.least[game_data.wager] else 1 - game_data.turn % 2
        after = Cup((*game_data.rolls, shown), deck, "", game_data.turn + 1)
        if shown < self.least[game_data.wager] and after.turn < self.turns:
            return TransitionResult(after)
        scores = {seat(winner): 1.0, seat(1 - winner): 0.0}
        return TransitionResult(after, (), scores, ranked(scores))

    def roll(self, game_data: Cup, rng: Rng) -> tuple[int, tuple[int, ...]]:
        return rng.below(6) + 1, ()

    def get_player_view(self, game_data: Cup, player_id: PlayerId | None) -> Cup:
        return Cup(game_data.rolls, (), game_data.wager, game_data.turn)


class Deck(Dice):
    """The same with cards from 1 to 6 in a fixed, unknown order."""

    game_id = "mini-deck"
    hides: ClassVar[Any] = "future"

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(Cup((), rng.stream("deck").shuffle(range(1, 7))))

    def roll(self, game_data: Cup, rng: Rng) -> tuple[int, tuple[int, ...]]:
        return game_data.deck[0], game_data.deck[1:]

    def determinize(self, game_data: Cup, viewer: PlayerId | None, rng: Rng) -> Cup:
        return Cup(game_data.rolls, rng.shuffle(game_data.deck), game_data.wager, game_data.turn)

    def chance_key(self, game_data: Cup) -> int | None:
        return game_data.rolls[-1] if game_data.rolls and not game_data.wager else None


class Streams(Dice):
    """Rolls that come from a stream for each turn."""

    def roll(self, game_data: Cup, rng: Rng) -> tuple[int, tuple[int, ...]]:
        return rng.stream("roll", game_data.turn).below(6) + 1, ()


GAMES = [Dice, Deck, Streams]
ODDS = {"often": 3, "rarely": 6, "half": 4}


def chances(found: Any) -> dict[str, float]:
    return {action.payload.kind: value for action, _, value in found.actions}


@pytest.mark.parametrize("game", GAMES)
def test_the_value_of_a_wager_is_its_odds(game):
    values = chances(report(start(game(ODDS)), simulations=6000, exploration=20.0))
    assert values == {"often": pytest.approx(4 / 6, abs=0.05), "rarely": pytest.approx(1 / 6, abs=0.05),
                      "half": pytest.approx(3 / 6, abs=0.05)}  # fmt: skip


@pytest.mark.parametrize("tree", ["single", "worlds"])
@pytest.mark.parametrize("game", GAMES)
def test_the_best_odds_are_taken(game, tree):
    found = report(start(game(ODDS)), simulations=600, tree=tree, worlds=40 if tree == "worlds" else 1)
    assert found.actions[0][0].payload.kind == "often"


@pytest.mark.parametrize("seed", range(20))
def test_the_next_card_is_not_known(seed):
    """The odds decide, whatever the first card is in the match and in the world of the search."""
    match = start(Deck(ODDS), seed=seed)
    assert report(match, simulations=400).actions[0][0].payload.kind == "often"


@pytest.mark.parametrize("game", GAMES)
def test_each_random_outcome_has_its_own_node(game):
    tree = closed_tree(start(game(ODDS, turns=3)), 3000)
    for edge in children(tree.root):
        assert isinstance(edge, ChanceEdge)
        rolls = [node.position.game_data.rolls for node in edge.nodes]
        assert len(rolls) == len(set(rolls)) <= 6
        assert sum(edge.drawn) == edge.samples
        assert sum(node.visits for node in edge.nodes) == edge.visits
    assert tree.root.visits == sum(edge.visits for edge in children(tree.root))


def test_random_outcomes_are_added_by_a_widening_rule_of_their_own():
    tree = closed_tree(start(Dice({"one": 1, "two": 2})), 30, chance_widening=1.0, chance_power=0.0)
    assert [len(edge.nodes) for edge in children(tree.root)] == [1, 1]
    tree = closed_tree(start(Dice({"one": 1, "two": 2})), 2000, chance_widening=1.0, chance_power=0.5)
    assert [len(edge.nodes) for edge in children(tree.root)] == [6, 6]
    tree = closed_tree(start(Deck({"one": 1, "two": 2})), 8, chance_widening=1.0, chance_power=0.5)
    assert all(len(edge.nodes) <= edge.visits**0.5 for edge in children(tree.root))


def test_known_outcomes_are_visited_in_proportion_to_their_draws():
    edge: Any = ChanceEdge()
    edge.nodes, edge.drawn, edge.samples = ["rare", "common"], [1, 3], 4
    assert [edge.pick(chance) for chance in (0.0, 0.24, 0.26, 0.99)] == ["rare", "rare", "common", "common"]


def test_an_edge_without_a_random_event_has_one_outcome():
    tree = closed_tree(Match.start("tictactoe", 2, 1), 200)
    assert not any(isinstance(child, ChanceEdge) for node in nodes_below(tree.root) for child in children(node))


class FromStream(Tree):
    """The stream `luck` decides, which is the same each time."""

    def apply_action(self, game_data: TreeState, action: Action, rng: Rng) -> TransitionResult:
        return super().apply_action(game_data, action, rng.stream("luck"))


class Sealed(Tree):
    """The outcome is fixed and hidden in the state."""

    def determinize(self, game_data: TreeState, viewer: PlayerId | None, rng: Rng) -> TreeState:
        return TreeState(game_data.path, rng.stream("luck").choice(["down", "up"]))


@pytest.mark.parametrize("game, hides", [(FromStream, "nothing"), (Sealed, "future")])
def test_rollouts_do_not_all_have_the_same_future(game, hides):
    """There is a random event too deep for the tree: half of the rollouts must win there."""
    way = luck(up=end(1), down=end(0, 1))
    for _ in range(150):
        way = choose("p0", on=way)
    tree = closed_tree(start(game(choose("p0", on=way, off=end(0, 1)), hides)), 100, rollout=-1, widening=1.0)
    assert 0.3 < tree.arms().means[0] < 0.7


def test_in_a_determinized_world_random_outcomes_are_fixed():
    """With one tree for each world, each wager is certain to win or to lose there."""
    match = start(Deck(ODDS))
    first = seen(match, worlds=1).worlds[0].deck[0]
    values = chances(report(match, simulations=60, tree="worlds", worlds=1))
    assert values == {kind: float(first >= least) for kind, least in ODDS.items()}


# -- the random generator of a search


def test_a_stream_is_the_same_within_a_line_of_play():
    rng = SearchRng("seed", line=3)
    first = [rng.stream("deal", 1).below(1000) for _ in range(3)]
    rng.shuffle(range(50))
    assert {*first, rng.stream("deal", 1).below(1000)} == {first[0]}
    others = [rng.stream("deal", 2), rng.stream("draw", 1), SearchRng("seed", 4).stream("deal", 1)]
    assert len({stream.below(10**12) for stream in others} | {rng.stream("deal", 1).below(10**12)}) == 4


def test_all_numbers_below_a_bound_are_equally_likely():
    rng = SearchRng("seed")
    drawn = [rng.below(6) for _ in range(6000)]
    assert all(900 < drawn.count(number) < 1100 for number in range(6))
    assert sorted(rng.shuffle(range(30))) == list(range(30))
    assert 0 <= rng.below(10**30) < 10**30
    with pytest.raises(ValueError, match="positive bound"):
        rng.below(0)


def test_was_asked_says_whether_a_random_number_was_drawn():
    for use in (lambda r: r.below(2), lambda r: r.choice("ab"), lambda r: r.shuffle("ab"), lambda r: r.stream("x")):
        rng = SearchRng("seed")
        use(rng)
        assert rng.was_asked
    rng = SearchRng("seed")
    assert (rng.below(1), rng.choice("a"), rng.shuffle("a"), rng.shuffle("")) == (0, "a", ("a",), ())
    assert not rng.was_asked
