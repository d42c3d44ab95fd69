"""How the land is shown, and what one taps in it."""

from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.match import Match
from gamenight.core.model import Abandon, Forfeit, PlayerId
from gamenight.core.showing.scene import Count, Item, Offer, Piece, Scene, TextTable, with_targets
from gamenight.core.showing.taps import chosen, completed, continues, tapped
from gamenight.core.text import say
from tests.games.carcassonne.playing import play, put, start
from tests.games.seeing import said

GAME = registry.load("carcassonne")


def shown(match: Match, viewer: str | None = "p0") -> Scene:
    return GAME.scene(match.view(viewer))


def items(match: Match, viewer: str | None = "p0") -> dict[str, Item]:
    scene = shown(match, viewer)
    found = {item.id: item for item in scene.items}
    assert len(found) == len(scene.items)
    return found


def pieces(match: Match, viewer: str | None = "p0") -> dict[str, Any]:
    """What lies and stands on the board."""
    return {id: item.shows for id, item in items(match, viewer).items() if item.container == "at"}


def offers(match: Match, viewer: str = "p0") -> list[Offer]:
    return list(GAME.offers(match.view(viewer)))


# The board


def test_tiles_lie_where_they_were_placed_and_the_north_is_above():
    board = items(play("U(1,0,0); E(0,1,180); V(0,-1,270)", then="E"), None)
    tiles = {item.place: (item.shows.art, item.shows.rotation) for item in board.values() if item.container == "at"}
    assert tiles == {(0, 0): ("D", 0), (1, 0): ("U", 0), (0, -1): ("E", 180), (0, 1): ("V", 270)}


def test_a_thing_on_the_board_is_called_after_its_place():
    for item in items(play("U(1,0,0) road:E.W; E(0,1,180)", then="E")).values():
        if item.container == "at":
            assert isinstance(item.place, tuple)
            assert item.id == f"at/{item.place[0]:g},{item.place[1]:g}"


def test_meeples_stand_and_farmers_lie_on_top_of_their_tiles():
    match = play("U(1,0,0) road:E.W; E(0,1,180) field:NL.NR.EL.ER.WL.WR", then="E")
    knights = [
        item for item in items(match, None).values() if isinstance(item.shows, Piece) and item.shows.seat is not None
    ]
    assert [(item.shows.art, item.shows.seat, item.order) for item in knights] == [
        ("m0", 0, 1),
        ("f1", 1, 1),
    ]
    assert knights[0].place == (0.85, 0)
    assert knights[1].place == (0, -1.15)


def test_a_meeple_that_went_home_is_gone():
    assert all(piece.seat is None for piece in pieces(play("E(0,1,180) city:S", then="U"), None).values())


def test_the_last_tile_and_the_meeple_on_it_are_marked():
    assert shown(start("U")).last == ()
    assert shown(play("U(1,0,0) road:E.W; E(0,1,180)", then="E")).last == ("at/0,-1",)
    assert shown(play("U(1,0,0) road:E.W", then="E")).last == ("at/1,0", "at/0.85,0")


def test_only_whoever_is_to_act_sees_what_can_be_tapped():
    match = start("EU")
    assert targets(match, "p0").keys() >= {"at/0,1", "at/0,-1"}
    for viewer in ("p0", "p1", None):
        assert set(pieces(match, viewer)) == {"at/0,0"}
    for viewer in ("p1", None):
        assert list(GAME.offers(match.view(viewer))) == []


# Offers


def test_tapping_a_place_again_turns_the_tile_clockwise():
    match = start("VU")
    found = offers(match)
    taps = tapped(found, (), "at/0,1")
    seen = []
    for _ in range(len(completed(found, taps)) + 1):
        (ghost,) = found[chosen(found, taps)].ghosts
        seen.append((ghost.shows.art, ghost.shows.rotation, ghost.place))
        taps = tapped(found, taps, "at/0,1")
    assert seen == [("V", 0, (0, 1)), ("V", 270, (0, 1)), ("V", 0, (0, 1))]


def test_a_tile_is_placed_only_when_that_is_confirmed():
    assert all(offer.confirm for offer in offers(start("VU")))


def test_every_listed_action_is_one_offer_by_another_name():
    for match in (start("BU"), play("U(1,0,0)", then="X"), put_down("L(0,1,180)")):
        (player,) = match.to_act
        found = offers(match, player)
        view = match.view(player)
        assert {offer.does for offer in found} == {a for a in view.valid_actions if not GAME.is_repeat(a, view)}  # type: ignore[arg-type]
        assert len({said(match, offer.label) for offer in found}) == len(found)
        assert continues(found, ()) <= targets(match, player).keys()


@pytest.mark.parametrize(
    "letter, place, offered, legal",
    [
        ("U", (0, -1), [0], {0, 180}),
        ("B", (0, -1), [0], {0, 90, 180, 270}),
        ("X", (1, 0), [0], {0, 90, 180, 270}),
        ("V", (0, -1), [0, 270], {0, 270}),
    ],
    ids=["straight road", "monastery", "crossroads", "curve"],
)
def test_of_rotations_that_look_the_same_one_is_offered_though_all_are_legal(letter, place, offered, legal):
    match = start(letter + "U")
    wanted = [offer.does.payload for offer in offers(match)]
    assert [each.rotation for each in wanted if (each.x, each.y) == place] == offered
    listed = [action.payload for action in match.legal_actions("p0")]
    assert {each.rotation for each in listed if (each.x, each.y) == place} == legal


def targets(match: Match, player: str) -> dict[str, Item]:
    """The items, with what the page makes to be tapped."""
    view = match.view(player)
    return with_targets(GAME.scene(view), GAME.offers(view))


def put_down(move: str) -> Match:
    match = start(move[0] + "U")
    put(match, move)
    return match


def test_a_meeple_is_placed_by_tapping_its_spot():
    match = put_down("L(0,1,180)")
    found = {said(match, offer.label): offer for offer in offers(match)}
    knight = found["knight in the city to the south"]
    assert [step.ids for step in knight.steps] == [("at/0,-0.65",)]
    assert targets(match, "p0")["at/0,-0.65"].shows.art == "spot"
    (ghost,) = knight.ghosts
    assert (ghost.id, ghost.shows.art, ghost.shows.seat) == ("at/0,-0.65", "m0", 0)


def test_placing_no_meeple_is_a_button_and_a_key():
    match = put_down("L(0,1,180)")
    (none,) = [offer for offer in offers(match) if offer.hotkey]
    assert (said(match, none.label), none.hotkey) == ("no meeple", "n")
    assert none.steps[0].ids == ("side/2",)
    assert items(match)["side/2"].shows.text == none.label
    assert "side/2" not in items(match, "p1")


# Beside the board


def test_everybody_sees_the_tile_to_place_and_how_many_are_left():
    match = start("EUV")
    for viewer in ("p0", "p1", None):
        found = items(match, viewer)
        assert found["side/0"].label == say("to-place")
        assert found["side/0/0"].shows == Piece("E")
        assert found["side/1"].shows == Count("back", 2)
    assert "side/0/0" not in items(put_down("L(0,1,180)"))


def test_everybody_sees_the_supplies():
    found = items(play("U(1,0,0) road:E.W", players=3, then="E"), None)
    supplies = [(found[f"side/{place}"].shows, found[f"side/{place}"].label) for place in (3, 4, 5)]
    assert supplies == [
        (Count("m0", 6, 0), say("supply", name="Player 1")),
        (Count("m1", 7, 1), say("supply", name="Player 2")),
        (Count("m2", 7, 2), say("supply", name="Player 3")),
    ]


def test_at_the_end_points_are_told_by_what_brought_them():
    match = play("E(0,1,180) city:S; B(0,-1,0) monastery")
    assert match.is_over
    table = items(match, None)["end/1"].shows
    assert isinstance(table, TextTable)
    assert [said(match, cell) for cell in table.head] == ["", "roads", "cities", "monasteries", "fields", "points"]
    assert table.rows == (("Player 1", 0, 4, 0, 0, 4), ("Player 2", 0, 0, 2, 0, 2))


def test_whoever_is_to_act_is_told_what_to_do():
    match = start("LU")
    assert [shown(match, viewer).text for viewer in ("p0", "p1", None)] == [say("phase-place_tile"), "", ""]
    put(match, "L(0,1,180)")
    assert [shown(match, viewer).text for viewer in ("p0", "p1", None)] == [say("phase-place_meeple"), "", ""]


def test_the_end_is_told():
    assert shown(play("E(0,1,180)")).text == say("over")


def test_a_land_without_one_of_its_players_is_shown():
    match = play("U(1,0,0) road:E.W", players=3, then="E")
    match.submit(Forfeit(PlayerId("p1")))
    assert shown(match, "p2").text == say("phase-place_tile")
    assert {"side", "side/0/0"} <= items(match, "p2").keys()
    assert "end/1" not in items(match, None)


@pytest.mark.parametrize("moves", ["E(0,1,180) city:S", ""], ids=["a meeple placed", "a tile to place"])
@pytest.mark.parametrize(
    "input", [Forfeit(PlayerId("p0"), "resignation"), Forfeit(PlayerId("p1")), Abandon("nobody came")], ids=repr
)
def test_a_match_that_ends_early_shows_the_points_so_far_and_asks_for_nothing(moves, input):
    match = play(moves, then="UU")
    match.submit(input)
    for viewer in ("p0", "p1", None):
        assert shown(match, viewer).text == ""
        assert "side" not in items(match, viewer)
        assert items(match, viewer)["end/1"].shows.rows[0][-1] == (4 if moves else 0)
        assert GAME.offers(match.view(viewer)) == []


# Words


def test_every_message_is_in_the_catalogue():
    for match in (start("EU"), put_down("L(0,1,180)"), play("U(1,0,0)", then="X"), play("E(0,1,180)")):
        for viewer in ("p0", "p1"):
            scene, found = shown(match, viewer), offers(match, viewer)
            words = [scene.text, *[item.label for item in scene.items], *[offer.label for offer in found]]
            assert all(said(match, one) or one == "" for one in words)
