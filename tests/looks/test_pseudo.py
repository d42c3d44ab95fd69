"""Every sentence of a game and of the engine comes from a catalogue: in the pseudo-language none is left in English."""

import re
from collections.abc import Iterator

import pytest

from gamenight import Match
from gamenight.core import registry
from gamenight.core.fields import fields_of
from gamenight.core.model import Abandon, Forfeit, Pause, PlayerId, Resume
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.words import action_words, event_words
from gamenight.core.text import Words, say
from gamenight.looks.folder import companion
from gamenight.looks.textfiles import PSEUDO
from gamenight.looks.texts import texts_of
from gamenight.testing.checks.labels import spoken
from gamenight.testing.playing.playouts import STYLES, play
from gamenight.testing.playing.position import Position
from gamenight.testing.playing.tables import Setup
from gamenight.testing.worlds.viewer_screens import viewer_screens_with
from tests.looks.escapes import escapes

NAMES = ("①", "②", "③", "④", "⑤", "⑥")
POSITIONS = 25
COLOUR = re.compile("\x1b\\[\\d+m")


@pytest.mark.parametrize(
    "text, is_english",
    [("⟦Yóúr túrñ⟧", False), ("⟦pláçé á ring⟧", True), ("Ada ⟦tóók rów 1⟧", False), ("⟦á⟧, ⟦b⟧, and ⟦ç⟧", False)],
)
def test_a_word_outside_the_catalogues_is_found_inside_another_text(text: str, is_english: bool):
    assert escapes(text, "Ada") is is_english


@pytest.mark.parametrize("slug", registry.catalogue().games)
def test_all_texts_of_a_game_in_play_are_in_its_catalogue(slug: str):
    game = registry.load(slug)
    tell = texts_of(game, PSEUDO).tell
    said = {(what, tell(words)) for what, words in _said_in_play(game)}
    assert {each for each in said if escapes(each[1])} == set()


def _said_in_play(game: GamePlugin) -> Iterator[tuple[str, Words]]:
    """Of some positions of several matches: scenes, offers, events and listed actions, for every viewer."""
    for players in {game.min_players, game.max_players}:
        for style in STYLES:
            playout = play(game, Setup(players, {}, f"pseudo {style.name}"), style)
            last = len(playout.states) - 1
            for at in {*range(0, last, max(1, last // POSITIONS)), last}:
                for viewer_screen in viewer_screens_with(Position(game, playout, at), NAMES):
                    yield from spoken(viewer_screen)
                    for entry in viewer_screen.view.valid_actions:
                        if hasattr(entry, "payload"):
                            yield "an action", action_words(game, entry, viewer_screen.view)  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", registry.catalogue().games)
def test_the_words_of_a_text_drawing_are_in_the_catalogue(slug: str):
    game = registry.load(slug)
    text = getattr(companion(game, "terminal"), "text", None)
    match = Match.start(game, NAMES[: game.min_players], seed=1)
    pictures = (
        [] if text is None else [text(match.view(viewer), texts_of(game, PSEUDO).tell) for viewer in ("p0", None)]
    )
    assert [picture for picture in pictures if escapes(COLOUR.sub("", picture))] == []


@pytest.mark.parametrize("slug", registry.catalogue().games)
def test_the_engine_s_messages_about_players_who_leave_are_in_the_catalogue(slug: str):
    game = registry.load(slug)
    match = Match.start(game, NAMES[: game.min_players], seed=1)
    match.submit(Pause(say("pause-everybody_away")))
    match.submit(Resume())
    match.submit(Forfeit(PlayerId("p0")))
    if not match.is_over:
        match.submit(Abandon(say("abandoned-turns", turns=3)))
    view, tell = match.view(), texts_of(game, PSEUDO).tell
    told = [tell(event_words(game, event, view)) for event in match.events]
    assert any(told)
    assert [text for text in told if escapes(text)] == []


@pytest.mark.parametrize("slug", registry.catalogue().games)
def test_names_descriptions_and_options_are_in_the_catalogue(slug: str):
    texts = texts_of(registry.load(slug), PSEUDO)
    # Nobody is asked for secret options in words: they are for tests and puzzles.
    options = [field.name for field in fields_of(registry.load(slug).options_type) if not field.secret]
    keys = ["game-name", "game-description", *(f"option-{name}" for name in options)]
    assert [key for key in keys if not texts.has(key) or escapes(texts.tell(say(key)))] == []
