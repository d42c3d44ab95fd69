"""Logs of Tenhou become matches; what is damaged or of another game is refused with a reason."""

import json

import pytest

from gamenight.core.transcripts.foreign_logs import BadLog
from gamenight.games.riichi.formats import mjlog, tenhou6
from gamenight.games.riichi.formats.mjlog_melds import Meld, read_meld
from gamenight.games.riichi.logs import WRITERS, read

from .games import END, GAME, HANDS, MJLOG, played_by_bots
from .games import tenhou6 as game


@pytest.mark.parametrize("data", [game(), MJLOG.encode()], ids=["tenhou6", "mjlog"])
def test_a_game_becomes_a_finished_match(data):
    match = read(data, "ab" * 16, 1_000)
    assert match.is_over
    assert [player.display_name for player in match.state.players] == GAME["name"]
    assert list(match.scores.values()) == [-7000, 57000, 25000, 25000]
    assert match.state.game_data.final.results == (-57, 67, 5, -15)
    assert json.loads(WRITERS["tenhou6"](match, None)) == GAME


def test_both_formats_say_the_same():
    one, other = tenhou6.read(game()), mjlog.read(MJLOG.encode())
    assert (one.names, one.options, one.final) == (other.names, other.options, other.final)
    assert [deal.actions for deal in one.deals] == [deal.actions for deal in other.deals]


def test_all_hands_of_an_imported_game_lie_open():
    match = read(game(), "ab" * 16, 0)
    view = type(match).from_record(match.record(), 0).view(None).game_data
    assert [len(hand) for hand in view.opened] == [14, 13, 13, 13]
    assert view.opened[1] == ("1m", "9m", "1p", "9p", "1s", "9s", "E", "S", "W", "N", "P", "F", "C")
    assert (view.drawn, view.opened[0][-1]) == (None, "1m")


def test_some_deals_of_a_game_are_a_match_that_ends_with_the_last_of_them():
    whole = json.loads(WRITERS["tenhou6"](played_by_bots(1), None))
    part = {**whole, "log": whole["log"][1:3], "sc": None}
    assert part["log"][0][0] != [0, 0, 0]
    match = read(json.dumps(part).encode(), "ab" * 16, 0)
    assert match.is_over
    assert json.loads(WRITERS["tenhou6"](match, None))["log"] == part["log"]


def test_a_deal_with_honba_and_sticks_is_paid_with_them():
    paid = ["和了", [-32600, 33600, 0, 0], *END[2:]]
    data = game(d0=[4, 2, 1], d1=[30000, 24000, 20000, 25000], d16=paid, sc=None)
    match = read(data, "ab" * 16, 0)
    assert list(match.scores.values()) == [-2600, 57600, 20000, 25000]


@pytest.mark.parametrize(
    "data, reason",
    [
        (b"", "neither mjlog XML nor"),
        (b"\x00\x01", "neither mjlog XML nor"),
        (MJLOG.encode()[:-200], "not XML"),
        (b"<html></html>", "no mjlog"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><mjloggm/>", "document type"),
        (b"<mjloggm/>", "'<GO>' is missing"),
        (MJLOG.replace('type="9"', 'type="25"').encode(), "three players"),
        (MJLOG.replace("<AGARI", "<BYE").encode(), "in the middle of a deal"),
        (MJLOG.replace("owari", "other").encode(), "before the game is over"),
        (MJLOG.replace("<T2/>", "<T136/>").encode(), "no tile 136"),
        (MJLOG.replace("<T2/>", "<X2/>").encode(), "no element <X2>"),
        (MJLOG.replace("<T2/>", '<N who="1" m="32"/>').encode(), "three players"),
        (MJLOG.replace("<D2/>", "<D8/>").encode(), "deal 1 (East 1)"),
        (MJLOG.replace('sc="250,-320,250,320', 'sc="250,-160,250,160').encode(), "what is paid"),
        (MJLOG.replace('hai0="4,8', 'hai0="8').encode(), "12 tiles were dealt"),
        (game()[:-40], "tenhou.net/6"),
        (b"{}", "tenhou.net/6"),
        (game(name=["Ada", "Blaise", "Clara", ""]), "game of 3 players"),
        (game(rule={"disp": "三般南喰赤", "aka": 1}), "game of 3 players"),
        (game(log=[]), "no deal is in it"),
        (game(d0=[12, 0, 0]), "begins with North 1"),
        (game(d1=[25000, 25000, 24000, 25000]), "99000 points together"),
        (game(d1=[125000, -25000, 0, 0]), "no table of ours begins with East 1 and the points"),
        (game(d4=[99, *HANDS[0][1:]]), "no tile 99"),
        (game(d4=HANDS[0][1:]), "thirteen tiles"),
        (game(d4=[45, *HANDS[0][1:]], d10=[45, 45, 45, 45, *HANDS[2][4:]]), "more tiles are recorded"),
        (game(d6=["r61"]), "no tile 61"),
        (game(d6=["x"]), "not a meld"),
        (game(d6=[]), "who calls"),
        (game(d11=[12]), "do not fit together"),
        (game(d16=["流局"]), "is not over at its end"),
        (game(d16=["引き分け"]), "in the middle of a deal"),
        (game(d16=["和了", [0, 0, 0, 0], [2, 0, 2]]), "deal 1 (East 1)"),
        (game(sc=[-7000, 0.0, 57000, 0.0, 25000, 0.0, 25000, 0.0]), "rules that are not ours"),
        (game(sc=None, log=[*GAME["log"], *GAME["log"]]), "deal 2 (East 1)"),
    ],
)
def test_what_cannot_be_imported_is_refused_with_a_reason(data, reason):
    with pytest.raises(BadLog, match=reason.replace("(", r"\(").replace(")", r"\)")):
        read(data, "ab" * 16, 0)


# Worked examples of other readers of these logs.
@pytest.mark.parametrize(
    "code, meld",
    [
        (27031, Meld("chi", 2, 51, (42, 44))),
        (34314, Meld("pon", 1, 90, (89, 91))),
        (13825, Meld("daiminkan", 0, 54, (52, 53, 55))),
        (18547, Meld("kakan", 2, 51, (48, 49, 50))),
    ],
)
def test_melds_are_read_from_their_numbers(code, meld):
    assert read_meld(code, 3) == meld


def test_a_closed_kan_has_no_source():
    assert read_meld(15872, 0) == Meld("ankan", 0, 62, (60, 61, 63))
