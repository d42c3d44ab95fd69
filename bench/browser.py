"""What an update costs in the browser: `python -m bench.browser`. Whole matches of Carcassonne that bots have played.

Timed is from the event of a message to the frame after the one that was painted with what it changed: up to one frame
(17 ms) more than a person waits. Whoever is asked hears so by a second message, and can answer after a second frame.
One page is open at a time: a player's, then a spectator's.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from math import nan
from pathlib import Path
from typing import Any

from msgspec import Struct
from playwright.async_api import Browser, Page, ViewportSize
from rich.console import Console
from rich.table import Table

from gamenight.cli.load.server import own_server
from gamenight.core.model import Action, seat
from gamenight.games.carcassonne.tiles import BAG
from tools.chromium import chromium
from tools.sitting import Sitting, bot_actions, keep_seat, sitting

GAME = "carcassonne"
BOTS = ("mcts:simulations=50", "mcts:simulations=50")
MATCHES = 3
"""For each viewer; a match has about twenty updates on a full board."""
FULL = 60
"""Tiles: what is timed are updates of boards with more than these."""
WINDOW: ViewportSize = {"width": 1280, "height": 800}
PLAYER = seat(0)

# In the page, before any script of its own.
NOTES = """
(() => {
  const REST_MS = 300;
  const notes = { updates: [], changed: 0 };
  window.notes = notes;
  const heard = ({ data }) => {
    const at = performance.now();
    if (data.startsWith('{"type":"state_update"')) notes.updates.push({ at, data, shown: null, done: null });
  };
  const Socket = window.WebSocket;
  // It listens as soon as there is a socket, so before the page does.
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", heard);
    }
  };
  const isScene = ({ target }) => (target instanceof Element ? target : target.parentElement)?.closest(".scene");
  new MutationObserver((records) => {
    const own = notes.updates.at(-1);
    if (!own || !records.some(isScene)) return;
    notes.changed = performance.now();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      own.done = performance.now() - own.at;
      own.shown ??= own.done;
    }));
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  // Until the update of this number is on screen, and nothing has changed for a while.
  notes.settled = async (number) => {
    const isSo = () => {
      const own = notes.updates.at(-1);
      return own?.done && JSON.parse(own.data).number >= number && performance.now() - notes.changed > REST_MS;
    };
    while (!isSo()) await new Promise((done) => setTimeout(done, 25));
  };
})();
"""

SCRIPT_BYTES = """
performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
"""


class Update(Struct, frozen=True):
    """One `state_update`: whether it asks the player, the tiles on the board, its size, when it was on screen.

    `done_ms` is when nothing came after it any more. On boards that are not full nobody waits for either: NaN.
    """

    is_asking: bool
    tiles: int
    bytes: int
    shown_ms: float
    done_ms: float


class Watched(Struct, frozen=True):
    """A match in one page."""

    match_id: str
    updates: list[Update]


def main() -> None:
    asyncio.run(measure(Console()))


async def measure(console: Console) -> None:
    matches = [played(seed) for seed in range(1, MATCHES + 1)]
    with tempfile.TemporaryDirectory() as folder, own_server(Path(folder), None, None) as server:
        async with chromium() as browser:
            player = [await watched(browser, server.url, order, actions, is_seated=True) for order, actions in matches]
            others = [await watched(browser, server.url, order, actions, is_seated=False) for order, actions in matches]
            lobby = await first_load(browser, f"{server.url}/")
            table = await first_load(browser, f"{server.url}/play/{others[0].match_id}")
    report(console, player, others)
    console.print(
        f"script of a first visit, compressed: {lobby:,} bytes in the lobby, {table:,} at a table", soft_wrap=True
    )


def played(seed: int) -> tuple[str, list[Action]]:
    """An order of the tiles, and what bots do with it."""
    order = "".join(random.Random(seed).sample(BAG, len(BAG)))
    return order, bot_actions(GAME, BOTS, seed, {"tile_order": order})


async def watched(browser: Browser, url: str, order: str, actions: Sequence[Action], *, is_seated: bool) -> Watched:
    async with sitting(url, GAME, ["Ada", "Grace"], {"tile_order": order}) as table:
        context = await browser.new_context(viewport=WINDOW)
        try:
            await context.add_init_script(NOTES)
            if is_seated:
                await keep_seat(context, table, PLAYER)
            page = await context.new_page()
            await page.goto(f"{url}/play/{table.match_id}")
            await page.locator(".scene").wait_for()
            return await followed(page, table, actions)
        finally:
            await context.close()


async def followed(page: Page, table: Sitting, actions: Sequence[Action]) -> Watched:
    """On a full board each move is made when the one before is on screen and the page is at rest."""
    player, boards = table.players[PLAYER], dict[int, tuple[bool, int]]()
    for action in actions:
        await table.act(action)
        seen = await player.seen()
        is_asked, tiles = PLAYER in seen.get("expected", ()), len(seen["game"]["tiles"])
        boards[player.number] = is_asked, tiles
        if tiles >= FULL:
            await page.evaluate("number => notes.settled(number)", player.number)
    # The first one is the whole scene.
    notes = (await page.evaluate("notes.updates"))[1:]
    return Watched(table.match_id, [noted(note, boards) for note in notes])


def noted(note: dict[str, Any], boards: dict[int, tuple[bool, int]]) -> Update:
    is_asking, tiles = boards[json.loads(note["data"])["number"]]
    return Update(is_asking, tiles, len(note["data"].encode()), note["shown"] or nan, note["done"] or nan)


async def first_load(browser: Browser, address: str) -> int:
    """Bytes of script, compressed as they come, that the browser of a new visitor loads."""
    page = await browser.new_page()
    await page.goto(address, wait_until="networkidle")
    loaded: int = await page.evaluate(SCRIPT_BYTES)
    await page.close()
    return loaded


def report(console: Console, player: list[Watched], others: list[Watched]) -> None:
    own = [update for match in player for update in match.updates]
    asked = [update for update in own if update.is_asking]
    watching = [update for match in others for update in match.updates]
    times = {
        "player": [update.shown_ms for update in on_full_boards(own)],
        "player, until it can be answered": [update.done_ms for update in on_full_boards(asked)],
        "spectator": [update.shown_ms for update in on_full_boards(watching)],
    }
    sizes = {
        "player": [update.bytes for update in own],
        "player who is asked": [update.bytes for update in asked],
        "player who is not": [update.bytes for update in own if not update.is_asking],
        "spectator": [update.bytes for update in watching],
    }
    console.print(shown(f"ms to the screen, more than {FULL} tiles", times))
    console.print(shown("bytes of an update, whole matches", sizes))


def on_full_boards(updates: Sequence[Update]) -> list[Update]:
    return [update for update in updates if update.tiles > FULL]


def shown(title: str, rows: Mapping[str, Sequence[float]]) -> Table:
    table = Table(title, "updates", "median", "p90", "highest")
    for name, numbers in rows.items():
        cuts = statistics.quantiles(numbers, n=10)
        table.add_row(name, str(len(numbers)), *(f"{number:,.0f}" for number in (cuts[4], cuts[8], max(numbers))))
    return table


if __name__ == "__main__":
    main()
