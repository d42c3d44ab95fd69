"""Matches that are played to a certain moment, always the same way, to check the prompt there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamenight.bots.action_sampling import draw
from gamenight.core.bot import history_of
from gamenight.core.match import Match
from gamenight.core.model import PlayerId
from gamenight.core.registry import load
from gamenight.core.rng import Rng, seed_text
from gamenight.llm.prompt import ModelPrompt, prompt_of


def played(slug: str, turns: int, players: Any = None, options: Mapping[str, Any] | None = None) -> Match:
    """A match after this number of random answers."""
    game = load(slug)
    match = Match.start(game, players or game.min_players, seed="prompt", options=options)
    rng = Rng(seed_text("prompt"))
    for _ in range(turns):
        if not match.is_over:
            answer(match, rng)
    return match


def answer(match: Match, rng: Rng) -> None:
    """The next seat answers."""
    if not match.to_act and match.state.due_at is not None:
        match.pass_time(match.state.due_at - match.now)
    seat = match.to_act[0]
    listing = match.valid_actions(seat)
    wants_on = match.state.phase.auto_resolve
    match.act(listing[0] if wants_on else draw(match.plugin, match.state.game_data, seat, listing, rng))  # type: ignore[arg-type]


def asked(match: Match, seat: PlayerId | None = None, **parameters: Any) -> ModelPrompt:
    """The prompt of an asked seat."""
    player = seat or match.to_act[0]
    history, options = history_of(match.events, player), match.state.config.options
    return prompt_of(match.plugin, match.view(player), history, options, **parameters)
