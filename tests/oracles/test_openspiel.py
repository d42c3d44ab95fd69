"""Whole games from OpenSpiel, replayed move by move by our rules; and planted faults, which must be found."""

import copy
import gzip
import json
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

READERS = {"connect_four": "connect_four", "goofspiel": "goofspiel", "tictactoe": "tic_tac_toe"}


def transcripts(oracles: Path, name: str) -> list[dict[str, Any]]:
    with gzip.open(oracles / "openspiel" / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def reader(slug: str) -> Callable[[dict[str, Any]], Any]:
    return import_module(f"gamenight.games.{slug}.oracle").replay


def judged(oracles: Path, slug: str) -> Counter[tuple[str, str]]:
    """The number of transcripts with each verdict, by specification."""
    verdicts = [(line["spec"], reader(slug)(line)) for line in transcripts(oracles, READERS[slug])]
    wrong = [verdict.message for _, verdict in verdicts if verdict.status == "mismatch"]
    assert not wrong, "\n".join(wrong[:10])
    return Counter((spec, verdict.status) for spec, verdict in verdicts)


def test_tictactoe_agrees_with_openspiel(oracles):
    assert judged(oracles, "tictactoe") == {("tic_tac_toe", "ok"): 200}


def test_connect_four_agrees_with_openspiel(oracles):
    assert judged(oracles, "connect_four") == {("connect_four", "ok"): 100}


def test_goofspiel_agrees_with_openspiel(oracles):
    assert judged(oracles, "goofspiel") == {
        ("goofspiel", "ok"): 25,
        ("goofspiel(players=3)", "ok"): 25,
        ("goofspiel(imp_info=true)", "ok"): 25,
        ("goofspiel(points_order=descending)", "ok"): 25,
        ("goofspiel(returns_type=point_difference)", "ok"): 25,
        ("goofspiel(returns_type=total_points,num_cards=5)", "ok"): 25,
    }


@pytest.mark.parametrize(
    "slug, other", [("goofspiel", "tic_tac_toe"), ("tictactoe", "chess"), ("connect_four", "goofspiel")]
)
def test_games_of_another_name_are_not_offered(oracles, slug, other):
    assert reader(slug)(transcripts(oracles, other)[0]).status == "not_offered"


@pytest.mark.parametrize("params", [{"num_cards": 14}, {"points_order": "spiral"}, {"jokers": 2}, {"num_turns": 0}])
def test_parameters_without_an_option_are_not_offered(oracles, params):
    line = transcripts(oracles, "goofspiel")[0]
    line["params"].update(params)
    assert reader("goofspiel")(line).status == "not_offered"


@pytest.mark.parametrize("params", [{"rows": 7}, {"x_in_row": 5}, {"gravity": False}])
def test_another_board_is_not_offered(oracles, params):
    line = transcripts(oracles, "connect_four")[0]
    line["params"].update(params)
    assert reader("connect_four")(line).status == "not_offered"


def faults(line: dict[str, Any]) -> dict[str, Callable[[dict[str, Any]], Any]]:
    """Ways to change a transcript, by the difference that a reader must find."""
    decision = next(number for number, ply in reversed(list(enumerate(line["plies"]))) if ply["k"] != "c")
    chance = next((number for number, ply in enumerate(line["plies"]) if ply["k"] == "c"), None)
    spoiled = {
        "a legal action is missing": lambda t: listed(t["plies"][decision]).pop(),
        "one legal action too many": lambda t: listed(t["plies"][decision]).append("Pass"),
        "another player": lambda t: t["plies"][decision].update(p=others(t["plies"][decision]["p"])),
        "another action id": lambda t: t["plies"][decision].update(a=bumped(t["plies"][decision]["a"])),
        "an action that nobody has": lambda t: t["plies"][0].update(s=renamed(t["plies"][0]["s"])),
        "another legal action": lambda t: t["plies"][0].update(another(t["plies"][0])),
        "a missing ply": lambda t: t["plies"].pop(),
        "a ply too many": lambda t: t["plies"].append(t["plies"][decision]),
        "other returns": lambda t: t.update(returns=[value + 1 for value in t["returns"]]),
        "no returns": lambda t: t.pop("returns"),
        "another end": lambda t: t.update(final=t["final"].translate(str.maketrans("x1", "o2"))),
    }
    if chance is not None:
        spoiled["no prize dealt"] = lambda t: t["plies"].pop(chance)
        spoiled["a prize dealt twice"] = lambda t: t["plies"][chance].update(a=t["deal"][0][0], s=t["deal"][0][1])
    return spoiled


def listed(ply: dict[str, Any]) -> list[str]:
    return ply["L"] if ply["k"] == "p" else ply["L"][-1]


def others(seats: Any) -> Any:
    return 1 - seats if isinstance(seats, int) else seats[:-1]


def another(ply: dict[str, Any]) -> dict[str, Any]:
    """The first legal action that was not taken, by the first player; its id is its place, as in every first ply."""
    if ply["k"] == "p":
        return next({"a": number, "s": name} for number, name in enumerate(ply["L"]) if number != ply["a"])
    first = another({"k": "p", "a": ply["a"][0], "L": ply["L"][0]})
    return {"a": [first["a"], *ply["a"][1:]], "s": [first["s"], *ply["s"][1:]]}


def bumped(ids: Any) -> Any:
    return ids + 1 if isinstance(ids, int) else [ids[0] + 1, *ids[1:]]


def renamed(names: Any) -> Any:
    return "Pass" if isinstance(names, str) else ["Pass", *names[1:]]


@pytest.mark.parametrize("slug", READERS)
def test_a_spoiled_transcript_is_a_mismatch_that_names_its_place(oracles, slug):
    replay = reader(slug)
    first_of_each = {line["spec"]: line for line in reversed(transcripts(oracles, READERS[slug]))}
    for line in first_of_each.values():
        for fault, spoil in faults(line).items():
            spoiled = copy.deepcopy(line)
            spoil(spoiled)
            verdict = replay(spoiled)
            assert verdict.status == "mismatch", f"{line['id']}: {fault}"
            assert line["id"] in verdict.message


def test_a_mismatch_names_the_expected_and_the_actual_value(oracles):
    line = transcripts(oracles, "tic_tac_toe")[0]
    line["plies"][2]["L"].remove("x(0,0)")
    message = reader("tictactoe")(line).message
    assert message.startswith("tic_tac_toe-0000: ply 2, legal actions: expected ['x(0,1)'")
    assert "got ['x(0,0)'" in message
