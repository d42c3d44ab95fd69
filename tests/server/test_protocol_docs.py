"""The example in docs/protocol.md is a real exchange of messages."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from gamenight.client import ClientTable, connect
from gamenight.protocol.messages import ClientMessage, GameAction, JoinGame
from tests.server.site import House, house

TOLD = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text()
EXAMPLE = TOLD[TOLD.index("## An example") : TOLD.index("## Errors")]


def lines(block: str) -> list[tuple[str, str]]:
    """The direction, `>` or `<`, and the message, in one line."""
    return [(line[0], line[2:]) for line in re.sub(r"\n +", " ", block.strip()).split("\n")]


EXCHANGES = [lines(block) for block in re.findall(r"```\n(.*?)```", EXAMPLE, re.DOTALL)]


async def say(table: ClientTable, text: str, other: ClientTable) -> None:
    """Send what the example's Ada sends; Grace joins after her."""
    match msgspec.json.decode(text, type=ClientMessage):
        case JoinGame(player_name=name, wants=wants):
            await table.join(name, seat=0, wants=wants)
            await other.join("Grace", wants=wants)
            await table.until(lambda one: one.required is not None)
        case GameAction() as action:
            await table.answer(action)


def shows(told: str, frame: str | bytes) -> bool:
    """Whether the documentation shows this frame; it may leave parts out."""
    return bool(re.fullmatch(re.escape(told).replace(r"\.\.\.", ".*"), json.dumps(json.loads(frame))))


async def heard(here: House, exchange: list[tuple[str, str]]) -> list[str | bytes]:
    table = await here.open("tictactoe", seats=2, num_bots=0, seating="chosen")
    async with connect(here.url, table["match_id"]) as ada, connect(here.url, table["match_id"]) as grace:
        for who, what in exchange:
            if who == ">":
                await say(ada, what, grace)
        return ada.frames


@pytest.mark.parametrize("exchange", EXCHANGES, ids=["views", "scenes"])
async def test_the_example_is_a_real_exchange(tmp_path, exchange):
    async with house(tmp_path) as here:
        received = await heard(here, exchange)
    told = [what for who, what in exchange if who == "<"]
    for expected, frame in zip(told, received, strict=True):
        assert shows(expected, frame), f"{expected}\n{frame!r}"
