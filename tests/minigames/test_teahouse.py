"""A call prompt: asked after every discard of the same seats, with priorities, early decisions and hidden actors."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gamenight.core.engine import committed_seats
from gamenight.core.match import Match
from gamenight.core.model import Action, Due, Event, PlayerId, TimerConfig, TimerMode, digest, seat
from gamenight.core.rng import Rng, seed_text
from tests.minigames.playing import assert_replays, events_of, play_out, shown
from tests.minigames.teahouse import TILES, Run, Teahouse, Tile, is_winning

P0, P1, P2, P3 = SEATS = tuple(seat(n) for n in range(4))
PACE = 1500


def table(*hands: str, draws: str = "", pace_ms: int = PACE, timer: TimerConfig | None = None) -> Match:
    """A match with these hands, in which these tiles are drawn first; the rest of the wall is in order."""
    first = [int(tile) for tile in "".join([*hands, draws])]
    rest = list(TILES)
    for tile in first:
        rest.remove(tile)
    return Match.start(Teahouse(), len(hands), 1, options={"wall": [*first, *rest]}, pace_ms=pace_ms, timer=timer)


def discard(match: Match, tile: int) -> tuple[Event, ...]:
    return match.act(Action("discard", match.to_act[0], Tile(tile)))


def call(player: PlayerId, kind: str, *tiles: int) -> Action:
    return Action(kind, player, Run(tiles)) if tiles else Action(kind, player)  # type: ignore[arg-type]


# The first player discards a 1: the second could chi, the third pon, the fourth ron.
THREE_CALLS = ("1566", "2356", "1146", "2344")


def asked(*hands: str, tile: int = 1, pace_ms: int = PACE, timer: TimerConfig | None = None) -> Match:
    match = table(*hands, draws="2", pace_ms=pace_ms, timer=timer)
    discard(match, tile)
    return match


@pytest.mark.parametrize(
    "tiles, meld, wins",
    [
        ("11123", "", True),
        ("11124", "", False),
        ("11122", "", True),
        ("12344", "", True),
        ("11234", "", True),
        ("12355", "", True),
        ("13355", "", False),
        ("11113", "", False),
        ("55", "123", True),
        ("56", "123", False),
    ],
)
def test_a_hand_wins_with_a_set_and_a_pair(tiles, meld, wins):
    assert is_winning(tuple(map(int, tiles)), tuple(map(int, meld))) is wins


def test_each_seat_that_can_call_is_asked():
    match = asked(*THREE_CALLS)
    assert match.to_act == (P1, P2, P3)
    assert [a.action_type for a in match.legal_actions("p1")] == ["chi", "pass"]
    assert [a.action_type for a in match.legal_actions("p2")] == ["pon", "pass"]
    assert [a.action_type for a in match.legal_actions("p3")] == ["ron", "pass"]


def test_a_ron_goes_before_a_pon_and_a_pon_before_a_chi():
    match = asked(*THREE_CALLS)
    for action in (call(P1, "chi", 2, 3), call(P2, "pon"), call(P3, "ron")):
        match.act(action)
    assert match.result is not None
    assert match.result.winners == (P3,)
    match = asked(*THREE_CALLS)
    for action in (call(P1, "chi", 2, 3), call(P2, "pon"), call(P3, "pass")):
        match.act(action)
    assert match.to_act == (P2,)
    assert match.state.game_data.melds == ((), (), (1, 1, 1), ())


def test_of_two_rons_the_nearest_counts():
    match = asked("1566", "3355", "2344", "2344")
    match.act(call(P3, "ron"))
    match.act(call(P2, "ron"))
    assert match.result is not None
    assert match.result.winners == (P2,)


def test_a_call_that_nothing_can_outrank_decides_the_prompt():
    match = asked(*THREE_CALLS)
    match.act(call(P3, "ron"))
    assert match.to_act == (P1, P2)
    match.pass_time(PACE - 1)
    assert not match.is_over
    match.pass_time(1)
    assert match.is_over
    assert match.turns[-1].input == Due(2)
    assert match.turns[-1].chosen == ()


def test_a_call_that_could_be_outranked_waits():
    match = asked(*THREE_CALLS)
    match.act(call(P2, "pon"))
    match.pass_time(PACE)
    assert match.state.phase.name == "call"
    match.act(call(P3, "pass"))
    assert match.state.phase.name == "discard", "the chi that is still missing cannot change anything"
    assert match.to_act == (P2,)


def test_the_clock_of_a_seat_that_is_no_longer_waited_for_stops():
    match = asked(*THREE_CALLS, timer=TimerConfig(TimerMode.BANK, turn_ms=2000, bank_ms=9000))
    match.pass_time(4000)
    match.act(call(P2, "pon"))
    assert match.view("p1").clocks[P1].deadline == 11_000
    match.act(call(P3, "pass"))
    assert match.to_act == (P2,)
    assert match.view("p1").clocks[P1].deadline is None
    assert match.view("p1").clocks[P1].bank_ms == 9000


def test_the_caller_discards_next_and_play_continues_from_there():
    match = asked(*THREE_CALLS, pace_ms=0)
    match.act(call(P2, "pon"))
    match.act(call(P3, "pass"))
    discard(match, 6)
    assert match.state.phase.name in ("call", "discard")
    while match.state.phase.name == "call":
        match.act(call(match.to_act[0], "pass"))
    assert match.to_act == (P3,)
    assert match.view("p3").game_data.drawn is not None


def test_if_all_pass_the_next_seat_draws():
    match = asked(*THREE_CALLS)
    for player in (P1, P2, P3):
        match.act(call(player, "pass"))
    assert match.now == PACE
    assert match.to_act == (P1,)


def test_the_call_prompt_has_the_same_shape_after_every_discard_whatever_the_hands():
    shapes = set()
    for seed in range(12):
        for match in each_prompt(seed):
            if match.state.phase.name == "call":
                shapes.add((match.state.game_data.turn, digest(match.state.phase)))
    assert len(shapes) == 4


def each_prompt(seed: int) -> Iterator[Match]:
    match = Match.start(Teahouse(), 4, seed, pace_ms=0)
    rng = Rng(seed_text(seed))
    while not match.is_over:
        yield match
        match.act(rng.choice(match.legal_actions(match.to_act[0])))


def test_after_every_discard_there_is_one_prompt_even_if_no_player_can_call():
    match = play_out(Teahouse(), 4, 3, pace_ms=PACE)
    discards = len(events_of(match, "game.discarded"))
    prompts = [payload["phase"] for _, payload in events_of(match, "engine.turn_started")]
    assert prompts.count("call") == discards
    instants = [turn.at for turn in match.turns]
    assert instants[-1] >= (discards - 1) * PACE


def test_a_prompt_without_any_choice_takes_the_same_time():
    silent = asked("1566", "3355", "2256", "3446")
    assert silent.now == PACE
    assert silent.to_act == (P1,)
    loud = asked(*THREE_CALLS)
    for player in (P1, P2, P3):
        loud.act(call(player, "pass"))
    assert loud.now == silent.now


def test_viewers_cannot_notice_who_was_asked_or_who_has_answered():
    match = asked(*THREE_CALLS, timer=TimerConfig(TimerMode.BANK, turn_ms=5000, bank_ms=10_000))
    other = asked("1566", "2356", "2255", "3446", timer=TimerConfig(TimerMode.BANK, turn_ms=5000, bank_ms=10_000))
    for viewer in ("p0", "p1", None):
        assert shown(match, viewer) == shown(other, viewer)
    before = [shown(match, viewer) for viewer in ("p0", "p1", "p3", None)]
    match.act(call(P2, "pon"))
    assert [shown(match, viewer) for viewer in ("p0", "p1", "p3", None)] == before
    assert committed_seats(match.state) == ()


def test_a_bot_that_answers_at_once_looks_like_a_seat_that_was_not_asked():
    bot_asked, bot_spared = asked("1566", "3355", "1146", "3446"), asked("1566", "3355", "2256", "3446")
    bot_asked.act(call(P2, "pass"))
    for viewer in (P0, P1, P3, None):
        seen = [[e.seen_by(viewer) for e in m.events if e.seen_by(viewer)] for m in (bot_asked, bot_spared)]
        assert seen[0] == seen[1]
        assert shown(bot_asked, viewer) == shown(bot_spared, viewer)
    assert bot_asked.now == bot_spared.now


def test_a_seat_that_does_not_answer_in_time_passes():
    timer = TimerConfig(TimerMode.BANK, turn_ms=2000, bank_ms=1000)
    match = asked(*THREE_CALLS, timer=timer)
    match.act(call(P1, "chi", 2, 3))
    match.act(call(P2, "pass"))
    events = match.pass_time(3000)
    assert match.turns[-1].chosen == (Action("pass", P3),)
    assert match.turns[-1].at == 3000
    late = next(event for event in events if event.event_type == "engine.timed_out")
    assert late.seen_by(P0) is None
    assert late.seen_by(P3) is not None
    assert match.to_act == (P1,)
    assert match.view("p3").clocks[P3].bank_ms == 0
    assert match.view("p1").clocks[P1].bank_ms == 1000
    assert_replays(match)


def test_a_player_who_does_not_discard_discards_what_it_drew():
    match = table(*THREE_CALLS, draws="2", timer=TimerConfig(TimerMode.SIMPLE, base_time_ms=4000))
    match.pass_time(4000)
    assert match.turns[-1].chosen == (Action("discard", P0, Tile(2)),)


def test_a_drawn_tile_is_shown_only_to_its_player():
    match = table(*THREE_CALLS, draws="2")
    drawn = next(event for event in match.events if event.event_type == "game.drawn")
    assert [e.payload.get("tile") for e in (drawn.seen_by(P0), drawn.seen_by(P1), drawn.seen_by(None)) if e] == [
        2,
        None,
        None,
    ]
    assert match.view("p0").game_data.drawn == 2
    assert match.view("p1").game_data.drawn is None


def test_a_winning_draw_is_a_tsumo():
    match = table("1122", "3355", "4466", "3446", draws="1")
    match.act(Action("tsumo", P0))
    assert match.result is not None
    assert match.result.ranking == (((P0,),), ((P1,), (P2,), (P3,)))


def test_with_an_empty_wall_there_is_no_winner():
    for seed in range(50):
        match = play_out(Teahouse(), 4, seed)
        if ("game.exhausted", {}) in events_of(match, "game.exhausted"):
            assert match.result is not None
            assert match.result.ranking == (((P0,), (P1,), (P2,), (P3,)),)
            return
    raise AssertionError("no hand was drawn in fifty")


def test_worlds_keep_what_the_viewer_saw_and_mix_the_rest():
    match = asked(*THREE_CALLS)
    state, game = match.state.game_data, match.plugin
    for viewer in (P1, None):
        worlds = [game.determinize(state, viewer, Rng(seed_text(n))) for n in range(30)]
        assert all(game.get_player_view(w, viewer) == game.get_player_view(state, viewer) for w in worlds)
        assert all(game.phase_of(w) == game.phase_of(state) for w in worlds)
        assert len({w.hands for w in worlds}) > 20
        assert len({w.wall for w in worlds}) > 20
        held = [sorted((*w.wall, *(t for h in w.hands for t in h), *(t for r in w.rivers for t in r))) for w in worlds]
        assert all(tiles == list(TILES) for tiles in held)


@pytest.mark.parametrize("pace_ms", [0, PACE])
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_any_match_ends_and_replays(players, seed, pace_ms):
    match = play_out(Teahouse(), players, seed, pace_ms=pace_ms)
    assert match.result is not None
    assert_replays(match)
