"""A client of the server, for tests, load tests and other programs.

    async with connect("http://127.0.0.1:8000", match_id) as table:
        await table.join(name="Ada")
        await table.act("place", {"cell": 4})

A client that joins with `wants="scenes"` finds its offers in `unpacked_offers(table.view)` and answers with `pick`.
`play` plays a seat until the match is over and reconnects when needed; `Rest` sends HTTP requests.
"""

from gamenight.client.answers import Answer, Pick, listed_answers, random_answer, random_pick, unpacked_offers
from gamenight.client.play import Answered, Choose, Played, play
from gamenight.client.rest import Rest, RestRefused
from gamenight.client.socket import ConnectionLost, Format
from gamenight.client.table import ClientTable, Refused, connect

__all__ = [
    "Answer",
    "Answered",
    "Choose",
    "ClientTable",
    "ConnectionLost",
    "Format",
    "Pick",
    "Played",
    "Refused",
    "Rest",
    "RestRefused",
    "connect",
    "listed_answers",
    "play",
    "random_answer",
    "random_pick",
    "unpacked_offers",
]
