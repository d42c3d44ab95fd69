"""Words as text in a language: from the game's catalogue, the built-in one, or in plain words."""

import pytest

from gamenight.core import registry
from gamenight.core.text import Message, Words, say
from gamenight.looks.parsing import keys
from gamenight.looks.pseudo import BEGIN, END, pseudo_source
from gamenight.looks.textfiles import PSEUDO, house, languages, preferred, source
from gamenight.looks.texts import Texts, texts_of
from tests.looks.saying import CASES, written

GAME = "took = { $name } took { $count ->\n    [one] one stone\n   *[other] { $count } stones\n }\nall = { $names }\n"


def test_the_page_is_tested_with_the_texts_of_python():
    assert CASES.read_text(encoding="utf-8") == written(), "run `python -m tests.looks.saying`"


@pytest.mark.parametrize(
    "words, said",
    [
        ("Ada", "Ada"),
        ("took", "took"),
        (say("took", name="Ada", count=1), "Ada took one stone"),
        (say("took", name=say("all", names=["Ada", "Bo", "Cy"]), count=2), "Ada, Bo, and Cy took 2 stones"),
        (say("took", name="{ $count }", count=1000), "{ $count } took 1,000 stones"),
        (say("all", names=[]), "–"),
        (Message("all", {"names": [["took", {"name": "Bo", "count": 1}], "x"]}), "Bo took one stone and x"),
    ],
)
def test_a_text_stays_the_same_and_a_message_is_rendered_by_its_catalogue(words: Words, said: str):
    assert Texts([("en", GAME)]).tell(words) == said


@pytest.mark.parametrize(
    "words, said",
    [
        (say("action-place_tile", x=1, y=-2), "place tile: x 1, y -2"),
        (say("event-engine-timed_out"), "timed out"),
        (
            say("odd", none=None, is_it=False, some=[1, "b"], third=1 / 3, whole=2.0),
            "odd: none –, is it no, some 1, b, third 0.333, whole 2",
        ),
        (say("took", name="Ada"), "took: name Ada"),
    ],
)
def test_a_message_outside_the_catalogues_is_shown_in_plain_words(words: Words, said: str):
    assert Texts([("en", GAME)]).tell(words) == said


def test_messages_missing_in_a_language_are_in_english():
    texts = Texts([("de", "all = alle: { $names }"), ("en", GAME)], "de")
    assert texts.tell(say("all", names=["Ada", "Bo"])) == "alle: Ada und Bo"
    assert texts.tell(say("took", name="Ada", count=2)) == "Ada took 2 stones"
    assert preferred("de-AT") == ("de-AT", "de", "en")


def test_a_game_s_texts_come_before_the_built_in_ones():
    texts = texts_of(registry.load("goofspiel"))
    assert texts.tell(say("event-engine-revealed", answers=[])) == ""
    assert texts_of(None).tell(say("event-engine-revealed", answers=["Ada: bid"])) == "Ada: bid"
    assert texts.tell(say("refused-late")) == "Your time was up."


def test_missing_arguments_of_a_text_are_reported():
    texts = Texts([("en", GAME)])
    assert texts.missing(say("took", name="Ada", count=1)) == []
    assert "count" in texts.missing(say("took", name="Ada"))[0]


def test_the_pseudo_language_has_every_text_in_brackets():
    english = source(house(), "en")
    assert english is not None
    assert keys(pseudo_source(english)) == keys(english)
    assert texts_of(None, PSEUDO).tell(say("refused-late")) == f"{BEGIN}Yóúr tímé wás úp.{END}"
    assert texts_of(registry.load("blotto"), PSEUDO).tell(say("event-engine-revealed")) == "", "what is unsaid stays so"
    assert languages(house()) == ("en",)
