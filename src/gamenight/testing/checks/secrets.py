"""Checks of secrets: views and events reveal nothing secret, and no viewer can tell one possible world from another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gamenight.core.engine import view
from gamenight.core.model import GameState, PlayerId
from gamenight.core.plugin import Game, GamePlugin
from gamenight.testing.playing.playouts import name_of, viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.playing.tables import options_of
from gamenight.testing.reporting.compare import contains, difference, difference_in_order, encoded, plain
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.worlds.moments import seen, shown
from gamenight.testing.worlds.pairs import Pair, close_both, commit_both, open_pair

WORLDS = 4
STEPS = 3
SEATS = 2
WINDOW = 12
"""Length of the part of a seed that counts as a leak; shorter parts may occur by accident."""
TELLING = 4
"""A secret value whose JSON is at most this long is not searched for: it may occur anywhere by accident."""


def views(position: Position) -> int:
    """Views have the view_type; a player who is not asked has no valid actions; a view changes only with an event."""
    state, game = position.state, position.game
    for stage in position.stages:
        if any(not isinstance(view(game, stage.state, viewer).game_data, game.view_type) for viewer in viewers(state)):
            raise BrokenRule(f"a view of the stage {stage.state.phase.name!r} is not of the view_type")
    for viewer in viewers(state):
        mine = view(game, state, viewer)
        if not isinstance(mine.game_data, game.view_type):
            raise BrokenRule(f"the view of {name_of(viewer)} is a {type(mine.game_data).__name__}, not the view_type")
        if mine.valid_actions and viewer not in state.to_act and not state.phase.revisable:
            raise BrokenRule(f"{name_of(viewer)} is not asked but has valid actions in its view")
        _check_news(position, viewer)
    return len(state.players) + 1


def _check_news(position: Position, viewer: PlayerId | None) -> None:
    if position.step is None or seen(position.step.events, viewer):
        return
    before = position.playout.states[position.at - 1]
    changed = difference(view(position.game, before, viewer), view(position.game, position.state, viewer))
    if changed:
        raise BrokenRule(f"the view of {name_of(viewer)} changed without an event that it sees: {changed}")


def secrets(position: Position) -> int:
    """No view or event contains the match's seed or a secret option before the end; nor does game_data the seed."""
    if not position.is_active:
        return 0
    config = position.state.config
    hidden = _secret_options(position)
    for what, content in _contents(position):
        for name, text in (("seed", config.random_seed), ("salt", config.salt)):
            if _holds(encoded(content), text):
                raise BrokenRule(f"{what} contains the match's {name}")
        for name, value in hidden.items():
            if what != "game_data" and contains(plain(content), value):
                raise BrokenRule(f"{what} contains the secret option {name!r}")
    return 1


def _contents(position: Position) -> Iterator[tuple[str, Any]]:
    state = position.state
    yield "game_data", state.game_data
    events = position.step.events if position.step else position.playout.opening
    for viewer in viewers(state):
        yield f"the view of {name_of(viewer)}", view(position.game, state, viewer)
        for event in seen(events, viewer):
            yield f"the event {event.event_type} for {name_of(viewer)}", event


def _holds(content: bytes, secret: str) -> bool:
    """Whether the content has a large part of the secret, as text or as a number."""
    pieces = {secret[at : at + WINDOW] for at in range(len(secret) - WINDOW + 1)}
    numbers = {int(secret, 16), int(secret[:16], 16), int(secret[-16:], 16)}
    return any(piece.encode() in content for piece in pieces | set(map(str, numbers)))


def _secret_options(position: Position) -> dict[str, Any]:
    """The secret options of this table that differ from their defaults and are long enough to search for."""
    chosen = {
        option.name: plain(position.table.options.get(option.name, option.values[0]))
        for option in options_of(position.game)
        if option.is_secret
    }
    defaults = {option.name: plain(option.values[0]) for option in options_of(position.game)}
    return {
        name: value
        for name, value in chosen.items()
        if value != defaults[name] and isinstance(value, list | dict | str) and len(encoded(value)) > TELLING
    }


def worlds_of(position: Position, viewer: PlayerId | None, count: int) -> Iterator[tuple[int, Any]]:
    """`count` worlds of `determinize` for this viewer, each with its number."""
    for number in range(count):
        rng = position.rng(f"world {name_of(viewer)} {number}")
        yield number, position.game.determinize(position.state.game_data, viewer, rng)


def pairs_of(position: Position, viewer: PlayerId | None, count: int) -> Iterator[Pair]:
    """Pairs of this moment and the same moment in `count` other worlds; equal worlds are left out."""
    here = encoded(position.state.game_data)
    for number, world in worlds_of(position, viewer, count):
        if encoded(world) != here:
            yield open_pair(position, viewer, number, world)


def can_look(position: Position) -> bool:
    return position.is_active and not position.state.out


def some_viewers(position: Position) -> list[PlayerId | None]:
    """A spectator and two seats, chosen at random for each position; one of the seats is asked to act."""
    seats, rng = [player.player_id for player in position.state.players], position.rng("viewers")
    chosen = [*rng.sample(position.state.to_act, 1), *rng.shuffle(seats)]
    return [*list(dict.fromkeys(chosen))[:SEATS], None]


def views_alike(position: Position) -> int:
    """A viewer is shown the same in every world that it cannot tell apart."""
    if not can_look(position):
        return 0
    cases = 0
    for viewer in some_viewers(position):
        for number, world in worlds_of(position, viewer, WORLDS):
            _check_game_view(position, viewer, number, world)
            cases += 1
        for pair in pairs_of(position, viewer, WORLDS):
            _compare_shown(pair, "")
            if commit_both(pair, position.state.committed):
                _compare_shown(pair, ", after the same seats have answered")
    return cases


def _check_game_view(position: Position, viewer: PlayerId | None, number: int, world: Any) -> None:
    game, rng = position.game, position.rng(f"again {name_of(viewer)} {number}")
    mine = game.get_player_view(position.state.game_data, viewer)
    for what, other in (("another world", world), ("a world of another world", game.determinize(world, viewer, rng))):
        changed = difference(mine, game.get_player_view(other, viewer))
        if changed:
            raise BrokenRule(f"{what} that {name_of(viewer)} must not be able to tell apart looks different: {changed}")


def _compare_shown(pair: Pair, when: str) -> None:
    who = name_of(pair.viewer)
    here, there = pair.sides
    views = [[shown(pair.game, state, pair.viewer) for state in (*side.stages, side.state)] for side in pair.sides]
    changed = difference_in_order(*views)
    if changed:
        raise BrokenRule(f"{who} can tell another world from this one{when}: {changed}")
    changed = difference_in_order(seen(here.events, pair.viewer), seen(there.events, pair.viewer))
    if changed:
        raise BrokenRule(f"{who} can tell another world from this one{when}, by the events: {changed}")


def contradiction(position: Position) -> int:
    """The game's `contradiction` finds none in the real state and none in a world."""
    game, cases = position.game, 0
    if not position.is_active or type(game).contradiction is Game.contradiction:
        return 0
    for viewer in viewers(position.state):
        _check_possible(position, viewer, position.state.game_data, "the real state")
        for _, world in worlds_of(position, viewer, WORLDS):
            _check_possible(position, viewer, world, "a world of determinize")
            cases += 1
    return cases


def _check_possible(position: Position, viewer: PlayerId | None, state: Any, what: str) -> None:
    why = position.game.contradiction(state, viewer)
    if why:
        raise BrokenRule(f"{what} contradicts what {name_of(viewer)} was shown: {why}")


def steps_alike(position: Position) -> int:
    """Take the same actions in two worlds, with the same random numbers: where the next views are equal, so is
    everything else that is shown."""
    if not can_look(position):
        return 0
    return sum(
        _step_on(position, pair) for viewer in some_viewers(position) for pair in pairs_of(position, viewer, WORLDS)
    )


def _step_on(position: Position, pair: Pair) -> int:
    rng, cases = position.rng(f"step {name_of(pair.viewer)} {pair.number}"), 0
    for _ in range(STEPS):
        prompts = game_views(pair)
        if prompts[0] != prompts[1] or not close_both(pair, rng):
            break
        here, there = game_views(pair)
        if here != there:
            break
        _compare_shown(pair, f" after the same actions ({'; '.join(pair.told)})")
        cases += 1
        if any(side.state.is_over for side in pair.sides):
            break
    return cases


def game_views(pair: Pair) -> list[bytes]:
    """The game's views in each world since the last comparison: of the stages on the way, and of the present."""
    return [
        b"".join(_game_view(pair.game, state, pair.viewer) for state in (*side.stages, side.state))
        for side in pair.sides
    ]


def _game_view(game: GamePlugin, state: GameState, viewer: PlayerId | None) -> bytes:
    return encoded(game.get_player_view(state.game_data, viewer))


def hides(position: Position) -> int:
    """A game hides no more than `hides` says: search uses one tree for all players if no hands are hidden."""
    if position.game.hides == "hands" or not can_look(position):
        return 0
    cases = 0
    for viewer in some_viewers(position):
        for number, world in worlds_of(position, viewer, WORLDS):
            _check_nobody_knows_more(position, viewer, world)
            cases += 1
            if position.game.hides == "future":
                _check_key(position, open_pair(position, viewer, number, world))
    return cases


def is_hiding(position: Position) -> bool:
    """Whether something is hidden here: viewers see different things, or a viewer's worlds differ from the state."""
    game, data = position.game, position.state.game_data
    if not can_look(position):
        return False
    everybody = viewers(position.state)
    events = position.step.events if position.step else position.playout.opening
    if any(event.secret or event.audience for event in events if event.event_type.startswith("game.")):
        return True
    if len({encoded(game.get_player_view(data, viewer)) for viewer in everybody}) > 1:
        return True
    here = encoded(data)
    return any(encoded(world) != here for viewer in everybody for _, world in worlds_of(position, viewer, WORLDS))


def _check_nobody_knows_more(position: Position, viewer: PlayerId | None, world: Any) -> None:
    game, state = position.game, position.state
    if game.hides == "nothing" and encoded(world) != encoded(state.game_data):
        raise BrokenRule(f"hides is 'nothing', but determinize returns another state for {name_of(viewer)}")
    for other in viewers(state):
        changed = difference(game.get_player_view(state.game_data, other), game.get_player_view(world, other))
        if changed:
            what = f"{name_of(other)} sees what is hidden from {name_of(viewer)}"
            raise BrokenRule(f"hides is {game.hides!r}, but {what}: {changed}")


def _check_key(position: Position, pair: Pair) -> None:
    """After the same actions in two futures: if the `chance_key`s are equal, so are the views."""
    if not close_both(pair, position.rng(f"key {name_of(pair.viewer)} {pair.number}")):
        return
    here, there = (position.game.chance_key(side.state.game_data) for side in pair.sides)
    if here == there and len(set(game_views(pair))) > 1:
        raise BrokenRule(f"two futures have the same chance_key {here!r}, but look different ({'; '.join(pair.told)})")
