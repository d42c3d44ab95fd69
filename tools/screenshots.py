"""Pictures of the page for people: `make pictures`, or `python -m tools.screenshots --all FOLDER` for many more.

The matches are the same each time: their tiles, dice and prizes are fixed, and so is what is played.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace
from playwright.async_api import Browser

from gamenight.cards import CardGame
from gamenight.cli.load.server import own_server
from gamenight.client import Rest, connect
from gamenight.core import registry
from gamenight.core.model import Action, seat
from gamenight.games.carcassonne.actions import PlaceTile
from gamenight.games.carcassonne.tiles import BAG
from gamenight.games.connect_four.rules import Drop
from tools.chromium import chromium
from tools.sitting import Sitting, bot_actions, keep_seat, sitting

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
SIZES = {"phone": (360, 740), "laptop": (1280, 800), "desktop": (1920, 1080), "wide": (2200, 1200)}
NAMES = ("Ada", "Grace", "Alan", "Edsger")
ME = seat(0)
"""Whose eyes the pictures are seen through: Ada's."""


class Shot(Struct, frozen=True):
    """What is to be seen, on which screen."""

    subject: str
    size: str
    theme: str = "light"

    @property
    def name(self) -> str:
        return "-".join([self.subject, self.size, *([self.theme] if self.theme != "light" else [])])


# Those of the README and of the guides.
CHOSEN = (
    Shot("lobby", "laptop"),
    Shot("carcassonne", "laptop"),
    Shot("carcassonne", "wide"),
    Shot("carcassonne", "phone"),
    Shot("liarsdice", "phone"),
    Shot("goofspiel", "phone"),
    Shot("hearts", "laptop"),
    Shot("durak", "phone"),
    Shot("scopa", "phone"),
    Shot("gin_rummy", "phone", "dark"),
    Shot("riichi", "laptop"),
    Shot("riichi", "phone", "dark"),
    Shot("riichi-win", "laptop"),
    Shot("riichi-win", "phone"),
    Shot("riichi-replay", "laptop"),
    Shot("riichi-replay", "phone", "dark"),
    Shot("replay", "laptop", "dark"),
    Shot("model-stuck", "laptop"),
    Shot("model-stuck", "phone"),
    Shot("ai-log", "laptop"),
    Shot("ai-log-open", "phone"),
    Shot("bring-model", "laptop"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Take pictures of the page for the README and the guides.")
    parser.add_argument("--only", nargs="+", default=list(SUBJECTS), choices=list(SUBJECTS), help="these subjects")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="all there is, in all sizes, light and dark")
    wanted = parser.parse_args()
    every = [Shot(subject, size, theme) for subject in SUBJECTS for size in SIZES for theme in ("light", "dark")]
    shots, folder = (every, wanted.all) if wanted.all else (CHOSEN, PICTURES)
    shots = [shot for shot in shots if shot.subject in wanted.only]
    folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(take(shots, folder))


NOBODY = {"URL": "http://127.0.0.1:9/v1", "KEY": "none", "MODEL": "qwen3:8b", "TRIES": "1"}
"""An endpoint at which no model answers."""


async def take(shots: Sequence[Shot], folder: Path) -> None:
    # What is played beforehand need not be followed.
    flags = ("--pace-ms", "0", "--llm", "--llm-origin", "https://openrouter.ai", "https://api.anthropic.com")
    os.environ |= {f"GAMENIGHT_LLM_LOCAL_{field}": value for field, value in NOBODY.items()}
    with tempfile.TemporaryDirectory() as place, own_server(Path(place), None, None, flags) as server:
        async with chromium() as browser, AsyncExitStack() as tables:
            for subject, laid in SUBJECTS.items():
                own = [shot for shot in shots if shot.subject == subject]
                if own:
                    target = await tables.enter_async_context(laid(server.url))
                for shot in own:
                    await picture(browser, server.url, target, shot, folder / f"{shot.name}.png")


class Target(Struct, frozen=True):
    """Where to look, at whose table; what must be there, what is tapped then, and which button is pressed."""

    path: str
    table: Sitting | None
    landmark: str = ".scene"
    taps: tuple[str, ...] = ()
    button: str | None = None


async def picture(browser: Browser, url: str, target: Target, shot: Shot, file: Path) -> None:
    width, height = SIZES[shot.size]
    context = await browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    try:
        settings = json.dumps(json.dumps({"name": NAMES[0], "theme": shot.theme}))
        await context.add_init_script(f"localStorage.setItem('gamenight.settings', {settings})")
        if target.table is not None:
            await keep_seat(context, target.table, ME)
        page = await context.new_page()
        await page.goto(url + target.path)
        await page.wait_for_load_state("networkidle")
        await page.locator(target.landmark).first.wait_for()
        for id in target.taps:
            await page.locator(f'button[data-id="{id}"]').click()
        if target.button is not None:
            await page.get_by_role("button", name=target.button).first.click()
        # Away from whatever lies under it, and time for what that changes.
        await page.mouse.move(0, 0)
        await page.wait_for_timeout(300)
        await page.screenshot(path=file)
    finally:
        await context.close()


# What is on the tables


@asynccontextmanager
async def carcassonne(url: str) -> AsyncIterator[Target]:
    """Three players, thirty tiles, and Ada has one in her hand."""
    tiles = tile_order(3)
    actions = await asyncio.to_thread(bot_actions, "carcassonne", ["mcts:simulations=200"] * 3, 3, tiles, most=70)
    async with sitting(url, "carcassonne", NAMES[:3], tiles) as table:
        for action in actions:
            placed = (await table.players[ME].seen())["game"]["tiles"]
            if len(placed) >= 30 and action.player_id == ME and isinstance(action.payload, PlaceTile):
                tapped = f"at/{action.payload.x},{-action.payload.y}"
                yield Target(f"/play/{table.match_id}", table, taps=(tapped,))
                return
            await table.act(action)


@asynccontextmanager
async def replay(url: str) -> AsyncIterator[Target]:
    """Two players, to the end."""
    tiles = tile_order(4)
    actions = await asyncio.to_thread(bot_actions, "carcassonne", ["mcts:simulations=100"] * 2, 4, tiles)
    async with sitting(url, "carcassonne", NAMES[:2], tiles) as table:
        for action in actions:
            await table.act(action)
        yield Target(f"/replay/{table.match_id}#turn=64", table)


def tile_order(seed: int) -> dict[str, str]:
    return {"tile_order": "".join(random.Random(seed).sample(BAG, len(BAG)))}


@asynccontextmanager
async def liarsdice(url: str) -> AsyncIterator[Target]:
    """The second round: Alan was caught bluffing, and the bids have come round to Ada."""
    first = ((2, 3, 3, 5, 6), (1, 2, 4, 4, 6), (1, 3, 4, 5, 5), (2, 2, 3, 6, 6))
    second = ((1, 4, 4, 4, 6), (2, 3, 5, 5, 6), (1, 2, 4, 5), (3, 3, 4, 6, 6))
    async with sitting(url, "liarsdice", NAMES, {"fixed_dice": (first, second)}) as table:
        for player, quantity, face in ((0, 3, 3), (1, 5, 4), (2, 8, 5), (3, 0, 0), (2, 4, 5), (3, 5, 6)):
            bid = Action("bid", seat(player), {"quantity": quantity, "face": face})
            await table.act(bid if quantity else Action("challenge", seat(player)))
        yield Target(f"/play/{table.match_id}", table, taps=("n/7",))


@asynccontextmanager
async def goofspiel(url: str) -> AsyncIterator[Target]:
    """Five prizes are gone; Alan has bid for the sixth already."""
    prizes = (7, 12, 3, 10, 5, 13, 8, 1, 11, 2, 9, 6, 4)
    bids = ((8, 6, 7), (11, 13, 9), (2, 4, 5), (12, 10, 10), (4, 7, 3))
    async with sitting(url, "goofspiel", NAMES[:3], {"prizes": prizes}) as table:
        for round in bids:
            for player, card in enumerate(round):
                await table.act(Action("bid", seat(player), {"card": card}))
        await table.act(Action("bid", seat(2), {"card": 12}))
        yield Target(f"/play/{table.match_id}", table)


@asynccontextmanager
async def card_table(url: str, game: str, names: Sequence[str], seed: int, wanted: Wanted) -> AsyncIterator[Target]:
    """A card game of players at random, as soon as Ada is asked and her table is as wanted."""
    plugin = cast(CardGame[Any], registry.load(game))
    cards = plugin.deck(len(names), plugin.options_type())
    options = {"first_dealer": 0, "decks": [" ".join(random.Random(seed).sample(cards, len(cards)))]}
    actions = await asyncio.to_thread(bot_actions, game, ["random"] * len(names), seed, options, most=60)
    async with sitting(url, game, names, options) as table:
        for action in actions:
            if action.player_id == ME and wanted((await table.players[ME].seen())["game"]):
                break
            await table.act(action)
        yield Target(f"/play/{table.match_id}", table)


def hearts(url: str) -> AbstractAsyncContextManager[Target]:
    """The fourth trick: Ada is the last to play."""
    return card_table(url, "hearts", NAMES, 2, lambda seen: seen["rules"]["tricks"] >= 3 and count(seen, "trick") == 3)


def durak(url: str) -> AbstractAsyncContextManager[Target]:
    """Ada has beaten a card and is attacked with another one."""
    return card_table(url, "durak", NAMES[:3], 5, lambda seen: count(seen, "attacks") > count(seen, "defences") > 0)


def gin_rummy(url: str) -> AbstractAsyncContextManager[Target]:
    """Ada has drawn, and has to discard."""
    return card_table(
        url, "gin_rummy", NAMES[:2], 3, lambda seen: seen["phase"] == "discard" and count(seen, "discard") > 3
    )


def scopa(url: str) -> AbstractAsyncContextManager[Target]:
    """Four players in two teams, in the second hand of a deal."""
    return card_table(url, "scopa", NAMES, 4, lambda seen: count(seen, "deck") < 20 and count(seen, "table") > 4)


def crazy_eights(url: str) -> AbstractAsyncContextManager[Target]:
    """Four players, a few turns on."""
    return card_table(url, "crazy_eights", NAMES, 6, lambda seen: count(seen, "pile") > 5)


@asynccontextmanager
async def model_stuck(url: str) -> AsyncIterator[Target]:
    """Ada, Grace and a model have to pass cards, and the model cannot be reached."""
    plugin = cast(CardGame[Any], registry.load("hearts"))
    cards = plugin.deck(3, plugin.options_type())
    options = {"first_dealer": 0, "decks": [" ".join(random.Random(2).sample(cards, len(cards)))]}
    model = {"seats": 3, "num_bots": 1, "bots": ["llm:endpoint=local"]}
    async with sitting(url, "hearts", NAMES[:2], options, **model) as table:
        yield Target(f"/play/{table.match_id}", table, landmark="dialog")


BROUGHT = "claude-haiku-5-5"
REPLIES = (
    ("The centre is taken, so I build beside it.", 2),
    ("Now I have a disc on either side of it.", 4),
    ("Column 2 looks better to me than column 4.", None),
    ("Three discs stand in the centre, but a row of three of my own is worth more.", 1),
)
"""What a model said while Ada filled the column in the middle, and which column it chose: once none at all."""


@asynccontextmanager
async def ai_log(url: str) -> AsyncIterator[Target]:
    """A match against a model that needed two tries for its last move."""
    async with sitting(url, "connect_four", (NAMES[0], BROUGHT)) as table:
        await drop_in_the_middle(table)
        for said, column in REPLIES:
            await reply(url, table, said, column)
            if column is not None:
                await drop_in_the_middle(table)
        yield Target(f"/replay/{table.match_id}#turn=6", table, landmark=".models-here")


async def drop_in_the_middle(table: Sitting) -> None:
    await table.act(Action("drop", ME, Drop(3)))


async def reply(url: str, table: Sitting, said: str, column: int | None) -> None:
    """What the model says goes to the server as from any program that hosts one."""
    path, token = f"/api/matches/{table.match_id}/prompt", table.players[seat(1)].token
    await table.players[seat(1)].until(lambda one: "p1" in (one.view or {}).get("expected", ()))
    asked = await Rest(url).get(f"{path}?mode=free", token=token)
    action = {"action_type": "drop", "payload": {"column": column}}
    text = said if column is None else f"{said} <answer>{json.dumps({'action': action})}</answer>"
    tokens = {"input_tokens": len(asked["system"] + asked["user"]) // 4, "output_tokens": len(text) // 4}
    told = {"mode": "free", "model": BROUGHT, "duration_ms": 1000 + 20 * len(text), **tokens}
    await Rest(url).post(path, {"prompt": asked["prompt"], "reply": text, **told}, token=token)


@asynccontextmanager
async def ai_log_open(url: str) -> AsyncIterator[Target]:
    async with ai_log(url) as target:
        yield replace(target, button="AI log")


@asynccontextmanager
async def bring_model(url: str) -> AsyncIterator[Target]:
    """Ada waits at a table with a free seat."""
    opened = await Rest(url).post("/api/matches", {"game": "hearts", "seats": 4, "num_bots": 2, "seating": "chosen"})
    async with connect(url, opened["match_id"]) as own:
        await own.join(NAMES[0], seat=0)
        table = Sitting(opened["match_id"], {ME: own})
        yield Target(f"/play/{table.match_id}", table, landmark=".waiting-seats", button="Bring a model")


RIICHI_SEED = 18
"""Of a deal that Ada wins by riichi, as the bots play today: if they have learned something, look for another one."""


async def riichi_actions(**options: Any) -> tuple[dict[str, Any], list[Action]]:
    """The options of that deal, and what good players do in it."""
    wall = random.Random(RIICHI_SEED).sample(range(136), 136)
    options = {"walls": [wall], "deals": 1, **options}
    return options, await asyncio.to_thread(bot_actions, "riichi", ["hard"] * len(NAMES), RIICHI_SEED, options)


@asynccontextmanager
async def riichi(url: str) -> AsyncIterator[Target]:
    """The middle of a deal: Ada has drawn."""
    options, actions = await riichi_actions()
    async with sitting(url, "riichi", NAMES, options) as table:
        for number, action in enumerate(actions):
            if number > 40 and action.player_id == ME and action.action_type == "discard":
                break
            await table.act(action)
        yield Target(f"/play/{table.match_id}", table)


@asynccontextmanager
async def riichi_win(url: str) -> AsyncIterator[Target]:
    """Ada has won the deal."""
    options, actions = await riichi_actions(deals=0)
    async with sitting(url, "riichi", NAMES, options) as table:
        for action in actions:
            if action.action_type == "continue":
                break
            await table.act(action)
        yield Target(f"/play/{table.match_id}", table)


@asynccontextmanager
async def riichi_replay(url: str) -> AsyncIterator[Target]:
    """Late in the deal, with all hands open."""
    options, actions = await riichi_actions(open_hands=True)
    async with sitting(url, "riichi", NAMES, options) as table:
        for action in actions:
            await table.act(action)
        yield Target(f"/replay/{table.match_id}#turn=44", table)


Wanted = Callable[[Mapping[str, Any]], bool]


def count(seen: Mapping[str, Any], pile: str) -> int:
    """How many cards a pile has."""
    return int(seen["piles"][pile]["count"])


@asynccontextmanager
async def lobby(url: str) -> AsyncIterator[Target]:
    """Tables that wait for players."""
    waiting: list[tuple[str, dict[str, Any]]] = [
        ("Edsger", {"game": "carcassonne", "seats": 4, "num_bots": 1}),
        ("Grace", {"game": "goofspiel", "seats": 3, "num_bots": 0}),
    ]
    async with AsyncExitStack() as sockets:
        for name, wanted in waiting:
            opened = await Rest(url).post("/api/matches", wanted)
            player = await sockets.enter_async_context(connect(url, opened["match_id"]))
            await player.join(name)
        yield Target("/", None, landmark="text=Edsger")


# The lobby is last: then there is something to be seen in it.
SUBJECTS = {
    "carcassonne": carcassonne,
    "liarsdice": liarsdice,
    "goofspiel": goofspiel,
    "hearts": hearts,
    "durak": durak,
    "gin_rummy": gin_rummy,
    "scopa": scopa,
    "crazy_eights": crazy_eights,
    "riichi": riichi,
    "riichi-win": riichi_win,
    "riichi-replay": riichi_replay,
    "replay": replay,
    "model-stuck": model_stuck,
    "ai-log": ai_log,
    "ai-log-open": ai_log_open,
    "bring-model": bring_model,
    "lobby": lobby,
}

if __name__ == "__main__":
    main()
