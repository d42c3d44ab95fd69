"""Messages in a terminal, which has no catalogue."""

import pytest

from gamenight.cli.words import in_words
from gamenight.core.scene import literal


@pytest.mark.parametrize(
    "message, words",
    [("As it is.", "As it is."), (("took", 3), "took 3"), (literal("Ada"), "Ada"), (("", "Ada", 3), "Ada 3"), ("", "")],
)
def test_a_key_reads_as_its_words_and_a_name_as_it_is(message, words):
    assert in_words(message) == words
