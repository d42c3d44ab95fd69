"""Bots from texts: names, parameters, levels, and the messages for invalid texts."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from typing import Annotated, Any

import pytest
from msgspec import Meta, Struct

from gamenight import run_match
from gamenight.arena import Here, run_arena
from gamenight.bots import (
    BadStrategy,
    GreedyBot,
    GreedyParameters,
    MctsBot,
    RandomBot,
    Strategy,
    find_bot,
    make_bot,
    register,
    strategies,
)
from gamenight.bots.bot_lookup import short_name
from gamenight.bots.registry import GROUP, collect, installed, read_strategy
from gamenight.core.model import GameStatus
from gamenight.core.registry import catalogue, load
from tests.minigames.nim import Nim
from tests.timeouts import TIMEOUT_S


class PickyParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """A parameter of every type that a text can have."""

    count: Annotated[int, Meta(ge=1, le=9)] = 2
    limit: int | None = None
    weight: float = 1.5
    loud: bool = False
    word: str = ""
    among: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.loud and not self.word:
            raise ValueError("whoever is loud needs a word")


class Picky(RandomBot):
    def __init__(self, game: Any, parameters: PickyParameters, seed: str, name: str) -> None:
        if parameters.word == game.game_id:
            raise ValueError("that word is taken")
        super().__init__(seed, name)
        self.parameters = parameters


PICKY = Strategy(Picky, PickyParameters, "Hard to please.")
NO_DEFAULT = Strategy(Picky, type("Demanding", (Struct,), {"__annotations__": {"needed": int}}))
NO_STRATEGY = Picky


class Graded(Nim):
    """A game with levels of its own, some of them invalid."""

    levels = {
        "calm": "picky:count=3,weight=0.5",
        "plain": "random",
        "endless": "endless",
        "borrowed": "calm:count=1",
        "lost": "nobody",
        "wrong": "picky:count=many",
    }


@pytest.fixture
def nim(monkeypatch):
    """A game with levels, and a strategy to name in them."""
    monkeypatch.setitem(strategies(), "picky", PICKY)
    return Graded()


def entry(name: str, target: str) -> EntryPoint:
    return EntryPoint(name, target if ":" in target else f"{__name__}:{target}", GROUP)


# -- bots of one's own


class Modest(RandomBot):
    def __init__(self, game: Any, parameters: PickyParameters, seed: str, name: str) -> None:
        super().__init__(seed, name)
        self.parameters = parameters


MODEST = Strategy(Modest, PickyParameters, "Not in the way.")
OWN = f"{__name__}:MODEST"


@pytest.fixture
def registering():
    """Remove what a test registers after it."""
    before = {*strategies()}
    yield register
    for name in {*strategies()} - before:
        del installed().strategies[name]


def test_a_bot_of_one_s_own_is_found_by_its_place():
    bot = find_bot(OWN, Nim(), seed=3)
    assert isinstance(bot, Modest)
    assert (bot.name, bot.parameters) == (OWN, PickyParameters())


def test_parameters_follow_another_colon():
    assert find_bot(f"{OWN}:count=7,word=a:b", Nim()).parameters == PickyParameters(count=7, word="a:b")  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["greedy", "greedy:worlds=2", "easy", "medium:simulations=3"])
def test_known_names_are_found_first(text):
    assert type(find_bot(text, Nim())) is type(make_bot(text, Nim()))


@pytest.mark.parametrize(
    "text, words",
    [
        ("nowhere.at.all:BOT", "cannot load nowhere.at.all:BOT: there is no module nowhere"),
        (f"{__name__}:MODESTY", f"cannot load {__name__}:MODESTY: {__name__} has no 'MODESTY'; there is PICKY"),
        (f"{__name__}:Modest", f"{__name__}:Modest is not a Strategy but Modest; Strategy("),
        (f"{__name__}:OWN", f"{__name__}:OWN is not a Strategy but str"),
        (f"{OWN}:size=3", f"{OWN} has no parameter 'size'; it takes count=2"),
        (f"{OWN}:", "'' in"),
        (f"{OWN}:count", "'count' in"),
        ("greedy:worlds", "'worlds' in 'greedy:worlds' is not of the form parameter=value"),
        ("gredy", "no bot is called 'gredy' (did you mean 'greedy'?)"),
    ],
)
def test_a_place_without_a_bot_is_an_error(text, words):
    with pytest.raises(BadStrategy) as refused:
        find_bot(text, Nim())
    assert str(refused.value).startswith(words)


def test_a_text_by_itself_loads_nothing():
    """What a client of a server sends goes this way."""
    with pytest.raises(BadStrategy, match="is not of the form parameter=value"):
        make_bot(OWN, Nim())


def test_a_strategy_is_registered_at_run_time(registering):
    registering("modest", MODEST)
    assert isinstance(make_bot("modest:count=4", Nim()), Modest)
    registering("modest", PICKY)
    assert isinstance(make_bot("modest", Nim()), Picky), "the newer one, as when a cell of a notebook is run again"


@pytest.mark.parametrize(
    "name, strategy, words",
    [
        ("mcts", MODEST, "the name 'mcts' is already taken"),
        ("hard", MODEST, "the name 'hard' is already taken"),
        ("Modest", MODEST, "'Modest' is not a valid name"),
        ("modest", Modest, "modest is not a Strategy but Modest"),
        ("modest", NO_DEFAULT, "modest: its parameters cannot be described"),
    ],
)
def test_an_invalid_registration_is_an_error(registering, name, strategy, words):
    with pytest.raises(BadStrategy, match=words):
        registering(name, strategy)


def test_an_arena_in_other_processes_does_not_know_what_was_registered_here(registering):
    registering("modest", MODEST)
    with pytest.raises(BadStrategy, match=r"was registered in this process.*executor=Here\(\)"):
        run_arena("tictactoe", ["modest", "random"], games=2, seed=1)
    result = run_arena("tictactoe", ["modest", "random"], games=2, seed=1, executor=Here())
    assert (len(result.voids), len(result.crashes)) == (0, 0)


def test_an_arena_in_other_processes_finds_a_bot_by_its_place():
    result = run_arena("tictactoe", [f"{OWN}:count=3", "random"], games=2, seed=1, workers=1)
    assert (len(result.voids), len(result.crashes)) == (0, 0)


@pytest.mark.parametrize("spec, name", [("mcts:time_ms=5", "mcts"), (OWN, "MODEST"), (f"{OWN}:count=1", "MODEST")])
def test_a_bot_has_a_short_name(spec, name):
    assert short_name(spec) == name


# -- texts


@pytest.mark.parametrize("name, kind", [("random", RandomBot), ("greedy", GreedyBot), ("mcts", MctsBot)])
def test_a_strategy_s_name_makes_a_bot(name, kind):
    assert isinstance(make_bot(name, Nim()), kind)


def test_the_name_of_a_bot_is_its_text_unless_one_is_given():
    assert make_bot("greedy:worlds=2", Nim()).name == "greedy:worlds=2"
    assert make_bot("greedy", Nim(), name="Ada").name == "Ada"


@pytest.mark.parametrize(
    "text, field, value",
    [
        ("count=7", "count", 7),
        ("limit=40", "limit", 40),
        ("limit=null", "limit", None),
        ("weight=2", "weight", 2.0),
        ("weight=-1e-3", "weight", -0.001),
        ("word=12", "word", "12"),
        ("word=", "word", ""),
        ("word=a=b", "word", "a=b"),
        ("loud=true,word=hey", "loud", True),
        ("loud=false", "loud", False),
        (" count = 7 , weight = 1", "count", 7),
    ],
)
def test_parameters_are_read_from_the_text(nim, text, field, value):
    assert getattr(make_bot(f"picky:{text}", nim).parameters, field) == value  # type: ignore[attr-defined]


def test_missing_parameters_have_their_defaults(nim):
    assert make_bot("picky:count=7", nim).parameters == PickyParameters(count=7)  # type: ignore[attr-defined]
    assert read_strategy("greedy", nim) == (strategies()["greedy"], GreedyParameters())


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "the name of the bot is empty; there are: borrowed, calm, endless, first, "),
        (":count=1", "the name of the bot is empty"),
        ("genius", "no bot is called 'genius'; there are: borrowed, calm, "),
        ("gredy", "no bot is called 'gredy' (did you mean 'greedy'?)"),
        ("Random", "no bot is called 'Random' (did you mean 'random'?)"),
        ("clam", "no bot is called 'clam' (did you mean 'calm'?)"),
        ("random:speed=3", "random has no parameter 'speed'; it takes none"),
        (
            "picky:wight=3",
            "picky has no parameter 'wight' (did you mean 'weight'?); it takes count=2, limit=null, weight=",
        ),
        ("picky:count=many", "picky: count must be 1 to 9, not 'many'"),
        ("picky:count=10", "picky: count must be 1 to 9, not '10'"),
        ("picky:count=1.5", "picky: count must be 1 to 9, not '1.5'"),
        ("picky:limit=", "picky: limit must be a whole number or null, not ''"),
        ("picky:weight=heavy", "picky: weight must be a number, not 'heavy'"),
        ("picky:weight=nan", "picky: weight must be a number, not nan"),
        ("picky:weight=-inf", "picky: weight must be a number, not -inf"),
        ("picky:loud=yes", "picky: loud must be true or false, not 'yes'"),
        ("picky:among=1", "picky: among must be list of a whole number, not '1'"),
        ("picky:loud=true", "picky: whoever is loud needs a word"),
        ("picky:word=mini-nim", "'picky:word=mini-nim' does not fit mini-nim: that word is taken"),
        ("picky:count=1,count=1", "'count' is given twice in 'picky:count=1,count=1'"),
        ("picky:", "'' in 'picky:' is not of the form parameter=value"),
        ("picky:count", "'count' in 'picky:count' is not of the form parameter=value"),
        ("picky:count=1,", "'' in 'picky:count=1,' is not of the form parameter=value"),
        ("picky:=1", "'=1' in 'picky:=1' is not of the form parameter=value"),
    ],
)
def test_a_text_of_which_no_bot_can_be_made_says_what_is_wrong(nim, text, words):
    with pytest.raises(BadStrategy) as refused:
        make_bot(text, nim)
    assert str(refused.value).startswith(words)
    assert "\n" not in str(refused.value)


# -- levels


def test_a_level_is_the_text_that_the_game_gives_it(nim):
    assert make_bot("calm", nim).parameters == PickyParameters(count=3, weight=0.5)  # type: ignore[attr-defined]
    assert type(make_bot("plain", nim)) is RandomBot


def test_a_level_may_be_overridden_and_added_to(nim):
    assert make_bot("calm:count=5,limit=1", nim).parameters == PickyParameters(count=5, weight=0.5, limit=1)  # type: ignore[attr-defined]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_levels_are_the_game_s_own(nim, level):
    with pytest.raises(BadStrategy, match=f"no bot is called '{level}'"):
        make_bot(level, nim)


@pytest.mark.parametrize(
    "level, words",
    [
        ("endless", "the level 'endless' of mini-nim is 'endless', not a strategy: 'endless' is a level, too"),
        (
            "borrowed",
            "the level 'borrowed' of mini-nim is 'calm:count=1', not a strategy: 'calm' is a level, too",
        ),
        ("lost", "the level 'lost' of mini-nim is 'nobody', not a strategy: no bot is called 'nobody'"),
        ("wrong", "the level 'wrong' of mini-nim is 'picky:count=many', not a strategy: picky: count must be"),
        ("wrong:count=1", "the level 'wrong' of mini-nim is"),
    ],
)
def test_an_invalid_level_is_reported_as_the_game_s_mistake(nim, level, words):
    with pytest.raises(BadStrategy) as refused:
        make_bot(level, nim)
    assert str(refused.value).startswith(words)


def test_a_wrong_parameter_of_a_level_is_reported_as_the_user_s_mistake(nim):
    with pytest.raises(BadStrategy, match=r"^picky: count must be 1 to 9, not '0'"):
        make_bot("calm:count=0", nim)


@pytest.mark.parametrize("slug", sorted(catalogue().games))
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_every_installed_game_has_the_usual_levels(slug, level):
    bot = make_bot(level, load(slug), name="Ada")
    assert bot.name == "Ada"


def test_an_unknown_evaluator_is_reported_at_once():
    with pytest.raises(BadStrategy, match=r"^'mcts:evaluator=crystal_ball' does not fit tictactoe: .*crystal_ball"):
        make_bot("mcts:evaluator=crystal_ball", load("tictactoe"))


# -- seeds


@pytest.mark.parametrize("text", ["random", "greedy", "mcts:simulations=20"])
def test_the_same_seed_makes_the_same_decisions(text):
    def moves(seed: str | int) -> list[Any]:
        heard = []
        game = load("liarsdice")
        bots = [make_bot(text, game, seed=f"{seed} {at}") for at in range(3)]
        bots[0].receive_outcome = heard.append  # type: ignore[method-assign, assignment]
        assert run_match(game, bots, seed="table").status is GameStatus.FINISHED
        return heard

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


# -- other packages


def test_an_entry_s_name_is_the_strategy_s():
    found = collect([entry("picky", "PICKY"), entry("picky-2.b_c", "PICKY")])
    assert list(found.strategies) == [*collect([]).strategies, "picky", "picky-2.b_c"]
    assert found.refused == ()


@pytest.mark.parametrize(
    "name, target, words",
    [
        ("greedy", "PICKY", "the name 'greedy' is already taken"),
        ("good", "PICKY", "the name 'good' is already taken"),
        ("hard", "PICKY", "the name 'hard' is already taken"),
        ("a:b", "PICKY", "'a:b' is not a valid name"),
        ("Picky", "PICKY", "'Picky' is not a valid name"),
        ("", "PICKY", "'' is not a valid name"),
        ("bad", "NO_STRATEGY", "is not a Strategy"),
        ("bad", "NO_DEFAULT", "needed"),
        ("bad", "nothing_here", "cannot be loaded: AttributeError"),
        ("bad", "no_such_module:BOT", "cannot be loaded: ModuleNotFoundError"),
    ],
)
def test_a_refused_entry_has_a_reason_and_does_not_affect_others(name, target, words):
    found = collect([entry("good", "PICKY"), entry(name, target), entry("fine", "PICKY")])
    assert [refused.source for refused in found.refused] == [name]
    assert words in found.refused[0].reason
    assert found.strategies == {**collect([]).strategies, "good": PICKY, "fine": PICKY}


@pytest.fixture
def installed_with(monkeypatch, tmp_path):
    """A package in a folder of its own, found like an installed one."""

    def install(entries: str) -> None:
        metadata = tmp_path / "stubborn-1.0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stubborn\nVersion: 1.0\n")
        (metadata / "entry_points.txt").write_text(f"[gamenight.bots]\n{entries}")
        (tmp_path / "stubborn_bots.py").write_text(STUBBORN)
        monkeypatch.syspath_prepend(tmp_path)
        installed.cache_clear()

    yield install
    monkeypatch.undo()
    sys.modules.pop("stubborn_bots", None)
    installed.cache_clear()


STUBBORN = """
from msgspec import Struct

from gamenight.bots import Strategy


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    number: int = 1


class Stubborn:
    worlds = 0

    def __init__(self, game, parameters, seed, name):
        self.name, self.number = name, parameters.number

    def choose_action(self, observation):
        listed = observation.view.valid_actions
        return listed[min(self.number, len(listed)) - 1]

    def receive_outcome(self, event):
        pass


STUBBORN = Strategy(Stubborn, Parameters, "Takes the same place in every list.")
"""


def test_a_bot_of_another_package_plays(installed_with):
    installed_with("stubborn = stubborn_bots:STUBBORN\n")
    game = load("tictactoe")
    outcome = run_match(game, [make_bot("stubborn", game), make_bot("stubborn:number=9", game)], seed=1)
    # One takes the squares from the first on, the other from the last; whoever begins has a row first.
    assert (outcome.status, outcome.result.winners, outcome.turns) == (GameStatus.FINISHED, ("p0",), 5)


def test_a_broken_bot_of_another_package_is_reported_when_it_is_used(installed_with):
    installed_with("ghost = stubborn_bots:GHOST\nrandom = stubborn_bots:STUBBORN\nstubborn = stubborn_bots:STUBBORN\n")
    game = load("tictactoe")
    with pytest.raises(BadStrategy, match="the bot 'ghost' was refused: stubborn_bots:GHOST cannot be loaded"):
        make_bot("ghost", game)
    assert type(make_bot("random", game)) is RandomBot
    assert make_bot("stubborn", game).number == 1  # type: ignore[attr-defined]


def test_the_command_finds_a_bot_of_another_package(installed_with, tmp_path):
    installed_with("stubborn = stubborn_bots:STUBBORN\nghost = stubborn_bots:GHOST\n")
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = [sys.executable, "-m", "gamenight"]
    listed = subprocess.run([*run, "bots"], env=env, capture_output=True, text=True, timeout=TIMEOUT_S)
    assert "stubborn  Takes the same place in every list." in listed.stdout
    assert listed.stderr.startswith("gamenight: refused ghost: stubborn_bots:GHOST cannot be loaded")
    played = subprocess.run(
        [*run, "match", "--game", "tictactoe", "--bots", "stubborn:number=2", "stubborn"],
        env=env,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
    )
    assert (played.returncode, played.stderr) == (0, "")
    assert "stubborn 1 wins" in played.stdout or "stubborn 2 wins" in played.stdout
