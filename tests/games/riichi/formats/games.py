"""Games to be read: one of a single deal, in both formats, and whole ones of bots.

The deal: the dealer's first discard is a thirteen-sided kokushi musou, and nothing is left of 25,000.
"""

from __future__ import annotations

import copy
import json
from typing import Any

from gamenight.bots import RandomBot
from gamenight.core.match import Match, bot_player
from gamenight.core.run import BotRun

HANDS = (
    [12, 13, 14, 15, 16, 17, 22, 23, 24, 25, 25, 36, 37],  # 234567m 234p 55p 67s: with 1m it may declare riichi
    [11, 19, 21, 29, 31, 39, 41, 42, 43, 44, 45, 46, 47],
    [11, 12, 13, 21, 22, 23, 31, 32, 33, 41, 41, 42, 42],
    [17, 18, 19, 27, 28, 29, 37, 38, 39, 43, 43, 44, 44],
)
END = ["和了", [-32000, 32000, 0, 0], [1, 0, 1, "役満32000点", "国士無双１３面(役満)"]]
ROWS = (HANDS[0], [11], [60], HANDS[1], [], [], HANDS[2], [], [], HANDS[3], [], [])
GAME: dict[str, Any] = {
    "title": ["", ""],
    "name": ["Ada", "Blaise", "Clara", "Dirk"],
    "rule": {"disp": "般南喰赤", "aka": 1},
    "log": [[[0, 0, 0], [25000] * 4, [22], [], *ROWS, END]],
    "sc": [-7000, -57.0, 57000, 67.0, 25000, 5.0, 25000, -15.0],
}
MJLOG = (
    '<mjloggm ver="2.3"><SHUFFLE seed="" ref=""/><GO type="9" lobby="0"/>'
    '<UN n0="%41da" n1="Blaise" n2="Clara" n3="Dirk" dan="0,0,0,0"/><TAIKYOKU oya="0"/>'
    '<INIT seed="0,0,0,3,4,40" ten="250,250,250,250" oya="0" hai0="4,8,12,17,20,24,41,44,48,53,54,92,96"'
    ' hai1="0,32,36,68,72,104,108,112,116,120,124,128,132" hai2="1,5,9,37,42,45,73,76,80,109,110,113,114"'
    ' hai3="25,28,33,60,64,69,97,100,105,117,118,121,122"/><T2/><D2/>'
    '<AGARI ba="0,0" hai="0,2,32" machi="2" ten="0,32000,5" yakuman="48" doraHai="40" who="1" fromWho="0"'
    ' sc="250,-320,250,320,250,0,250,0" owari="-70,-57.0,570,67.0,250,5.0,250,-15.0"/></mjloggm>'
)


def tenhou6(**changes: Any) -> bytes:
    """The game, with other values of the first deal's array (`d0=...`) or of the file."""
    game = copy.deepcopy(GAME)
    for name, value in changes.items():
        if name.startswith("d"):
            game["log"][0][int(name[1:])] = value
        else:
            game[name] = value
    return json.dumps(game).encode()


def played_by_bots(seed: int) -> Match:
    """East and perhaps South, by players at random."""
    seats = [bot_player(n, f"Bot {n}", "random") for n in range(4)]
    match = Match.start("riichi", seats, seed, options={"length": "tonpuu"})
    for _ in BotRun(match, [RandomBot(f"{seed}:{n}") for n in range(4)]).answers():
        pass
    return match
