"""A player's legal actions, as a sequence that expands families only when needed."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, Protocol, TypeVar, overload

from gamenight.core.listing.actions import LISTING_LIMIT, Listing, Malformed, decode_payload, find, too_many
from gamenight.core.listing.families import count, members, nth
from gamenight.core.model import Action, Family, PlayerId
from gamenight.core.rng import Rng

TRIES = 1000

T = TypeVar("T")


class StandardRandom(Protocol):
    """The methods of `random.Random` that are used here."""

    def randrange(self, start: int, /) -> int: ...

    def choice(self, seq: Sequence[T], /) -> T: ...

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...


AnyRng = Rng | StandardRandom
Judge = Callable[[Action], bool]
"""Returns whether the rules allow a member of a family that is not exact."""


class LegalActions(Sequence[Action]):
    """The actions that a player may take now. Supports `len`, `in`, indexing, iteration and random choice, all lazy.

    A family counts with all its members. Iterating over more than 10,000 actions raises TooManyActions.
    """

    __slots__ = ()

    @abstractmethod
    def choice(self, rng: AnyRng) -> Action:
        """One action, drawn uniformly."""

    def sample(self, rng: AnyRng, count: int) -> list[Action]:
        """`count` different actions, in a random order."""
        total = len(self)
        if count > total:
            raise ValueError(f"there are {total} actions, fewer than {count}")
        if total <= LISTING_LIMIT:
            return [self[index] for index in rng.sample(range(total), count)]
        drawn: dict[int, None] = {}
        while len(drawn) < count:
            drawn[below(rng, total)] = None
        return [self[index] for index in drawn]


class ListedActions(tuple[Action, ...], LegalActions):
    """Actions without families: the game's listing itself."""

    __slots__ = ()

    def choice(self, rng: AnyRng) -> Action:
        return rng.choice(self)


NOTHING = ListedActions()


class FamilyActions(LegalActions):
    """Actions and the members of families, in the order of the listing."""

    __slots__ = ("_ends", "_listing", "_made", "_player", "_types")

    def __init__(self, listing: Listing, player: PlayerId, types: Mapping[str, type[Any]]) -> None:
        self._listing = listing
        self._player = player
        self._types = types
        self._ends = list(accumulate(count(entry) if isinstance(entry, Family) else 1 for entry in listing))
        self._made: dict[int, Action] = {}

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        if isinstance(index, slice):
            wanted = range(len(self))[index]
            if len(wanted) > LISTING_LIMIT:
                raise too_many(len(wanted))
            return [self[at] for at in wanted]
        return self._at(range(len(self))[index])

    def _at(self, index: int) -> Action:
        made = self._made.get(index)
        if made is None:
            at = bisect_right(self._ends, index)
            entry = self._listing[at]
            made = entry if isinstance(entry, Action) else self._member(entry, nth(entry, index - self._begin(at)))
            self._made[index] = made
        return made

    def _begin(self, at: int) -> int:
        return self._ends[at - 1] if at else 0

    def _member(self, family: Family, payload: Mapping[str, Any]) -> Action:
        return Action(family.action_type, self._player, self._types[family.action_type](**payload))

    def __iter__(self) -> Iterator[Action]:
        if len(self) > LISTING_LIMIT:
            raise too_many(len(self))
        return self._written_out()

    def _written_out(self) -> Iterator[Action]:
        for at, entry in enumerate(self._listing):
            if isinstance(entry, Action):
                yield entry
                continue
            for index, payload in enumerate(members(entry), self._begin(at)):
                yield self._made.setdefault(index, self._member(entry, payload))

    def __contains__(self, action: object) -> bool:
        """Whether the action is legal; the order of the choices within a family's slot does not matter."""
        if not isinstance(action, Action) or action.player_id != self._player or action.action_type not in self._types:
            return False
        try:
            payload = decode_payload(self._types[action.action_type], action.payload)
        except Malformed:
            return False
        return find(self._listing, Action(action.action_type, self._player, payload)) is not None

    def has_made(self, action: Action) -> bool:
        """Whether this sequence made this very object, which is then legal without a check."""
        return any(made is action for made in self._made.values())

    def choice(self, rng: AnyRng) -> Action:
        return self._at(below(rng, self._ends[-1]))


class JudgedActions(LegalActions):
    """Actions and those members of families that the rules allow; counting them tries every one."""

    def __init__(self, candidates: FamilyActions, allows: Judge) -> None:
        self._candidates = candidates
        self._allows = allows

    @cached_property
    def _allowed(self) -> list[Action]:
        return [action for action in self._candidates if self._allows(action)]

    def __len__(self) -> int:
        return len(self._allowed)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> list[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | list[Action]:
        return self._allowed[index]

    def __iter__(self) -> Iterator[Action]:
        return (action for action in self._candidates if self._allows(action))

    def __contains__(self, action: object) -> bool:
        return action in self._candidates and isinstance(action, Action) and self._allows(action)

    def choice(self, rng: AnyRng) -> Action:
        """Draw until an action is allowed; after 1,000 failures, list all allowed actions and choose from these."""
        for _ in range(TRIES):
            drawn = self._candidates.choice(rng)
            if self._allows(drawn):
                return drawn
        return rng.choice(self._allowed)


def below(rng: AnyRng, bound: int) -> int:
    """A uniform integer below the bound, which may be arbitrarily large."""
    return rng.below(bound) if isinstance(rng, Rng) else rng.randrange(bound)
