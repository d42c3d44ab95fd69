"""Colonel Blotto through Match: an allocation is written as the units on each field, so 433 is 4, 3 and 3."""

import json
from collections import Counter
from typing import Any

import pytest

from gamenight.core.engine import advance
from gamenight.core.errors import ActionRefused, BadOptions
from gamenight.core.match import Match
from gamenight.core.model import Act, Action, Due, Event, Family, PlayerId, Refusal, Step, digest, seat

WINDOW = 60_000


def start(players: int = 2, **options: Any) -> Match:
    return Match.start("blotto", players, seed="blotto", options={"rounds": 1, **options})


def allocation(player: str, units: str) -> Action:
    fields = [field for field, count in enumerate(units) for _ in range(int(count))]
    return Action("allocate", PlayerId(player), {"fields": fields})


def raw(player: str, fields: Any) -> Action:
    return Action("allocate", PlayerId(player), {"fields": fields})


def commit(match: Match, player: str, units: str) -> tuple[Event, ...]:
    return match.act(allocation(player, units))


def commit_all(match: Match, allocations: str) -> None:
    """One allocation for each seat, joined by colons."""
    for index, units in enumerate(allocations.split(":")):
        commit(match, f"p{index}", units)


def play(rounds: str) -> Match:
    """A match of these rounds, which say by themselves how many players, fields and units there are."""
    first = rounds.split()[0].split(":")
    match = start(len(first), fields=len(first[0]), units=sum(map(int, first[0])), rounds=len(rounds.split()))
    for allocations in rounds.split():
        commit_all(match, allocations)
    return match


def points(match: Match) -> list[float]:
    return [match.scores[player.player_id] for player in match.state.players]


def revealed(match: Match) -> list[dict[str, str]]:
    """Each round's allocations as everybody was shown them, in the notation above."""
    fields = match.state.config.options["fields"]
    return [
        {player: written(action["payload"]["fields"], fields) for player, action in seen.payload["actions"].items()}
        for event in match.events
        if event.event_type == "engine.revealed" and (seen := event.seen_by(None)) is not None
    ]


def written(placed: Any, fields: int) -> str:
    counts = Counter(placed)
    return "".join(str(counts[field]) for field in range(fields))


def refusal(match: Match, action: Action, prompt: int | None = None) -> str:
    """The code of a refusal, which must have left no trace."""
    before = digest(match.state)
    with pytest.raises(ActionRefused) as refused:
        match.act(action, prompt)
    assert digest(match.state) == before
    return refused.value.code


def test_everybody_allocates_at_once_ten_units_to_three_fields():
    match = Match.start("blotto", 4, seed=1)
    assert match.state.phase.name == "allocate"
    assert match.to_act == ("p0", "p1", "p2", "p3")
    for player in match.to_act:
        (family,) = match.valid_actions(player)
        assert isinstance(family, Family)
        assert [slot.name for slot in family.slots] == ["fields"]


@pytest.mark.parametrize("fields, units, ways", [(3, 10, 66), (2, 1, 2), (5, 3, 35), (10, 2, 55)])
def test_every_way_to_place_all_units_is_offered_once(fields, units, ways):
    # Stars and bars: units + fields - 1 over fields - 1.
    actions = start(fields=fields, units=units).legal_actions("p0")
    placed = {action.payload.fields for action in actions}
    assert len(actions) == len(placed) == ways
    assert all(len(payload) == units for payload in placed)


@pytest.mark.parametrize(
    "allocations, expected",
    [
        ("433:343", [1, 1]),
        ("550:226", [2, 1]),
        ("505:055", [1, 1]),
        ("811:244", [1, 2]),
        ("433:433", [0, 0]),
        ("433:343:334", [1, 1, 1]),
        ("900:090:009:333", [1, 1, 1, 0]),
    ],
)
def test_a_field_goes_to_the_single_largest_allocation(allocations, expected):
    assert points(play(allocations)) == expected


def test_a_field_tied_for_the_largest_goes_to_nobody_even_against_a_smaller_one():
    # The first: 4, 4, 2. The second: 4, 2, 4. The third: 2, 4, 4.
    assert points(play("442:424:244")) == [0, 0, 0]


def test_a_tie_below_the_largest_does_not_matter():
    assert points(play("622:244:244")) == [1, 0, 0]


def test_an_empty_field_that_nobody_wants_goes_to_nobody():
    assert points(play("300:120")) == [1, 1]


def test_points_add_up_over_the_rounds():
    match = start(fields=3, units=3, rounds=3)
    commit_all(match, "210:012")
    assert points(match) == [1, 1]
    commit_all(match, "120:003")
    assert points(match) == [3, 2]
    assert not match.is_over
    commit_all(match, "111:021")
    assert points(match) == [4, 3]
    assert match.is_over


def test_the_most_points_win():
    match = play("210:012:111 300:120:030")
    # First round: the first field to p0, the second to nobody, the third to p1. Second round: p0 and p2 one each.
    assert points(match) == [2, 1, 1]
    assert match.result.ranking == ((("p0",),), (("p1",), ("p2",)))


def test_players_with_the_same_points_share_a_place():
    assert play("433:343").result.ranking == ((("p0",), ("p1",)),)


def test_units_are_new_in_each_round():
    match = play("300:030 300:030")
    assert points(match) == [2, 2]


def test_the_order_of_the_units_does_not_matter():
    match = start(fields=3, units=5)
    match.act(raw("p0", [2, 0, 0, 2, 0]))
    assert list(match.state.committed[seat(0)].payload.fields) == [0, 0, 0, 2, 2]


def test_the_order_of_the_players_does_not_matter():
    one, other = start(3, units=3), start(3, units=3)
    placed = {"p0": "210", "p1": "120", "p2": "003"}
    for match, order in ((one, ("p0", "p1", "p2")), (other, ("p2", "p1", "p0"))):
        for player in order:
            commit(match, player, placed[player])
    assert digest(one.state.game_data) == digest(other.state.game_data)
    assert one.scores == other.scores


def test_allocations_are_revealed_to_everybody_when_the_phase_closes():
    match = start(units=3)
    commit(match, "p0", "210")
    assert revealed(match) == []
    commit(match, "p1", "012")
    assert revealed(match) == [{"p0": "210", "p1": "012"}]


def test_a_commitment_is_told_to_its_author_alone():
    match = start(3, units=3)
    before = {viewer: digest(match.view(viewer)) for viewer in ("p1", "p2", None)}
    (event,) = commit(match, "p0", "210")
    assert (event.event_type, event.player_id) == ("engine.committed", "p0")
    assert event.seen_by(seat(0)) is not None
    assert [event.seen_by(PlayerId(viewer)) for viewer in ("p1", "p2", None)] == [None, None, None]
    assert {viewer: digest(match.view(viewer)) for viewer in ("p1", "p2", None)} == before
    assert list(match.view("p0").committed.payload.fields) == [0, 0, 1]


# Time


def test_the_window_is_open_for_its_time():
    match = Match.start("blotto", 2, seed=1, now=500)
    assert match.state.due_at == 500 + WINDOW
    assert start(window_ms=1234).state.due_at == 1234


def test_the_phase_stays_open_until_its_deadline_though_all_have_committed():
    match = start(units=3)
    state = match.state
    for player in ("p0", "p1"):
        state = stepped(advance(match.plugin, state, Act(allocation(player, "210"), state.prompt), 10)).state
    assert not state.is_over
    assert (state.prompt, state.due_at) == (match.state.prompt, WINDOW)
    early = advance(match.plugin, state, Due(state.prompt), WINDOW - 1)
    assert isinstance(early, Refusal)
    assert early.code == "not_due"
    assert stepped(advance(match.plugin, state, Due(state.prompt), WINDOW)).state.is_over


def stepped(answer: Step | Refusal) -> Step:
    assert isinstance(answer, Step), answer
    return answer


def test_whoever_has_committed_may_revise_even_when_all_have():
    match = start(units=3)
    state = match.state
    for player, units in (("p0", "210"), ("p1", "021"), ("p0", "030")):
        state = stepped(advance(match.plugin, state, Act(allocation(player, units), state.prompt), 10)).state
    state = stepped(advance(match.plugin, state, Due(state.prompt), WINDOW)).state
    # 030 against 021: the second field to p0, the third to p1.
    assert list(state.scores.values()) == [1, 1]


def test_the_last_revision_counts():
    match = start(units=3)
    for units in ("300", "030", "003"):
        commit(match, "p0", units)
        match.pass_time(1000)
    commit(match, "p1", "120")
    assert revealed(match) == [{"p0": "003", "p1": "120"}]
    assert points(match) == [1, 2]


def test_committing_does_not_move_the_deadline():
    match = start(units=3)
    match.pass_time(40_000)
    commit(match, "p0", "300")
    assert match.state.due_at == WINDOW
    match.pass_time(WINDOW - 40_001)
    assert not match.is_over
    match.pass_time(1)
    assert match.is_over


def test_an_allocation_at_the_deadline_is_too_late():
    match = start(units=3)
    late = advance(match.plugin, match.state, Act(allocation("p0", "300"), match.state.prompt), WINDOW)
    assert isinstance(late, Refusal)
    assert late.code == "too_late"
    assert isinstance(
        advance(match.plugin, match.state, Act(allocation("p0", "300"), match.state.prompt), WINDOW - 1), Step
    )


@pytest.mark.parametrize(
    "fields, units, split",
    [(3, 10, "433"), (3, 9, "333"), (3, 11, "443"), (4, 7, "2221"), (5, 2, "11000"), (2, 1, "10"), (2, 9, "54")],
)
def test_who_does_not_answer_splits_evenly_with_the_rest_on_the_first_fields(fields, units, split):
    match = start(fields=fields, units=units)
    match.pass_time(WINDOW)
    assert revealed(match) == [{"p0": split, "p1": split}]
    assert points(match) == [0, 0]


def test_time_answers_only_for_who_is_missing():
    match = start(3)
    commit(match, "p1", "550")
    match.pass_time(WINDOW)
    assert revealed(match) == [{"p0": "433", "p1": "550", "p2": "433"}]
    assert points(match) == [0, 2, 0]


def test_each_round_has_its_own_window():
    match = start(units=3, rounds=2, window_ms=5000)
    match.pass_time(2000)
    commit_all(match, "300:030")
    # Nothing could happen before the deadline, so the clock stands at it.
    assert match.now == 5000
    assert match.state.due_at == 10_000
    match.pass_time(5000)
    assert match.is_over


def test_a_commitment_of_an_earlier_round_is_stale():
    match = start(units=3, rounds=2)
    earlier = match.state.prompt
    commit_all(match, "300:030")
    assert refusal(match, allocation("p0", "300"), earlier) == "stale_action"


# Refusals


@pytest.mark.parametrize(
    "fields",
    [[], [0], [0, 1], [0, 1, 2, 2], [0] * 100, [0, 1, 3], [0, 1, -1], [3, 3, 3], [0, 1, 10**30]],
    ids=["none", "one", "two", "four", "hundred", "no field 3", "negative", "only field 3", "huge"],
)
@pytest.mark.parametrize("committed", [False, True])
def test_wrong_sums_and_fields_are_refused_and_change_nothing(fields, committed):
    match = start(units=3)
    if committed:
        commit(match, "p0", "210")
    assert refusal(match, raw("p0", fields)) in ("invalid_action", "malformed_action")
    commit(match, "p1", "012")
    match.pass_time(WINDOW)
    assert revealed(match) == [{"p0": "210" if committed else "111", "p1": "012"}]


@pytest.mark.parametrize(
    "payload",
    [
        {"fields": [0, 0, True]},
        {"fields": [0, 0, 1.0]},
        {"fields": [0, 0, "1"]},
        {"fields": [0, 0, None]},
        {"fields": [0, 0, [1]]},
        {"fields": "001"},
        {"fields": 3},
        {"fields": None},
        {"fields": {"0": 3}},
        {},
        {"field": [0, 0, 1]},
        {"fields": [0, 0, 1], "units": 3},
        [0, 0, 1],
        None,
    ],
)
def test_a_payload_of_the_wrong_shape_cannot_be_read_and_changes_nothing(payload):
    assert refusal(start(units=3), Action("allocate", seat(0), payload)) == "malformed_action"


def test_a_stranger_cannot_allocate():
    assert refusal(start(units=3), allocation("p2", "111")) == "not_your_turn"


def test_nobody_allocates_after_the_end():
    assert refusal(play("300:030"), allocation("p0", "300")) == "game_not_active"


@pytest.mark.parametrize(
    "options", [{"fields": 1}, {"fields": 11}, {"units": 0}, {"units": 101}, {"rounds": 0}, {"x": 1}]
)
def test_options_out_of_range_are_refused(options):
    with pytest.raises(BadOptions):
        Match.start("blotto", 2, options=options)


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_play(players):
    with pytest.raises(BadOptions):
        Match.start("blotto", players)


def test_the_largest_match_can_be_played():
    match = start(4, fields=10, units=100, rounds=1)
    match.act(raw("p0", [0] * 100))
    match.act(raw("p1", [9] * 100))
    match.pass_time(WINDOW)
    assert points(match) == [1, 1, 0, 0]


def test_a_record_that_went_through_json_plays_the_same_match():
    match = start(3, units=3, rounds=3)
    commit(match, "p0", "300")
    commit(match, "p0", "030")
    match.pass_time(WINDOW)
    commit_all(match, "111:111:111")
    match.pass_time(WINDOW)
    assert match.is_over
    again = Match.from_record(json.loads(json.dumps(match.record())))
    assert digest(again.state) == digest(match.state)
    assert [digest(event) for event in again.events] == [digest(event) for event in match.events]
