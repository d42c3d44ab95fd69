"""mjai: what a seat is told, and what a bot in that language answers."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gamenight.bots.program import by_address, by_command
from gamenight.bots.registry import BadStrategy, made
from gamenight.core.match import Match, bot_player
from gamenight.core.model import Action, seat
from gamenight.core.registry import load
from gamenight.core.run import BotRun
from gamenight.games.riichi.actions import Discard
from gamenight.games.riichi.formats.mjai_answers import answer
from gamenight.games.riichi.logs import WRITERS, read
from tests.timeouts import TIMEOUT_S

from .games import tenhou6 as game

BOT = [sys.executable, str(Path(__file__).with_name("mjai_bot.py"))]
SLOW = int(1000 * TIMEOUT_S)


@pytest.fixture(scope="module")
def imported():
    return read(game(), "ab" * 16, 0)


def first_turn(imported, **options) -> Match:
    """The same wall, dealt at a table of bots with hidden hands."""
    chosen = {**imported.state.config.options, "open_hands": False, **options}
    return Match.start("riichi", [bot_player(n, f"Bot {n}", "mjai") for n in range(4)], 1, options=chosen)


def said(match, viewer=None):
    return [json.loads(line) for line in WRITERS["mjai"](match, viewer).splitlines()]


def test_everything_is_told_to_who_may_see_everything(imported):
    told = said(imported)
    assert [line["type"] for line in told] == "start_game start_kyoku tsumo dahai hora end_kyoku end_game".split()
    assert told[1]["tehais"][1] == ["1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "P", "F", "C"]
    assert told[1] | {"tehais": 0} == {
        "type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0, "dora_marker": "2p",
        "scores": [25000] * 4, "tehais": 0,
    }  # fmt: skip
    assert told[2] == {"type": "tsumo", "actor": 0, "pai": "1m"}
    assert told[3] == {"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": True}
    assert (told[4]["actor"], told[4]["target"], told[4]["deltas"]) == (1, 0, [-32000, 32000, 0, 0])
    assert told[6]["scores"] == [-7000, 57000, 25000, 25000]


def test_a_seat_is_told_its_own_tiles_alone(imported):
    told = said(imported, "p1")
    assert told[0]["id"] == 1
    assert [hand[0] for hand in told[1]["tehais"]] == ["?", "1m", "?", "?"]
    assert told[2] == {"type": "tsumo", "actor": 0, "pai": "?"}


def test_riichi_is_answered_in_two_steps(imported):
    view = first_turn(imported).view("p0")
    reach = {"type": "reach", "actor": 0}
    dahai = {"type": "dahai", "actor": 0, "pai": "1m", "tsumogiri": True}
    assert answer([reach], view) == reach
    assert answer([reach, dahai], view) == Action("riichi", seat(0), Discard("1m", True))
    assert answer([dahai], view) == Action("discard", seat(0), Discard("1m", True))


@pytest.mark.parametrize(
    "line", [{}, {"type": "none"}, {"type": "hora"}, {"type": "dahai", "pai": "C"}, {"type": "pon", "consumed": 3}]
)
def test_an_answer_that_is_not_legal_is_refused(imported, line):
    with pytest.raises(ValueError, match="possible: discard, riichi"):
        answer([line], first_turn(imported).view("p0"))


def run(match, strategies, turns) -> BotRun:
    bots = [made("mjai", match.plugin, one, one.parameters(), seed="1", name="mjai") for one in strategies]
    run = BotRun(match, bots, turns)
    for _ in run.answers():
        pass
    return run


def test_four_programs_play_and_riichi_is_told_once(imported, capfd):
    riichi, others = by_command("mjai", [*BOT, "reach"], time_ms=SLOW), by_command("mjai", BOT, time_ms=SLOW)
    match = first_turn(imported)
    ended = run(match, [riichi, others, others, others], 40)
    assert ended.error is None
    river = match.state.game_data.rivers[0]
    assert len(river) > 2
    assert [one.drawn for one in river] == [True] * len(river)
    assert river[0].riichi
    del ended
    told = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    # Each of the four is told of it; p0 hears it as the question for its discard.
    assert sum(line == {"type": "reach", "actor": 0} for line in told) == 4


def test_a_program_at_an_address_takes_a_seat(imported):
    with subprocess.Popen([*BOT, "tsumogiri", "--listen"], stdout=subprocess.PIPE, text=True) as program:
        try:
            port = int(program.stdout.readline())
            there, here = by_address("mjai", "127.0.0.1", port, time_ms=SLOW), by_command("mjai", BOT, time_ms=SLOW)
            match = first_turn(imported)
            ended = run(match, [there, here, here, here], 20)
            assert ended.error is None
            assert match.state.game_data.rivers[0][0].drawn
            del ended
        finally:
            program.kill()


@pytest.mark.parametrize(
    "strategy, reason",
    [
        (by_command("mjai", [*BOT, "silent"], time_ms=1, start_ms=1), "did not answer in time"),
        (by_command("mjai", [*BOT, "broken"], time_ms=SLOW), "is not a JSON object"),
        (by_command("mjai", [*BOT, "illegal"], time_ms=SLOW), "that is not legal now"),
        (by_command("mjai", [*BOT, "quits"], time_ms=SLOW), "ended without an answer"),
        (by_command("mjai", ["./no-such-program"]), "cannot start ./no-such-program"),
        (by_address("mjai", "127.0.0.1", 1), "cannot reach 127.0.0.1:1"),
    ],
    ids=["silent", "broken", "illegal", "quits", "missing", "unreachable"],
)
def test_a_program_that_fails_ends_the_match_with_a_reason(imported, strategy, reason):
    ended = run(first_turn(imported), [strategy] * 4, 20)
    assert reason in ended.error


def test_only_a_game_that_knows_the_language_can_be_played():
    strategy = by_command("mjai", BOT)
    with pytest.raises(BadStrategy, match="the game has no dialect mjai"):
        made("mjai", load("tictactoe"), strategy, strategy.parameters(), seed="1", name="mjai")
