"""Which cards a viewer may be told of, by the rules alone, and a search of all that it is sent for any other card.

What is allowed, of the cards of the present deal:

- those that have been in the viewer's own hand, so also those that it passed on;
- those that lay open: in the piles of OPEN, in a trick, or because they left a hand in open play;
- in Durak the card that fixes trumps, and the lowest trump in the hands of the first deal, which is shown by whoever
  begins with it; in Hearts the lowest club once play begins, as its holder has to lead;
- in Gin Rummy the hand of whoever has knocked, who lays it open;
- in Gin Rummy the last discard of the deal before, if the viewer saw it then;
- when a deal is over, the cards that are left in the hands: they are shown and counted;
- the unseen cards all together: anybody can reckon what is missing.

The cards of the match are read from its state, the rest is known here from the rules: nothing is asked of the engine's
own account of who knows what.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import msgspec

from gamenight.core.model import seat_index
from gamenight.protocol.delta import patched
from tests.cards.traffic import Viewer, WatchedTable

OPEN = {
    "hearts": ("trick",),
    "durak": ("attacks", "defences", "trump"),
    "gin_rummy": ("discard", "melds"),
    "scopa": ("table",),
    "crazy_eights": ("pile",),
}
SECRET_PHASES = {"hearts": "pass"}
"""In this phase cards leave hands unseen."""
COUNTING = ("deal_over", "hand_over")
"""The phases after the last card of a deal."""

_CARD = re.compile(r"(?<![A-Za-z0-9♣♦♥♠])(10|[2-9TJQKA])([CDHS♣♦♥♠])(?![A-Za-z0-9])")
_SUITS = dict(zip("♣♦♥♠", "CDHS", strict=True))


class Leak(AssertionError):
    """A viewer received a card that it must not know."""


def cards_in(text: bytes) -> set[str]:
    """Every card that is named in some data, by its notation or as people write it."""
    found = _CARD.findall(text.decode())
    return {("T" if rank == "10" else rank) + _SUITS.get(suit, suit) for rank, suit in found}


class Searcher:
    """One viewer's traffic, searched step by step."""

    def __init__(self, table: WatchedTable, viewer: Viewer) -> None:
        self.table, self.viewer = table, viewer
        self.deal = 0
        self.seen: set[str] = set()
        self.lost: set[str] = set()
        """Cards that were seen in this deal, but have been shuffled since then and not been seen again."""
        self.earlier: set[str] = set()
        self.document: Any = None
        self.before: Any = None
        self.searched = 0

    def look(self) -> None:
        """Search what has come since the last look, against what could be known at each stage on the way."""
        frames = self.table.sockets[self.viewer].frames[self.searched :]
        self.searched += len(frames)
        messages = [msgspec.json.decode(frame) for frame in frames]
        updates = [at for at, message in enumerate(messages) if message["type"] == "state_update"]
        for number, update in enumerate(self.table.shown):
            fresh = self._learn(update.state.game_data)
            last = number == len(self.table.shown) - 1
            begin = updates[number] if number < len(updates) else len(frames)
            end = updates[number + 1] if number + 1 < len(updates) and not last else len(frames)
            for frame, message in zip(frames[begin:end], messages[begin:end], strict=True):
                self._search(update.state.game_data, frame, message, fresh)

    def watch(self) -> None:
        """Only record what could be seen."""
        for update in self.table.shown:
            self._learn(update.state.game_data)

    def look_anew(self) -> None:
        """Search what somebody is sent who comes back; what is told of earlier deals was no secret then."""
        data = self.table.state.game_data
        for frame in self.table.welcome(self.viewer):
            message = msgspec.json.decode(frame)
            if message["type"] == "state_update":
                self._allow(data, cards_in(msgspec.json.encode(message["view"])), set(), "welcomed with")
                if data.deal == 1:
                    self._allow(data, cards_in(frame), set(), "told")

    def _learn(self, data: Any) -> set[str]:
        """Record what the viewer learns from the next state: the cards that moved openly."""
        if data.deal != self.deal:
            self.deal, self.earlier, self.seen, self.before = data.deal, self.seen, set(), None
            self.lost = set()
        was_open = () if self.before is None else self._in_sight(self.before)
        fresh = {*was_open, *self._in_sight(data), *self._played(data), *self._shown_by_rule(data)}
        self.seen |= fresh
        self.lost = (self.lost | self._reshuffled(data)) - set(self._in_sight(data))
        self.before = data
        return fresh

    def _in_sight(self, data: Any) -> list[str]:
        own = () if self.viewer is None else data.hand(seat_index(self.viewer))
        return [*own, *(card for name, pile in data.piles.items() if self._is_open(name, data) for card in pile)]

    def _is_open(self, pile: str, data: Any) -> bool:
        name, _, owner = pile.partition("/")
        if name == "hand":
            return _is_counted(data) or owner == str(getattr(data.rules, "knocker", None))
        return name in OPEN[self.table.game.game_id]

    def _played(self, data: Any) -> list[str]:
        """The cards that left a hand since the last state, and the viewer's own ones of then."""
        if self.before is None:
            return []
        hands = [Counter(self.before.hand(index)) - Counter(data.hand(index)) for index in range(data.players)]
        if self.before.phase == SECRET_PHASES.get(self.table.game.game_id):
            return []
        return [card for left in hands for card in left]

    def _reshuffled(self, data: Any) -> set[str]:
        """In Crazy Eights the pile below its top card becomes the stock when that is empty."""
        if self.table.game.game_id != "crazy_eights" or self.before is None:
            return set()
        return set(self.before.piles["pile"]) - set(data.piles["pile"])

    def _shown_by_rule(self, data: Any) -> list[str]:
        game = self.table.game.game_id
        if game == "durak" and self.before is None and data.deal == 1:
            trumps = [card for index in range(data.players) for card in data.hand(index) if card[1] == data.rules.trump]
            return [data.rules.trump_card, *sorted(trumps, key=_rank)[:1]]
        if game == "durak":
            return [data.rules.trump_card]
        if game == "gin_rummy":
            return [card for card in [data.rules.last_discard] if card in self.earlier]
        if game == "hearts" and data.phase != "pass":
            return [min((card for pile in data.piles.values() for card in pile if card[1] == "C"), key=_rank)]
        return []

    def _search(self, data: Any, frame: bytes, message: Any, fresh: set[str]) -> None:
        if message["type"] == "game_over":
            return  # the seed is published, with which everybody can repeat the deals
        removed: set[str] = set()
        if message["type"] == "state_update":
            removed = cards_in(msgspec.json.encode(self.document))
            self.document = message.get("view") or patched(self.document, message["changes"])
            self._allow(data, cards_in(msgspec.json.encode(self.document)), set(), "shown")
            told = msgspec.json.encode([message.get("events", []), message.get("log", [])])
            if not _is_counted(data):
                self._events(cards_in(told), fresh)
        self._allow(data, cards_in(frame), removed, "sent")

    def _events(self, told: set[str], fresh: set[str]) -> None:
        """What happened just now names cards that are, or went, where this viewer sees them."""
        if not told <= fresh:
            raise Leak(f"{self._who} hears of {sorted(told - fresh)} in what happened")

    def _allow(self, data: Any, told: set[str], removed: set[str], how: str) -> None:
        unseen = {card for pile in data.piles.values() for card in pile} - self.seen
        secret = (told & unseen) - removed
        if secret and secret != unseen:
            raise Leak(f"{self._who} is {how} {sorted(secret)}, of {len(unseen)} cards that it has not seen")

    @property
    def _who(self) -> str:
        return f"{self.table.game.game_id}, {self.viewer or 'spectator'}, after {len(self.table.actions)} actions:"


def _is_counted(data: Any) -> bool:
    return bool(data.phase in COUNTING or data.is_over)


def _rank(card: str) -> int:
    return "23456789TJQKA".index(card[0])


def search(table: WatchedTable, searchers: list[Searcher], *, anew: bool) -> None:
    """Search what everybody was just sent; `anew` also what they would be sent who come back now."""
    for searcher in searchers:
        searcher.look()
        if anew:
            searcher.look_anew()
