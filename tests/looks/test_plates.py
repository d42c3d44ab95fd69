"""The plates in a picture: they have the same data as the list of seats on the page."""

from gamenight.core.match import Match
from gamenight.core.model import Action, seat
from gamenight.core.showing.scene import Item, Plate
from gamenight.looks.items import shown_item
from gamenight.looks.plates import PlateShown, plates_of
from gamenight.looks.renderer import NO_LOOK, picture


def opened(slug: str) -> Match:
    return Match.start(slug, ["Ada", "Ben"], 1)


def test_plates_have_the_names_and_whose_turn_it_is():
    assert plates_of(opened("tictactoe").view(seat(1))) == (
        PlateShown("Ada", 0, turn=True),
        PlateShown("Ben", 0, mine=True),
    )


def test_in_a_concurrent_phase_players_without_an_answer_are_awaited():
    match = opened("goofspiel")
    assert [plate.turn for plate in plates_of(match.view(seat(0)))] == [True, True]
    match.act(Action("bid", seat(0), {"card": 3}))
    assert [plate.turn for plate in plates_of(match.view(seat(0)))] == [False, True]
    assert [plate.turn for plate in plates_of(match.view(seat(1)))] == [True, True], "nobody knows what is hidden"


def test_a_picture_has_the_plates():
    items = {item.id: shown_item(item) for item in (Item("a", Plate(0, "5 dice")), Item("b", Plate(1)))}
    svg = picture({"items": items}, NO_LOOK, (600, 300), "light", seats=[PlateShown("Ada & Co", 12), PlateShown("Ben")])
    assert all(f">{words}</text>" in svg for words in ("Ada &amp; Co", "12", "5 dice", "Ben"))
