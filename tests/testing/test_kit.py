"""The kit itself: the tables it tries, its findings in words, and its control of every kind of random draw."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from gamenight.core.match import Match
from gamenight.core.model import Action
from gamenight.core.plugin import Game
from gamenight.core.rng import Rng
from gamenight.testing import NotConforming, conformance, examine
from gamenight.testing.contract import RULES
from gamenight.testing.playing.chance import Changes, Rewritten, dice, with_dice
from gamenight.testing.playing.tables import Setup, pairwise, small_tables
from gamenight.testing.reporting.compare import difference, leaves
from gamenight.testing.worlds.deals import Tree, information_sets
from tests.testing import mutants_rules, mutants_secrets
from tests.testing.coinbid import CoinBid
from tests.testing.highcard import HighCard, Options


class ManyOptions(Struct, frozen=True, forbid_unknown_fields=True):
    cards: Annotated[int, Meta(ge=4, le=60)] = 5
    deal: Annotated[tuple[int, ...], Meta(extra={"secret": True})] = ()
    open: bool = False
    order: Literal["up", "down", "any"] = "any"
    limit: Annotated[int, Meta(ge=1, le=3)] | None = None


class Optional(HighCard):
    options_type = ManyOptions  # type: ignore[assignment]


def test_every_pair_of_choices_occurs_at_some_table():
    tables = [{"players": table.players, **table.options} for table in pairwise(Optional(), "x")]
    axes: dict[str, list[Any]] = {
        "players": [2, 3], "cards": [5, 4, 60], "open": [False, True], "order": ["any", "up", "down"],
        "limit": [None, 1, 2, 3],
    }  # fmt: skip
    for one, other in combinations(axes, 2):
        pairs = {(table[one], table[other]) for table in tables}
        assert pairs == {(left, right) for left in axes[one] for right in axes[other]}
    assert len(tables) < 24


def test_small_tables_have_low_numbers_and_no_fixed_deal():
    tables = small_tables(HighCard(), "x")
    assert {table.options["cards"] for table in tables} == {4, 5, 6}
    assert all(table.options["deal"] == () for table in tables)


def test_dice_replace_every_random_method_of_rng():
    """A new method of Rng must also be in Dice, or the kit does not control its draws."""
    public = {name for name in vars(Rng) if not name.startswith("_")}
    assert public == {"below", "choice", "sample", "shuffle", "stream"}


def test_without_changes_the_outcomes_are_those_of_the_match():
    book = Rewritten(Changes())
    options = {"cards": 6}
    assert (
        Match.start(with_dice(HighCard(), book), 2, 7, options=options).state.game_data
        == Match.start(HighCard(), 2, 7, options=options).state.game_data
    )
    assert [len(deck) for deck in book.decks.values()] == [6]


def test_dice_with_the_same_name_have_the_same_outcomes():
    assert dice("x").shuffle(range(6)) == dice("x").shuffle(range(6)) != dice("y").shuffle(range(6))
    assert dice("x").stream("a").below(10**9) == dice("x", 2).stream("a").below(10**9)


def test_all_deals_of_a_small_deck_are_found():
    tree = Tree(HighCard(), Setup(2, {"cards": 4}, "x"))
    openings = tree.openings()
    assert len(openings) == 24
    sets = information_sets(openings)
    assert sorted(len(each.states) for each in sets if each.viewer == "p0") == [6, 6, 6, 6]
    assert [len(each.states) for each in sets if each.viewer is None] == [24]
    # After a peek, the player distinguishes 3 cards in each of 4 hands; after any other action, it knows no more.
    later = information_sets(tree.later(openings))
    assert sorted(len(each.states) for each in later if each.viewer == "p0") == [2] * 24 + [6] * 4


def test_a_report_names_every_check_once_and_is_plain_data():
    report = conformance(CoinBid(), only=["json", "order", "decided"])
    assert [verdict.name for verdict in report.verdicts] == ["json", "order", "decided"]
    assert all(verdict.cases for verdict in report.verdicts)
    assert msgspec.json.decode(msgspec.json.encode(report), type=type(report)) == report


def test_progress_ends_with_the_whole_report():
    told = list(examine(HighCard(), only=["json"]))
    assert [progress.done for progress in told] == list(range(1, told[-1].of + 1))
    assert {verdict.name for verdict in next(examine(HighCard())).report.verdicts} == RULES.keys()


def test_the_same_seed_has_the_same_findings():
    def cases(seed: str) -> list[tuple[str, int]]:
        return [(v.name, v.cases) for v in conformance(HighCard(), seed=seed, only=["listed", "words"]).verdicts]

    assert cases("a") == cases("a")


def counter_example(game: Any, check: str) -> Any:
    with pytest.raises(NotConforming) as caught:
        conformance(game, only=[check])
    return caught.value.report[check].counter_example


def test_a_counter_example_is_small_and_described_in_words():
    found = counter_example(mutants_secrets.ShowsOtherHands(), "views_alike")
    assert (found.players, found.options, found.moves) == (2, {"cards": 5, "deal": ()}, ())
    assert "all_hands[" in found.what


def test_needless_turns_are_left_out():
    """A peek is refused from turn 2 on, so two turns before it are enough."""
    found = counter_example(mutants_rules.ListedButRefused(), "listed")
    assert found.players == 2
    assert len(found.moves) == 2
    assert "No peeking" in found.what


def test_a_counter_example_replays_from_its_record():
    found = counter_example(mutants_rules.OrderMatters(), "order")
    match = Match.from_record(found.record, game=mutants_rules.OrderMatters())
    assert len(match.turns) == len(found.moves)
    assert found.seed in found.words


class Wordless(HighCard):
    def describe_action(self, action: Action, view: Any) -> str:
        raise RuntimeError("no words")


def test_moves_are_described_even_if_describe_action_raises():
    assert "keep" in " ".join(
        counter_example(type("X", (Wordless, mutants_rules.NeverEnds), {})(), "termination").moves
    )


def test_a_game_that_no_other_process_can_import_is_noted():
    local = type("Local", (HighCard,), {})
    assert "another process" in conformance(local(), only=["determinism"])["determinism"].note


def test_after_a_fault_of_json_the_other_checks_are_not_made():
    with pytest.raises(NotConforming) as caught:
        conformance(mutants_rules.CannotBeEncoded())
    report = caught.value.report
    assert report.failed == ("json",)
    assert report["views_alike"].note == "not checked, because json failed"


class Blank(Game[Any]):
    """A game without metadata."""


class Nameless(Blank):
    game_id = "nameless"
    display_name = "Nameless"
    description = "It has no types."


class NeedsOptions(Struct, frozen=True):
    cards: int


class NoDefaults(HighCard):
    options_type = NeedsOptions  # type: ignore[assignment]


class ListOfCards(Options, frozen=True):
    marked: list[int] = []


class UnhashableOptions(HighCard):
    options_type = ListOfCards


class ConfusedByOptions(HighCard):
    def validate_config(self, options: Any, players: int) -> list[str]:
        raise ZeroDivisionError


@pytest.mark.parametrize(
    "game, check, what",
    [
        (Blank(), "metadata", "the game has no game_id"),
        (Nameless(), "metadata", "the game has no state_type"),
        (NoDefaults(), "options", "cards"),
        (UnhashableOptions(), "options", "use tuples, not lists or dicts"),
        (ConfusedByOptions(), "options", "ZeroDivisionError"),
    ],
)
def test_a_game_that_cannot_be_set_up_has_one_finding(game, check, what):
    report = list(examine(game))[-1].report
    assert report.failed == (check,)
    assert what in report.words


def test_differences_are_described_with_their_path():
    assert difference({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == "a[1].b is 2 in one and 3 in the other"
    assert difference((1, 2), [1, 2]) is None
    assert difference({"a": True}, {"a": 1}) == "a is true in one and 1 in the other"


def test_leaves_are_named_by_path():
    assert leaves({"a": [5], "b": None}) == {"keys()": ("a", "b"), "len(a)": 1, "a[0]": 5, "b": None}
