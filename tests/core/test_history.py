"""The history that a bot gets: the events of its seat, up to a limit."""

from __future__ import annotations

from typing import Any

from gamenight.bots import RandomBot
from gamenight.core.bot import HISTORY, Observation, history_of
from gamenight.core.match import Match
from gamenight.core.model import Action, Event, Forfeit, seat
from gamenight.core.run import BotRun, run_match
from tests.minigames.hearts import Hearts

P0, P1, P2 = (seat(index) for index in range(3))


class Historian(RandomBot):
    """Records the history of each observation, and the events that it receives."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.shown: list[tuple[Event, ...]] = []
        self.told: list[Event] = []
        self.seats: tuple[Any, ...] = ()

    def choose_action(self, observation: Observation) -> Action:
        self.shown.append(observation.history)
        self.seats = observation.seats
        assert observation.history == tuple(self.told)
        return super().choose_action(observation)

    def receive_outcome(self, event: Event) -> None:
        self.told.append(event)


def test_a_bot_gets_all_events_that_its_seat_saw():
    bots = [Historian(number) for number in range(4)]
    run_match(Hearts(), bots, seed=1, options={"limit": 1})
    for bot in bots:
        assert [len(history) for history in bot.shown] == sorted({len(history) for history in bot.shown})
        assert bot.shown[0][0].event_type == "engine.match_started"
        passed = [event for event in bot.shown[-1] if event.event_type == "game.passed"]
        assert sum("cards" in event.payload for event in passed) == 2, "what it gave and what it got"
    assert len({repr(bot.shown[0]) for bot in bots}) == 4


def test_players_who_left_are_not_among_the_seats():
    bots = [Historian(number) for number in range(3)]
    run = BotRun(Match.start("goofspiel", 3, 1, options={"cards": 4}), bots)
    answers = run.answers()
    for _ in range(3):
        next(answers)
    assert bots[0].seats == (P0, P1, P2)
    run.match.submit(Forfeit(P1))
    for _ in answers:
        pass
    assert bots[0].seats == (P0, P2)


def test_only_the_newest_events_and_earlier_departures_are_shown():
    left = Event("engine.forfeited", P1, {"reason": "resignation"})
    old = [Event("engine.match_started"), left, *(Event("old", P2) for _ in range(50))]
    new = [Event("new", P0, {"number": number}) for number in range(HISTORY)]
    assert history_of([*old, *new], P0) == (left, *new)


def test_secret_events_are_not_in_the_history_and_do_not_count_towards_its_limit():
    secret = [Event("whispered", P1, {"word": "psst"}, {}, (P1,)) for _ in range(2 * HISTORY)]
    dealt = Event("dealt", None, {"cards": 1}, {P0: {"hand": "QS"}, P1: {"hand": "2C"}})
    assert history_of([dealt, *secret], P0) == (Event("dealt", None, {"cards": 1, "hand": "QS"}),)
