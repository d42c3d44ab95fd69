"""Two worlds that differ only in what a viewer cannot see: whatever it is sent must be the same in both, to the byte.

A match is played with a fixed deck. Then some cards change places in that deck that the viewer has not seen up to some
moment, and the same things are done again. Where the rules refuse something, or show the viewer other cards (as the
lowest trump in Durak), the viewer could rule that world out, so it says nothing. In any other the viewer must have
received the same frames: the same ids, orders, numbers, words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from gamenight.cards import CardGame
from gamenight.core.model import Action
from gamenight.core.rng import Rng, seed_text
from tests.cards.secrecy import Searcher
from tests.cards.traffic import Viewer, WatchedTable, play

TRIES = 8
RESHUFFLES = "reshuffles"
MOST_SHUFFLES = 20


class Told(NamedTuple):
    """A played match: the actions, and what each viewer had received and seen after each of them."""

    options: dict[str, Any]
    deals: list[int]
    shuffles: list[int]
    """How often the stock of this deal had been shuffled anew."""
    actions: list[Action]
    sent: dict[Viewer, list[int]]
    seen: dict[Viewer, list[set[str]]]
    lost: dict[Viewer, list[set[str]]]
    heard: dict[Viewer, list[bytes]]


class Tracked(AssertionError):
    """A viewer received something else in a world that it cannot tell apart by the rules."""


def fixed(game: CardGame[Any], players: int, options: dict[str, Any], seed: str) -> dict[str, Any]:
    """The options with fixed decks for as many deals as are played, and with fixed shuffles where there are some."""
    cards = game.deck(players, msgspec.convert(options, game.options_type))
    chance = Rng(seed_text(seed), ("decks",))
    decks = {"decks": [" ".join(chance.shuffle(cards)) for _ in range(options.get("deals", 1))]}
    if RESHUFFLES in game.options_type.__struct_fields__:
        decks[RESHUFFLES] = [" ".join(chance.shuffle(cards)) for _ in range(MOST_SHUFFLES)]
    return options | decks


def played(game: CardGame[Any], players: int, seed: str, options: dict[str, Any], most: int) -> Told:
    """A random match, with everything that viewers receive."""
    options = fixed(game, players, options, seed)
    table = WatchedTable(game, players, seed, options)
    sent, seen, lost = ({viewer: [] for viewer in table.viewers} for _ in range(3))
    told = Told(options, [], [], table.actions, sent, seen, lost, table.heard)
    searchers = [Searcher(table, viewer) for viewer in table.viewers]

    def look(table: WatchedTable) -> None:
        data = table.state.game_data
        told.deals.append(data.deal)
        told.shuffles.append(getattr(data.rules, "reshuffled", 0))
        for searcher in searchers:
            searcher.watch()
            sent[searcher.viewer].append(len(table.heard[searcher.viewer]))
            seen[searcher.viewer].append(set(searcher.seen))
            lost[searcher.viewer].append(set(searcher.lost))

    play(table, Rng(seed_text(seed)), look, most)
    return told


def compare(game: CardGame[Any], players: int, seed: str, told: Told, viewer: Viewer, chance: Rng) -> int:
    """Try a few worlds at a moment by chance: how many could be. Tracked, if the viewer can tell one of them."""
    last = len(told.deals) - 1
    at = 1 + chance.below(last)
    unseen = sorted(set(told.options["decks"][told.deals[at] - 1].split()) - told.seen[viewer][at])
    lost = sorted(told.lost[viewer][at])
    for attempt in range(TRIES):
        is_dealt = len(lost) < 2 or chance.below(2) == 0
        cards = unseen if is_dealt else lost
        if len(cards) > 1:
            names = _exchanged(cards, 2 if attempt % 2 else 2 + chance.below(len(cards) - 1), chance)
            options = _dealt(told, at, names) if is_dealt else _shuffled(told, at, names)
            if _is_alike(game, players, seed, told, viewer, at, options, names if is_dealt else {}):
                return 1
    return 0


def _exchanged(cards: list[str], count: int, chance: Rng) -> dict[str, str]:
    """So many of the cards, each in the place of another."""
    moved = list(chance.shuffle(cards))[:count]
    return dict(zip(moved, [*moved[1:], moved[0]], strict=True))


def _dealt(told: Told, at: int, names: dict[str, str]) -> dict[str, Any]:
    """The present deal with cards in each other's places."""
    return _with(told, "decks", told.deals[at] - 1, names)


def _shuffled(told: Told, at: int, names: dict[str, str]) -> dict[str, Any]:
    """The last shuffle of the stock with cards in each other's places."""
    return _with(told, RESHUFFLES, told.shuffles[at] - 1, names)


def _with(told: Told, option: str, place: int, names: dict[str, str]) -> dict[str, Any]:
    orders = list(told.options[option])
    orders[place] = " ".join(names.get(card, card) for card in orders[place].split())
    return told.options | {option: orders}


def _is_alike(
    game: CardGame[Any],
    players: int,
    seed: str,
    told: Told,
    viewer: Viewer,
    at: int,
    options: dict[str, Any],
    names: dict[str, str],
) -> bool:
    """Whether the match can be played with these options and names; then the viewer has been sent the same."""
    other = WatchedTable(game, players, seed, options, [viewer])
    memory = Searcher(other, viewer)
    memory.watch()
    for action in told.actions[:at]:
        is_now = other.state.game_data.deal == told.deals[at]
        if not other.act(_renamed(action, names) if is_now else action):
            return False
        memory.watch()
    if memory.seen != told.seen[viewer][at] or memory.lost != told.lost[viewer][at]:
        return False
    one, two = told.heard[viewer][: told.sent[viewer][at]], other.heard[viewer]
    if one != two:
        raise Tracked(_unlike(game, viewer, at, options, one, two))
    return True


def _renamed(action: Action, names: dict[str, str]) -> Action:
    """Rename hidden cards in actions; only players who pass cards on name such cards."""
    plain = msgspec.to_builtins(action.payload)
    payload = {
        name: [names.get(card, card) for card in value] if isinstance(value, list | tuple) else names.get(value, value)
        for name, value in plain.items()
    }
    return action if payload == plain else replace(action, payload=payload)


def _unlike(game: Any, viewer: Viewer, at: int, options: Any, one: list[bytes], two: list[bytes]) -> str:
    number = next(
        (n for n, pair in enumerate(zip(one, two, strict=False)) if pair[0] != pair[1]), min(len(one), len(two))
    )
    here, there = (frames[number] if number < len(frames) else b"" for frames in (one, two))
    place = next((n for n, pair in enumerate(zip(here, there, strict=False)) if pair[0] != pair[1]), 0)
    where = f"{game.game_id}, {viewer or 'spectator'}, up to action {at}, with {options}: frame {number}"
    return f"{where} is ...{here[max(0, place - 80) : place + 80]!r} and ...{there[max(0, place - 80) : place + 80]!r}"


def _first_unlike(one: Sequence[Any], two: Sequence[Any]) -> int:
    pairs = enumerate(zip(one, two, strict=False))
    return next((number for number, (here, there) in pairs if here != there), min(len(one), len(two)))
