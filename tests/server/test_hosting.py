"""A seat whose model is hosted elsewhere: any program asks for its prompt, and its replies are read strictly."""

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.llm.provider import KEY, Provider, provider
from tests.patience import PATIENCE_S
from tests.server.site import House, bearer, house

pytestmark = pytest.mark.asyncio(loop_scope="module")
PAGE = (Path(__file__).parents[2] / "docs" / "language-models.md").read_text()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    generous = {"requests_per_address": 1_000_000, "matches_per_address": 1_000_000}
    async with house(tmp_path_factory.mktemp("house"), **generous) as served:
        yield served


class Host:
    """One seat of a match, which asks and answers by REST alone."""

    def __init__(self, here: House, match_id: str, token: str) -> None:
        self._here = here
        self.path = f"/api/matches/{match_id}/prompt"
        self.match_id = match_id
        self.token = token

    async def get(self, **query: str) -> Any:
        return await self._here.rest.get(self.path, headers=bearer(self.token), params=query)

    async def prompt(self, **query: str) -> dict[str, Any]:
        answer = await self.get(**query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, **given: Any) -> Any:
        return await self._here.rest.post(self.path, headers=bearer(self.token), json=given)

    async def reply(self, **given: Any) -> dict[str, Any]:
        answer = await self.post(**given)
        assert answer.status_code == 200, answer.text
        return answer.json()


async def seated(here: House, game: str = "tictactoe", seats: int = 2, **asked: Any) -> list[Host]:
    """A match of so many people."""
    table = await here.open(game, seats=seats, num_bots=0, seating="chosen", **asked)
    tokens = [(await here.join(table["match_id"], seat=index))["seat_token"] for index in range(seats)]
    return [Host(here, table["match_id"], token) for token in tokens]


def answer(id: str, **fields: Any) -> str:

    return f"So be it. <answer>{json.dumps({'id': id, **fields})}</answer>"


# The program of the documentation


@pytest_asyncio.fixture(loop_scope="module")
async def fake() -> AsyncIterator[Provider]:
    async with provider() as running:
        yield running


def host_program(folder: Path) -> Path:
    (program,) = re.findall(r"^```python\n(\"\"\"Lets a language model.*?)^```$", PAGE, re.M | re.S)
    assert len([line for line in program.splitlines() if line.strip()]) < 45
    path = folder / "host.py"
    path.write_text(program)
    return path


async def run_host(program: Path, here: House, host: Host, fake: Provider, model: str) -> None:
    arguments = (here.url, host.match_id, host.token, f"{fake.url}/v1", KEY, model)
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", str(program), *arguments),
        env={**os.environ, "no_proxy": "127.0.0.1"},
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE_S):
        _, errors = await running.communicate()
    assert running.returncode == 0, errors.decode()


@pytest.mark.parametrize(
    "game, options",
    [("tictactoe", {}), ("liarsdice", {"dice": 1}), ("goofspiel", {"cards": 4})],
    ids=lambda one: str(one),
)
async def test_the_program_of_the_page_plays_a_whole_match(here: House, fake: Provider, tmp_path: Path, game, options):
    program = host_program(tmp_path)
    hosts = await seated(here, game, options=options)
    models = ("wrong,prose,pick:first#one", "pick:last#two")
    await asyncio.gather(*(run_host(program, here, *each) for each in zip(hosts, (fake, fake), models, strict=True)))
    shown = await here.show(hosts[0].match_id)
    assert shown["status"] == "finished"
    told = [text for one in fake.received for text in one.texts]
    assert any("is not a legal move" in text for text in told)
    assert any("could not be read" in text for text in told)
