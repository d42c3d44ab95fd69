"""Every byte that a viewer receives contains only what it may know, and no token opens another seat."""

import asyncio
import base64
from functools import partial
from hashlib import sha256
from typing import Any

import pytest

from gamenight.core.model import MatchId
from gamenight.store import open_hall
from tests.server.forked_servers import QuickServer
from tests.server.recording import ARRIVALS, Party, RecordingViewer, assert_same, has_status, party, plain, plain_answer
from tests.server.secret_matches import DICE, SCENARIOS, TWINS, Run, row
from tests.server.teahouses import CHIS, DISCARDER, IDLE, PONS, wall

EVERYWHERE = ("/", "/health", "/status", "/metrics", "/schema", "/schema/openapi.json", "/api/games", "/api/bots")
"""What anybody may ask for, whichever match it is."""

GAMES = ("tests.minigames.teahouse:Teahouse", "tests.server.teahouses:Nerves", "tests.server.teahouses:Curse")

KEPT: list[str] = []
"""The secrets of all matches that were played here: in the end none of them may be in the log."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    limits: dict[str, Any] = {
        "requests_per_address": 100_000,
        "matches_per_address": 10_000,
        "bots_per_address": 1_000_000,
        "handshakes_per_address": 1_000_000,
        "heavy_per_address": 1_000_000,
        "pace_ms": 400,
    }
    with QuickServer(tmp_path_factory.mktemp("secrets"), flags=("--game", *GAMES), **limits) as running:
        yield running
        assert_clean(running.log.encode(), KEPT, "the server's log")


def forms(secret: str) -> list[bytes]:
    """The forms of a secret: unchanged, in capitals, as Python writes it, or as the bytes that it encodes."""
    found = [secret.encode(), secret.upper().encode(), secret.replace(",", ", ").encode()]
    if len(secret) in (32, 64) and not set(secret) - set("0123456789abcdef"):
        found += [bytes.fromhex(secret), base64.b64encode(bytes.fromhex(secret))[:20]]
    elif len(secret) == 43:
        found.append(base64.urlsafe_b64decode(secret + "="))
    return found


def assert_clean(data: bytes, hidden: list[str], whose: str) -> None:
    for secret in hidden:
        for form in forms(secret):
            at = data.find(form)
            assert at < 0, f"{whose}: {secret} in ...{data[max(0, at - 200) : at + 100]!r}..."


async def keys_of(server: QuickServer, table: Party) -> tuple[list[str], dict[int, str]]:
    """The secrets in the match's log: seed, salt, hashes of tokens; and the tokens by seat."""
    store, hall = await open_hall(server.db)
    try:
        config = (await store.record(MatchId(table.match_id))).config
        hashes = {place.seat_index: place.token_hash for place in (await hall.table(MatchId(table.match_id))).places}
    finally:
        await store.close()
    for seat, token in table.tokens.items():
        assert hashes[seat] == sha256(token.encode()).hexdigest()
    return [config.random_seed, config.salt, *hashes.values()], table.tokens


async def rummage(table: Party) -> None:
    """Let every viewer request all endpoints and provoke errors."""
    for eye in table.eyes:
        await eye.look()
    for path in EVERYWHERE:
        await table.stranger.ask(path)
    own = f"/api/matches/{table.match_id}"
    for path in (f"{own}/join", f"{own}/rematch"):
        await table.stranger.ask(path, {}, method="POST")
        await table.seats[0].ask(path, {}, method="POST")
    for eye in (*table.seats.values(), table.watcher):
        if eye is not None:
            await provoke(eye)


async def provoke(eye: RecordingViewer) -> None:
    """Send messages that must be refused, request everything again, and wait until all of it is answered."""
    prompt = eye.view["prompt"] if eye.view else 0
    await eye.say("game_action", prompt=prompt, client_id="no", action_type="cheat", payload={"hand": 1})
    await eye.say("game_action", prompt=prompt + 7, client_id="later", action_type="bid", payload={})
    await eye.say("join_game", player_name="Eve")
    await eye.say("join_game", seat_token="x" * 43)
    await eye.say("peek", at="p1")
    await eye.say("resume", last=0)
    await eye.catch_up()


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.game)
async def test_no_viewer_receives_a_byte_of_what_is_hidden_from_it(server, scenario):
    async with (
        RecordingViewer(server.url, "lobby").connected() as lobby,
        party(server.url, scenario.game, scenario.people, binary=1, options=scenario.options) as table,
    ):
        table.stranger.answers.append(table.opened)
        await scenario.play(table)
        await rummage(table)
        await lobby.until(lambda: table.match_id.encode() in lobby.everything)
        keys, tokens = await keys_of(server, table)
        texts = [text for texts in scenario.hidden.values() for text in texts]
        KEPT.extend([*keys, *tokens.values(), *(text for text in texts if len(text) > 6)])
        outside = [("stranger", table.stranger), ("watcher", table.watcher), ("lobby", lobby)]
        for name, eye in [*table.seats.items(), *outside]:
            others = [token for seat, token in tokens.items() if seat != name]
            hidden = [text for seat, texts in scenario.hidden.items() if seat != name for text in texts]
            assert_clean(eye.everything, [*keys, *others, *hidden], f"{scenario.game}, {name}")
        for seat, eye in table.seats.items():
            own = [text for text in scenario.hidden.get(seat, ()) if text.encode() in eye.everything]
            assert own or not scenario.hidden.get(seat), "what this looks for can be found where it may be"


# Two runs that differ only in what is hidden


async def told(server: QuickServer, run: Run) -> dict[str, list[Any]]:
    """Every byte that all but the second seat received, whatever they tried."""
    async with party(server.url, run.game, run.people, options=run.options) as table:
        await run.play(table)
        viewers = {f"p{seat}": eye for seat, eye in table.seats.items() if seat != 1}
        viewers |= {"watcher": table.watcher, "stranger": table.stranger}
        for name, eye in viewers.items():
            await eye.look()
            if name != "stranger":
                await provoke(eye)
        return {
            name: [
                *(plain(one.frame, table.match_id) for one in eye.heard if one.message["type"] not in ARRIVALS),
                *sorted(plain_answer(answer, table.match_id) for answer in eye.answers),
            ]
            for name, eye in viewers.items()
        }


@pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS)
async def test_hidden_differences_change_no_byte_for_others(server, twins):
    one, other = await asyncio.gather(*(told(server, run) for run in twins))
    for viewer, received in one.items():
        assert_same(received, other[viewer], viewer)


async def test_a_rematch_does_not_repeat_a_fixed_deal(server):
    """The end reveals how chance was fixed; in the next match it is random."""
    dice = [DICE[0]] * 20
    async with party(server.url, "liarsdice", (0, 1), options={"fixed_dice": dice}) as table:
        assert table.opened.content["table"]["fixed"]
        await table.seats[0].say("resign")
        await table.seats[1].hear("game_over")
        replay = (await table.stranger.look())[1].content
        assert replay["record"]["config"]["options"]["fixed_dice"] == dice
        again = await table.seats[0].ask(f"/api/matches/{table.match_id}/rematch", {}, method="POST")
        shown = await table.stranger.ask(f"/api/matches/{again.content['match_id']}")
        assert shown.content["table"]["options"] == table.opened.content["table"]["options"]
        assert "fixed" not in shown.content["table"]


# Failures


BAD_OPTIONS = [
    ("mini-teahouse", {"wall": [4, 1, 3, 6, 2, 5, 1, 1, 7]}, "4,1,3,6,2"),
    ("mini-teahouse", {"wall": [6, 5, 4, 6, 5, 4, 6, 5, 4]}, "6,5,4,6,5"),
    ("mini-teahouse", {"wall": ["zither"]}, "zither"),
    ("mini-teahouse", {"wall": {"zither": 1}}, "zither"),
    ("goofspiel", {"prizes": [13, 1, 12, 2, 11]}, "13,1,12,2,11"),
    ("goofspiel", {"prizes": "marimba"}, "marimba"),
    ("liarsdice", {"fixed_dice": [[[6, 5, 6, 5, 7], [1]]]}, "6,5,6,5"),
    ("liarsdice", {"fixed_dice": [[[5, 6, 5, 6, 5, 6, 5], [1]]]}, "5,6,5,6"),
    ("carcassonne", {"tile_order": "celesta"}, "celesta"),
    ("carcassonne", {"tile_order": ["celesta"]}, "celesta"),
    ("carcassonne", {"tiel_order": "celesta"}, "celesta"),
]


@pytest.mark.parametrize("game, options, secret", BAD_OPTIONS)
async def test_no_answer_quotes_a_wrong_secret_option(server, game, options, secret):
    KEPT.append(secret)
    stranger = RecordingViewer(server.url, "")
    answer = await stranger.ask("/api/matches", {"game": game, "options": options}, method="POST")
    assert answer.status == 400
    assert_clean(stranger.everything, [secret], game)


async def test_failing_rules_reveal_nothing_to_viewers(server):
    """The match is paused with a public reason, without the error's message, which contains all hands."""
    async with party(server.url, "mini-curse", (0, 1, 2), options={"wall": wall(DISCARDER, CHIS, PONS)}) as table:
        KEPT.extend([row(*CHIS), row(*PONS)])
        await table.seats[0].answer("discard", "cursed", tile=6)
        for eye in (*table.seats.values(), table.watcher):
            await eye.until(partial(has_status, eye, "paused"))
        await rummage(table)
        for name, eye in [(0, table.seats[0]), ("stranger", table.stranger), ("watcher", table.watcher)]:
            assert_clean(eye.everything, [row(*CHIS), row(*PONS), "curse of"], f"{name}")
        assert "the rules failed" in server.log
        assert "curse of" not in server.log


async def test_a_match_that_cannot_begin_reveals_no_deal(server):
    dealt = wall(DISCARDER, IDLE, PONS)
    KEPT.append(row(*dealt[12:20]))
    stranger = RecordingViewer(server.url, "")
    asked = {"game": "mini-curse", "options": {"wall": dealt}, "seats": 4, "num_bots": 3}
    match_id = (await stranger.ask("/api/matches", asked, method="POST")).content["match_id"]
    joined = await stranger.ask(f"/api/matches/{match_id}/join", {}, method="POST")
    stranger.match_id = match_id
    await stranger.look()
    stranger.token = joined.content["seat_token"]
    await stranger.look()
    assert_clean(stranger.everything, [row(*dealt[12:20]), "curse of"], "whoever sits there")
    assert "cannot be started" in server.log
    assert "curse of" not in server.log
