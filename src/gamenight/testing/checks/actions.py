"""Checks of actions: listed actions are accepted, junk is refused, and every action has a description of its own."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator
from typing import Any

import msgspec

from gamenight.core.advancing.matching import match_action, valid_actions
from gamenight.core.engine import advance, view
from gamenight.core.listing.actions import Listing, find, pick
from gamenight.core.model import Act, Action, Family, PlayerId, Refusal, Step, digest
from gamenight.core.plugin import GamePlugin, Heuristic
from gamenight.testing.checks.data import sent
from gamenight.testing.playing.junk import ODDITIES, junk_payloads, truth_for_numbers
from gamenight.testing.playing.playouts import TRIES, instant_now, is_accepted, some_actions, typed
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import encoded, plain
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.reporting.texts import texts

ACTIONS = 30
JUNK = 60
STRANGERS = (PlayerId("p99"), PlayerId("system"), PlayerId(""))
ODD_TYPES = ("auto_resolve", "no_such_action", "", "__class__")


def _put(position: Position, action: Any) -> Step | Refusal:
    state = position.state
    return advance(position.game, state, Act(action, state.prompt), instant_now(state))


def listed(position: Position) -> int:
    cases = 0
    for seat in position.state.to_act:
        listing = valid_actions(position.game, position.state, seat)
        for entry in listing:
            _check_entry(position, entry, seat)
        exact = [entry for entry in listing if isinstance(entry, Action) or entry.exact]
        for action in some_actions(exact, seat, position.rng(f"listed {seat}"), ACTIONS):
            _check_accepted(position, action)
            cases += 1
    return cases


def _check_entry(position: Position, entry: Action | Family, seat: PlayerId) -> None:
    payload_type = position.game.action_types.get(entry.action_type)
    if payload_type is None:
        raise BrokenRule(f"{seat} has the valid action {entry.action_type!r}, which is not in action_types")
    if isinstance(entry, Action):
        if entry.player_id != seat:
            raise BrokenRule(f"an action of {entry.player_id} is listed for {seat}")
        if not isinstance(entry.payload, payload_type):
            raise BrokenRule(
                f"the payload of {entry.action_type!r} is not a {payload_type.__name__}: {entry.payload!r}"
            )
        return
    names = {slot.name for slot in entry.slots}
    fields = {field.name for field in msgspec.structs.fields(payload_type)}
    if names != fields:
        raise BrokenRule(
            f"the family {entry.action_type!r} has slots {sorted(names)}, but its payload has {sorted(fields)}"
        )
    if not entry.exact:
        _check_inexact(position, entry, seat)


def _check_inexact(position: Position, family: Family, seat: PlayerId) -> None:
    rng = position.rng(f"inexact {seat}")
    if not any(is_accepted(position.game, position.state, pick([family], seat, rng)) for _ in range(TRIES)):
        raise BrokenRule(f"none of {TRIES} members of the family {family.action_type!r} of {seat} was accepted")


def _check_accepted(position: Position, action: Action) -> None:
    step = _put(position, action)
    if isinstance(step, Refusal):
        raise BrokenRule(f"{_told(action)} is listed for {action.player_id} but refused ({step.code}): {step.message}")
    received = msgspec.convert(sent(action), Action)
    again = _put(position, received)
    if isinstance(again, Refusal):
        raise BrokenRule(f"{_told(action)} is refused when sent as JSON ({again.code}): {again.message}")
    if encoded(again.turn) != encoded(step.turn):
        raise BrokenRule(f"{_told(action)} is logged as another action when sent as JSON")


def _told(action: Action) -> str:
    text = msgspec.json.encode(action.payload).decode()
    return f"{action.action_type!r} {text[:200]}"


def junk(position: Position) -> int:
    if not position.is_active:
        return 0
    before, cases = digest(position.state), 0
    for action in _junk_actions(position):
        _check_junk(position, action)
        cases += 1
    for action in _lies(position):
        if isinstance(_put(position, action), Step):
            raise BrokenRule(f"{_told(action)} was accepted, but True is not 1")
        cases += 1
    if digest(position.state) != before:
        raise BrokenRule("a refused action changed the state")
    return cases


def _junk_actions(position: Position) -> Iterator[Action]:
    state, game, rng = position.state, position.game, position.rng("junk")
    seats = [player.player_id for player in state.players]
    for seat in state.to_act:
        listing = valid_actions(game, state, seat)
        model = plain(pick(listing, seat, rng))
        types = [entry.action_type for entry in listing]
        payloads = rng.sample(list(junk_payloads(model["payload"])), JUNK)
        yield from (Action(model["action_type"], seat, payload) for payload in payloads)
        yield from (Action(rng.choice(types), seat, payload) for payload in ODDITIES)
        yield from (Action(kind, seat, model["payload"]) for kind in (*game.action_types, *ODD_TYPES))
        yield from (Action(model["action_type"], other, model["payload"]) for other in (*seats, *STRANGERS))


def _check_junk(position: Position, action: Action) -> None:
    """The action is refused, or it was another way to write a listed action, and the log has the listed one."""
    try:
        step = _put(position, action)
    except Exception as error:
        raise BrokenRule(
            f"{action.player_id} sent {_told(action)}, and the rules raised an exception: {error}"
        ) from error
    if isinstance(step, Refusal):
        return
    assert isinstance(step.turn.input, Act)
    logged = step.turn.input.action
    if not _is_listed(position, logged):
        raise BrokenRule(f"{action.player_id} sent {_told(action)}, which is not listed, and it was accepted")


def _is_listed(position: Position, action: Action) -> bool:
    listing: Listing = valid_actions(position.game, position.state, action.player_id)
    own = find(listing, typed(position.game, action))
    return own is not None and encoded(own) == encoded(action)


def _lies(position: Position) -> Iterator[Action]:
    """Listed actions with a 1 written as True or a 0 as False."""
    for seat in position.state.to_act:
        listing = valid_actions(position.game, position.state, seat)
        for action in some_actions(listing, seat, position.rng(f"lies {seat}"), 5):
            for payload in truth_for_numbers(plain(action.payload)):
                yield Action(action.action_type, seat, payload)


def words(position: Position) -> int:
    cases = 0
    for seat in position.state.to_act:
        listing = valid_actions(position.game, position.state, seat)
        described: dict[str, Action] = {}
        for action in some_actions(listing, seat, position.rng(f"words {seat}"), ACTIONS):
            _check_words(position, typed(position.game, action), described)
            cases += 1
    return cases


def _check_words(position: Position, action: Action, described: dict[str, Action]) -> None:
    game = position.game
    message = game.describe_action(action, view(game, position.state, action.player_id))
    text = texts(game).tell(message)
    if not text.strip():
        raise BrokenRule(f"describe_action returns no text for {_told(action)}")
    other = described.setdefault(text, action)
    if encoded(other) != encoded(action):
        raise BrokenRule(f"{_told(action)} and {_told(other)} are both described as {text!r}")


def search(position: Position) -> int:
    state, game = position.state, position.game
    for player in state.players:
        worth = game.evaluate(state.game_data, state.scores, player.player_id)
        if not 0 <= worth <= 1:
            raise BrokenRule(f"evaluate returns {worth!r} for {player.player_id}, which is not from 0 to 1")
        encoded(game.ai_context(view(game, state, player.player_id)))
    for seat in state.to_act:
        for action in some_actions(valid_actions(game, state, seat), seat, position.rng(f"search {seat}"), 5):
            _check_keys(game, state.game_data, typed(game, action))
        for name, heuristic in {"heuristic_action": game.heuristic_action, **game.heuristics}.items():
            _check_heuristic(position, seat, name, heuristic)
    return len(state.players)


def _check_heuristic(position: Position, seat: PlayerId, name: str, heuristic: Heuristic) -> None:
    """The heuristic chooses a legal action, and the same one in a world that the player cannot tell apart."""
    game, data = position.game, position.state.game_data
    action = heuristic(data, seat, position.rng(f"{name} {seat}"))
    if action is None:
        return
    if not isinstance(match_action(game, data, action), Action):
        raise BrokenRule(f"{name} chooses {_told(action)}, which is not legal")
    world = game.determinize(data, seat, position.rng(f"{name} world {seat}"))
    other = heuristic(world, seat, position.rng(f"{name} {seat}"))
    if encoded(other) != encoded(action):
        raise BrokenRule(
            f"{name} chooses {_told(action)}, but {_told(other) if other else None} in a world that {seat} cannot tell "
            "from the real one: it uses information that is hidden from that player"
        )


def _check_keys(game: GamePlugin, game_data: Any, action: Action) -> None:
    for name, key in (("action_key", game.action_key(action)), ("amaf_key", game.amaf_key(game_data, action))):
        if not isinstance(key, Hashable):
            raise BrokenRule(f"the {name} of {_told(action)} cannot be hashed: {key!r}")
    if not math.isfinite(game.action_priority(game_data, action)):
        raise BrokenRule(f"the action_priority of {_told(action)} is not a finite number")
