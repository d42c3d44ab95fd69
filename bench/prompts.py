"""How large prompts are, in characters and tokens, and what 100 moves cost: `python -m bench.prompts`.

Tokens are those of `o200k_base`, which OpenAI's models use, as `rs-bpe` counts them (`pip install rs-bpe`; its tables
come with it). Other models count otherwise, mostly more. Without that package three characters are taken for a token.
Prices are the public ones that `genai-prices` knows; nothing is taken off for what a provider keeps of the last prompt.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from typing import Any

from genai_prices import Usage, calc_price
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from gamenight.bots.simple import RandomBot
from gamenight.core.bot import recent
from gamenight.core.match import Match, bot_player
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import catalogue, load
from gamenight.core.run import BotRun
from gamenight.llm.prompt import ModelPrompt, prompt_of

MATCHES = 3
EVERY = 5
"""A prompt is taken at every so many answers, where there is more than one candidate."""

MOST = 300
"""Answers of a match that are looked at."""

REPLY = 20
"""Tokens of `<answer>{"id": "c3"}</answer>` and a few words; a model that thinks writes hundreds or thousands."""

MODELS = {"gpt-5-nano": "openai", "claude-haiku-4-5": "anthropic", "claude-opus-5-5": "anthropic"}
"""A cheap, a middling and an expensive model, with their providers."""


class Size(Struct, frozen=True):
    """Characters and tokens of both parts of a prompt."""

    system: tuple[int, int]
    user: tuple[int, int]


def main() -> None:
    count = counter()
    table = Table("game", "system: characters", "tokens", "user: median", "tokens", "largest", "tokens", *_money())
    for slug in sorted(catalogue().games):
        sizes = [_size(prompt, count) for prompt in prompts(load(slug))]
        table.add_row(slug, *_row(sizes))
    Console(width=190).print(table)


def counter() -> Callable[[str], int]:
    try:
        from rs_bpe.bpe import openai  # type: ignore[import-not-found]
    except ImportError:
        print("rs-bpe is not installed: a token is taken for three characters")
        return lambda text: len(text) // 3
    tokenizer: Any = openai.o200k_base()
    return lambda text: int(tokenizer.count(text))


def prompts(game: GamePlugin) -> Iterator[ModelPrompt]:
    """Prompts of some matches between random players."""
    for seed in range(MATCHES):
        players = [bot_player(at, "random", "random") for at in range(max(game.min_players, min(3, game.max_players)))]
        match = Match.start(game, players, seed)
        run = BotRun(match, [RandomBot(at) for at in range(len(players))])
        yield from _of(run)


def _of(run: BotRun) -> Iterator[ModelPrompt]:
    match = run.match
    for number, _ in enumerate(run.answers()):
        if number >= MOST:
            return
        if number % EVERY == 0 and match.to_act and not match.state.phase.auto_resolve:
            seat = match.to_act[0]
            history = recent(run.shown[seat])
            prompt = prompt_of(match.plugin, match.view(seat), history, match.state.config.options)
            if len(prompt.candidates) > 1 or prompt.candidates[0].choices:
                yield prompt


def _size(prompt: ModelPrompt, count: Callable[[str], int]) -> Size:
    return Size((len(prompt.system), count(prompt.system)), (len(prompt.user), count(prompt.user)))


def _money() -> list[str]:
    return [f"100 moves, {name}" for name in MODELS]


def _cost(tokens: float, model: str, provider: str) -> float:
    """Dollars for 100 moves."""
    used = Usage(input_tokens=round(100 * tokens), output_tokens=100 * REPLY)
    return float(calc_price(used, model, provider_id=provider).total_price)


def _row(sizes: list[Size]) -> list[str]:
    system = max(size.system for size in sizes)
    middle = [statistics.median(size.user[at] for size in sizes) for at in (0, 1)]
    largest = max(size.user for size in sizes)
    cost = [_cost(system[1] + middle[1], model, provider) for model, provider in MODELS.items()]
    return [f"{number:,.0f}" for number in (*system, *middle, *largest)] + [f"${each:.3f}" for each in cost]


if __name__ == "__main__":
    main()
