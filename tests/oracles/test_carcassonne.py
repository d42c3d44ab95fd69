"""Whole games of Carcassonne from another engine, replayed turn by turn by our rules; and planted faults."""

import copy
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gamenight.cli.main import main
from gamenight.games.carcassonne.oracle import replay

GAMES = {"games-2p": 100, "games-3p": 25, "games-4p": 25, "games-5p": 25, "detail-2p": 5}

# The places of what a turn tells.
PLAYER, DISCARDED, TILE, X, _Y, ROTATION, MEEPLE, SCORES, COUNT, CRC, SPOTS, LEGAL, PLACES = range(13)


def games(oracles: Path, name: str) -> list[dict[str, Any]]:
    lines = (oracles / "carcassonne" / f"{name}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def scenarios(oracles: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((oracles / "carcassonne" / "scenarios.json").read_text())
    return found


def game_called(oracles: Path, name: str, ident: str) -> dict[str, Any]:
    return next(game for game in games(oracles, name) if game["id"] == ident)


@pytest.mark.parametrize("name", GAMES)
def test_games_of_another_engine_replay(oracles, name):
    verdicts = [replay(game) for game in games(oracles, name)]
    wrong = [verdict.message for verdict in verdicts if verdict.status == "mismatch"]
    assert not wrong, "\n".join(wrong[:10])
    assert Counter(verdict.status for verdict in verdicts) == {"ok": GAMES[name]}


def test_scenarios_computed_by_hand_replay(oracles):
    assert [replay(scenario).message for scenario in scenarios(oracles)] == [""] * 15


def farmed(game: dict[str, Any]) -> int:
    """The last turn in which a farmer was placed."""
    return max(number for number, turn in enumerate(game["turns"]) if str(turn[MEEPLE]).startswith("field"))


def set_turn(number: int, place: int, value: Any) -> Callable[[dict[str, Any]], None]:
    def spoil(game: dict[str, Any]) -> None:
        game["turns"][number][place] = value

    return spoil


def faults(game: dict[str, Any]) -> dict[str, Callable[[dict[str, Any]], Any]]:
    """Ways to change a detailed game, by the difference that the reader must find."""
    turn = game["turns"][40]
    return {
        "another player": set_turn(40, PLAYER, 1 - turn[PLAYER]),
        "a tile set aside": set_turn(40, DISCARDED, "X"),
        "another tile": set_turn(40, TILE, "B" if turn[TILE] != "B" else "C"),
        "a place far away": set_turn(40, X, 60),
        "a place beyond the board": set_turn(40, X, 10**20),
        "no rotation": set_turn(40, ROTATION, 45),
        "a spot that the tile has not": set_turn(40, MEEPLE, "city:N.N"),
        "other scores": set_turn(40, SCORES, [turn[SCORES][0] + 1, turn[SCORES][1]]),
        "scores of three": set_turn(40, SCORES, [*turn[SCORES], 0]),
        "one place more": set_turn(40, COUNT, turn[COUNT] + 1),
        "another checksum": set_turn(40, CRC, turn[CRC] ^ 1),
        "one spot less": set_turn(40, SPOTS, turn[SPOTS] - 1),
        "another list of places": set_turn(40, LEGAL, turn[LEGAL].replace(";", ";0,0,0;", 1)),
        "another list of spots": set_turn(40, PLACES, turn[PLACES] + ";monastery"),
        "no farmer": set_turn(farmed(game), MEEPLE, None),
        "a turn too few": lambda g: g["turns"].pop(),
        "a turn too many": lambda g: g["turns"].append(turn),
        "a turn cut short": lambda g: g["turns"][40].pop(SCORES),
        "something more in a turn": lambda g: g["turns"][40].append(0),
        "a tile less": lambda g: g.update(draw=g["draw"][:-1]),
        "a tile that there is not": lambda g: g.update(draw="Z" + g["draw"][1:]),
        "no tiles": lambda g: g.update(draw=""),
        "tiles set aside at the end": lambda g: g.update(discarded_at_end="B"),
        "another final score": lambda g: g.update(final=[score + 1 for score in g["final"]]),
        "another final part": lambda g: g["final_part"].update(field=[99, 0]),
        "a missing final part": lambda g: g["final_part"].pop("field"),
        "a part that there is not": lambda g: g["final_part"].update(garden=[0, 0]),
        "no final score": lambda g: g.pop("final"),
        "no turns": lambda g: g.pop("turns"),
        "a word for the players": lambda g: g.update(players="two"),
    }


def test_a_spoiled_game_is_a_mismatch_that_names_its_game(oracles):
    game = games(oracles, "detail-2p")[0]
    for fault, spoil in faults(game).items():
        spoiled = copy.deepcopy(game)
        spoil(spoiled)
        verdict = replay(spoiled)
        assert verdict.status == "mismatch", fault
        assert game["id"] in verdict.message


def test_a_mismatch_names_the_turn_and_both_values(oracles):
    game = games(oracles, "detail-2p")[0]
    game["turns"][40][COUNT] += 1
    counted = game["turns"][40][COUNT]
    assert replay(game).message == (
        f"{game['id']}: turn 40, number of legal places: expected {counted}, got {counted - 1}"
    )


@pytest.mark.parametrize("spoil", [{"final": [9, 9]}, {"scores_after": []}, {"moves": [["E", 5, 5, 0, None]]}])
def test_a_spoiled_scenario_is_a_mismatch(oracles, spoil):
    assert replay({**scenarios(oracles)[0], **spoil}).status == "mismatch"


def test_another_game_or_more_players_or_tiles_are_not_offered(oracles):
    game = games(oracles, "games-2p")[0]
    assert replay({**game, "game": "chess"}).status == "not_offered"
    assert replay({**game, "players": 6}).status == "not_offered"
    assert replay({**game, "draw": game["draw"] + "B"}).status == "not_offered"


@pytest.mark.parametrize("ident", ["p2-1037", "p2-1044", "p2-1063", "p2-1099"])
def test_a_field_counts_a_city_once_if_its_parts_joined_later(oracles, ident):
    game = game_called(oracles, "games-2p", ident)
    assert any(game["final_part"]["field"])
    assert replay(game).status == "ok"


@pytest.mark.parametrize("name, ident", [("games-2p", "p2-1022"), ("games-2p", "p2-1068"), ("games-5p", "p5-5024")])
def test_tiles_that_fit_nowhere_are_set_aside_without_a_turn(oracles, name, ident):
    game = game_called(oracles, name, ident)
    assert any(turn[DISCARDED] for turn in game["turns"])
    assert replay(game).status == "ok"


def test_the_command_counts_games_and_mismatches(oracles, capsys):
    files = [str(oracles / "carcassonne" / f"{name}.jsonl") for name in ("games-5p", "detail-2p")]
    assert main(["check", "carcassonne", "--against", *files]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "30 games, 0 mismatches"


def test_the_command_reports_the_place_of_a_mismatch(oracles, tmp_path, capsys):
    good, bad = games(oracles, "games-2p")[:2]
    bad["final"][0] += 1
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(map(json.dumps, (good, bad))))
    assert main(["check", "carcassonne", "--against", str(file)]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"{file}:2: {bad['id']}: final: expected (")
    assert told[-1] == "2 games, 1 mismatches"
