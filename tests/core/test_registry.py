"""Games by slug: which are accepted, and which are refused with a reason."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from itertools import count
from typing import Any

import pytest

from gamenight import Match, register_game
from gamenight.core.errors import PluginError, UnknownGame
from gamenight.core.model import ExpectedAction, Phase, PlayerId, TransitionResult
from gamenight.core.plugin import Game
from gamenight.core.registry import BUILTIN, GROUP, catalogue, collect, load, quick_check
from tests.minigames.auction import Auction, AuctionOptions, HiddenAuction
from tests.minigames.nim import Heap, Nim


def entry(name: str, target: str) -> EntryPoint:
    """An installed entry that names something in this module, or in another."""
    return EntryPoint(name, target if ":" in target else f"{__name__}:{target}", GROUP)


def two_games() -> list[Game[Any]]:
    return [Nim(), Auction()]


an_auction = HiddenAuction()


def test_an_entry_may_name_a_class_a_game_or_a_function_that_returns_games():
    found = collect(
        [
            entry("nim", "tests.minigames.nim:Nim"),
            entry("hidden", "an_auction"),
        ]
    )
    assert set(found.games) == {"mini-nim", "mini-hidden-auction"}
    assert set(collect([entry("two", "two_games")]).games) == {"mini-nim", "mini-auction"}
    assert found.refused == ()


class Thief(Auction):
    game_id = Nim.game_id


def test_a_slug_that_is_taken_is_refused_and_the_first_stays():
    found = collect([entry("nim", "tests.minigames.nim:Nim"), entry("thief", "Thief")])
    assert type(found.games["mini-nim"]) is Nim
    assert [refused.source for refused in found.refused] == ["mini-nim"]
    assert "already taken" in found.refused[0].reason


def an_entry_that_raises() -> list[Game[Any]]:
    raise OSError("the disk is on fire")


@pytest.mark.parametrize(
    "target, words",
    [
        ("an_entry_that_raises", "the disk is on fire"),
        ("no.such.module:GAME", "no.such.module|No module named"),
        ("tests.minigames.nim:NoSuchGame", "NoSuchGame"),
        ("not_a_game", "not"),
    ],
)
def test_an_entry_that_cannot_be_loaded_is_named_and_does_not_affect_others(target, words):
    found = collect([entry("bad", target), entry("nim", "tests.minigames.nim:Nim")])
    assert set(found.games) == {"mini-nim"}
    (refused,) = found.refused
    assert refused.source == "bad"
    assert any(word in refused.reason for word in words.split("|"))


not_a_game = 42


def things_that_are_no_games() -> list[Any]:
    return [Nim(), "chess"]


def test_an_object_that_is_not_a_game_is_refused():
    found = collect([entry("odd", "things_that_are_no_games")])
    assert set(found.games) == {"mini-nim"}
    assert "not a Game" in found.refused[0].reason


class Unfinished(Game[Any]):
    game_id = "unfinished"


class Crowded(Nim):
    game_id = "crowded"
    min_players, max_players = 5, 4


class Clumsy(Nim):
    game_id = "clumsy"

    def create_initial_state(self, players: Any, options: Any, rng: Any) -> TransitionResult:
        raise KeyError("no such card")


class Silent(Nim):
    game_id = "silent"

    def create_initial_state(self, players: Any, options: Any, rng: Any) -> Any:
        return None


class Blind(Nim):
    game_id = "blind"

    def get_player_view(self, game_data: Heap, player_id: PlayerId | None) -> Any:
        raise ValueError("nothing to see")


class Stuck(Nim):
    game_id = "stuck"

    def phase_of(self, game_data: Heap) -> Phase:
        return Phase("move", (ExpectedAction(game_data.order[0], "take"),))

    def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Any]:
        return []


class Moody(Nim):
    """A set-up that depends on how often it was asked for."""

    game_id = "moody"
    asked = count()

    def create_initial_state(self, players: Any, options: Any, rng: Any) -> TransitionResult:
        opened = super().create_initial_state(players, options, rng).game_data
        return TransitionResult(Heap(10 + next(self.asked), opened.order, opened.passes))


class Demanding(AuctionOptions, frozen=True, kw_only=True):
    stake: int


class Pricey(Auction):
    """Its options have no default, so that no lobby could offer it."""

    game_id = "pricey"
    options_type = Demanding  # type: ignore[assignment]


@pytest.mark.parametrize(
    "game, words",
    [
        ("Unfinished", "it has no display_name"),
        ("Crowded", "min_players"),
        ("Clumsy", "no such card"),
        ("Silent", "create_initial_state returned None"),
        ("Blind", "nothing to see"),
        ("Stuck", "no valid action"),
        ("Moody", "two different set-ups"),
        ("Pricey", "stake"),
    ],
)
def test_a_game_that_fails_the_quick_check_is_refused_with_the_reason(game, words):
    found = collect([entry("third-party", game), entry("nim", "tests.minigames.nim:Nim")])
    assert set(found.games) == {"mini-nim"}
    (refused,) = found.refused
    assert refused.source == game.lower()
    assert any(word in refused.reason for word in words.split("|")), refused.reason


class Solitaire(Nim):
    game_id = "solitaire"
    min_players = max_players = 1


@pytest.mark.parametrize("game", [Nim(), Auction(), HiddenAuction(), Solitaire()], ids=lambda game: game.game_id)
def test_a_sound_game_passes_the_quick_check(game):
    assert quick_check(game) == []


def test_the_built_in_games_use_the_same_entry_point():
    found = catalogue()
    assert "tictactoe" in found.games
    assert found.refused == ()
    assert load("tictactoe") is found.games["tictactoe"]
    assert collect([EntryPoint(BUILTIN, "gamenight.games:builtin", GROUP)]).games.keys() <= found.games.keys()


@pytest.fixture
def games():
    """The games by slug; what a test registers is forgotten after it."""
    before = dict(catalogue().games)
    yield catalogue().games
    for slug in {*catalogue().games} - {*before}:
        del catalogue().games[slug]


def test_a_game_is_registered_at_run_time(games):
    game = Solitaire()
    register_game(game)
    assert load("solitaire") is game
    assert Match.start("solitaire", 1, 1).plugin is game
    again = Solitaire()
    register_game(again)
    assert load("solitaire") is again, "the newer one, as when a cell of a notebook is run again"


class Impostor(Nim):
    game_id = "tictactoe"


@pytest.mark.parametrize(
    "game, words",
    [
        (Impostor(), "the slug 'tictactoe' is already taken"),
        (Nim, "is not a Game"),
        (Unfinished(), "it has no display_name"),
    ],
    ids=["taken", "class", "unfinished"],
)
def test_a_game_that_cannot_be_registered_says_why(games, game, words):
    with pytest.raises(PluginError, match=words):
        register_game(game)
    assert type(load("tictactoe")) is not Impostor


def test_an_unknown_game_is_named_with_a_list_of_games():
    with pytest.raises(UnknownGame, match=r"'chessboxing'.*tictactoe"):
        load("chessboxing")
