"""The way from an empty folder to a game in the browser, with a clock: `python -m tools.author_path`."""

import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.chromium import chromium

NAME = "river_stones"
GAME = f"{NAME}:GAME"
GAMENIGHT = (sys.executable, "-m", "gamenight")
ENV = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
TAPPABLE = "button[data-id]"
PATIENCE_MS = 600_000


@contextmanager
def timed(what: str) -> Iterator[None]:
    start = time.monotonic()
    yield
    print(f"{time.monotonic() - start:6.1f} s  {what}", flush=True)


def command(folder: Path, *arguments: str) -> None:
    with timed(" ".join(arguments[2:] if arguments[:3] == GAMENIGHT else arguments[1:])):
        subprocess.run(arguments, cwd=folder, env=ENV, check=True, stdout=subprocess.DEVNULL)


def walk(folder: Path) -> None:
    command(folder, *GAMENIGHT, "new", NAME)
    here = folder / NAME
    command(here, *GAMENIGHT, "check", GAME)
    command(here, sys.executable, "-m", "pytest", "-q")
    serve = [*GAMENIGHT, "serve", "--port", "0", "--game", GAME, "--reload"]
    with subprocess.Popen(serve, cwd=here, env=ENV, stdout=subprocess.PIPE, text=True) as server:
        try:
            with timed("serve --reload, until it is ready"):
                assert server.stdout is not None
                ready = re.search(r"http://[^ ]+", server.stdout.readline())
            assert ready is not None
            asyncio.run(play(ready[0], here / NAME / "texts" / "en.ftl"))
        finally:
            server.terminate()


async def play(url: str, texts: Path) -> None:
    async with chromium() as browser:
        page = await browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        with timed("the page, from its address to the first tap"):
            await page.goto(url)
            await page.get_by_role("button", name="Play River Stones against bots").click()
            await page.locator(TAPPABLE).first.click()
        with timed("a change of the texts, until the page shows it"):
            change(texts)
            await page.get_by_text(re.compile("pebbles are left")).first.wait_for()


def change(texts: Path) -> None:
    texts.write_text(texts.read_text().replace("stones are left", "pebbles are left"))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, timed("in all"):
        walk(Path(folder))


if __name__ == "__main__":
    main()
