"""The limits per address across all of its connections, the served hosts, and access to status and metrics."""

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from gamenight.protocol.messages import Watch, read_server_json, write_json
from gamenight.server.limits import address_of, is_local
from gamenight.server.process.running import LOCAL_HOSTS
from tests.server.site import fault, house


def socket_at(site, path="/ws/m1", **options):
    return connect(site.url.replace("http", "ws") + path, compression=None, proxy=None, **options)


async def status_of_handshake(site, path="/ws/lobby", **options):
    try:
        async with socket_at(site, path, **options):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_an_address_may_open_so_many_sockets_within_a_minute(tmp_path):
    async with house(tmp_path, handshakes_per_address=3) as site:
        assert [await status_of_handshake(site) for _ in range(5)] == [101] * 3 + [429] * 2


async def test_heavy_messages_are_counted_over_all_sockets_of_an_address(tmp_path):
    async with house(tmp_path, heavy_per_address=3) as site:
        codes = []
        for _ in range(5):
            async with socket_at(site) as socket:
                await socket.send(write_json(Watch()).decode())
                codes.append(read_server_json(await socket.recv()).code)
        assert codes == ["game_not_found"] * 3 + ["too_fast"] * 2


async def test_a_replay_counts_for_ten_requests(tmp_path):
    async with house(tmp_path, requests_per_address=25) as site:
        table = await site.open()
        answers = [(await site.rest.get(f"/api/matches/{table['match_id']}/replay")).status_code for _ in range(3)]
        assert answers[:2] == [200, 200]
        assert answers[2] == 429


async def test_an_address_may_seat_so_many_bots(tmp_path):
    async with house(tmp_path, bots_per_address=3) as site:
        await site.open("liarsdice", seats=3, num_bots=2)
        answer = await site.rest.post("/api/matches", json={"game": "liarsdice", "seats": 3, "num_bots": 2})
        assert answer.status_code == 429
        assert fault(answer)["code"] == "too_fast"
        await site.open("liarsdice", seats=3, num_bots=0)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "localhost.evil.example", ""])
async def test_a_page_cannot_reach_a_local_server_under_a_name_of_its_own(tmp_path, host):
    async with house(tmp_path, served_hosts=LOCAL_HOSTS) as site:
        answer = await site.rest.get("/api/games", headers={"Host": host})
        assert answer.status_code == 421
        assert fault(answer)["code"] == "wrong_host"
        assert await status_of_handshake(site, additional_headers={"Host": host}) in (400, 421)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000", "[::1]", "LOCALHOST:1"])
async def test_local_names_reach_a_local_server(tmp_path, host):
    async with house(tmp_path, served_hosts=LOCAL_HOSTS) as site:
        assert (await site.rest.get("/api/games", headers={"Host": host})).status_code == 200


async def test_a_server_may_be_named_in_capitals(tmp_path):
    async with house(tmp_path, served_hosts=("Play.example",)) as site:
        assert (await site.rest.get("/api/games", headers={"Host": "PLAY.example:443"})).status_code == 200
        assert (await site.rest.get("/api/games")).status_code == 421


@pytest.mark.parametrize("figures, status", [("all", 200), ("local", 200), ("off", 404)])
async def test_the_operator_says_who_may_read_figures(tmp_path, figures, status):
    async with house(tmp_path, figures=figures) as site:
        for path in ("/status", "/metrics"):
            assert (await site.rest.get(path)).status_code == status
        assert (await site.rest.get("/health")).status_code == 200


@pytest.mark.parametrize(
    "host, local",
    [("127.0.0.1", True), ("127.3.2.1", True), ("::1", True), ("10.0.0.1", False), ("2001:db8::1", False)],
)
def test_this_machine_is_local(host, local):
    assert is_local(address_of({"client": (host, 1)})) is local
    assert is_local(address_of({}))
