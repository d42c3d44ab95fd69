"""Scenes over real sockets: everybody sees the scene of their own view, and plays whole matches by its offers."""

import asyncio
import random
from typing import Any

import pytest

from gamenight.client import ClientTable, connect, random_pick, unpacked_offers
from gamenight.core import registry
from gamenight.core.model import Event
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.words import event_words
from gamenight.protocol.messages import (
    ActionCommitted,
    GameAction,
    GameJoined,
    LobbyTables,
    PlayersCommitted,
    StateUpdate,
    Wants,
)
from gamenight.server.presentation.viewpoint import Viewpoint
from tests.minigames.caravan import Caravan
from tests.minigames.nim import Nim
from tests.server.forked_servers import QuickServer
from tests.server.recording import ARRIVALS, assert_same, party
from tests.server.recording import plain as bytes_of
from tests.server.scenery import MumblingNim, ShyNim, answer_by_offers, check_scenes, documents, moments
from tests.server.secret_matches import TWINS, Run
from tests.server.table_players import GENEROUS, TablePlayers, heard, plain, refused, sent, table_for, view_of

# Each with a number of people and options with which it is short.
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "tictactoe": (2, {}),
    "goofspiel": (3, {"cards": 6}),
    "blotto": (3, {"rounds": 2, "window_ms": 600}),
    "liarsdice": (4, {"dice": 2}),
    "carcassonne": (3, {}),
}
OWN: dict[str, GamePlugin] = {
    "mini-nim": Nim(),
    "mini-caravan": Caravan(),
    "shy-nim": ShyNim(),
    "mumbling-nim": MumblingNim(),
}
FLAGS = (
    *("--game", "tests.minigames.nim:Nim", "tests.minigames.caravan:Caravan", "tests.minigames.teahouse:Teahouse"),
    *("tests.server.scenery:ShyNim", "tests.server.scenery:MumblingNim"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with QuickServer(tmp_path_factory.mktemp("scenes"), flags=FLAGS, pace_ms=400, **GENEROUS) as running:
        yield running


@pytest.fixture(scope="module")
def nodes(tmp_path_factory, postgres, redis_url):
    """Two servers on one PostgreSQL and one Redis."""
    folder, database = tmp_path_factory.mktemp("nodes"), postgres.create_database("scenes")
    one, other = (QuickServer(folder, database, redis_url, **GENEROUS) for _ in range(2))
    with one, other:
        yield one, other
    postgres.drop_database("scenes")


async def seated(at: TablePlayers, people: int, wants: Wants = "scenes") -> list[ClientTable]:
    """A match with this number of people who all want this; it has begun."""
    tables = [await at.socket() for _ in range(people)]
    for table in tables:
        await table.join(wants=wants)
    at.players = sorted(tables, key=lambda one: one.player_id or "")
    for table in at.players:
        await table.seen()
    return at.players


async def page(at: TablePlayers, token: str | None, wants: Wants, last: int | None = None) -> ClientTable:
    """One more page at a seat, or of a spectator."""
    table = await at.socket()
    await (table.watch(wants=wants, last=last) if token is None else table.join(token=token, wants=wants, last=last))
    return table


async def play_out(at: TablePlayers, others: tuple[ClientTable, ...] = ()) -> None:
    await asyncio.gather(*(answer_by_offers(table, random.Random(n)) for n, table in enumerate(at)))
    await asyncio.gather(*(table.until(lambda one: one.over, 30) for table in (*at, *others)))


# Whole matches


@pytest.mark.parametrize("game", GAMES)
async def test_a_match_can_be_played_by_scenes_alone(server, game):
    people, options = GAMES[game]
    async with table_for(server, game, people, options=options) as at:
        watcher = await page(at, None, "scenes")
        await seated(at, people)
        await play_out(at, (watcher,))
        log, rules = await at.log(), registry.load(game)
        for table in (*at, watcher):
            assert table.joined.wants == "scenes"
            check_scenes(rules, log.record, table)
            check_log(rules, log, table)
            assert not table.events
        await at.verify(rules)


def check_log(rules, log, table: ClientTable) -> None:
    """The lines of the log are the events that this viewer may know, in words made from the view of that moment."""
    states = moments(rules, log.record, table.player_id)
    seen = log.seen_by(table.player_id)
    before = 0
    for update in heard(table, StateUpdate):
        told = Viewpoint(rules, states[update.number], table.player_id).view
        happened = [Event(*event) for event in sent(seen[before : update.number])]
        words = [(event.player_id, plain(event_words(rules, event, told))) for event in happened]
        assert [(line.player_id, plain(line.text)) for line in update.log] == [one for one in words if one[1]]
        before = update.number
    assert update.number == len(seen)


@pytest.mark.parametrize("game, people", [("mini-nim", 3), ("mini-caravan", 2), ("shy-nim", 2), ("mumbling-nim", 2)])
async def test_a_game_without_a_picture_can_be_played_by_its_view_in_words(server, game, people):
    """It has none, or fails to show it: then only the picture is missing."""
    async with table_for(server, game, people) as at:
        watcher = await page(at, None, "scenes")
        await seated(at, people)
        await watcher.seen()
        for table in (*at, watcher):
            assert [item["kind"] for item in view_of(table)["scene"]["items"].values()] == ["table"]
        await play_out(at, (watcher,))
        log = await at.log()
        for table in (*at, watcher):
            expected = moments(OWN[game], log.record, table.player_id)
            for number, shown in documents(table).items():
                assert shown == plain(Viewpoint(OWN[game], expected[number], table.player_id).document("scenes"))
        assert at.players[0].log


LISTED = [*(["action-take", {"count": count}] for count in (1, 2, 3)), ["action-pass", {}]]


async def test_a_view_in_words_names_its_fields_and_players(server):
    async with table_for(server, "mini-nim", 2, options={"heap": 5, "passes": 1}) as at:
        ada, bob = await seated(at, 2)
        first, second = (seat.name for seat in ada.seats)
        (item,) = view_of(ada)["scene"]["items"].values()
        assert ["stones", "5"] in item["rows"]
        assert ["order", f"{first} {second}"] in item["rows"]
        assert [offer["label"] for offer in unpacked_offers(view_of(ada))] == LISTED
        assert not unpacked_offers(view_of(bob))


async def test_a_game_whose_scene_fails_is_logged_once(server, tmp_path):
    games = ("--game", "tests.server.scenery:ShyNim")
    with QuickServer(tmp_path, flags=games, **GENEROUS) as alone:
        async with table_for(alone, "shy-nim", 2) as at:
            await seated(at, 2, "views")
            await at.play_out()
            assert "failed" not in alone.log, "nobody asked for a scene"
        async with table_for(alone, "shy-nim", 2) as at:
            await seated(at, 2)
            await play_out(at)
        for what in ("scene", "offers", "describe_event", "describe_action"):
            assert alone.log.count(f"shy-nim: {what} failed") == 1
        assert "nobody may" not in alone.log


# Who wants what


async def test_pages_of_one_seat_may_want_different_things(server):
    async with table_for(server, "goofspiel", 2, options={"cards": 5}) as at:
        await seated(at, 2)
        ada = at.players[0]
        views, both = await page(at, ada.token, "views", last=0), await page(at, ada.token, "both", last=0)
        assert [one.joined.wants for one in (ada, views, both)] == ["scenes", "views", "both"]
        await play_out(at, (views, both))
        scene = documents(ada)
        for number, shown in documents(views).items():
            assert "scene" not in shown
            assert {**shown, "scene": scene[number]["scene"]} == documents(both)[number]
            assert {**shown, **scene[number]} == documents(both)[number]
        assert not views.log
        assert not ada.events
        assert plain(both.events) == plain(views.events)
        assert plain(both.log) == plain(ada.log)


async def test_the_default_is_views(server):
    async with table_for(server, "tictactoe", 2) as at:
        await at.sit_down()
        await at.sit_down()
        await at.begun()
        for table in at:
            assert table.joined.wants == "views"
            assert "scene" not in view_of(table)
            assert "actions" in view_of(table) or table is at.waiting


async def test_a_resumed_socket_gets_the_same_kind_as_before(server):
    async with table_for(server, "tictactoe", 2) as at:
        ada, bob = await seated(at, 2)
        await ada.pick(4)
        await bob.until(lambda one: unpacked_offers(one.view))
        told = plain(bob.log)
        bob.skip()
        await bob.resume(0)
        again = await bob.next(StateUpdate)
        assert again.view == view_of(ada) | {"scene": again.view["scene"]}
        assert "game" not in again.view
        assert plain(again.log) == told
        assert not again.events


async def test_a_page_may_change_what_it_wants(server):
    async with table_for(server, "tictactoe", 2) as at:
        ada, bob = await seated(at, 2)
        await bob.join(token=bob.token, wants="views")
        await bob.until(lambda one: "game" in one.view)
        await ada.pick(0)
        await bob.until(lambda one: one.view.get("actions"))
        assert "scene" not in view_of(bob)
        assert bob.joined.wants == "views"
        await bob.join(token=bob.token, wants="scenes")
        await bob.until(lambda one: "scene" in one.view)
        assert "game" not in view_of(bob)


async def test_a_delayed_table_shows_its_scenes_late(server):
    async with table_for(server, "tictactoe", 2, spectator_delay_ms=700) as at:
        watcher = await page(at, None, "scenes")
        await seated(at, 2)
        await play_out(at, (watcher,))
        check_scenes(registry.load("tictactoe"), (await at.log()).record, watcher)


async def test_a_table_that_is_far_behind_shows_no_scene_at_all(server):
    async with table_for(server, "tictactoe", 2, spectator_delay_ms=3_600_000) as at:
        watcher = await page(at, None, "both")
        await seated(at, 2)
        await play_out(at)
        late = await page(at, None, "scenes", last=0)
        for eye in (watcher, late):
            await eye.ping()
            assert not heard(eye, StateUpdate)


# Answers by offers


async def test_an_offer_is_answered_by_its_number(server):
    async with table_for(server, "tictactoe", 2) as at:
        ada, bob = await seated(at, 2, "both")
        groups = view_of(ada)["actions"]
        assert len(unpacked_offers(view_of(ada))) == sum(len(rows) for _, _, rows in groups)
        answer = await ada.pick(4, client_id="first")
        assert isinstance(answer, StateUpdate)
        assert answer.client_id == "first"
        await bob.until(lambda one: unpacked_offers(one.view))
        (turn,) = (await at.log()).record.turns
        assert turn.client_id == "first"
        # Clients that asked for views may answer by offers too: the offers exist even if they are not sent.
        views = await page(at, bob.token, "views")
        await views.seen()
        assert isinstance(await views.pick(0), StateUpdate)


async def test_an_answer_that_fits_no_offer_is_refused_with_a_reason(server):
    async with table_for(server, "blotto", 2, options={"window_ms": 600_000}) as at:
        ada, bob = await seated(at, 2)
        (offer,) = unpacked_offers(view_of(ada))
        assert offer["is_family"]
        (step,) = offer["steps"]
        ids, least = step["ids"], step["min"]
        enough = [ids[0]] * least if step.get("each", 1) >= least else ids[:least]
        for number, picks, told in [
            (1, [enough], "offers 0 to 0"),
            (2**53, [enough], "offers 0 to 0"),
            (0, [], "1 steps, not 0"),
            (0, [enough, enough], "1 steps, not 2"),
            (0, [["nowhere", *enough[1:]]], "'nowhere'"),
            (0, [["x" * 4_000]], "xxx"),
            (0, [enough[:-1]], "picks, not"),
            (0, [[*enough, ids[0]]], "picks, not"),
        ]:
            refusal = await refused(ada.pick(number, picks), "malformed_action")
            assert told in refusal.message
            assert len(refusal.message) <= 200
            assert refusal.details["prompt"] == view_of(ada)["prompt"]
        for odd in [
            GameAction(1, "both", "allocate", {}, offer=0, picks=(tuple(enough),)),
            GameAction(1, "payload", "", {"fields": []}, offer=0),
            GameAction(1, "neither"),
            GameAction(1, "picks", "allocate", {}, picks=(tuple(enough),)),
        ]:
            await refused(ada.answer(odd), "malformed_action")
        assert not (await at.log()).record.turns
        assert isinstance(await ada.pick(0, [enough]), ActionCommitted | StateUpdate)
        await ada.until(lambda one: one.view["scene"].get("answered"))
        assert "answered" not in view_of(bob)["scene"]


async def test_an_offer_of_another_prompt_or_seat_is_refused(server):
    async with table_for(server, "tictactoe", 2) as at:
        watcher = await page(at, None, "scenes")
        ada, bob = await seated(at, 2)
        await refused(bob.pick(0), "not_your_turn")
        await refused(ada.pick(0, prompt=2), "stale_action")
        await refused(ada.pick(99, prompt=7), "stale_action")
        await refused(watcher.pick(0), "not_in_game")
        await ada.pick(0)
        await refused(ada.pick(0, prompt=1), "stale_action")
        await bob.until(lambda one: unpacked_offers(one.view))
        await bob.resign()
        await bob.until(lambda one: one.over)
        await refused(bob.pick(0), "game_not_active")


async def test_a_repeated_answer_by_an_offer_is_played_once(server):
    async with table_for(server, "goofspiel", 2, options={"cards": 4}) as at:
        ada, bob = await seated(at, 2)
        bid = GameAction(1, "once", offer=2)
        first = await ada.answer(bid)
        assert not isinstance(first, ActionCommitted) or not first.repeated
        for _ in range(2):
            again = await ada.answer(bid)
            assert isinstance(again, ActionCommitted)
            assert again.repeated
        await bob.pick(0)
        await ada.until(lambda one: one.view["prompt"] == 2)
        # By now the list is shorter and the prompt another; it is still the same answer.
        for repeated in (bid, GameAction(2, "once", offer=2), GameAction(1, "once", offer=77)):
            again = await ada.answer(repeated)
            assert isinstance(again, ActionCommitted)
            assert again.repeated
        assert len((await at.log()).record.turns) == 2


async def test_players_at_different_nodes_play_by_offers(nodes):
    async with table_for(nodes, "goofspiel", 2, options={"cards": 5}) as at:
        ada, _ = await seated(at, 2)
        elsewhere = await page(at, ada.token, "scenes")
        bid = GameAction(1, "once", offer=2)
        await asyncio.gather(ada.answer(bid), elsewhere.answer(bid))
        assert len((await at.log()).record.turns) == 1
        await play_out(at, (elsewhere,))
        log, rules = await at.log(), registry.load("goofspiel")
        for table in (*at, elsewhere):
            check_scenes(rules, log.record, table)


# What is hidden


async def told(server: QuickServer, run: Run) -> dict[str, list[bytes]]:
    """Every byte that all but the second seat received, in views, scenes, offers and words."""
    async with party(server.url, run.game, run.people, wants="both", options=run.options) as table:
        await run.play(table)
        viewers = {f"p{seat}": eye for seat, eye in table.seats.items() if seat != 1} | {"watcher": table.watcher}
        for eye in viewers.values():
            for offer, picks in [(0, [["no such item"]]), (1_000, []), (0, [[], []])]:
                prompt = eye.view["prompt"]
                await eye.say("game_action", prompt=prompt, client_id=f"{offer}", offer=offer, picks=picks)
            await eye.say("resume", last=0)
            await eye.catch_up()
            assert any("scene" in (one.message.get("view") or {}) for one in eye.heard)
        return {
            name: [bytes_of(one.frame, table.match_id) for one in eye.heard if one.message["type"] not in ARRIVALS]
            for name, eye in viewers.items()
        }


@pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS)
async def test_hidden_differences_change_no_byte_of_a_scene_for_others(server, twins):
    one, other = await asyncio.gather(*(told(server, run) for run in twins))
    for viewer, received in one.items():
        assert_same(received, other[viewer], viewer)


async def test_a_bid_is_in_no_frame_of_others_before_it_is_revealed(server):
    """Nothing else changes for others either: they are notified of who has bid, and no more."""
    async with table_for(server, "goofspiel", 3) as at:
        watcher = await page(at, None, "both")
        ada, *others = await seated(at, 3, "both")
        pick = random_pick(view_of(ada), random.Random(1))
        assert pick is not None
        before = [await table.seen() for table in (*others, watcher)]
        await ada.pick(*pick)
        for table, had in zip((*others, watcher), before, strict=True):
            await table.until(lambda one: heard(one, PlayersCommitted))
            assert view_of(table) == had
            assert table.number == ada.number - 1


# The page


async def test_the_server_sends_the_build_of_its_page(server):
    async with table_for(server, "tictactoe", 2) as at, connect(server.url, "lobby") as lobby:
        tables = await lobby.next(LobbyTables)
        watcher = await page(at, None, "scenes")
        (joined,) = heard(watcher, GameJoined)
        assert joined.page == tables.page
