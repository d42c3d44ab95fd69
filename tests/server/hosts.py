"""Seats whose models are hosted by other programs, which ask and answer by REST alone."""

import json
from typing import Any

from tests.server.site import House, bearer


class Host:
    """One seat of a match that asks and answers by REST alone."""

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
    """A match with this number of people."""
    table = await here.open(game, seats=seats, num_bots=0, seating="chosen", **asked)
    tokens = [(await here.join(table["match_id"], seat=index))["seat_token"] for index in range(seats)]
    return [Host(here, table["match_id"], token) for token in tokens]


def answer(id: str, **fields: Any) -> str:

    return f"So be it. <answer>{json.dumps({'id': id, **fields})}</answer>"
