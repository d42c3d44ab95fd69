"""Chance that anybody can recompute: these few lines of hashlib are independent of the engine."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.match import Match
from gamenight.core.model import Action, Event, Phase, TransitionResult, seat
from gamenight.core.rng import Rng, commitment, derived_salt, fresh_seed, seed_text
from tests.minigames.nim import Heap, Nim, NimOptions, Take

SEED = "00112233445566778899aabbccddeeff"


class Recomputed:
    """A stream as the documentation describes it."""

    def __init__(self, seed: str, path: list[str | int]) -> None:
        name = json.dumps(path, separators=(",", ":"), ensure_ascii=False)
        key = hashlib.sha256("\n".join(["gamenight-stream", seed, name]).encode()).digest()
        self.bytes = self._bytes(key)

    @staticmethod
    def _bytes(key: bytes) -> Iterator[int]:
        block = 0
        while True:
            yield from hashlib.sha256(key + block.to_bytes(8, "big")).digest()
            block += 1

    def below(self, n: int) -> int:
        bits = (n - 1).bit_length()
        while True:
            number = 0
            for _ in range((bits + 7) // 8):
                number = number << 8 | next(self.bytes)
            number &= 2**bits - 1
            if number < n:
                return number

    def shuffle(self, values: list[Any]) -> list[Any]:
        cards = list(values)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


paths = st.lists(st.text(max_size=8) | st.integers(0, 10**6), max_size=3)
seeds = st.binary(min_size=16, max_size=40).map(bytes.hex)


@given(seeds, paths, st.lists(st.integers(1, 2**80), max_size=30))
def test_numbers_can_be_recomputed(seed, path, bounds):
    rng, again = Rng(seed, tuple(path)), Recomputed(seed, path)
    assert [rng.below(n) for n in bounds] == [again.below(n) for n in bounds]


@given(seeds, st.text(max_size=8), st.integers(0, 10**6), st.integers(0, 60))
def test_shuffles_of_labelled_streams_can_be_recomputed(seed, label, number, cards):
    shuffled = Rng(seed, ("turn", 3, 1)).stream(label, number).shuffle(range(cards))
    assert list(shuffled) == Recomputed(seed, ["stream", label, number]).shuffle(list(range(cards)))


def test_vectors_for_numbers():
    rng = Rng(SEED, ("turn", 0, 0))
    assert [rng.below(6) + 1 for _ in range(12)] == [6, 3, 4, 3, 5, 3, 5, 4, 1, 2, 5, 2]
    assert Rng(SEED, ("start",)).below(2**64) == 489682331921390298


def test_vectors_for_a_deal():
    deck = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]
    hand = Rng(SEED).stream("deal", 1).shuffle(deck)[:13]
    assert " ".join(hand) == "9S 8D 6H 8C JD AH KH 3C 2H AS AD 5H KD"


def test_one_of_one_needs_no_chance():
    rng, untouched = Rng(SEED, ("x",)), Rng(SEED, ("x",))
    assert [rng.below(1) for _ in range(5)] == [0] * 5
    assert rng.below(2**64) == untouched.below(2**64)


@pytest.mark.parametrize("n", [0, -1])
def test_the_bound_must_be_positive(n):
    with pytest.raises(ValueError):
        Rng(SEED).below(n)


@pytest.mark.parametrize("n", [2, 3, 6, 37, 52])
def test_numbers_are_uniform(n):
    rng = Rng(seed_text(f"uniform {n}"))
    drawn = Counter(rng.below(n) for _ in range(300 * n))
    assert sum((drawn[i] - 300) ** 2 / 300 for i in range(n)) < (n - 1) + 5 * (2 * (n - 1)) ** 0.5


def test_every_order_of_a_shuffle_is_equally_likely():
    rng = Rng(seed_text("orders"))
    drawn = Counter(rng.shuffle("abcd") for _ in range(24 * 200))
    assert len(drawn) == 24
    assert sum((n - 200) ** 2 / 200 for n in drawn.values()) < 23 + 5 * 46**0.5


@given(st.lists(st.integers(), max_size=30), st.data())
def test_choices_and_samples_come_from_the_values(values, data):
    rng = Rng(SEED, ("sample",))
    count = data.draw(st.integers(0, len(values)))
    drawn = rng.sample(values, count)
    assert len(drawn) == count
    assert not Counter(drawn) - Counter(values)
    assert not values or rng.choice(values) in values


def test_a_shuffle_leaves_its_argument_alone():
    deck = [1, 2, 3, 4, 5]
    Rng(SEED).shuffle(deck)
    assert deck == [1, 2, 3, 4, 5]


# Which streams there are


def first(rng: Rng) -> int:
    return rng.below(2**128)


def test_streams_of_different_labels_numbers_and_seeds_differ():
    root = Rng(SEED)
    streams = [root.stream(label, n) for label in ("deal", "dice", "de", "") for n in range(5)]
    streams += [Rng(SEED, ("turn", turn, call)) for turn in range(5) for call in range(3)]
    streams += [Rng(SEED, ("start",)), Rng(seed_text(1)).stream("deal"), Rng(seed_text(2)).stream("deal")]
    assert len({first(stream) for stream in streams}) == len(streams)


def test_a_labelled_stream_does_not_depend_on_the_turn_or_on_what_was_drawn_before():
    early, late = Rng(SEED, ("start",)), Rng(SEED, ("turn", 40, 2))
    late.shuffle(range(100))
    assert early.stream("deal", 3).shuffle(range(52)) == late.stream("deal", 3).shuffle(range(52))
    assert early.stream("a").stream("deal", 3).shuffle(range(9)) == late.stream("deal", 3).shuffle(range(9))


def test_drawing_from_one_stream_leaves_the_others_alone():
    root = Rng(SEED)
    deal, dice = root.stream("deal"), root.stream("dice")
    deal.shuffle(range(500))
    assert first(dice) == first(Rng(SEED).stream("dice"))


class Rolled(Struct, frozen=True):
    heap: Heap
    rolls: tuple[int, ...]


class RollingNim(Nim):
    """Nim that also throws a large die at the start and at every move, and deals a card by its number."""

    state_type = view_type = Rolled  # type: ignore[assignment]

    def create_initial_state(self, players: Any, options: NimOptions, rng: Rng) -> TransitionResult:
        opened = super().create_initial_state(players, options, rng)
        return TransitionResult(Rolled(opened.game_data, (rng.below(10**6),)))

    def phase_of(self, game_data: Any) -> Any:
        return super().phase_of(game_data.heap)

    def get_valid_actions(self, game_data: Any, player_id: Any) -> Any:
        return super().get_valid_actions(game_data.heap, player_id)

    def apply_action(self, game_data: Any, action: Action, rng: Rng) -> TransitionResult:
        moved = super().apply_action(game_data.heap, action, rng)
        rolls = (*game_data.rolls, rng.below(10**6))
        card = Event("card", None, {"card": rng.stream("cards", moved.game_data.stones).below(10**6)})
        return TransitionResult(Rolled(moved.game_data, rolls), (*moved.events, card), moved.scores, moved.game_over)


def played(*counts: int) -> Match:
    match = Match.start(RollingNim(), 2, SEED)
    for count in counts:
        match.act(Action("take", match.to_act[0], Take(count)))
    return match


def test_each_turn_of_a_match_has_its_own_stream_that_can_be_recomputed():
    rolls = played(1, 2, 3).state.game_data.rolls
    names: list[list[str | int]] = [["start"], ["turn", 0, 0], ["turn", 1, 0], ["turn", 2, 0]]
    assert list(rolls) == [Recomputed(SEED, name).below(10**6) for name in names]


def test_each_call_within_a_turn_has_its_own_stream():
    class Echoing(Nim):
        """After each move three dice are thrown, one by one, by themselves."""

        def phase_of(self, game_data: Heap) -> Phase:
            return Phase("throw", auto_resolve=True) if game_data.stones % 4 else super().phase_of(game_data)

        def apply_action(self, game_data: Heap, action: Action, rng: Rng) -> TransitionResult:
            thrown = Event("thrown", None, {"face": rng.below(10**6)})
            return TransitionResult(replace(game_data, stones=game_data.stones - 1), (thrown,))

    match = Match.start(Echoing(), 2, SEED, options={"heap": 12})
    events = match.act(Action("take", seat(0), Take(1)))
    faces = [event.payload["face"] for event in events if event.event_type == "game.thrown"]
    assert faces == [Recomputed(SEED, ["turn", 0, call]).below(10**6) for call in range(4)]


def test_chance_does_not_depend_on_what_was_done_before():
    assert played(1, 1, 1).state.game_data.rolls == played(3, 2, 1).state.game_data.rolls


def test_labelled_chance_depends_on_its_number_alone():
    cards = [event.payload["card"] for event in played(1, 2).events if event.event_type == "game.card"]
    other = [event.payload["card"] for event in played(3).events if event.event_type == "game.card"]
    assert cards[1:] == other == [Recomputed(SEED, ["stream", "cards", 4]).below(10**6)]


# Seeds and commitments


@pytest.mark.parametrize("seed", [SEED, "ab" * 16, "00" * 32, "0123456789abcdef" * 4])
def test_hex_text_of_128_bits_or_more_is_the_seed_itself(seed):
    assert seed_text(seed) == seed


@pytest.mark.parametrize(
    "seed, text",
    [
        (42, "8f3a4210be2be05505e440e1daac10cf"),
        ("42", "8f3a4210be2be05505e440e1daac10cf"),
        ("straße", "aa1ff1ff0c28d2de2a3860ea77be6ad9"),
    ],
)
def test_vectors_for_other_seeds(seed, text):
    assert seed_text(seed) == text


@given(st.text() | st.integers())
def test_any_other_seed_is_hashed(seed):
    text = str(seed)
    if not re.fullmatch(r"([0-9a-f]{2}){16,}", text):
        assert seed_text(seed) == hashlib.sha256(b"gamenight-seed:" + text.encode()).hexdigest()[:32]


def test_a_number_is_hashed_even_if_its_digits_could_be_a_seed():
    assert seed_text(10**31) != str(10**31)


@given(st.text(alphabet="0123456789abcdef", max_size=70) | st.integers())
def test_every_seed_can_be_committed_to(seed):
    text = seed_text(seed)
    assert len(text) >= 32
    salt = derived_salt(text)
    assert len(bytes.fromhex(salt)) == 32
    assert commitment(text, salt) == hashlib.sha256(bytes.fromhex(text) + bytes.fromhex(salt)).hexdigest()


def test_a_vector_for_the_commitment():
    promise = "0471b1e549c721788b03b04eea96e28eb3ccf7d018a4c409508c858264779796"
    assert commitment(SEED, bytes(range(32)).hex()) == promise


def test_a_fresh_seed_is_128_random_bits_with_a_random_salt():
    (one, salt), (other, other_salt) = fresh_seed(), fresh_seed()
    assert len(bytes.fromhex(one)) == 16
    assert len(bytes.fromhex(salt)) == 32
    assert one != other
    assert salt != other_salt
    assert seed_text(one) == one


def test_a_match_commits_to_its_seed_at_the_start_and_shows_it_at_the_end():
    match = Match.start(Nim(), 2, options={"heap": 1})
    promise = next(event.payload["commitment"] for event in match.events if event.event_type == "engine.match_started")
    told = json.dumps([event.payload for event in match.events])
    assert match.state.config.random_seed not in told
    assert match.state.config.salt not in told
    match.act(Action("take", seat(0), Take(1)))
    end = next(event.payload for event in match.events if event.event_type == "engine.match_finished")
    assert hashlib.sha256(bytes.fromhex(end["seed"]) + bytes.fromhex(end["salt"])).hexdigest() == promise


def test_the_same_seed_makes_the_same_record_and_no_seed_a_new_one():
    assert Match.start(Nim(), 2, 7).record() == Match.start(Nim(), 2, "7").record()
    one, other = Match.start(Nim(), 2), Match.start(Nim(), 2)
    assert one.state.config.random_seed != other.state.config.random_seed
    assert one.state.config.salt != derived_salt(one.state.config.random_seed), "nobody can guess a fresh salt"


def test_no_seed_reaches_the_game():
    state = played(1, 2).state
    assert SEED not in repr(state.game_data)
