"""Models in an arena: their own failures lose, their providers' void the game, and every call is counted."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from gamenight.arena import Here, run_arena
from gamenight.bots import BadStrategy, make_bot
from gamenight.cli import main
from gamenight.core import registry
from gamenight.core.model import GameStatus
from gamenight.core.run import run_match
from gamenight.llm.calls.refusals import forget_refusals
from tests.llm.provider import KEY, provider_process


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with provider_process() as running:
        yield running


@pytest.fixture(autouse=True)
def _nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    forget_refusals()


@pytest.fixture
def model(url, monkeypatch):
    """Configure an endpoint whose fake model behaves as its name says."""

    def set_up(name: str, does: str) -> None:
        fields = {"URL": f"{url}/v1", "KEY": KEY, "MODEL": f"{does}#{name}", "BACKOFF_S": "0"}
        for field, value in fields.items():
            monkeypatch.setenv(f"GAMENIGHT_LLM_{name.upper()}_{field}", value)

    return set_up


def arena(*bots: str, games: int = 2, game: str = "tictactoe", **settings):
    return run_arena(game, bots, games=games, seed=1, executor=Here(), **settings)


@pytest.mark.parametrize("game", ["tictactoe", "liarsdice", "hearts", "durak", "riichi"])
def test_a_model_plays_a_whole_match(model, game):
    model("good", "pick:random")
    plugin = registry.load(game)
    options: Any = {"hearts": {"target": 25}, "riichi": {"length": "tonpuu"}, "durak": {"deals": 1}}.get(game, {})
    bots = [make_bot("llm:endpoint=good", plugin, seed=1), *([make_bot("first", plugin)] * (plugin.min_players - 1))]
    played = run_match(game, bots, seed=1, options=options)
    assert played.status is GameStatus.FINISHED
    assert bots[0].figures.asked == bots[0].figures.answered > 0  # type: ignore[attr-defined]
    assert bots[0].figures.substituted == 0  # type: ignore[attr-defined]


def test_the_figures_count_every_call(model):
    model("clumsy", "wrong,prose,then=pick:first")
    result = arena("llm:endpoint=clumsy,answer=text", "random")
    counted = result.standing("llm:endpoint=clumsy,answer=text").model
    assert (counted.illegal, counted.unparsable) == (1, 1)
    assert counted.calls == counted.asked + 2 == counted.answered + 2
    assert counted.input_tokens > 0
    assert counted.unpriced == counted.calls
    assert counted.usd_told is None, "unknown is not nothing"
    assert result.standing("random").model is None


@pytest.mark.parametrize("does", ["wrong", "prose", "empty", "truncated"])
def test_a_model_loses_by_its_own_failures(model, does):
    model("bad", does)
    result = arena("llm:endpoint=bad,answer=text", "random")
    assert (result.tally.finished, len(result.crashes), len(result.voids)) == (2, 2, 0)
    assert result.standing("random").wins == 2
    assert result.standing("llm:endpoint=bad,answer=text").model.forfeited == 2


@pytest.mark.parametrize("does", ["503", "reset", "401", "404"])
def test_failures_of_the_provider_void_the_game(model, does):
    model("away", does)
    result = arena("llm:endpoint=away,answer=text", "random")
    assert (result.tally.finished, len(result.crashes), len(result.voids)) == (0, 0, 2)
    assert result.standing("llm:endpoint=away,answer=text").model.calls == 2


def test_a_game_without_its_model_is_played_again_later(model, tmp_path):
    model("back", "401:2,then=pick:first")
    kept = {"out": tmp_path / "games.jsonl", "db": f"sqlite:///{tmp_path / 'matches.db'}"}
    first = arena("llm:endpoint=back,answer=text", "random", **kept)
    assert len(first.voids) == 2
    again = arena("llm:endpoint=back,answer=text", "random", **kept)
    assert (again.tally.finished, len(again.voids)) == (2, 0)
    counted = again.standing("llm:endpoint=back,answer=text").model
    assert counted.configuration == 2, "the calls of the void games were made"
    assert arena("llm:endpoint=back,answer=text", "random", **kept).tally.models[0] == counted


@pytest.mark.parametrize("instead", ["first", "random"])
def test_a_substituted_move_is_not_the_model_s(model, instead):
    model("lost", "prose")
    result = arena(f"llm:endpoint=lost,answer=text,attempts=1,on_failure={instead}", "first")
    counted = result.standings[0].model or result.standings[1].model
    assert result.tally.finished == 2
    assert counted.substituted == counted.asked == counted.unparsable > 0
    assert counted.answered == counted.forfeited == 0


@pytest.mark.parametrize("policy", ["wait", "stand_in"])
def test_an_arena_cannot_wait_for_a_decision(model, policy):
    model("lost", "prose")
    with pytest.raises(BadStrategy, match=f"on_failure={policy} is for a server's tables"):
        arena(f"llm:endpoint=lost,on_failure={policy}", "first")


def test_cost_and_time_have_a_limit(model, tmp_path):
    model("dear", "cost=0.25,then=pick:first")
    out = tmp_path / "games.jsonl"
    stopped = arena("llm:endpoint=dear,answer=text", "random", games=20, out=out, max_usd=1.0)
    assert 1.0 <= stopped.tally.usd < 3.0
    assert stopped.tally.done < 20
    late = arena("llm:endpoint=dear,answer=text", "random", games=20, out=out, max_minutes=1e-9)
    assert late.tally.done == stopped.tally.done, "not a game more"


def test_a_limit_of_cost_needs_prices(model, tmp_path):
    model("free", "pick:first")
    stopped = arena("llm:endpoint=free,answer=text", "random", games=20, max_usd=1.0)
    assert stopped.tally.done == 1
    assert "the cost of some calls is unknown" in stopped.stopped


async def test_it_plays_inside_a_running_event_loop(model):
    model("there", "pick:first")
    assert arena("llm:endpoint=there", "random").tally.finished == 2


def test_no_file_of_an_arena_has_the_key_or_the_address(model, url, tmp_path):
    model("secret", "503")
    result = arena("llm:endpoint=secret,answer=text", "random", out=tmp_path / "games.jsonl")
    result.write_report(tmp_path / "report.html")
    for path in tmp_path.iterdir():
        assert KEY not in path.read_text()
        assert url not in path.read_text()
        assert url.removeprefix("http://") not in path.read_text()


def test_the_command_shows_how_models_failed(model, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    model("half", "wrong,then=pick:first")
    arena("llm:endpoint=half,answer=text", "random", out=tmp_path / "games.jsonl")
    bots = ["--bots", "llm:endpoint=half,answer=text", "random"]
    where = ["--game", "tictactoe", "--games", "2", "--out", str(tmp_path / "games.jsonl")]
    page = tmp_path / "report.html"
    assert main(["arena", *where, *bots, "--report", str(page)]) == 0
    shown = capsys.readouterr().out
    assert "illegal" in shown
    assert "moves replaced" in shown
    assert "time per call" in shown
    assert "US dollars" in shown
    assert "unknown" in shown
    assert "Language models" in page.read_text()
    assert main(["arena", *where, *bots, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [standing["model"]["illegal"] for standing in told["standings"] if standing["model"]] == [1]


@pytest.mark.parametrize("behaviour", ["cost=0.25,pick:first", "pick:first"])
def test_a_limit_that_is_already_reached_is_reported(model, tmp_path, capsys, behaviour):
    model("some", behaviour)
    given = ["--game", "tictactoe", "--games", "20", "--out", str(tmp_path / "games.jsonl"), "--max-usd", "0.5"]
    assert main(["arena", *given, "--bots", "llm:endpoint=some,answer=text", "random"]) == 0
    told = capsys.readouterr().err.splitlines()[-1]
    assert told.endswith("games.jsonl, and the same command without this --max-usd continues from there")


def test_without_an_endpoint_it_says_what_is_missing(monkeypatch):
    with pytest.raises(BadStrategy, match="no endpoint for language models is configured"):
        make_bot("llm", registry.load("tictactoe"))
    monkeypatch.setenv("GAMENIGHT_LLM_HALF_URL", "http://127.0.0.1:1/v1")
    with pytest.raises(BadStrategy, match="endpoint 'half' is off: it has no key and no model"):
        make_bot("llm:endpoint=half", registry.load("tictactoe"))
