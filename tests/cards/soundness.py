"""Is a card game sound? Random games at every table, in which the cards are counted after every event, and what a seat
may do is compared with what the rules accept."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from gamenight import Match
from gamenight.cards import CardGame
from gamenight.core.engine import advance
from gamenight.core.listing.legal import LegalActions
from gamenight.core.model import Act, Action, Family, GameState, Refusal, seat
from gamenight.core.registry import load
from gamenight.looks.texts import texts_of
from gamenight.testing.playing.chance import derived
from gamenight.testing.playing.tables import options_of
from tests.cards.playing import CARD_GAMES

WHOLE = 3
"""So many games of a table are played to the end that its options say; the others end after one or two deals."""
COMBINATIONS = 4
PROBED = 30
"""One position in so many is looked at closely."""
TRIED = 20
MOST_ACTIONS = 60_000
MOST_ACTIONS_A_DEAL = 5000
LISTS = {"passing": [["none"], ["across"], ["right", "left"]]}
"""Where an option is a list, its type names no values."""


class Unsound(AssertionError):
    """A game broke one of the rules of all card games."""


class SoundTable(NamedTuple):
    game: CardGame[Any]
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        chosen = ", ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game.game_id}, {self.players} players, {chosen or 'defaults'}"

    def options_of(self, number: int) -> dict[str, Any]:
        """The options of the game of this number."""
        return self.options if number < WHOLE else self.options | _short(self, number)


def _short(table: SoundTable, number: int) -> dict[str, Any]:
    names = {option.name for option in options_of(table.game)}
    if "deals" in names:
        return {"deals": 1 + number % 2}
    return {"target": 1} if "target" in names else {}


# Tables


def tables_of(game: CardGame[Any]) -> Iterator[SoundTable]:
    """Every number of players, with each value of each option once, and with a few mixtures of them."""
    for players in range(game.min_players, game.max_players + 1):
        chance = random.Random(f"{game.game_id} {players}")
        mixtures = (_mixture(game, chance) for _ in range(1000))
        for options in (*_single_options(game), *_valid(game, players, mixtures, COMBINATIONS)):
            if _is_valid(game, players, options):
                yield SoundTable(game, players, options)


def all_tables() -> list[SoundTable]:
    return [table for game in CARD_GAMES for table in tables_of(game)]


def _axes(game: CardGame[Any]) -> dict[str, list[Any]]:
    """The values of each option that is no secret, the default first."""
    axes = {option.name: list(option.values) for option in options_of(game) if not option.is_secret}
    lists = {name: [*values, *LISTS[name]] for name, values in axes.items() if isinstance(values[0], list | tuple)}
    return axes | lists


def _single_options(game: CardGame[Any]) -> Iterator[dict[str, Any]]:
    yield {}
    for name, values in _axes(game).items():
        yield from ({name: value} for value in values[1:])


def _mixture(game: CardGame[Any], chance: random.Random) -> dict[str, Any]:
    return {name: chance.choice(values) for name, values in _axes(game).items() if chance.random() < 0.6}


def _valid(
    game: CardGame[Any], players: int, candidates: Iterator[dict[str, Any]], most: int
) -> Iterator[dict[str, Any]]:
    found = (options for options in candidates if _is_valid(game, players, options))
    for _, options in zip(range(most), found, strict=False):
        yield options


def _is_valid(game: CardGame[Any], players: int, options: dict[str, Any]) -> bool:
    return not game.validate_config(msgspec.convert(options, game.options_type), players)


# One game


def play_soundly(table: SoundTable, number: int) -> int:
    """Play the game of this number at a table: how many actions it took. Unsound says what is wrong, and where."""
    options, seed = table.options_of(number), f"sound {number}"
    chance = random.Random(f"{table} {seed}")
    done: list[Action] = []
    try:
        deck = tuple(sorted(table.game.deck(table.players, _typed(table.game, options))))
        match = Match.start(counting(table.game, deck), table.players, seed=seed, options=options)
        while not match.is_over:
            _look(match, chance)
            done.append(_chosen(match.legal_actions(chance.choice(match.to_act)), chance, is_eager=number % 4 > 0))
            match.act(done[-1])
            if len(done) > min(MOST_ACTIONS, MOST_ACTIONS_A_DEAL * match.state.game_data.deal):
                raise Unsound(f"{len(done)} actions, and the game goes on")
        if match.result is None:
            raise Unsound("the game is over without a result")
    except Exception as error:
        steps = json.dumps(msgspec.to_builtins(done[-30:]))
        where = f"{table}: game {number}, seed {seed!r}, options {options}"
        raise Unsound(f"{where}, after {len(done)} actions, the last of them {steps}: {error!r}") from error
    return len(done)


def _chosen(legal: LegalActions, chance: random.Random, *, is_eager: bool) -> Action:
    """Any action. An eager player rather plays a card than draws, passes or takes, so that games come to their ends."""
    action = legal.choice(chance)
    tries = 4 if is_eager else 0
    while tries and not _unordered(action.payload):
        action, tries = legal.choice(chance), tries - 1
    return action


def _typed(game: CardGame[Any], options: dict[str, Any]) -> Any:
    return msgspec.convert(options, game.options_type)


@cache
def counting(game: CardGame[Any], deck: tuple[str, ...]) -> Any:
    """The same game, whose cards are counted after each event that the rules yield."""

    def followed(self: Any, table: Any, ruling: Any, rng: Any) -> Any:
        return type(game).followed(self, table, _counted(ruling, deck), rng)

    return derived(game, {"followed": followed})


def _counted(ruling: Any, deck: tuple[str, ...]) -> Any:
    """The ruling, which is given back the table after each of its events."""
    table, piles = None, None
    while True:
        try:
            event = next(ruling) if table is None else ruling.send(table)
        except StopIteration as end:
            return end.value
        table = yield event
        if table.piles is not piles:
            piles = table.piles
            count_cards(piles, deck, event)


def count_cards(piles: dict[str, tuple[str, ...]], deck: tuple[str, ...], event: Any) -> None:
    cards = sorted(chain.from_iterable(piles.values()))
    if cards != list(deck):
        much, little = Counter(cards) - Counter(deck), Counter(deck) - Counter(cards)
        raise Unsound(f"after {event} there are {dict(much)} too many and {dict(little)} too few")


def _look(match: Match, chance: random.Random) -> None:
    if not match.to_act:
        raise Unsound(f"nobody is asked in phase {match.state.phase.name!r}, and the game goes on")
    for player in match.to_act:
        if not len(match.legal_actions(player)):
            raise Unsound(f"{player} must act and has no legal action")
    if chance.randrange(PROBED) == 0:
        before = msgspec.json.encode(match.state)
        probe(match, chance)
        if msgspec.json.encode(match.state) != before:
            raise Unsound("trying actions has changed the state")


# What is listed, and what is accepted


def probe(match: Match, chance: random.Random) -> None:
    """Every listed action is accepted; anything else is refused, with a reason in words."""
    for player in match.to_act:
        legal = match.legal_actions(player)
        for action in legal if len(legal) <= TRIED else legal.sample(chance, TRIED):
            if (refusal := _refusal(match, action)) is not None:
                raise Unsound(f"{action} is listed, and refused: {refusal}")
    for index in range(len(match.state.players)):
        for action in _candidates(match, index, chance):
            _judge(match, action)


def _judge(match: Match, action: Action) -> None:
    is_listed, refusal = _is_listed(match, action), _refusal(match, action)
    if is_listed != (refusal is None):
        raise Unsound(f"{action} is {'' if is_listed else 'not '}listed, and the answer is {refusal}")
    if refusal is None:
        return
    key = getattr(refusal.message, "key", "")
    if not texts_of(load(match.plugin.game_id)).has(key):
        raise Unsound(f"{action} is refused without words: {refusal}")
    if key == "refused-unlisted" and not _is_a_wrong_number(match.plugin, action):
        raise Unsound(f"{action} is refused as it is not listed, but the rules have nothing against it")


def _is_a_wrong_number(game: Any, action: Action) -> bool:
    """The verb itself says how many cards it takes; its rule is not asked about other numbers."""
    verb, cards = game.verbs[action.action_type], action.payload.get("cards", ())
    return bool(verb.at_least) and not verb.at_least <= len(cards) <= verb.at_most


def _refusal(match: Match, action: Action) -> Refusal | None:
    state: GameState = match.state
    answer = advance(match.plugin, state, Act(action, state.prompt), match.now)
    return answer if isinstance(answer, Refusal) else None


def _is_listed(match: Match, action: Action) -> bool:
    return any(_names(entry, action) for entry in match.valid_actions(action.player_id))


def _names(entry: Action | Family, action: Action) -> bool:
    """The order of cards in a set does not matter."""
    if entry.action_type != action.action_type:
        return False
    if isinstance(entry, Action):
        return _unordered(entry.payload) == _unordered(action.payload)
    (slot,), cards = entry.slots, action.payload["cards"]
    return slot.min <= len(cards) <= slot.max and not Counter(cards) - Counter(slot.of)


def _unordered(payload: Any) -> dict[str, Any]:
    plain = msgspec.to_builtins(payload)
    return {name: sorted(value) if isinstance(value, list | tuple) else value for name, value in plain.items()}


def _candidates(match: Match, index: int, chance: random.Random) -> Iterator[Action]:
    """Some actions with every verb of the game, of which the rules allow a few at most."""
    game, table = match.plugin, match.state.game_data
    own = list(table.hand(index)) or ["QS"]
    anywhere = sorted({card for pile in table.piles.values() for card in pile})
    verbs = [*table.verbs, *table.verbs, *game.action_types]
    for _ in range(6):
        verb = chance.choice(verbs)
        fields = _fields(game.action_types[verb])  # type: ignore[arg-type]
        payload = {name: _value(kind, own, anywhere, chance) for name, kind in fields.items()}
        yield Action(verb, seat(index), payload)


@cache
def _fields(payload: Any) -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(payload)}


def _value(kind: Any, own: list[str], anywhere: list[str], chance: random.Random) -> Any:
    if kind is int:
        return chance.randrange(-1, 5)
    if kind is str:
        return chance.choice([chance.choice(own), chance.choice(own), chance.choice(anywhere), chance.choice("CDHSX")])
    cards = chance.choice([own, anywhere])
    return chance.sample(cards, min(len(cards), chance.randrange(5)))
