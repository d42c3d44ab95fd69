"""Games with several packs: copies of a card look the same, so it may stay unknown which one was seen."""

from gamenight.cards.applying import split
from gamenight.cards.knowledge import FACE_BIT, with_faces, without_faces

DECK, ONE, OTHER = 1, 2, 4
SEVEN = FACE_BIT["7C"]


def test_of_two_copies_the_upper_one_leaves_a_pile():
    assert split(("7C", "2D", "7C", "3D"), ("7C",), "deck") == (("7C",), ("7C", "2D", "3D"))
    assert split(("7C", "2D", "7C", "3D"), ("3D", "7C"), "deck") == (("7C", "3D"), ("7C", "2D"))


def test_a_copy_that_may_have_been_the_one_seen_may_be_wherever_that_one_was():
    beliefs = with_faces(with_faces((), DECK | ONE, SEVEN), ONE | OTHER, SEVEN)
    assert without_faces(beliefs, ONE, SEVEN) == ((DECK | ONE | OTHER, SEVEN),)


def test_a_copy_elsewhere_is_not_the_one_seen():
    beliefs = with_faces(with_faces((), DECK, SEVEN), ONE | OTHER, SEVEN)
    assert without_faces(beliefs, ONE, SEVEN) == ((DECK, SEVEN),)


def test_of_two_copies_in_the_same_piles_one_is_left():
    beliefs = with_faces(with_faces((), DECK | ONE, SEVEN), DECK | ONE, SEVEN)
    assert without_faces(beliefs, ONE, SEVEN) == ((DECK | ONE, SEVEN),)
