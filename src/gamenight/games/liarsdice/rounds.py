"""What happens in a round: the roll, the bids, the challenge, and a player who leaves in the middle."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.core import Event, PlayerId, Rng, TransitionResult, seat, seat_index
from gamenight.games.liarsdice.state import (
    FACES,
    MOST_DICE,
    Bid,
    BidMade,
    Cups,
    DiceState,
    Reveal,
    is_over,
    matches,
    next_in,
)


def roll(table: DiceState, rng: Rng) -> TransitionResult:
    """Everybody has new dice under the cup, and nobody has bid."""
    given = table.fixed[0] if table.fixed else ((),) * len(table.counts)
    cups = tuple(
        (*fixed, *rolled[len(fixed) :])[:count]
        for fixed, rolled, count in zip(given, _throw(table, rng), table.counts, strict=True)
    )
    secret = {seat(index): {"dice": cup} for index, cup in enumerate(cups) if cup}
    rolled_event = Event("rolled", None, {"round": table.round, "counts": table.counts}, secret)
    return TransitionResult(replace(table, cups=cups, bids=(), fixed=table.fixed[1:]), (rolled_event,))


def _throw(table: DiceState, rng: Rng) -> Cups:
    """As many dice for each seat as it could ever have, so that no roll depends on what the others have lost."""
    stream = rng.stream("roll", table.round)
    return tuple(tuple(stream.below(FACES) + 1 for _ in range(MOST_DICE)) for _ in table.counts)


def make_bid(table: DiceState, player_id: PlayerId, bid: Bid) -> TransitionResult:
    made = BidMade(player_id, bid.quantity, bid.face)
    after = replace(table, bids=(*table.bids, made), mover=next_in(table.counts, table.mover))
    return TransitionResult(after, (Event("bid", player_id, {"quantity": bid.quantity, "face": bid.face}),))


def challenge(table: DiceState) -> TransitionResult:
    """All dice are shown; a true bid costs the challenger a die, a false one the bidder."""
    bid, challenger = table.bids[-1], seat(table.mover)
    count = sum(matches(cup, bid.face, wild_ones=table.wild_ones) for cup in table.cups)
    loser = challenger if count >= bid.quantity else bid.player_id
    reveal = Reveal(table.round, bid, challenger, table.cups, count, loser)
    asked = {"bidder": bid.player_id, "quantity": bid.quantity, "face": bid.face}
    events = (
        Event("challenged", challenger, asked),
        Event("revealed", None, {"dice": table.cups, "count": count, "is_true": count >= bid.quantity}),
    )
    return _lose_die(replace(table, last_reveal=reveal), seat_index(loser), events)


def _lose_die(table: DiceState, loser: int, events: tuple[Event, ...]) -> TransitionResult:
    left = table.counts[loser] - 1
    counts = _with_count(table, loser, left)
    events = (*events, Event("lost_die", seat(loser), {"left": left}))
    if not left:
        events = (*events, Event("eliminated", seat(loser)))
    after = replace(
        table,
        counts=counts,
        mover=loser if left else next_in(counts, loser),
        round=table.round + 1,
        cups=(),
        bids=(),
        eliminated=table.eliminated if left else (*table.eliminated, loser),
    )
    return TransitionResult(after, events, after.counts)


def leave(table: DiceState, index: int) -> TransitionResult:
    """A player's dice leave the game; a bid that was made counting on them is void, and so is the round."""
    if not table.counts[index]:
        return TransitionResult(table)
    counts = _with_count(table, index, 0)
    events: tuple[Event, ...] = (Event("eliminated", seat(index), {"left_game": True}),)
    after = replace(
        table,
        counts=counts,
        mover=next_in(counts, index) if table.mover == index else table.mover,
        cups=tuple(() if other == index else cup for other, cup in enumerate(table.cups)),
        eliminated=(*table.eliminated, index),
    )
    if table.bids:
        events = (*events, Event("round_void", None, {"round": table.round}))
        after = replace(after, round=table.round + 1, cups=(), bids=())
    return end(after, events) if is_over(after) else TransitionResult(after, events, after.counts)


def _with_count(table: DiceState, index: int, count: int) -> tuple[int, ...]:
    return (*table.counts[:index], count, *table.counts[index + 1 :])


def end(table: DiceState, events: tuple[Event, ...] = ()) -> TransitionResult:
    """The last player with dice has won; of the others, whoever lost the last die later is placed before."""
    survived = [table.eliminated.index(index) if index in table.eliminated else 0 for index in range(len(table.counts))]
    return TransitionResult(table, events, table.counts, game_over=True, tie_break=survived)
