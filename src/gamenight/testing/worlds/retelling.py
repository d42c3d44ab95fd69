"""Check whether a world is possible: play the match again with that world's cards, and see if all actions are legal.

A world of `determinize` says who holds which card now. If the cards come from a shuffle, the kit finds out which cards
changed places, deals them so, and takes the same actions again. If one of them is refused, or looks different to the
viewer, the viewer can rule out the world: for example, a play may prove that its player could not follow suit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.engine import view
from gamenight.core.errors import GameEngineError
from gamenight.core.model import Act, Action, ConcurrentMode, Input, PlayerId, Refusal
from gamenight.core.rng import Rng
from gamenight.testing.playing.chance import Changes
from gamenight.testing.playing.playouts import in_words, name_of
from gamenight.testing.reporting.compare import difference, encoded, plain
from gamenight.testing.worlds.histories import TrackedMatch
from gamenight.testing.worlds.moments import seen
from gamenight.testing.worlds.variants import NO_CHANGES, Moment, swapped

TRIES = 40
FEW_TRIES = 4
"""Number of tries where a failure proves nothing."""
MOST_GROUPS = 6

Token = bytes
"""A card as JSON."""
Piles = dict[str, list[Token]]
"""The lists of cards in a state by their paths."""
Renaming = dict[Token, Token]


class Retold(Struct, frozen=True):
    """Whether the match can be played again in a world; `turn` is the last turn that was reached."""

    outcome: Literal["fits", "contradicts", "unknown"]
    what: str = ""
    turn: int = 0


def retell(moment: Moment, viewer: PlayerId | None, world: Any, rng: Rng) -> Retold:
    """Play the match again with the world's cards, in several ways if necessary.

    The outcome is "unknown" if the cards cannot be traced to a shuffle, if only secret actions were refused, or if
    piles that differ in the world drew cards later: a hand may have drawn and played other cards on the way.
    """
    best, draws = Retold("unknown", turn=-1), _draws(moment, world)
    for number, renaming in enumerate(_renamings(moment, world, rng, FEW_TRIES if draws else TRIES)):
        changes = _changes(moment, renaming)
        if changes is None:
            continue
        told = _play_again(moment, viewer, renaming if number % 2 == 0 else {}, changes)
        if told.outcome == "fits":
            return told
        best = max(best, told, key=lambda each: each.turn)
    return Retold("unknown", best.what, best.turn) if best.outcome == "contradicts" and draws else best


def _draws(moment: Moment, world: Any) -> bool:
    """Whether some pile that differs in this world has become larger since the last shuffle."""
    paths = _traceable(_piles_here(moment), _piles(world, _cards(moment)))
    sizes = [[len(piles.get(path, ())) for path in paths] for piles in _piles_on_the_way(moment)]
    return any(later > before for one, other in pairwise(sizes) for before, later in zip(one, other, strict=True))


@lru_cache(maxsize=1)
def _cards(moment: Moment) -> set[Token]:
    """All cards of all shuffled decks."""
    return {token for deck in moment.decks.values() for token in map(encoded, deck)}


@lru_cache(maxsize=1)
def _piles_here(moment: Moment) -> Piles:
    return _piles(moment.past.game_data, _cards(moment))


@lru_cache(maxsize=1)
def _piles_on_the_way(moment: Moment) -> list[Piles]:
    """The piles of every state since the last shuffle."""
    last = max((moment.made[draw] for draw in moment.decks), default=0)
    states = [state for state, calls in zip(moment.past.states, moment.past.calls, strict=True) if calls >= last]
    return [_piles(state.game_data, _cards(moment)) for state in states]


# Which cards changed places


def _renamings(moment: Moment, world: Any, rng: Rng, tries: int) -> Iterator[Renaming]:
    """Ways to rename the cards of this state to those of the world: place by place, or the cards that a pile lost to
    those that it got."""
    here, there = _piles_here(moment), _piles(world, _cards(moment))
    paths = _traceable(here, there)
    if not paths:
        return
    for number in range(tries):
        pairs = [pair for path in paths for pair in _paired(here[path], there[path], rng, by_place=number < 2)]
        yield {one: other for one, other in pairs if one != other}


def _paired(here: list[Token], there: list[Token], rng: Rng, *, by_place: bool) -> Iterator[tuple[Token, Token]]:
    if by_place or sorted(here) == sorted(there):
        yield from zip(here, there, strict=True)
        return
    left, came = list((Counter(here) - Counter(there)).elements()), (Counter(there) - Counter(here)).elements()
    yield from zip(left, rng.shuffle(came), strict=True)


def _piles(game_data: Any, cards: set[Token]) -> Piles:
    return dict(_lists(plain(game_data), "", cards))


def _lists(tree: Any, path: str, cards: set[Token]) -> Iterator[tuple[str, list[Token]]]:
    """Every list of cards, and every single card outside a list, with its path."""
    if isinstance(tree, list) and tree and all(encoded(each) in cards for each in tree):
        yield path, list(map(encoded, tree))
    elif isinstance(tree, dict | list):
        inside = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for key, value in inside:
            yield from _lists(value, f"{path}[{key}]" if isinstance(tree, list) else f"{path}.{key}", cards)
    elif encoded(tree) in cards:
        yield path, [encoded(tree)]


def _traceable(here: Piles, there: Piles) -> list[str]:
    """The largest set of piles between which cards were only moved; each card occurs once in all of them."""
    groups: dict[str, list[str]] = {}
    for path in here.keys() | there.keys():
        groups.setdefault(re.sub(r"\[\d+\]", "", path), []).append(path)
    changed = [group for group, paths in groups.items() if any(here.get(p) != there.get(p) for p in paths)]
    for size in range(min(len(changed), MOST_GROUPS), 0, -1):
        for chosen in combinations(sorted(changed), size):
            paths = sorted(path for group in chosen for path in groups[group])
            if _is_moved(here, there, paths):
                return paths
    return []


def _is_moved(here: Piles, there: Piles, paths: list[str]) -> bool:
    if any(len(here.get(path, ())) != len(there.get(path, ())) for path in paths):
        return False
    one, other = ([token for path in paths for token in piles[path]] for piles in (here, there))
    return len(set(one)) == len(one) and sorted(one) == sorted(other)


def _changes(moment: Moment, renaming: Renaming) -> Changes | None:
    """The swaps that rename these cards in the last deck that has them; None if it has not exactly one of each."""
    for draw in sorted(moment.decks, key=lambda each: moment.made[each], reverse=True):
        deck = [encoded(card) for card in moment.decks[draw]]
        if not renaming.keys() & set(deck):
            continue
        if any(deck.count(token) != 1 for token in renaming):
            return None
        return swapped(NO_CHANGES, draw, *_swaps(deck, [renaming.get(token, token) for token in deck]))
    return None


def _swaps(deck: list[Token], wanted: list[Token]) -> Iterator[tuple[int, int]]:
    """The swaps of two places, one after the other, that lead to the wanted order."""
    now = list(deck)
    for at, token in enumerate(wanted):
        if now[at] != token:
            other = now.index(token, at + 1)
            now[at], now[other] = now[other], now[at]
            yield at, other


# The match again


def _play_again(moment: Moment, viewer: PlayerId | None, renaming: Renaming, changes: Changes) -> Retold:
    past, inputs = moment.branch(moment.inputs, changes, (viewer,))
    if len(past.states) == 1 and past.histories != {viewer: moment.past.told[0][viewer]}:
        return Retold("contradicts", f"at the opening {_otherwise(moment, viewer, past)}", 0)
    for input in inputs:
        told = _put_again(moment, viewer, past, input, renaming)
        if told is not None:
            return told
    return Retold("fits", turn=len(past.steps))


def _put_again(
    moment: Moment, viewer: PlayerId | None, past: TrackedMatch, input: Input, renaming: Renaming
) -> Retold | None:
    """Take the next input; return the outcome if it failed, else None."""
    turn = len(past.steps)
    mapped = _renamed(past, input, renaming)
    try:
        step = past.tried(mapped)
    except GameEngineError as error:
        return Retold("unknown", str(error), turn)
    if isinstance(step, Refusal):
        told = in_words(moment.game, moment.past.states[turn], input)
        what = f"in turn {turn} this action would not have been legal ({step.message}): {told}"
        return Retold("contradicts" if _is_public(past, input, mapped) else "unknown", what, turn)
    if past.histories != {viewer: moment.past.told[turn + 1][viewer]}:
        return Retold("contradicts", f"in turn {turn} {_otherwise(moment, viewer, past)}", turn)
    return None


def _is_public(past: TrackedMatch, input: Input, mapped: Input) -> bool:
    """Whether all players saw the action, so that it is the same in every world."""
    if not isinstance(input, Act) or mapped != input or input.prompt != past.state.prompt:
        return False
    return past.state.phase.mode is not ConcurrentMode.CONCURRENT or past.state.phase.reveals


def _renamed(past: TrackedMatch, input: Input, renaming: Renaming) -> Input:
    if not isinstance(input, Act):
        return input
    action: Action = input.action
    kind = past.plain.action_types[action.action_type]
    try:
        payload = msgspec.convert(_with_names(plain(action.payload), renaming), kind)
    except msgspec.ValidationError:
        return input
    return input if payload == action.payload else replace(input, action=replace(action, payload=payload))


def _with_names(tree: Any, renaming: Renaming) -> Any:
    own = renaming.get(encoded(tree))
    if own is not None:
        return msgspec.json.decode(own)
    if isinstance(tree, dict):
        return {key: _with_names(value, renaming) for key, value in tree.items()}
    return [_with_names(value, renaming) for value in tree] if isinstance(tree, list) else tree


def _otherwise(moment: Moment, viewer: PlayerId | None, past: TrackedMatch) -> str:
    """What the viewer would have seen differently after the last turn."""
    at = len(past.states) - 1
    both = (moment.past, past)
    events = [seen(each.steps[at - 1].events, viewer) if at else [] for each in both]
    views = [view(moment.game, each.states[at], viewer) for each in both]
    unlike = difference(*events) or difference(*views)
    return f"{name_of(viewer)} would have seen something else: {unlike}"
