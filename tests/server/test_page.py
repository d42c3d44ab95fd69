"""The page's files: their addresses, how long they are cached, what they may load; and nothing else is served."""

import asyncio
import gzip
import re
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from gamenight.client import connect
from gamenight.server.cached import takes_gzip
from gamenight.server.http.page import policy, read_page
from tests.server.site import House, fault, house

pytestmark = pytest.mark.asyncio(loop_scope="module")

SCRIPT = b"console.log('hello');\n" * 200
FILES = {
    "index.html": b'<!doctype html><meta name="gamenight-page" content="%PAGE%"><script src="/assets/a-1.js"></script>',
    "assets/a-1.js": SCRIPT,
    "assets/deep/b-2.css": b"p { margin: 0 }",
    "icon.svg": b"<svg/>",
}
ADDRESSES = ["/", "/games/anything", "/history", "/play/some-match", "/replay/some-match?turn=3"]
AS_A_PERSON = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def built(folder: Path, **changed: bytes) -> Path:
    """A page that was built into this folder."""
    for name, body in {**FILES, **changed}.items():
        file = folder / "page" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(body)
    return folder / "page"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    folder = tmp_path_factory.mktemp("house")
    (folder / "secret.txt").write_text("not for anybody")
    async with house(folder, page=read_page(built(folder)), requests_per_address=100_000) as served:
        yield served


async def raw(here: House, path: str) -> bytes:
    """The server's answer to a path that no library would send."""
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(here.url).port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode("latin-1"))
    answer = await reader.read()
    writer.close()
    return answer


@pytest.mark.parametrize("address", ADDRESSES)
async def test_every_address_of_the_page_is_its_document(here: House, address: str):
    answer = await here.rest.get(address)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert f'content="{here.node.page}"' in answer.text
    assert re.fullmatch("[0-9a-f]{12}", here.node.page or "")


async def test_the_document_may_load_only_from_this_server(here: House):
    said = (await here.rest.get("/")).headers["content-security-policy"]
    host = urlsplit(here.url).netloc
    assert dict(part.split(" ", 1) for part in said.split("; ")) == {
        "default-src": "'none'",
        "script-src": "'self'",
        "style-src": "'self'",
        "img-src": "'self' data:",
        "connect-src": f"'self' ws://{host} wss://{host}",
        "frame-ancestors": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }


async def test_the_policy_is_documented():
    told = (Path(__file__).parents[2] / "docs" / "server.md").read_text()
    assert policy("HOST") in " ".join(told.split())


@pytest.mark.parametrize("host", ["", "a b", "a; script-src *", "a,b", "*", "a\r\nb", "[::1", "a/b"])
async def test_a_strange_host_name_does_not_widen_the_policy(host: str):
    assert "connect-src 'self';" in policy(host)
    assert "[::1]:80" in policy("[::1]:80")


async def test_files_named_by_their_content_are_cached_for_good(here: House):
    answer = await here.rest.get("/assets/a-1.js")
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.content == SCRIPT
    assert (await here.rest.get("/assets/deep/b-2.css")).headers["content-type"] == "text/css; charset=utf-8"
    icon = await here.rest.get("/icon.svg")
    assert (icon.headers["cache-control"], icon.headers["content-type"]) == ("no-cache", "image/svg+xml")
    for one in (answer, icon):
        assert one.headers["x-content-type-options"] == "nosniff"


async def test_a_client_that_accepts_gzip_gets_a_compressed_body(here: House):
    asked = here.rest.build_request("GET", "/assets/a-1.js", headers={"Accept-Encoding": "br, gzip;q=0.8"})
    packed = await here.rest.send(asked, stream=True)
    body = b"".join([part async for part in packed.aiter_raw()])
    assert packed.headers["content-encoding"] == "gzip"
    assert len(body) == int(packed.headers["content-length"]) < len(SCRIPT) / 4
    assert gzip.decompress(body) == SCRIPT
    plain = await here.rest.get("/assets/a-1.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == SCRIPT
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert plain.headers["etag"] != packed.headers["etag"]


@pytest.mark.parametrize(
    "accepted, takes",
    [
        *(("gzip", True), ("br, GZIP ;q=0.5", True), ("*", True), ("identity, gzip;q=1.0", True)),
        *(("", False), ("br", False), ("gzipped", False)),
        *(("gzip;q=0, *", False), ("gzip; q=0.000", False), ("*;q=0", False)),
    ],
)
async def test_accept_encoding_decides_about_gzip(accepted: str, takes: bool):
    assert takes_gzip(accepted) is takes


@pytest.mark.parametrize("path", ["/", "/icon.svg", "/assets/a-1.js"])
async def test_a_cached_body_is_not_sent_again(here: House, path: str):
    tag = (await here.rest.get(path)).headers["etag"]
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = await here.rest.get(path, headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
        assert again.headers["cache-control"]
    assert (await here.rest.get(path, headers={"If-None-Match": '"other"'})).status_code == 200


async def test_a_head_is_the_answer_without_its_body(here: House):
    whole = await here.rest.get("/assets/a-1.js")
    head = await here.rest.head("/assets/a-1.js")
    assert head.content == b""
    for name in ("content-length", "etag", "content-type", "cache-control"):
        assert head.headers[name] == whole.headers[name]


async def test_the_page_is_read_and_never_written(here: House):
    for path in ("/", "/play/x", "/icon.svg"):
        answer = await here.rest.post(path)
        assert answer.status_code == 405
        assert answer.headers["allow"] == "GET, HEAD"
        assert fault(answer)["code"] == "method_not_allowed"


@pytest.mark.parametrize("path", ["/nothing", "/play", "/play/a/b", "/games/", "/assets/a-0.js", "/index.html/x"])
async def test_a_wrong_address_is_a_page_for_people_and_an_error_for_programs(here: House, path: str):
    answer = await here.rest.get(path, headers=AS_A_PERSON)
    assert answer.status_code == 404
    assert answer.text == (await here.rest.get("/")).text
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert fault(await here.rest.get(path))["code"] == "not_found"


async def test_a_wrong_address_is_404_even_if_the_browser_has_cached_the_page(here: House):
    found = await here.rest.get("/nothing", headers=AS_A_PERSON)
    for known in (found.headers["etag"], "*"):
        again = await here.rest.get("/nothing", headers={**AS_A_PERSON, "If-None-Match": known})
        assert (again.status_code, again.text) == (404, found.text)


@pytest.mark.parametrize("path", ["/api", "/api/nothing", "/api/games/none", "/api/matches/none", "/ws/x", "/schema/x"])
async def test_endpoints_for_programs_give_people_the_same_answer(here: House, path: str):
    answer = await here.rest.get(path, headers=AS_A_PERSON)
    assert answer.status_code == 404
    assert fault(answer)["code"] in ("not_found", "game_not_found")


@pytest.mark.parametrize(
    "path",
    [
        *("/../secret.txt", "/assets/../../secret.txt", "/assets/\\..\\..\\secret.txt", "//secret.txt"),
        *("/assets/%2e%2e/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/assets/a-1.js%00"),
        *("/assets//a-1.js", "/assets", "/assets/"),
    ],
)
async def test_no_path_leads_out_of_the_page(here: House, path: str):
    answer = await raw(here, path)
    assert answer.startswith((b"HTTP/1.1 404 ", b"HTTP/1.1 400 "))
    assert b"not for anybody" not in answer


async def test_different_builds_have_different_ids(tmp_path: Path):
    first = read_page(built(tmp_path / "a"))
    assert read_page(built(tmp_path / "b")) == first
    for number, (name, body) in enumerate(FILES.items()):
        assert read_page(built(tmp_path / f"c{number}", **{name: body + b" "})).build != first.build
    assert read_page(built(tmp_path / "d", **{"assets/more.js": b""})).build != first.build


async def test_a_client_gets_the_build_of_the_server_s_page(here: House):
    table = await here.open(num_bots=0)
    async with connect(here.url, table["match_id"]) as one:
        await one.watch()
        assert one.joined.page == here.node.page


async def test_a_server_without_a_page_says_how_to_build_it(tmp_path: Path):
    async with house(tmp_path, page=read_page(tmp_path / "nowhere")) as bare:
        for address in ("/", "/play/x"):
            answer = await bare.rest.get(address)
            assert answer.status_code == 200
            assert "<code>make web</code>" in answer.text
        assert bare.node.page is None
        assert (await bare.rest.get("/api/games")).status_code == 200


async def test_pages_are_counted_by_their_route(here: House):
    await here.rest.get("/play/one-match")
    await here.rest.get("/assets/a-1.js")
    counted = (await here.rest.get("/metrics")).text
    assert 'route="/play/{match_id}",status="200"' in counted
    assert 'route="/assets/{file}",status="200"' in counted
    assert "one-match" not in counted
