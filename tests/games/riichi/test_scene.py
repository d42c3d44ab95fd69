"""How the table looks from a seat, and what can be tapped there."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gamenight.core.match import Match
from gamenight.core.model import Action, PlayerId, PlayerView
from gamenight.core.showing.scene import Button, Count, Item, Offer, Piece, Scene, Text, TextTable
from gamenight.core.showing.taps import completed
from gamenight.games.riichi import GAME
from gamenight.games.riichi.actions import Call, Discard, Kan
from gamenight.games.riichi.state import Final, Outcome, Win, Yaku
from gamenight.games.riichi.view import ShownDiscard, ShownMeld
from gamenight.looks import look_of
from gamenight.looks.plates import plates_of
from gamenight.looks.renderer import layout_faults
from gamenight.looks.telling import told_look, told_scene
from gamenight.looks.texts import texts_of
from gamenight.server.presentation.scenes import plain_scene

NAMES = ("Ada", "Bo", "Cy", "Di")
HAND = tuple("1m 2m 3m 5p 5p 5pr 7s 8s 9s E E P P".split())
LARGEST = 6_500
"""Bytes. A table holds up to 90 tiles, each with its place; after the first picture only what changes is sent."""


@cache
def _opening() -> Match:
    return Match.start(GAME, NAMES, seed=1)


def looking(seat: int | None = 0, actions: tuple[Action, ...] = (), **fields: Any) -> PlayerView:
    """A view of this table; the viewer holds HAND."""
    view = _opening().view(None if seat is None else f"p{seat}")
    hand = () if seat is None else HAND
    data = replace(view.game_data, **{"hand": hand, "drawn": None, "waits": (), **fields})
    return replace(view, game_data=data, valid_actions=actions)


def doing(kind: str, *payload: Any) -> Action:
    return Action(kind, PlayerId("p0"), *payload)


def scene(view: PlayerView) -> Scene:
    shown = GAME.scene(view)
    assert shown is not None
    return shown


def items(view: PlayerView) -> dict[str, Item]:
    return {item.id: item for item in scene(view).items}


def offers(view: PlayerView) -> list[Offer]:
    return list(GAME.offers(view))


def pieces(view: PlayerView, art: str) -> list[Item]:
    return [item for item in scene(view).items if isinstance(item.shows, Piece) and item.shows.art == art]


def only_piece(view: PlayerView, art: str) -> tuple[Any, int]:
    """The place of the one piece with this art, and how it is turned."""
    (item,) = pieces(view, art)
    assert isinstance(item.shows, Piece)
    return item.place, item.shows.rotation


def said(words: Any) -> str:
    return texts_of(GAME).tell(words)


def river(text: str, riichi: int | None = None, called: int | None = None) -> tuple[ShownDiscard, ...]:
    tiles = enumerate(text.split())
    return tuple(ShownDiscard(tile, False, at == riichi, 1 if at == called else None) for at, tile in tiles)


def rivers(seat: int, shown: tuple[ShownDiscard, ...]) -> tuple[tuple[ShownDiscard, ...], ...]:
    return tuple(shown if other == seat else () for other in range(4))


# The table


def test_rivers_have_rows_of_six_and_the_next_row_is_nearer_to_its_player():
    view = looking(rivers=rivers(0, river("1m 2m 3m 4m 5m 6m 7m 8m")))
    (first, sixth, seventh) = (only_piece(view, art)[0] for art in ("4m", "6m", "7m"))
    assert first[1] == sixth[1] < seventh[1]
    assert seventh[0] < sixth[0]


def test_the_riichi_tile_lies_sideways_and_a_called_tile_is_pale():
    view = looking(rivers=rivers(0, river("4m 6m 8m", riichi=1, called=2)))
    assert [only_piece(view, art)[1] for art in ("4m", "6m", "8m")] == [0, 90, 0]
    assert [pieces(view, art)[0].shows.dim for art in ("4m", "6m", "8m")] == [False, False, True]


@pytest.mark.parametrize("seat", range(4))
def test_players_sit_counter_clockwise_and_their_tiles_face_them(seat):
    below, right, opposite, left = (
        only_piece(looking(seat, rivers=rivers((seat + side) % 4, river("4m"))), "4m") for side in range(4)
    )
    assert (below[1], right[1], opposite[1], left[1]) == (0, 270, 180, 90)
    assert left[0][0] < below[0][0] < right[0][0]
    assert opposite[0][1] < right[0][1] < below[0][1]


@pytest.mark.parametrize("source, turned", [(3, "4m"), (2, "5m"), (1, "6m")])
def test_the_called_tile_of_a_meld_lies_where_it_came_from(source, turned):
    called = ShownMeld("chi", ("4m", "5m", "6m"), turned, source, None)
    view = looking(melds=((called,), (), (), ()))
    in_order = sorted(("4m", "5m", "6m"), key=lambda art: only_piece(view, art)[0][0])
    assert in_order.index(turned) == {3: 0, 2: 1, 1: 2}[source]
    assert [only_piece(view, art)[1] for art in in_order] == [90 if art == turned else 0 for art in in_order]


def test_a_closed_kan_shows_its_inner_tiles_and_an_added_kan_two_turned_ones():
    closed = looking(melds=((ShownMeld("closed_kan", ("4m",) * 4, None, None, None),), (), (), ()))
    added = looking(melds=((ShownMeld("added_kan", ("4m",) * 4, "4m", 2, "4m"),), (), (), ()))
    assert len(pieces(closed, "4m")) == 2
    assert sorted(item.shows.rotation for item in pieces(added, "4m")) == [0, 0, 90, 90]


def test_the_middle_tells_the_deal_the_wall_sticks_and_dora():
    view = looking(round=5, honba=1, sticks=2, tiles_left=33, dora=("4m", "6m"))
    texts = [said(item.shows.text) for item in scene(view).items if isinstance(item.shows, Text)]
    assert texts == ["South 2", "33 tiles left", "1 honba, 2 sticks"]
    assert [items(view)[f"dora/{at}"].shows.art for at in range(5)] == ["4m", "6m", "back", "back", "back"]


def test_winds_follow_the_dealer_and_riichi_lays_a_stick():
    view = looking(dealer=1, riichi=(0, 0, 1, 0))
    east, stick = only_piece(view, "wind-E"), only_piece(view, "stick")
    assert east[1] == 270
    assert stick[1] == 180


def test_plates_tell_the_wind_and_the_difference_to_whoever_looks():
    view = looking(2, points=(20_000, 30_000, 25_000, 25_000))
    plates = [
        said(item.shows.text)
        for item in scene(view).items
        if item.id.startswith("seat/") and hasattr(item.shows, "seat") and not isinstance(item.shows, Count)
    ]
    assert plates == ["East · −5000", "South · +5000", "North · +0"]


# The own hand


def test_the_drawn_tile_stands_apart_and_equal_tiles_are_numbered():
    shown = items(looking(drawn="5p"))
    assert [id for id, item in shown.items() if item.container == "hand"][3:7] == [
        "hand/5p",
        "hand/5p.1",
        "hand/5pr",
        "hand/7s",
    ]
    assert shown["drawn/5p"].container == "drawn"


def test_what_others_hold_is_a_number():
    view = looking(None)
    backs = [item.shows.n for item in scene(view).items if isinstance(item.shows, Count)]
    assert backs == [13 + (seat == view.game_data.turn and view.game_data.has_drawn) for seat in range(4)]
    assert not any(item.id.startswith(("hand", "drawn")) for item in scene(view).items)


def test_waits_and_furiten_are_told_where_the_table_shows_them():
    shown = items(looking(waits=("4m", "7m")))
    assert said(shown["waits/0"].shows.text) == "Waits"
    assert [item.shows.art for id, item in shown.items() if item.container == "waits/1"] == ["4m", "7m"]
    furiten = items(looking(waits=("4m",), is_furiten=True))
    assert said(furiten["waits/0"].shows.text) == "Furiten"
    assert "waits" not in items(looking())


# What can be done


def test_any_copy_of_a_tile_discards_it_and_the_drawn_one_is_another_discard():
    view = looking(actions=(doing("discard", Discard("5p")), doing("discard", Discard("5p", True))), drawn="5p")
    made = offers(view)
    assert [completed(made, (id,)) for id in ("hand/5p", "hand/5p.1", "drawn/5p")] == [(0,), (0,), (1,)]
    assert [offer.hotkey for offer in made] == [None, "d"]


def test_riichi_is_declared_first_and_then_its_tile_is_chosen():
    actions = (doing("discard", Discard("E")), doing("riichi", Discard("E")), doing("riichi", Discard("P")))
    view = looking(actions=actions)
    made = offers(view)
    assert [id for id in items(view) if id.startswith("do/")] == ["do/riichi"]
    assert completed(made, ("do/riichi", "hand/P")) == (2,)
    assert [offer.hotkey for offer in made] == [None, "r", None]


def test_each_call_is_a_button_with_a_key():
    calls = ((Call(("7s", "8s")), "chi"), (Call(("8s", "9s")), "chi"), (Call(("5p", "5pr")), "pon"))
    view = looking(
        actions=(*(doing(kind, call) for call, kind in calls), doing("open_kan"), doing("pass")),
        stage="call",
        tile="9s",
    )
    buttons = [said(item.shows.text) for item in scene(view).items if isinstance(item.shows, Button)]
    assert buttons == ["chi 7s 8s", "chi 8s 9s", "pon 5p 5pr", "kan", "pass"]
    assert [offer.hotkey for offer in offers(view)] == ["c", "v", "p", "k", "n"]
    assert completed(offers(view), ("do/chi-8s-9s",)) == (1,)


def test_kans_of_the_own_hand_are_told_apart():
    made = offers(looking(actions=(doing("closed_kan", Kan("5p")), doing("added_kan", Kan("E")))))
    assert [offer.hotkey for offer in made] == ["k", "l"]
    assert [offer.steps[0].ids for offer in made] == [("do/closed_kan-5p",), ("do/added_kan-E",)]


def toggled(*actions: Action, **fields: Any) -> list[str | None]:
    return [offer.toggle for offer in offers(looking(actions=actions, **fields))]


def test_no_calls_passes_by_itself_but_never_on_a_win():
    pon, ron, off = doing("pon", Call(("E", "E"))), doing("ron"), doing("pass")
    assert toggled(pon, off, stage="call") == [None, "no_calls"]
    assert toggled(pon, ron, off, stage="call") == [None, "win", None]


def test_the_drawn_tile_goes_by_itself_unless_it_wins():
    drawn = doing("discard", Discard("4m", True))
    assert toggled(doing("discard", Discard("E")), drawn, drawn="4m") == [None, "discard_drawn"]
    assert toggled(drawn, doing("tsumo"), drawn="4m") == [None, "win"]


def test_switches_are_the_players_and_end_with_the_deal():
    assert [said(words) for words in scene(looking()).toggles.values()] == [
        "No calls",
        "Always win",
        "Discard drawn tile",
    ]
    assert scene(looking(None)).toggles == {}
    assert scene(looking(stage="end")).toggles == {}


# The end of a deal

WIN = Win(
    seat=1,
    source=3,
    tile="5p",
    hand=tuple("2p 3p 4p 6p 7p 8p 2s 3s 4s 5s 5s 3p 4p".split()),
    yaku=(Yaku("riichi", 1), Yaku("pinfu", 1), Yaku("ura_dora", 1)),
    han=3,
    fu=30,
    yakuman=0,
    limit="",
    value=3900,
    ura=("1s",),
    pao=None,
    deltas=(0, 4900, 0, -4900),
)
ENDED = Outcome("ron", 0, 0, 1, (WIN,), (), (), (0, 4900, 0, -4900), (25_000, 28_900, 25_000, 20_100))


def test_a_win_is_shown_with_its_yaku_its_worth_and_what_everybody_pays():
    view = looking(stage="end", outcome=ENDED)
    shown = items(view)
    assert said(shown["wins/0"].label) == "Bo wins by ron from Di"
    yaku, paid = shown["wins/0/yaku"].shows, shown["paid"].shows
    assert isinstance(yaku, TextTable)
    assert isinstance(paid, TextTable)
    assert [[said(cell) for cell in row] for row in yaku.rows] == [
        ["riichi", "1 han"],
        ["pinfu", "1 han"],
        ["ura dora", "1 han"],
    ]
    assert said(shown["wins/0/worth"].shows.text) == "3 han 30 fu: 3,900 points"
    assert paid.rows[1] == ("Bo", "+4900", 28_900)
    assert paid.rows[3] == ("Di", "−4900", 20_100)
    assert said(scene(view).text) == "Bo won the deal."


@pytest.mark.parametrize(
    "changes, worth",
    [
        ({"han": 5, "limit": "mangan", "value": 8000}, "Mangan, 5 han: 8,000 points"),
        ({"han": 13, "yakuman": 1, "limit": "yakuman", "value": 32000}, "Yakuman: 32,000 points"),
        ({"han": 26, "yakuman": 2, "limit": "yakuman", "value": 64000}, "2 yakuman: 64,000 points"),
    ],
)
def test_a_limit_is_called_by_its_name(changes, worth):
    won = replace(ENDED, wins=(replace(WIN, **changes),))
    assert said(items(looking(stage="end", outcome=won))["wins/0/worth"].shows.text) == worth


def test_at_a_draw_the_hands_of_tenpai_players_lie_open():
    drawn = Outcome("exhaustive", 0, 0, 0, (), (2,), (), (-1000, -1000, 3000, -1000), (24_000, 24_000, 28_000, 24_000))
    view = looking(stage="end", outcome=drawn, opened=((), (), HAND, ()))
    shown = [item.shows.art for item in scene(view).items if item.container in ("open/2/0", "open/2/1")]
    assert tuple(shown) == HAND
    assert "wins/0" not in items(view)
    assert said(scene(view).text) == "The wall is used up: tenpai players are paid."


def test_the_end_of_the_match_shows_places_points_and_results():
    final = Final((1, 0, 3, 2), (26_000, 40_000, 10_000, 24_000), (6.0, 50.0, -40.0, -16.0))
    places = items(looking(stage="over", final=final, outcome=ENDED))["places"].shows
    assert isinstance(places, TextTable)
    assert places.rows == (
        (1, "Bo", 40_000, "+50"),
        (2, "Ada", 26_000, "+6"),
        (3, "Di", 24_000, "−16"),
        (4, "Cy", 10_000, "−40"),
    )


# On screens


def crowded() -> PlayerView:
    """As much on the table as there can be: long rivers, four melds each, riichi and five indicators."""
    discards = river(" ".join(["4m", "5mr", "E", "9s", "1p", "C"] * 4), riichi=9)
    melds = tuple((ShownMeld("added_kan", ("7s",) * 4, "7s", (seat + 2) % 4, "7s"),) * 4 for seat in range(4))
    tiles, *calls = (
        HAND[:1],
        *(doing("chi", Call(pair)) for pair in (("7s", "8s"), ("8s", "9s"), ("6s", "7s"))),
        doing("pass"),
    )
    fields: dict[str, Any] = {
        "hand": tiles,
        "hand_sizes": (1,) * 4,
        "riichi": (1,) * 4,
        "dora": ("4m",) * 5,
        "waits": ("4m", "7m"),
    }
    others: dict[str, Any] = {"honba": 12, "sticks": 4, "is_furiten": True, "stage": "call", "tile": "9s"}
    return looking(actions=tuple(calls), rivers=(discards,) * 4, melds=melds, **fields, **others)


def ended() -> PlayerView:
    return looking(stage="end", outcome=replace(ENDED, wins=(WIN, replace(WIN, seat=2), replace(WIN, seat=0))))


@pytest.mark.parametrize("look_at", [crowded, ended])
@pytest.mark.parametrize("size", [(390, 600), (940, 670), (1500, 900)], ids=["phone", "laptop", "wide"])
def test_nothing_overlaps_and_nothing_is_cut(look_at, size):
    view, tell = look_at(), texts_of(GAME).tell
    assert scene(view).items
    drawn = told_scene(plain_scene(GAME, view), tell)
    room = {"width": size[0], "height": size[1]}
    assert layout_faults(drawn, told_look(look_of(GAME), tell), room, plates_of(view)) == []


def test_a_table_is_sent_in_few_bytes():
    match, chance, largest = Match.start(GAME, NAMES, seed=2), random.Random(2), 0
    for number in range(260):
        view = match.view(chance.choice(match.to_act))
        if number % 13 == 0 and scene(view):
            largest = max(largest, len(msgspec.json.encode(plain_scene(GAME, view))))
        match.act(chance.choice(view.valid_actions))  # type: ignore[arg-type]
    assert 2_000 < largest < LARGEST
