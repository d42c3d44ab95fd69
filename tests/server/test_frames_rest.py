"""A finished match is shown turn by turn, from every viewpoint, exactly as that viewer saw it."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from gamenight.client import ClientTable, Refused, connect
from gamenight.client.answers import random_pick
from gamenight.core.match import Match
from gamenight.core.model import MatchId, PlayerId
from gamenight.protocol.delta import patched
from gamenight.protocol.messages import GameOver, StateUpdate
from gamenight.server.node import replay_frames
from tests.server.site import House, bearer, fault, house
from tests.timeouts import TIMEOUT_S

pytestmark = pytest.mark.asyncio(loop_scope="module")

EYES = ("p0", "p1", "spectator")
HOUR_MS = 3_600_000
GENEROUS: dict[str, Any] = {
    "requests_per_address": 1_000_000,
    "matches_per_address": 1_000_000,
    "bots_per_address": 1_000_000,
    "handshakes_per_address": 1_000_000,
    "heavy_per_address": 1_000_000,
    "pace_ms": 0,
}


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with house(tmp_path_factory.mktemp("house"), **GENEROUS) as served:
        yield served


async def asked(here: House, match_id: str, eyes: str = "spectator", token: str | None = None) -> Any:
    return await here.rest.get(f"/api/matches/{match_id}/frames", params={"as": eyes}, headers=bearer(token))


async def frames_of(here: House, match_id: str, eyes: str = "spectator") -> list[dict[str, Any]]:
    answer = await asked(here, match_id, eyes)
    assert answer.status_code == 200, answer.text
    assert answer.json()["viewer"] == (None if eyes == "spectator" else eyes)
    return answer.json()["frames"]


async def play(table: ClientTable, chance: random.Random) -> None:
    """Play random offers until the match is over."""
    done_with = 0
    while True:
        await table.until(partial(_is_over_or_asked, done=done_with), within=TIMEOUT_S)
        if table.over:
            return
        assert table.view is not None
        prompt, pick = table.view["prompt"], random_pick(table.view, chance)
        assert pick is not None
        try:
            await table.pick(*pick)
            done_with = prompt
        except Refused as refusal:
            if refusal.code not in ("invalid_action", "stale_action"):
                raise


def _is_over_or_asked(table: ClientTable, done: int) -> bool:
    return table.over is not None or bool(_is_asked(table, done))


def _is_asked(table: ClientTable, done_with: int) -> bool:
    return table.view is not None and table.view["prompt"] > done_with and "offers" in table.view["scene"]


async def watched_match(here: House, game: str, **wanted: Any) -> tuple[str, dict[str, ClientTable]]:
    """A match of two people and a spectator, who were connected from the beginning and asked for scenes."""
    match_id = (await here.open(game, seats=2, num_bots=0, seating="chosen", **wanted))["match_id"]
    async with AsyncExitStack() as opened:
        tables = {eyes: await opened.enter_async_context(connect(here.url, match_id)) for eyes in EYES}
        await tables["spectator"].watch(wants="scenes")
        for seat, name in enumerate(("Ann", "Ben")):
            await tables[f"p{seat}"].join(name, seat=seat, wants="scenes")
        players = [play(tables[f"p{seat}"], random.Random(seat)) for seat in (0, 1)]
        await asyncio.gather(*players, tables["spectator"].next(GameOver, within=TIMEOUT_S))
    return match_id, tables


async def events(here: House, seat: ClientTable) -> list[Any]:
    """All events that this viewer saw; clients that ask for scenes get no events."""
    assert seat.joined is not None
    async with connect(here.url, seat.joined.match_id) as table:
        await (table.join(token=seat.token, last=0) if seat.token else table.watch(last=0))
        await table.seen()
        return [[event.event_type, event.player_id, event.payload] for event in table.events]


def documents(updates: list[Any]) -> list[Any]:
    """The documents that a viewer had, one after the other."""
    shown: list[Any] = []
    for one in updates:
        view, changes = (one.get("view"), one.get("changes")) if isinstance(one, dict) else (one.view, one.changes)
        now = view if view is not None else patched(shown[-1], changes)
        if not shown or now != shown[-1]:
            shown.append(now)
    return shown


@pytest.mark.parametrize("game", ["tictactoe", "liarsdice", "goofspiel"])
async def test_the_frames_repeat_what_each_viewer_saw(here: House, game: str):
    match_id, tables = await watched_match(here, game)
    for eyes, table in tables.items():
        frames = await frames_of(here, match_id, eyes)
        updates = [message for message in table.messages if isinstance(message, StateUpdate)]
        assert documents(frames) == documents(updates)
        assert [event for frame in frames for event in frame.get("events", ())] == await events(here, table)
        lines = [[line.player_id, msgspec.to_builtins(line.text)] for line in table.log]
        assert [line for frame in frames for line in frame.get("log", ())] == lines


async def test_there_is_a_frame_for_the_set_up_and_for_each_turn(here: House):
    match_id, _ = await watched_match(here, "tictactoe")
    record = (await here.rest.get(f"/api/matches/{match_id}/replay")).json()["record"]
    frames = await frames_of(here, match_id)
    assert [frame["turn"] for frame in frames] == list(range(len(record["turns"]) + 1))
    assert frames[0]["at"] == record["started_at"]
    for turn, frame in zip(record["turns"], frames[1:], strict=True):
        assert (frame["at"], frame["actor"], frame["input"]) == (turn["at"], turn["actor"], turn["input"])
        assert "view" not in frame
    assert documents(frames)[-1]["status"] == "finished"


async def test_different_viewpoints_see_different_things(here: House):
    match_id, _ = await watched_match(here, "liarsdice")
    first = [(await frames_of(here, match_id, eyes))[0]["view"] for eyes in EYES]
    assert first[0] != first[1]
    assert first[2] not in first[:2]


async def test_a_running_match_is_not_shown_turn_by_turn(here: House):
    table = await here.open("liarsdice", seats=2, num_bots=0)
    match_id = table["match_id"]
    assert (await asked(here, match_id)).status_code == 409
    tokens = [(await here.join(match_id))["seat_token"] for _ in range(2)]
    for token in (None, *tokens):
        for eyes in EYES:
            answer = await asked(here, match_id, eyes, token)
            assert answer.status_code == 409
            assert fault(answer)["code"] == "game_not_active"
            assert fault(answer)["message"] == ["refused-not_over", {}]


async def test_unknown_viewpoints_are_refused(here: House):
    match_id = await resigned(here)
    for eyes in ("p2", "", "Ann", "null", "p00"):
        answer = await asked(here, match_id, eyes)
        assert answer.status_code == 400
        assert fault(answer)["field"] == "as"
    assert fault(await asked(here, match_id, "p0", "wrong"))["code"] == "wrong_token"
    assert fault(await asked(here, "no-such-match"))["code"] == "game_not_found"
    assert (await here.rest.get(f"/api/matches/{match_id}/frames")).json()["viewer"] is None


async def resigned(here: House, game: str = "tictactoe", **wanted: Any) -> str:
    """A match of two people in which one of them has resigned."""
    return (await resigned_with_tokens(here, game, **wanted))[0]


async def resigned_with_tokens(here: House, game: str, **wanted: Any) -> tuple[str, list[str]]:
    match_id = (await here.open(game, seats=2, num_bots=0, **wanted))["match_id"]
    tokens = [(await here.join(match_id))["seat_token"] for _ in range(2)]
    async with connect(here.url, match_id) as one, connect(here.url, match_id) as other:
        await one.join(token=tokens[0])
        await other.join(token=tokens[1])
        await one.resign()
        await other.next(GameOver)
    return match_id, tokens


async def test_a_finished_table_without_spectators_is_shown_from_every_viewpoint(here: House):
    match_id = await resigned(here, spectators=False)
    assert len(await frames_of(here, match_id, "p0")) == 2


async def test_a_delayed_table_is_over_for_its_players_first(here: House):
    match_id, tokens = await resigned_with_tokens(here, "tictactoe", spectator_delay_ms=HOUR_MS)
    for eyes in EYES:
        assert fault(await asked(here, match_id, eyes))["code"] == "game_not_active"
        assert (await asked(here, match_id, eyes, tokens[0])).status_code == 200
        assert fault(await asked(here, match_id, eyes))["code"] == "game_not_active"


async def test_the_end_of_a_delayed_table_reaches_everybody(here: House):
    match_id, _ = await resigned_with_tokens(here, "tictactoe", spectator_delay_ms=200)
    async with asyncio.timeout(TIMEOUT_S):
        while (answer := await asked(here, match_id)).status_code == 409:  # noqa: ASYNC110 - over REST
            await asyncio.sleep(0.05)
    assert answer.status_code == 200


async def test_a_made_answer_is_cached(here: House):
    match_id = await resigned(here)
    first = await asked(here, match_id)
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    path = f"/api/matches/{match_id}/frames"
    again = await here.rest.get(path, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert (await asked(here, match_id)).content == first.content


async def test_other_requests_are_answered_while_a_film_is_made(here: House, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(replay_frames, "BREATH_S", 0)
    match_id, _ = await watched_match(here, "tictactoe")
    live = await here.node.live(MatchId(match_id))
    making = asyncio.create_task(replay_frames.ReplayFrames().frames_of(live, None))
    steps = 0
    while not making.done():
        await asyncio.sleep(0)
        steps += 1
    assert steps > len(await frames_of(here, match_id))


async def test_many_requests_are_served_one_by_one_up_to_a_limit(here: House):
    match_id = await resigned(here)
    live = await here.node.live(MatchId(match_id))
    shelf = replay_frames.ReplayFrames()
    crowd = [asyncio.create_task(shelf.frames_of(live, None)) for _ in range(replay_frames.MOST_WAITING + 5)]
    answers = await asyncio.gather(*crowd, return_exceptions=True)
    assert len([answer for answer in answers if isinstance(answer, Exception)]) == 5
    assert (await shelf.frames_of(live, None)).body


async def test_a_match_with_too_many_turns_is_not_shown(here: House):
    live = await here.node.live(MatchId(await resigned(here)))
    with pytest.raises(replay_frames.FramesUnavailable, match="long match: turns 1"):
        await replay_frames.ReplayFrames(most_turns=0).frames_of(live, None)
    assert await replay_frames.ReplayFrames(most_turns=1).frames_of(live, None)


async def test_cached_films_are_dropped_when_their_bytes_exceed_the_limit(here: House):
    live = await here.node.live(MatchId(await resigned(here)))
    made = [await replay_frames.ReplayFrames().frames_of(live, eyes) for eyes in (None, PlayerId("p0"))]
    both_forms = sum(len(frames_of.body) + len(frames_of.packed or b"") for frames_of in made)
    for room, is_kept in ((both_forms, True), (both_forms - 1, False)):
        shelf = replay_frames.ReplayFrames(kept_bytes=room)
        first = await shelf.frames_of(live, None)
        await shelf.frames_of(live, PlayerId("p0"))
        assert (await shelf.frames_of(live, None) is first) == is_kept


@pytest.mark.parametrize("later", [("tests.server.deployed:Second",), ()], ids=["changed", "gone"])
async def test_a_match_whose_rules_are_missing_is_refused_with_the_reason(tmp_path: Path, later: tuple[str, ...]):
    async with house(tmp_path, ("tests.server.deployed:First",), **GENEROUS) as before:
        match_id = await resigned(before, "mini-nim")
        assert await frames_of(before, match_id)
    async with house(tmp_path, later, **GENEROUS) as after:
        answer = await asked(after, match_id)
        assert answer.status_code == 409
        assert fault(answer)["code"] == "game_not_active"
        assert "mini-nim" in str(fault(answer)["message"])


async def test_the_last_frame_is_the_final_state_of_the_record(here: House):
    match_id, _ = await watched_match(here, "goofspiel")
    record = (await here.rest.get(f"/api/matches/{match_id}/replay")).json()["record"]
    last = documents(await frames_of(here, match_id))[-1]
    assert last["scores"] == Match.from_record(record).scores
