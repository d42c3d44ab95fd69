"""A game's pictures and texts are found beside its rules; what is wrong with one of them costs that one alone."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gamenight.core import registry
from gamenight.core.plugin import GamePlugin
from gamenight.looks import look_of
from gamenight.looks.look import languages

DISC = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></svg>'

Made = Callable[[dict[str, str]], GamePlugin]


@pytest.fixture
def game_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Made]:
    """Makes a game whose folder has these files."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def made(files: dict[str, str]) -> GamePlugin:
        rules = "from tests.minigames.nim import Nim\nclass Pebbles(Nim):\n    game_id = 'pebbles'\nGAME = Pebbles()\n"
        for name, text in {"__init__.py": "", "rules.py": rules, **files}.items():
            file = tmp_path / "pebbles" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        from pebbles.rules import GAME  # type: ignore[import-not-found]

        return GAME

    yield made
    for name in [name for name in sys.modules if name.partition(".")[0] == "pebbles"]:
        del sys.modules[name]


def test_pictures_are_named_by_their_files_and_texts_by_their_keys(game_with: Made):
    texts = '{"art.disc": "a disc", "takes": "{0} takes {1} of {0}"}'
    look = look_of(game_with({"art/disc.svg": DISC, "art/notes.txt": "x", "texts/en.json": texts}))
    assert look.art.keys() == {"disc"}
    assert look.art["disc"].box == (0, 0, 2, 2)
    assert look.texts == {"art.disc": "a disc", "takes": "{0} takes {1} of {0}"}
    assert not look.faults


def test_a_game_need_not_bring_anything(game_with: Made):
    look = look_of(game_with({}))
    assert (look.art, look.texts, look.faults) == ({}, {}, ())


def test_one_language_stands_in_for_what_another_lacks(game_with: Made):
    game = game_with({"texts/en.json": '{"a": "one", "b": "two"}', "texts/de.json": '{"a": "eins"}'})
    assert look_of(game, "de").texts == {"a": "eins", "b": "two"}
    assert look_of(game, "fr").texts == look_of(game).texts == {"a": "one", "b": "two"}
    assert languages(game) == ("de", "en")


def test_no_language_is_a_path(game_with: Made):
    game = game_with({"secrets.json": '{"a": "b"}', "texts/en.json": "{}"})
    assert look_of(game, "../secrets").texts == {}


def test_a_bad_file_is_named_with_its_reason_and_the_others_are_there(game_with: Made):
    look = look_of(
        game_with(
            {
                "art/disc.svg": DISC,
                "art/evil.svg": DISC.replace("<circle", "<script"),
                "art/a b.svg": DISC,
                "texts/en.json": '{"good": "{0}", "bad": "{name}", "open": "{"}',
                "texts/de.json": '{"good": 1}',
            }
        ),
        "de",
    )
    assert look.art.keys() == {"disc"}
    assert look.texts == {"good": "{0}"}
    evil, name, *others = sorted(look.faults, key=lambda fault: "evil" not in fault)
    assert evil == "art/evil.svg: it may not have the element script"
    assert name.startswith("art/a b.svg: ")
    assert [fault.partition(":")[0] for fault in others] == ["texts/en.json", "texts/en.json", "texts/de.json"]


@pytest.mark.parametrize("slug", registry.catalogue().games)
def test_every_game_of_ours_looks_as_it_should(slug: str):
    for language in languages(registry.load(slug)):
        assert look_of(registry.load(slug), language).faults == ()
