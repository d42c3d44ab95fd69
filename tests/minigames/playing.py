"""Play miniature games at random, and check what must hold for every match."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from gamenight.core.engine import advance
from gamenight.core.listing.actions import pick
from gamenight.core.match import Match
from gamenight.core.model import GameState, Input, Refusal, digest
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import decode_record, decode_state, opening, play_on
from gamenight.core.rng import Rng, seed_text
from gamenight.core.text import Words
from gamenight.looks.texts import texts_of


def play_out(game: GamePlugin, players: int, seed: str | int, **settings: Any) -> Match:
    """A match in which everybody answers at random, families included; what no sample fits is drawn again."""
    match = Match.start(game, players, seed, **settings)
    rng = Rng(seed_text(f"play {seed}"))
    for _ in range(100 * game.max_turns):
        if match.is_over:
            return match
        player = rng.choice(match.to_act)
        action = pick(match.valid_actions(player), player, rng)
        is_courtesy = match.state.phase.auto_resolve  # the engine's own prompt, unknown to the game
        if is_courtesy or game.validate_action(match.state.game_data, typed(game, action)) is None:
            match.act(action)
    raise AssertionError(f"{game.game_id} did not end")


def typed(game: GamePlugin, action: Any) -> Any:
    """The action with its payload as the game's own Struct."""
    payload_type = game.action_types[action.action_type]
    return msgspec.structs.replace(action, payload=msgspec.convert(msgspec.to_builtins(action.payload), payload_type))


def through_json(value: Any) -> Any:
    """The value after a round trip through JSON."""
    return json.loads(json.dumps(msgspec.to_builtins(value)))


def assert_replays(match: Match) -> None:
    """The record, sent as JSON, plays the same match again: each state, each event and the turns themselves."""
    record = decode_record(json.loads(json.dumps(match.record())))
    first = opening(match.plugin, record)
    state, events = first.state, first.events
    happened = list(events)
    for step in play_on(match.plugin, state, record.turns):
        again = decode_state(match.plugin, through_json(state))
        assert digest(again) == digest(state)
        state, happened = step.state, happened + list(step.events)
        if step.turn.index % 7 == 0:
            fork = Match.from_record(match.record(), upto=step.turn.index + 1, game=match.plugin)
            assert digest(fork.state) == digest(state)
    assert digest(state) == digest(match.state)
    assert through_json(happened) == through_json(match.events)


def events_of(match: Match, *kinds: str) -> list[tuple[str, dict[str, Any]]]:
    """The events of these types, each as (type, payload)."""
    return [(event.event_type, event.payload) for event in match.events if event.event_type in kinds]


def shown(match: Match, viewer: str | None) -> dict[str, Any]:
    """Everything that a viewer sees, including clocks, as plain data."""
    plain: dict[str, Any] = through_json(match.view(viewer))
    return plain


def resumed(game: GamePlugin, state: GameState) -> GameState:
    """The state after a round trip through a database."""
    return decode_state(game, through_json(state))


def told(match: Match, words: Words) -> str:
    """The words that a person reads."""
    return texts_of(match.plugin).tell(words)


def refusal(match: Match, input: Input, now: int = 0) -> Refusal:
    """Why the match refuses this input; the match, and what everybody sees of it, is the same afterwards."""
    before = digest(match.state)
    refused = advance(match.plugin, match.state, input, now)
    assert isinstance(refused, Refusal), refused
    assert digest(match.state) == before
    assert re.fullmatch(r"(?s).+ .+\.", told(match, refused.message)), "a refusal is a sentence for the player"
    return refused
