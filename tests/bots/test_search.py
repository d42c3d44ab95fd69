"""Search in games without hidden information: its decisions, its tree, and that it is deterministic."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import count

import pytest
from msgspec.structs import replace

from gamenight.bots.search.formulas import max_children, rave, uct
from gamenight.bots.search.mcts import MctsBot, MctsParameters
from gamenight.bots.search.settings import settled
from gamenight.bots.search.tree_search import CLOCKS
from gamenight.core.match import Match
from gamenight.core.model import Action
from gamenight.core.rng import seed_text
from tests.bots.searching import asked, choice, closed_tree, nodes_below, report, seen, start, without_time
from tests.bots.trees import Tree, choose, chosen, end
from tests.minigames.nim import Nim

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


def noughts(moves: str = "") -> Match:
    """Tic-tac-toe after these moves, each a cell from 0 to 8."""
    match = Match.start("tictactoe", 2, 1)
    for cell in moves:
        match.act(match.legal_actions(match.to_act[0])[_place(match, int(cell))])
    return match


def _place(match: Match, cell: int) -> int:
    """The index of the cell in the list of free cells."""
    return sum(mark is None for mark in match.state.game_data.cells[:cell])


def cell_of(action: Action) -> int:
    return 3 * action.payload.row + action.payload.col


# -- what it finds


@pytest.mark.parametrize("parameters", [{}, {"rollout": -1}, {"tree": "worlds"}, {"rave": True}])
@pytest.mark.parametrize(
    "moves, cell",
    [
        ("0314", 2),  # three in the top row
        ("014", 8),  # or lose on the diagonal
        ("4081", 2),  # or lose in the top row
    ],
)
def test_a_win_is_taken_and_a_loss_is_prevented(moves, cell, parameters):
    assert cell_of(choice(noughts(moves), simulations=400, **parameters)) == cell


@pytest.mark.parametrize("seat", ["p0", "p1"])
def test_no_line_of_perfect_play_beats_it(seat):
    """Whichever of its best moves the other chooses, each time."""
    for moves in ends_against_perfect_play("", seat):
        assert seat in noughts(moves).result.winners, moves


def ends_against_perfect_play(moves: str, seat: str) -> Iterator[str]:
    match = noughts(moves)
    if match.is_over:
        yield moves
        return
    is_own = match.to_act == (seat,)
    for move in [choice(match, simulations=2000)] if is_own else best_moves(match):
        yield from ends_against_perfect_play(f"{moves}{cell_of(move)}", seat)


def best_moves(match: Match) -> list[Action]:
    """Every move that preserves the value of the position."""
    board = match.state.game_data
    marks = "".join("." if mark is None else str(mark) for mark in board.cells)
    legal = match.legal_actions(match.to_act[0])
    worth = {action: -outlook(_marked(marks, cell_of(action), board.mover), 1 - board.mover) for action in legal}
    return [action for action in legal if worth[action] == max(worth.values())]


def _marked(marks: str, cell: int, mover: int) -> str:
    return marks[:cell] + str(mover) + marks[cell + 1 :]


@cache
def outlook(marks: str, mover: int) -> int:
    """1 if the player to move wins with perfect play, -1 if the other does."""
    if any({marks[int(cell)] for cell in line} == {str(1 - mover)} for line in LINES):
        return -1
    free = [cell for cell, mark in enumerate(marks) if mark == "."]
    return max((-outlook(_marked(marks, cell, mover), 1 - mover) for cell in free), default=0)


def test_an_opponent_is_expected_to_choose_its_best_action():
    trap = choose("p1", 0, kind=end(9, 0), cruel=end(0, 9))
    sound = choose("p1", 0, either=end(1, 1), other=end(1, 0))
    assert choice(start(Tree(choose("p0", trap=trap, sound=sound))), simulations=200).payload.to == "sound"


# -- what counts


def test_the_value_of_a_draw_is_a_parameter():
    """One choice shares the first place; the other lets the opponent choose between winning and losing."""
    game = Tree(choose("p0", draw=end(1, 1), lose=end(0, 1)))
    for worth in (0.2, 0.8):
        values = {
            action.payload.to: value for action, _, value in report(start(game), simulations=50, draw=worth).actions
        }
        assert values == {"draw": pytest.approx(worth), "lose": 0.0}


def test_by_points_the_larger_win_is_better():
    game = Tree(choose("p0", narrow=end(1, 0), wide=end(40, 0)))
    by_result = report(start(game), simulations=20).actions
    assert {value for _, _, value in by_result} == {1.0}
    wide, narrow = report(start(game), simulations=20, aim="points").actions
    assert wide[0].payload.to == "wide"
    assert (wide[2], narrow[2]) == (pytest.approx(0.880797, abs=1e-6), pytest.approx(0.512497, abs=1e-6))  # of 2, 1/20


def test_an_unfinished_position_has_the_value_of_the_game_s_evaluation():
    far = choose("p1", 10, then=choose("p0", 10, on=end(0, 0)))
    near = choose("p1", 0, then=choose("p0", 0, on=end(0, 0)))
    assert choice(start(Tree(choose("p0", near=near, far=far))), simulations=2, rollout=0).payload.to == "far"


def test_an_evaluator_is_chosen_by_its_name():
    class Opinionated(Tree):
        evaluators = {"longing": lambda state, scores, player: float("near" in state.path)}

    far = choose("p1", 10, then=choose("p0", 10, on=end(0, 0)))
    near = choose("p1", 0, then=choose("p0", 0, on=end(0, 0)))
    match = start(Opinionated(choose("p0", near=near, far=far)))
    assert choice(match, simulations=2, evaluator="longing").payload.to == "near"
    with pytest.raises(ValueError, match="no evaluator 'fear'; there are: longing"):
        asked(match, evaluator="fear")


def test_rollouts_look_further_than_the_evaluation():
    """Both look the same until the last ply, where one always wins and the other always loses."""
    good = choose("p1", x=choose("p0", x=choose("p1", x=end(1, 0), y=end(1, 0))))
    bad = choose("p1", x=choose("p0", x=choose("p1", x=end(0, 1), y=end(0, 1))))
    match = start(Tree(choose("p0", bad=bad, good=good)))
    values = {
        p: {a.payload.to: v for a, _, v in report(match, simulations=2, rollout=p).actions} for p in (0, 1, 3, -1)
    }
    assert values[0] == values[1] == {"bad": 0.5, "good": 0.5}
    assert values[3] == values[-1] == {"bad": 0.0, "good": 1.0}


# -- the order of trying


class Ordered(Tree):
    """The priority of an action is the digit in its name."""

    def action_priority(self, game_data, action):
        return float(action.payload.to[1])


def test_actions_are_tried_by_priority_and_then_in_listed_order():
    match = start(Ordered(choose("p0", a1=end(), b5=end(), c1=end(), d7=end(), e5=end())))
    tree = closed_tree(match, 100)
    assert [action.payload.to for action in tree.arms().actions] == ["d7", "b5", "e5", "a1", "c1"]


def test_without_an_iteration_the_first_action_to_try_is_chosen():
    match = start(Ordered(choose("p0", a1=end(), b5=end(), c1=end())))
    observation = seen(match, worlds=1)
    bot = MctsBot(match.plugin, MctsParameters(time_ms=1000), 1)
    hurried = type(observation)(observation.view, 0, observation.rules, 0, observation.worlds)
    assert bot.choose_action(hurried).payload.to == "b5"
    assert (bot.report.iterations, bot.report.line) == (0, (bot.report.actions[0][0],))


def test_the_time_budget_may_be_processor_time(monkeypatch: pytest.MonkeyPatch):
    readings = count()
    monkeypatch.setitem(CLOCKS, "cpu", lambda: next(readings) / 1000)
    bot = MctsBot(Nim(), MctsParameters(time_ms=20, clock="cpu"), 1)
    bot.choose_action(seen(start(Nim()), worlds=1))
    assert 0 < bot.report.iterations < 20 <= bot.report.elapsed_ms
    assert next(readings) < 100


def test_the_seat_s_own_clock_always_counts_real_time(
    monkeypatch: pytest.MonkeyPatch,
):
    """The processor's clock stands still here: the search must end, and its pace must not be a division by 0."""
    readings = count()
    monkeypatch.setitem(CLOCKS, "cpu", lambda: 0.0)
    monkeypatch.setitem(CLOCKS, "wall", lambda: next(readings) / 1000)
    bot = MctsBot(Nim(), MctsParameters(time_ms=1000, clock="cpu"), 1)
    bot.choose_action(replace(seen(start(Nim()), worlds=1), budget_ms=100))  # 50 ms of them are the margin
    assert 32 < bot.report.iterations <= 50
    assert next(readings) < 100


def test_a_single_action_is_chosen_without_a_search():
    bot = asked(start(Tree(choose("p0", only=choose("p1", x=end())))), simulations=10**9)
    assert bot.report.iterations == 0
    assert bot.report.line[0].payload.to == "only"


# -- the tree


@pytest.mark.parametrize("widening, power", [(2.0, 0.5), (1.0, 0.3), (3.0, 0.0), (9.0, 1.0)])
@pytest.mark.parametrize("rave", [False, True])
def test_no_node_has_more_children_than_its_visits_allow(widening, power, rave):
    tree = closed_tree(noughts(), 600, widening=widening, widening_power=power, rave=rave)
    widths = [(node.visits, len(node.arms.actions)) for node in nodes_below(tree.root) if node.arms]
    assert all(width <= max_children(visits, widening, power) for visits, width in widths)
    assert max(width for _, width in widths) > 1


def test_a_constant_width_is_never_exceeded():
    tree = closed_tree(noughts(), 300, widening=2.0, widening_power=0.0)
    assert {len(node.arms.actions) for node in nodes_below(tree.root) if node.arms} <= {1, 2}


def test_every_visit_of_a_node_is_its_own_evaluation_or_an_action():
    tree = closed_tree(noughts(), 500)
    assert tree.root.visits == sum(tree.root.arms.visits) == 500
    inner = [node for node in nodes_below(tree.root) if node.arms and node is not tree.root]
    assert inner
    for node in inner:
        assert node.visits == 1 + sum(node.arms.visits)
        assert node.arms.visits == [child.visits for child in node.children]


def test_an_iteration_adds_one_node_unless_it_reaches_an_end():
    tree = closed_tree(noughts())
    size = 1
    for _ in range(300):
        tree.iterate()
        grown = sum(1 for _ in nodes_below(tree.root))
        assert grown - size in (0, 1)
        size = grown
    assert size > 200


def test_the_values_of_both_players_add_up_to_one():
    """The value of an arm for one player is 1 minus that for the other."""
    tree = closed_tree(noughts(), 800, rollout=-1)
    for node in nodes_below(tree.root):
        for arm, child in enumerate(node.children or ()):
            if child.arms and child.arms.player != node.arms.player and child.visits > 1:
                own = node.arms.totals[arm]
                others = sum(child.arms.totals)
                assert 0 <= own - (child.visits - 1 - others) <= 1  # the child's own evaluation aside


@pytest.mark.parametrize("urgent", [True, False])
@pytest.mark.parametrize("is_rave", [False, True])
def test_the_next_visit_follows_the_formula(is_rave, urgent):
    tree = closed_tree(noughts(), 1, rollout=-1, exploration=0.7, rave=is_rave, rave_k=30.0, urgency=urgent)
    arms, root = tree.root.arms, tree.root
    for _ in range(400):
        records = [root.amaf.get(key, (0, 0.0)) for key in arms.keys] if is_rave else [(0, 0.0)] * len(arms.visits)
        bounds = [
            rave(total, visits, elsewhere, times, root.visits, 0.7, 30.0 if is_rave else 0.0, urgent)  # type: ignore[arg-type]
            for total, visits, (times, elsewhere) in zip(arms.totals, arms.visits, records, strict=True)
        ]
        if not is_rave:
            plain = [
                uct(total, visits, root.visits, 0.7) for total, visits in zip(arms.totals, arms.visits, strict=True)
            ]
            assert bounds == pytest.approx(plain)
        may_widen = bool(arms.untried) and len(arms.visits) < max_children(root.visits, 2.0, 0.5)
        before = list(arms.visits)
        tree.iterate()
        if may_widen:
            assert len(arms.visits) == len(before) + 1
        else:
            visited = next(arm for arm, visits in enumerate(before) if arms.visits[arm] > visits)
            assert bounds[visited] == pytest.approx(max(bounds))


def test_the_report_lists_the_most_visited_action_first():
    found = report(noughts("40"), simulations=300)
    visits = [times for _, times, _ in found.actions]
    assert visits == sorted(visits, reverse=True)
    assert found.iterations == sum(visits)
    assert all(0 <= value <= 1 for _, _, value in found.actions)
    assert found.line[0] == found.actions[0][0]
    assert [action.player_id for action in found.line[:4]] == ["p0", "p1", "p0", "p1"][: len(found.line)]
    match = noughts("40")
    for action in found.line:
        match.act(action)  # each is legal where it stands


# -- budgets


def test_a_clear_decision_ends_early_with_the_same_answer_as_all_simulations():
    ended_early = 0
    for moves in ("", "0", "4", "40", "08", "0314", "014"):
        match = noughts(moves)
        found = report(match, simulations=300, seed=7)
        ended_early += found.iterations < 300
        arms = closed_tree(match, 300, seed=seed_text(7)).arms()
        assert found.actions[0][0] == arms.actions[arms.best()]
    assert ended_early


def test_neither_simulations_nor_time_means_500_simulations():
    assert (MctsParameters().simulations, MctsParameters().time_ms) == (500, None)
    assert (MctsParameters(time_ms=20).simulations, MctsParameters(time_ms=20).time_ms) == (None, 20)


def test_given_parameters_override_those_of_the_game():
    class Cautious(Nim):
        search = {"exploration": 0.3}

    assert settled(MctsParameters(), Nim()).exploration == 1.41
    assert settled(MctsParameters(), Cautious()).exploration == 0.3
    assert settled(MctsParameters(), Cautious()).widening == 2.0
    assert settled(MctsParameters(exploration=0.7), Cautious()).exploration == 0.7
    assert settled(MctsParameters(preset="classic"), Cautious()).exploration == 1.41


def test_the_classic_preset_fills_missing_parameters():
    classic = MctsParameters(preset="classic")
    assert (classic.tree, classic.worlds, classic.draw) == ("worlds", 5, 0.8)
    assert (classic.simulations, classic.time_ms) == (500, 2000)
    own = MctsParameters(preset="classic", tree="single", draw=0.5, simulations=10)
    assert (own.tree, own.worlds, own.draw, own.simulations) == ("single", 5, 0.5, 10)
    with pytest.raises(ValueError, match="no preset is called 'modern'; there are: classic"):
        MctsParameters(preset="modern")


def test_worlds_share_the_simulations():
    found = report(noughts(), simulations=23, worlds=4, tree="worlds")
    assert found.iterations == sum(visits for _, visits, _ in found.actions) == 23


def test_unused_iterations_of_one_world_are_not_passed_to_the_next(monkeypatch):
    """In one of two worlds, two iterations take its half of the time; the other still has its own ten."""
    clock = [0.0]
    monkeypatch.setitem(CLOCKS, "wall", lambda: clock[0])

    class Slow(Tree):
        def apply_action(self, game_data, action, rng):
            clock[0] += 0.024 if game_data.fate == "slow" else 0.0
            return super().apply_action(game_data, action, rng)

    game = Slow(choose("p0", left=end(1, 1), right=end(1, 1)))
    bot = MctsBot(game, MctsParameters(simulations=20, time_ms=50, tree="worlds", worlds=2))
    assert chosen(game, bot, "slow", "fast") in ("left", "right")
    assert bot.report.iterations == 12


# -- repeating


@pytest.mark.parametrize("parameters", [{}, {"rollout": -1}, {"tree": "worlds"}, {"rave": True, "rollout": 2}])
def test_the_same_seed_makes_the_same_search(parameters):
    one, again, other = (
        without_time(report(noughts("0"), simulations=200, seed=seed, **parameters)) for seed in (1, 1, 2)
    )
    assert one == again
    if "rollout" in parameters:
        assert one != other


SEARCH = """
from tests.bots.searching import report, start, without_time
from tests.minigames.teahouse import Teahouse
from gamenight.core.match import Match
for match in (Match.start("tictactoe", 2, 1), Match.start("goofspiel", 3, 1), Match.start(Teahouse(), 4, 1)):
    for parameters in ({"rollout": 3}, {"rave": True}, {"tree": "worlds"}):
        print(without_time(report(match, simulations=60, **parameters)))
"""


def test_another_process_makes_the_same_search():
    printed = {
        subprocess.run(
            [sys.executable, "-c", SEARCH],
            env={**os.environ, "PYTHONHASHSEED": hashing, "PYTHONPATH": os.getcwd()},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hashing in ("1", "2")
    }
    assert len(printed) == 1
    assert "payload" in printed.pop()
