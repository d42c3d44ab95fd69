"""The conformance kit's list of built-in art is what the page can draw."""

import pytest

from gamenight.looks.renderer import NO_LOOK, picture
from gamenight.testing.checks.scene import BUILT_IN

CARDS = [f"card/{rank}{suit}" for rank in "0 1 2 9 10 11 T J Q K A".split() for suit in "SHDCX"]
NAMES = "disc ring cross cell square die/0 die/1 die/6 die/7 die/back die card card/ card/back card/7 card/JK".split()
JOKERS = "card/XR card/XB card/XS card/X card/XRB".split()
NUMBERS = "number number/ number/0 number/13 number/-4 number/999999 number/1000000 number/1.5 number/x pile".split()


@pytest.mark.parametrize("name", [*CARDS, *JOKERS, *NAMES, *NUMBERS])
def test_the_kit_knows_which_art_is_built_in(name):
    drawn = picture({"items": {"it": {"art": name}}}, NO_LOOK, (100, 100), "light")
    is_missing = f">{name}</text>" in drawn and "stroke-dasharray" in drawn
    assert is_missing == (BUILT_IN.fullmatch(name) is None)
