"""Continue: between deals the engine asks everybody to continue; the game only sets the time limit."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.bots import make_bot
from gamenight.core.engine import advance, view
from gamenight.core.match import Match, bot_player
from gamenight.core.model import (
    Act,
    Action,
    Due,
    Forfeit,
    GameStatus,
    Hold,
    Pause,
    Player,
    PlayerId,
    Refusal,
    Resume,
    TimeoutBehavior,
    TimerConfig,
    TimerMode,
    seat,
)
from gamenight.core.run import BotRun, run_match
from gamenight.core.showing.words import action_words
from gamenight.looks.texts import texts_of
from gamenight.server.presentation.scenes import offers_of, plain_scene
from tests.minigames.playing import assert_replays, refusal, resumed, shown
from tests.minigames.tricks import BETWEEN_MS, CONFIRM_MS, FLIPPED_MS, TRICK_MS, Tricks, TrickTaking

P0, P1, P2 = (seat(n) for n in range(3))
GAME = TrickTaking()
LOSE_GAME = TimerConfig(TimerMode.TOTAL, base_time_ms=60_000, timeout_behavior=TimeoutBehavior.LOSE_GAME)


def dealt_out(players: int | list[str | Player] = 2, deals: int = 2, **settings: Any) -> Match:
    """A match after its first deal: everybody is asked to continue."""
    match = Match.start(GAME, players, 1, options={"deals": deals, "asks": True}, **settings)
    while match.state.phase.name != "between":
        player = match.to_act[0]
        match.act(match.legal_actions(player)[0])
    return match


def go_on(match: Match, player: PlayerId) -> list[str]:
    return [event.event_type for event in match.act(Action("continue", player))]


def test_everybody_is_asked_and_the_next_deal_comes_when_all_have_confirmed():
    match = dealt_out(3)
    assert match.to_act == (P0, P1, P2)
    assert [str(action.action_type) for action in match.legal_actions("p1")] == ["continue"]
    assert go_on(match, P1) == ["engine.committed"]
    assert match.to_act == (P0, P2)
    assert match.state.game_data.deal == 1
    go_on(match, P0)
    told = go_on(match, P2)
    assert told == ["engine.committed", "game.dealt", "engine.turn_finished", "engine.turn_started"]
    assert (match.state.game_data.deal, match.state.phase.name) == (2, "play")
    assert_replays(match)


def test_the_game_is_not_asked_about_it():
    """Neither what is legal, nor what it is called, nor what the answers lead to but that the phase is over."""

    class Silent(TrickTaking):
        def get_valid_actions(self, game_data: Tricks, player_id: PlayerId) -> list[Action]:
            assert game_data.moment == "play"
            return super().get_valid_actions(game_data, player_id)

        def validate_action(self, game_data: Tricks, action: Action) -> None:
            assert action.action_type == "play"

        def describe_action(self, action: Action, view: Any) -> str:
            assert action.action_type == "play"
            return "play"

        def offers(self, view: Any) -> Any:
            assert view.game_data.moment == "play"
            return super().offers(view)

        def is_decided(self, game_data: Tricks, actions: Any) -> bool:
            raise AssertionError("not the game's prompt")

        def timeout_action(self, game_data: Tricks, player_id: PlayerId) -> None:
            assert game_data.moment == "play"

    match = Match.start(Silent(), 2, 1, options={"asks": True}, timer=TimerConfig(TimerMode.SIMPLE, base_time_ms=9000))
    while match.state.phase.name != "between":
        player = match.to_act[0]
        match.act(match.legal_actions(player)[0])
    seen = view(match.plugin, match.state, P0)
    (offer,) = offers_of(match.plugin, seen)
    assert (offer.does, offer.steps) == (Action("continue", P0), ())
    assert plain_scene(match.plugin, seen)["offers"]
    go_on(match, P0)
    assert "answered" in plain_scene(match.plugin, view(match.plugin, match.state, P0))
    match.pass_time((match.state.due_at or 0) - match.now)
    assert match.state.game_data.deal == 2


def test_the_built_in_catalogue_has_words_for_it():
    seen = dealt_out().view("p0")
    words = action_words(GAME, seen.valid_actions[0], seen)  # type: ignore[arg-type]
    assert texts_of(GAME).tell(words) == "Continue"


def test_a_late_player_is_answered_for_and_does_not_lose():
    match = dealt_out(3, timer=LOSE_GAME)
    opened = match.state.opened_at
    banks = {player: own.bank_ms for player, own in match.state.clocks.items()}
    go_on(match, P1)
    assert match.state.due_at == opened + CONFIRM_MS
    events = match.pass_time(opened + CONFIRM_MS - match.now)
    assert "engine.timed_out" not in [event.event_type for event in events]
    assert match.turns[-1].chosen == (Action("continue", P0), Action("continue", P2))
    assert match.state.game_data.deal == 2
    assert match.state.out == ()
    assert {player: own.bank_ms for player, own in match.state.clocks.items()} == banks
    assert_replays(match)


def test_players_do_not_wait_for_one_who_is_away():
    match = dealt_out(2)
    due = match.state.due_at
    match.submit(Hold(P1))
    assert match.state.due_at == due
    go_on(match, P0)
    match.pass_time((due or 0) - match.now)
    assert match.state.game_data.deal == 2


def test_a_pause_stops_its_time():
    match = dealt_out(2)
    due = match.state.due_at
    assert due is not None
    match.submit(Pause("tea"))
    assert match.state.due_at is None
    match.pass_time(5000)
    match.submit(Resume())
    assert match.state.due_at == due + 5000


def test_bots_are_not_asked():
    people: list[str | Player] = ["Ann", bot_player(1, "Bot", "random"), "Cyd"]
    match = dealt_out(people)
    assert match.to_act == (P0, P2)
    assert view(GAME, match.state, P1).valid_actions == ()


def test_a_match_between_bots_does_not_stop():
    bots = [make_bot("random", GAME, seed=str(n)) for n in range(2)]
    result = run_match(GAME, bots, seed=3, options={"deals": 3, "asks": True})
    assert (result.status, result.turns) == (GameStatus.FINISHED, 12)


def test_a_bot_that_plays_for_a_person_is_not_asked_what_it_thinks_of_it():
    match = Match.start(GAME, 2, 3, options={"deals": 2, "asks": True})
    run = BotRun(match, [make_bot("mcts:simulations=5", GAME, seed=str(n)) for n in range(2)])
    for _ in run.answers():
        pass
    assert (run.error, match.status) == (None, GameStatus.FINISHED)


def test_the_others_are_still_asked_when_a_player_leaves():
    match = dealt_out(3)
    prompt = match.state.prompt
    go_on(match, P0)
    match.submit(Forfeit(P1))
    assert (match.state.prompt, match.to_act) == (prompt, (P2,))
    go_on(match, P2)
    assert match.state.game_data.deal == 2


def test_the_next_deal_begins_when_the_last_missing_player_leaves():
    match = dealt_out(3)
    go_on(match, P0)
    go_on(match, P1)
    match.submit(Forfeit(P2))
    assert match.state.game_data.deal == 2
    assert_replays(match)


def test_bots_continue_alone_when_the_last_person_leaves():
    match = dealt_out(["Ann", bot_player(1, "One", "random"), bot_player(2, "Two", "random")])
    match.submit(Forfeit(P0))
    assert (match.status, match.state.game_data.deal) == (GameStatus.ACTIVE, 2)


@pytest.mark.parametrize(
    "action, code",
    [
        (Action("play", P0, {"card": 3}), "action_type_mismatch"),
        (Action("auto_resolve", P0), "action_type_mismatch"),
        (Action("continue", P0, {"really": True}), "malformed_action"),
        (Action("continue", P0, 3), "malformed_action"),
    ],
    ids=str,
)
def test_nothing_else_can_be_answered(action: Action, code: str):
    match = dealt_out()
    assert refusal(match, Act(action, match.state.prompt)).code == code


def test_it_can_be_answered_once_and_only_while_it_is_asked():
    match = dealt_out()
    go_on(match, P0)
    assert refusal(match, Act(Action("continue", P0), match.state.prompt)).code == "already_committed"
    go_on(match, P1)
    player = match.to_act[0]
    other = advance(GAME, match.state, Act(Action("continue", player), match.state.prompt), match.now)
    assert isinstance(other, Refusal)
    early = advance(GAME, match.state, Due(match.state.prompt), match.now)
    assert isinstance(early, Refusal)


def test_views_and_snapshots_work_while_it_is_open():
    match = dealt_out()
    hands = {viewer: shown(match, viewer)["game_data"]["hand"] for viewer in ("p0", "p1")}
    assert hands == {"p0": [], "p1": []}
    assert match.view(None).phase.courtesy
    assert resumed(GAME, match.state) == match.state
    go_on(match, P0)
    assert resumed(GAME, match.state) == match.state


def test_what_is_shown_and_then_asked_opens_after_it_was_shown():
    match = dealt_out()
    assert [stage.state.phase.name for stage in match.stages] == ["trick", "between"]
    assert match.state.opened_at == FLIPPED_MS + 2 * TRICK_MS + BETWEEN_MS
