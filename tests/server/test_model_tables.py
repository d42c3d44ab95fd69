"""Tables with language models: named by an endpoint, if the operator allows it, and never by an address."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamenight.bots.registry import read_strategy
from gamenight.core.text import say
from gamenight.server.games import Games
from gamenight.server.http.catalogue import bots_shown
from gamenight.server.match.beginning import people_wanted, players_of, should_begin
from gamenight.server.node.new_table import OpenTable, new_table, public_settings
from gamenight.server.request_parsing import BadRequest, read_json
from gamenight.server.settings import Settings
from gamenight.store.hall.table import Table, TakenSeat

GAMES = Games()
KEY, URL = "sk-very-secret", "https://models.example/v1"
ON = Settings(llm=True)
TRUSTING = Settings(llm=True, bot_parameters=True)


def set_endpoint(monkeypatch: pytest.MonkeyPatch, name: str, **fields: str) -> None:
    for field, value in fields.items():
        monkeypatch.setenv(f"GAMENIGHT_LLM_{name}_{field}".upper(), value)


@pytest.fixture
def endpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    set_endpoint(monkeypatch, "alpha", url=URL, key=KEY, model="haiku-5")
    set_endpoint(monkeypatch, "beta", url=URL, key=KEY, model="qwen3:8b")
    set_endpoint(monkeypatch, "half", url=URL, model="opus")


def opened(*bots: str, settings: Settings = ON, **asked: Any) -> Table:
    body = msgspec.json.encode({"game": "liarsdice", **({"bots": bots} if bots else {}), **asked})
    return new_table(read_json(body, OpenTable), GAMES, settings, now=1_000)


def refused(*bots: str, settings: Settings = ON, **asked: Any) -> tuple[str | None, Any]:
    with pytest.raises(BadRequest) as caught:
        opened(*bots, settings=settings, **asked)
    text = repr(caught.value.words)
    assert KEY not in text
    assert URL not in text
    return caught.value.field, caught.value.words


# Which model


@pytest.mark.parametrize(
    "asked, written",
    [
        ("llm", "llm:endpoint=alpha,model=haiku-5"),
        ("llm:endpoint=beta", "llm:endpoint=beta,model=qwen3:8b"),
        ("llm:mode=free", "llm:endpoint=alpha,model=haiku-5,mode=free"),
        ("llm:on_failure=first,endpoint=beta", "llm:endpoint=beta,model=qwen3:8b,on_failure=first"),
    ],
)
def test_endpoint_and_model_are_written_out(endpoints, asked: str, written: str):
    assert opened(asked).settings.bots == (written,)
    read_strategy(written, GAMES.load("liarsdice"))


def test_a_strategy_that_is_written_out_can_be_requested_again(endpoints):
    table = opened("llm:endpoint=beta", settings=TRUSTING)
    again = public_settings(GAMES.load("liarsdice"), table)
    assert opened(settings=TRUSTING, **again).settings == table.settings


def test_models_are_off_by_default(endpoints):
    assert refused("llm", settings=Settings()) == ("bots[0]", say("bad-models_off"))
    assert refused("llm:endpoint=alpha", settings=Settings(bot_parameters=True))[1] == say("bad-models_off")


def test_a_server_may_have_no_model_at_all():
    assert refused("llm") == ("bots[0]", say("bad-no_endpoint"))


@pytest.mark.parametrize("name", ["gamma", "half", "ALPHA"], ids=["unknown", "incomplete", "in capitals"])
def test_an_incomplete_endpoint_does_not_exist(endpoints, name: str):
    field, words = refused("random", f"llm:endpoint={name}", seats=3)
    assert (field, words) == ("bots[1]", say("bad-endpoint", endpoint=name, endpoints=["alpha", "beta"]))


def test_a_file_that_cannot_be_read_is_not_quoted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "llm.toml").write_text(f'[a]\nkey = "{KEY}\nurl = "{URL}"')
    monkeypatch.setenv("GAMENIGHT_LLM_FILE", str(tmp_path / "llm.toml"))
    assert refused("llm")[1] == say("bad-endpoints")


@pytest.mark.parametrize("given", ["model=opus", "attempts=9", "max_tokens=1000000", "temperature=2", "time_ms=1"])
def test_parameters_that_influence_the_cost_need_the_operator_s_permission(endpoints, given: str):
    assert refused(f"llm:{given}") == ("bots[0]", say("bad-model_parameters"))
    (written,) = opened(f"llm:{given}", settings=TRUSTING).settings.bots
    assert given in written.partition(":")[2].split(",")


@pytest.mark.parametrize("text", ["llm:", "llm:mode", "llm:mode=guess", "llm:mode=free,mode=menu", "llm:url=http://x"])
def test_a_text_that_is_no_strategy_is_refused(endpoints, text: str):
    assert refused(text, settings=TRUSTING)[0] == "bots[0]"


def test_a_model_name_that_cannot_be_written_is_left_out(monkeypatch: pytest.MonkeyPatch):
    set_endpoint(monkeypatch, "odd", url=URL, key=KEY, model="a,b=c")
    assert opened("llm").settings.bots == ("llm:endpoint=odd",)


def test_a_second_model_of_the_same_name_gets_a_number(endpoints):
    table = opened("llm", "llm:endpoint=beta", "llm", "easy", seats=6, num_bots=4)
    person = TakenSeat(seat_index=1, name="Haiku-5 2", token_hash="")
    players = players_of(msgspec.structs.replace(table, places=(person,)), "medium")
    assert [player.display_name for player in players] == [
        *("haiku-5", "Haiku-5 2", "qwen3:8b", "haiku-5 3", "Bot 4 (easy)", "haiku-5 4")
    ]


# What is offered


def test_every_offered_model_can_be_requested(endpoints):
    models = bots_shown(GAMES, ON).models
    assert [(model.strategy, model.name) for model in models] == [
        ("llm:endpoint=alpha", "haiku-5"),
        ("llm:endpoint=beta", "qwen3:8b"),
    ]
    for model in models:
        assert opened(model.strategy).settings.bots[0].startswith(model.strategy)


def test_two_endpoints_with_the_same_model_are_told_apart(endpoints, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("GAMENIGHT_LLM_BETA_MODEL", "haiku-5")
    assert [model.name for model in bots_shown(GAMES, ON).models] == ["haiku-5 (alpha)", "haiku-5 (beta)"]


def test_no_model_is_offered_while_models_are_off(endpoints):
    shown = bots_shown(GAMES, Settings())
    assert (shown.models, shown.sponsor_origins) == ((), ())
    assert "llm" not in [strategy.name for strategy in shown.strategies]


# Exhibitions


def test_at_an_exhibition_all_seats_are_for_bots(endpoints):
    table = opened("llm", "llm:endpoint=beta", "hard", seats=3, exhibition=True)
    assert (table.settings.exhibition, len(table.settings.bots), people_wanted(table)) == (True, 3, 0)
    assert should_begin(table)


def test_one_strategy_serves_for_all_seats_of_an_exhibition():
    assert opened("easy", seats=3, exhibition=True).settings.bots == ("easy",) * 3


@pytest.mark.parametrize(
    "asked, field, words",
    [
        ({"num_bots": 1}, "num_bots", say("bad-exhibition_bots", seats=2)),
        ({"num_bots": 3}, "num_bots", say("bad-exhibition_bots", seats=2)),
        ({"bots": ["easy", "easy", "easy"]}, "bots", say("bad-strategies", bots=2)),
        ({"spectators": False}, "spectators", say("bad-exhibition_unseen")),
    ],
)
def test_an_exhibition_needs_a_bot_for_each_seat_and_spectators(asked, field: str, words):
    assert refused(exhibition=True, **asked) == (field, words)


def test_a_table_that_is_not_an_exhibition_needs_a_person():
    assert refused(num_bots=2)[0] == "num_bots"


@pytest.mark.parametrize(
    ("asked", "field", "most"), [({"max_usd": 1.01}, "max_usd", 1.0), ({"max_calls": 501}, "max_calls", 500)]
)
def test_the_operator_limits_the_budget_of_an_exhibition(asked, field: str, most: float):
    assert refused(exhibition=True, **asked) == (field, say(f"bad-exhibition-{field}", most=most))


def test_an_exhibition_has_a_budget():
    own = opened(exhibition=True).settings
    assert (own.max_usd, own.max_calls) == (1.0, 500)
    own = opened(exhibition=True, max_usd=0.25, max_calls=9).settings
    assert (own.max_usd, own.max_calls) == (0.25, 9)
    own = opened(exhibition=True, settings=Settings(exhibition_usd=0, exhibition_calls=0)).settings
    assert (own.max_usd, own.max_calls) == (None, None)


def test_other_tables_have_a_budget_only_if_it_is_requested():
    assert (opened().settings.max_usd, opened().settings.max_calls) == (None, None)
    assert (opened(max_usd=2).settings.max_usd, opened(max_calls=3).settings.max_calls) == (2, 3)


@pytest.mark.parametrize(
    "asked",
    [{"max_usd": 0}, {"max_usd": -1}, {"max_usd": "1"}, {"max_calls": 0}, {"max_calls": 1.5}, {"exhibition": 1}],
)
def test_a_budget_of_zero_is_refused(asked: dict[str, Any]):
    assert refused(**asked)[0] == next(iter(asked))


def test_the_table_shows_that_it_is_an_exhibition_and_its_budget():
    table = opened("easy", exhibition=True)
    shown = public_settings(GAMES.load("liarsdice"), table)
    assert (shown["exhibition"], shown["max_usd"], shown["max_calls"]) == (True, 1.0, 500)
    assert opened(**shown).settings == table.settings
    assert not {"exhibition", "max_usd", "max_calls"} & public_settings(GAMES.load("liarsdice"), opened()).keys()


# Origins that a page may call


@pytest.mark.parametrize(
    "origin",
    [
        *("*", "https://*", "https://*.example", "https://llm.example/", "https://llm.example/v1", "llm.example"),
        *("http://llm.example", "wss://llm.example", "https://u:p@llm.example", "https://llm.example;script-src"),
        *("https://llm.example https://x", "https://", "", "https://llm.example?x", "http://127.0.0.1.example"),
    ],
)
def test_an_origin_must_be_https_without_a_path(origin: str):
    with pytest.raises(msgspec.ValidationError, match=r"llm_origins: .* is not an origin of the form https://host"):
        msgspec.convert({"llm_origins": [origin]}, Settings)


@pytest.mark.parametrize(
    "origin",
    [
        "https://llm.example",
        "HTTPS://LLM.example:8443",
        "http://localhost:11434",
        "http://[::1]",
        "https://[fe80::1]:1",
    ],
)
def test_an_origin_of_https_or_of_this_machine_is_accepted(origin: str):
    assert Settings(llm_origins=(origin,)).llm_origins == (origin.lower(),)
