"""Requests for tables: missing fields get defaults, wrong ones are refused by name, secrets stay secret."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.model import TimerMode
from gamenight.core.text import say
from gamenight.looks.texts import texts_of
from gamenight.server.games import Games
from gamenight.server.node.new_table import OpenTable, new_table, public_settings
from gamenight.server.node.options import public_schema
from gamenight.server.request_parsing import BadRequest, read_json, read_name
from gamenight.server.settings import Settings
from gamenight.store.hall.table import Table
from tests.minigames.nim import Nim

GAMES = Games(["tests.minigames.teahouse:Teahouse"])
SETTINGS = Settings(pace_ms=700, bot_parameters=True)


class Chess(Nim):
    game_id = "mini-chess"
    levels = {"beginner": "random", "master": "greedy"}


def opened(game: str = "liarsdice", *, games: Games = GAMES, settings: Settings = SETTINGS, **asked: Any) -> Table:
    body = msgspec.json.encode({"game": game, **asked})
    return new_table(read_json(body, OpenTable), games, settings, now=1_000)


def refused(game: str = "liarsdice", **asked: Any) -> tuple[str | None, str]:
    """The field that is refused, and the reason."""
    with pytest.raises(BadRequest) as caught:
        opened(game, **asked)
    return caught.value.field, texts_of(None).tell(caught.value.words)


def shown(table: Table) -> dict[str, Any]:
    return public_settings(GAMES.load(table.game_id), table)


def test_by_default_a_table_has_the_minimum_of_seats_and_bots_at_all_but_one():
    settings = opened("liarsdice").settings
    assert settings.seats == 2
    assert settings.bots == ("medium",)


def test_without_a_medium_level_a_bot_has_the_first_level():
    games = Games([f"{__name__}:Chess"])
    assert opened("mini-chess", games=games).settings.bots == ("beginner",)


def test_every_default_is_written_out():
    table = opened("liarsdice", options={"dice": 3})
    assert table.settings.options == {"dice": 3, "wild_ones": True, "fixed_dice": []}
    assert table.rules_version == GAMES.load("liarsdice").rules_version
    assert table.created_at == 1_000


def test_no_two_tables_have_the_same_id():
    assert len({opened().match_id for _ in range(100)}) == 100


@pytest.mark.parametrize("people, policy", [(1, "bot"), (2, "forfeit"), (3, "bot")])
def test_by_default_leaving_a_game_of_two_people_forfeits_and_otherwise_a_bot_stands_in(people, policy):
    assert opened(seats=4, num_bots=4 - people).settings.leaver == policy


def test_a_requested_policy_is_used():
    assert opened(leaver="wait").settings.leaver == "wait"


def test_the_timeout_policy_needs_a_timer():
    field, reason = refused(leaver="timeout")
    assert field == "leaver"
    assert "timer" in reason
    timed = {"mode": "simple", "base_time_ms": 30_000}
    assert opened(leaver="timeout", timer=timed).settings.timer.mode is TimerMode.SIMPLE


def test_one_strategy_serves_for_all_bots():
    assert opened(seats=4, bots=["random"]).settings.bots == ("random",) * 3


def test_each_bot_can_have_a_strategy_of_its_own():
    assert opened(seats=3, bots=["easy", "greedy:worlds=2"]).settings.bots == ("easy", "greedy:worlds=2")


@pytest.mark.parametrize("bot", ["mcts:time_ms=9000", "hard:simulations=1", "random:", ":"])
def test_bots_have_no_parameters_unless_the_operator_allows_them(bot: str):
    with pytest.raises(BadRequest) as caught:
        opened(bots=[bot], settings=Settings())
    assert caught.value.field == "bots[0]"
    assert caught.value.words == say("bad-parameters")


@pytest.mark.parametrize("bot", ["easy", "hard", "mcts", "random"])
def test_anybody_may_have_a_level_or_a_strategy(bot: str):
    assert opened(bots=[bot], settings=Settings()).settings.bots == (bot,)


def test_only_games_with_hidden_actors_have_a_pace():
    assert opened("mini-teahouse").settings.pace_ms == 700
    assert opened("liarsdice").settings.pace_ms == 0


@pytest.mark.parametrize(
    "asked, field",
    [
        ({"game": "no-such-game"}, "game"),
        ({"game": 7}, "game"),
        ({"game": "x" * 65}, "game"),
        ({"seats": 7}, "seats"),
        ({"seats": 1}, "seats"),
        ({"seats": "3"}, "seats"),
        ({"seats": 2.5}, "seats"),
        ({"seats": True}, "seats"),
        ({"num_bots": 2}, "num_bots"),
        ({"num_bots": -1}, "num_bots"),
        ({"bots": ["no-such-bot"]}, "bots[0]"),
        ({"bots": ["mcts:no_such=1"]}, "bots[0]"),
        ({"bots": ["mcts:evaluator=none-such"]}, "bots[0]"),
        ({"bots": ["mcts:simulations=1e999"]}, "bots[0]"),
        ({"seats": 4, "bots": ["easy", "hard"]}, "bots"),
        ({"num_bots": 0, "bots": ["easy"]}, "bots"),
        ({"bots": ["x" * 501]}, "bots[0]"),
        ({"options": {"dice": 7}}, "options.dice"),
        ({"options": {"dice": "5"}}, "options.dice"),
        ({"options": {"dise": 5}}, "options.dise"),
        ({"options": {"dice": 5, "wild_ones": None}}, "options.wild_ones"),
        ({"options": []}, "options"),
        ({"options": {"dice": [[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}}, "options"),
        ({"game": "goofspiel", "options": {"cards": 3, "rounds": 4}}, "options"),
        ({"timer": {"mode": "sundial"}}, "timer.mode"),
        ({"timer": {"mode": "simple"}}, "timer"),
        ({"timer": {"mode": "simple", "base_time_ms": -1}}, "timer.base_time_ms"),
        ({"timer": {"mode": "simple", "base_time_ms": 10**30}}, "timer.base_time_ms"),
        ({"timer": {"mode": "byoyomi", "period_time_ms": 1, "periods": 10**9}}, "timer.periods"),
        ({"timer": {"minutes": 5}}, "timer.minutes"),
        ({"timer": {"mode": "simple", "base_time_ms": 1, "timeout_behavior": "lose_turn"}}, "timer.timeout_behavior"),
        ({"timer": None}, "timer"),
        ({"private": "yes"}, "private"),
        ({"seating": "alphabetical"}, "seating"),
        ({"start": "now"}, "start"),
        ({"spectators": 1}, "spectators"),
        ({"spectator_delay_ms": 3_600_001}, "spectator_delay_ms"),
        ({"spectator_delay_ms": -1}, "spectator_delay_ms"),
        ({"leaver": "shoot"}, "leaver"),
        ({"password": "x"}, "password"),
    ],
)
def test_a_wrong_field_is_refused_by_its_name(asked, field):
    found, reason = refused(**asked)
    assert found == field
    assert reason


def test_the_reason_says_which_values_are_allowed():
    assert "dice must be 1 to 6, not 7" in refused(options={"dice": 7})[1]
    assert "2 to 6 players" in refused(seats=7)[1]
    assert "dice and wild_ones" in refused(options={"dise": 5})[1]


def test_the_reason_is_short_even_for_long_input():
    assert len(refused(options={"dice": "x" * 60_000})[1]) < 600
    assert len(refused(options={"x" * 60_000: 1})[1]) < 600


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b'{"game":"\xff"}', b"null", b"[]", b"7", b"[" * 60_000])
def test_a_body_that_is_not_a_request_is_refused_as_a_whole(body):
    with pytest.raises(BadRequest) as caught:
        read_json(body, OpenTable)
    assert caught.value.field is None


def test_a_body_nested_without_end_is_refused():
    with pytest.raises(BadRequest):
        read_json(b'{"game": "liarsdice", "options": {"dice": ' + b"[" * 60_000, OpenTable)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
NUMBERS = st.integers(-1, 7)
STRATEGIES = st.sampled_from(["easy", "mcts:simulations=9", "mcts:", ":", "mcts:=", "random:x=1", "mcts:worlds=-1"])
NAMED = st.fixed_dictionaries(
    {"game": st.sampled_from(["liarsdice", "goofspiel", "carcassonne", "tictactoe"])},
    optional={
        "options": st.dictionaries(st.sampled_from(["dice", "cards", "prizes", "tile_order", "rounds", "x"]), JSON),
        "timer": st.dictionaries(st.sampled_from(["mode", "periods", "turn_ms", "bank_ms"]), JSON),
        "seats": NUMBERS | JSON,
        "num_bots": NUMBERS | JSON,
        "bots": st.lists(STRATEGIES | st.text(max_size=12), max_size=4) | JSON,
        "leaver": st.sampled_from(["wait", "timeout"]) | JSON,
        "spectator_delay_ms": JSON,
    },
)


@settings(max_examples=300)
@given(asked=NAMED)
def test_every_request_is_answered_by_a_table_or_a_refusal(asked):
    try:
        table = opened(**asked)
    except BadRequest:
        return
    assert shown(table)["seats"] == table.settings.seats > len(table.settings.bots)


def test_public_settings_are_shown_to_everybody():
    table = opened("goofspiel", seats=3, num_bots=1, private=True, spectator_delay_ms=5_000, options={"cards": 5})
    assert shown(table) == {
        "options": {"cards": 5, "prize_order": "random", "hidden_bids": False, "rounds": None},
        "timer": msgspec.to_builtins(table.settings.timer),
        "seats": 3,
        "num_bots": 1,
        "bots": ["medium"],
        "private": True,
        "seating": "random",
        "start": "full",
        "spectators": True,
        "spectator_delay_ms": 5_000,
        "leaver": "forfeit",
    }


def test_the_shown_settings_of_a_table_can_be_requested_again():
    table = opened("goofspiel", seats=3, options={"cards": 5}, timer={"mode": "total", "base_time_ms": 60_000})
    assert opened("goofspiel", **shown(table)).settings == table.settings


def test_a_table_shows_only_that_chance_is_fixed():
    table = opened("goofspiel", options={"cards": 5, "prizes": [4, 5, 1, 2, 3]})
    assert table.settings.options["prizes"] == [4, 5, 1, 2, 3]
    assert shown(table)["fixed"] is True
    assert "prizes" not in shown(table)["options"]
    assert "[4,5,1,2,3]" not in msgspec.json.encode(shown(table)).decode()


def test_a_secret_option_at_its_default_does_not_count_as_fixed():
    assert "fixed" not in shown(opened("goofspiel", options={"prizes": None}))


def test_if_the_game_is_missing_no_option_is_shown():
    table = opened("goofspiel", options={"cards": 5, "prizes": [4, 5, 1, 2, 3]})
    assert public_settings(None, table)["options"] == {}


def test_options_that_the_rules_no_longer_know_are_not_shown():
    """They may have been secret when the table was opened."""
    table = opened("goofspiel", options={"cards": 5})
    older = msgspec.structs.replace(
        table, settings=msgspec.structs.replace(table.settings, options={"cards": 5, "deck": "4513"})
    )
    assert shown(older)["options"] == {"cards": 5}


@pytest.mark.parametrize(
    "game, options, field",
    [
        ("liarsdice", {"fixed_dice": [[[6, 6, 6, 6, 6], [6, 6, 6, 6, 7]]]}, "options.fixed_dice[0][1][4]"),
        ("goofspiel", {"prizes": "66667"}, "options.prizes"),
        ("goofspiel", {"cards": 5, "prizes": [66667, 1, 2, 3, 4]}, "options"),
    ],
)
def test_a_refusal_does_not_quote_a_secret(game, options, field):
    found, reason = refused(game, options=options)
    assert found == field
    assert "6666" not in reason
    assert "6, 6" not in reason


@pytest.mark.parametrize("slug", sorted(GAMES.all()))
def test_a_form_is_a_schema_without_the_secret_options(slug):
    game = GAMES.load(slug)
    schema = public_schema(game)
    assert schema["type"] == "object"
    assert set(schema["properties"]) == set(shown(opened(slug))["options"])
    for name, defaults in shown(opened(slug))["options"].items():
        assert msgspec.json.decode(msgspec.json.encode(schema["properties"][name]["default"])) == defaults


@pytest.mark.parametrize("given", [None, "", "   ", "\t\n"])
def test_an_empty_name_counts_as_no_name(given):
    assert read_name(given, 40) is None


@pytest.mark.parametrize("given, name", [(" Ada ", "Ada"), ("Žofie Nováková", "Žofie Nováková"), ("雀士", "雀士")])
def test_a_name_is_trimmed_and_otherwise_unchanged(given, name):
    assert read_name(given, 40) == name


@pytest.mark.parametrize(
    "code", [0x3164, 0x2800, 0x115F, 0x1160, 0x34F, 0xFFA0, 0xAD, 0x180B, 0xFE0F, 0xE0100, 0x1D159]
)
def test_invisible_characters_in_a_name_are_refused(code):
    for name in (chr(code), f"Ada{chr(code)}", f"{chr(code)} {chr(code)}"):
        with pytest.raises(BadRequest) as caught:
            read_name(name, 40)
        assert caught.value.field == "player_name"


@pytest.mark.parametrize("given", ["\u0301", "\u0301 \u0308", "\u20dd"])
def test_a_name_of_accents_alone_is_refused(given):
    with pytest.raises(BadRequest):
        read_name(given, 40)


@pytest.mark.parametrize("given", ["a\0b", "a\nb", "a\x1b[31mb", "a\u202eb", "a\u200bb", "a\u2028b", "x" * 41])
def test_a_name_that_is_too_long_or_deceptive_is_refused(given):
    with pytest.raises(BadRequest) as caught:
        read_name(given, 40)
    assert caught.value.field == "player_name"
    assert given not in str(caught.value)
