"""What a horizon is worth in a game of several deals: `python -m bench.deals [DECKS]`.

One search against three random players at hearts to 100, each deck from all four seats; the same matches with rollouts
that end with the deal, and with rollouts to the end of the match.
"""

from __future__ import annotations

import sys
import time

from gamenight.bots import make_bot
from gamenight.core.bot import Bot, Observation
from gamenight.core.model import Action, Event, seat
from gamenight.core.run import run_match
from tests.minigames.hearts import Hearts

SEATS = 4
WITH = "mcts:simulations=100,aim=win"
WITHOUT = "mcts:simulations=100,rollout=-1,aim=win"


class Endless(Hearts):
    """The same game, which does not say where a deal ends."""

    def horizon(self, game_data: object) -> int:
        return 0


class Timed:
    """A bot whose decisions with a choice are counted, and their CPU seconds."""

    def __init__(self, bot: Bot) -> None:
        self.name, self.worlds, self._bot = bot.name, bot.worlds, bot
        self.seconds, self.decisions = 0.0, 0

    def choose_action(self, observation: Observation) -> Action:
        begun = time.process_time()
        action = self._bot.choose_action(observation)
        if len(observation.view.valid_actions) > 1:
            self.decisions += 1
            self.seconds += time.process_time() - begun
        return action

    def receive_outcome(self, event: Event) -> None:
        self._bot.receive_outcome(event)


def main() -> None:
    decks = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    for game, text in ((Hearts(), WITH), (Endless(), WITHOUT)):
        print(f"{text}, {type(game).__name__}: {tournament(game, text, decks)}", flush=True)


def tournament(game: Hearts, text: str, decks: int) -> str:
    won, points, seconds, decisions = 0.0, [], 0.0, 0
    for number in range(decks * SEATS):
        at, search = number % SEATS, Timed(make_bot(text, game, seed=number))
        bots: list[Bot] = [make_bot("random", game, seed=f"{number} {other}") for other in range(SEATS)]
        bots[at] = search
        outcome = run_match(game, bots, seed=f"deck {number // SEATS}")
        assert outcome.result is not None
        winners = outcome.result.winners
        won += (seat(at) in winners) / len(winners)
        points.append(outcome.scores[seat(at)])
        seconds, decisions = seconds + search.seconds, decisions + search.decisions
    mean = sum(points) / len(points)
    return f"won {won:g} of {len(points)}, {mean:.0f} points on average, {seconds / decisions:.2f} CPU s a decision"


if __name__ == "__main__":
    main()
