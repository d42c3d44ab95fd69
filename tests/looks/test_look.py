"""A game's pictures and texts are in its folder; an invalid file does not affect the others."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gamenight.core import registry
from gamenight.core.plugin import GamePlugin
from gamenight.looks import look_of
from gamenight.looks.textfiles import PSEUDO, folder_of, languages

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


def test_pictures_are_named_by_their_files_and_texts_by_their_languages(game_with: Made):
    texts = "art-disc = a disc\n"
    look = look_of(game_with({"art/disc.svg": DISC, "art/notes.txt": "x", "texts/en.ftl": texts}))
    assert look.art.keys() == {"disc"}
    assert look.art["disc"].box == (0, 0, 2, 2)
    assert look.texts == {"en": texts}
    assert not look.faults


def test_a_game_needs_no_art_or_texts(game_with: Made):
    look = look_of(game_with({}))
    assert (look.art, look.texts, look.faults) == ({}, {}, ())


def test_the_requested_language_comes_first(game_with: Made):
    game = game_with({"texts/en.ftl": "a = one", "texts/de.ftl": "a = eins", "texts/de-AT.ftl": "a = ans"})
    assert list(look_of(game, "de-AT").texts) == ["de-AT", "de", "en"]
    assert list(look_of(game, "de-CH").texts) == ["de", "en"]
    assert look_of(game, "fr").texts == look_of(game).texts == {"en": "a = one"}
    assert languages(folder_of(game)) == ("de", "de-AT", "en")


def test_no_language_is_a_path(game_with: Made):
    game = game_with({"secrets.ftl": "a = b", "texts/en.ftl": ""})
    assert look_of(game, "../secrets").texts == {"en": ""}


def test_an_invalid_file_is_reported_and_the_others_are_used(game_with: Made):
    look = look_of(
        game_with(
            {
                "art/disc.svg": DISC,
                "art/evil.svg": DISC.replace("<circle", "<script"),
                "art/a b.svg": DISC,
                "texts/en.ftl": "good = { $n }\nbad = { $n\n\nopen = }\n",
                "texts/de.ftl": "\ngood.bad = 1\n",
            }
        ),
        "de",
    )
    assert look.art.keys() == {"disc"}
    evil, name, *others = sorted(look.faults, key=lambda fault: "evil" not in fault)
    assert evil == "art/evil.svg: it may not have the element script"
    assert name.startswith("art/a b.svg: ")
    assert [fault.partition(":")[0] for fault in others] == [
        "texts/de.ftl, line 2",
        "texts/en.ftl, line 2",
        "texts/en.ftl, line 4",
    ]


@pytest.mark.parametrize("slug", registry.catalogue().games)
def test_the_art_and_texts_of_every_built_in_game_are_valid(slug: str):
    game = registry.load(slug)
    for language in (PSEUDO, *languages(folder_of(game))):
        assert look_of(game, language).faults == ()
