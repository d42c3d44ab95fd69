"""Play a match between bots to its end, in one process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from gamenight.core.advancing.continue_prompt import is_continue, to_continue
from gamenight.core.bot import Bot, Observation, observe, recent
from gamenight.core.errors import ActionRefused, PluginError
from gamenight.core.match import Match, bot_player
from gamenight.core.model import Abandon, Action, Event, Forfeit, GameResult, GameStatus, MatchId, PlayerId, TimerConfig
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.core.text import Words, say


class _BotFailed(Exception):
    """A bot raised; the arguments are the message for everybody and the error for its developer."""


class MatchResult(Struct, frozen=True):
    """The end of a match. `error` says for the developer what failed; the match itself shows only that it failed."""

    match_id: MatchId
    seed: str
    status: GameStatus
    scores: dict[PlayerId, float]
    result: GameResult | None
    turns: int
    error: str | None = None


def run_match(
    game: str | GamePlugin,
    bots: Sequence[Bot],
    *,
    seed: str | int | None = None,
    options: Mapping[str, Any] | None = None,
    timer: TimerConfig | Mapping[str, Any] | None = None,
    max_turns: int | None = None,
    match_id: str = "local",
) -> MatchResult:
    """Play one match between bots, one for each seat."""
    seats = [bot_player(index, bot.name, bot.name) for index, bot in enumerate(bots)]
    match = Match.start(game, seats, seed, options=options, timer=timer, match_id=match_id)
    run = BotRun(match, bots, max_turns)
    for _ in run.answers():
        pass
    return run.outcome()


class BotRun:
    """A match between bots. Iterate over `answers` until it is over, then read `outcome`."""

    def __init__(self, match: Match, bots: Sequence[Bot], max_turns: int | None = None) -> None:
        self.match = match
        self.bots = {player.player_id: bot for player, bot in zip(match.state.players, bots, strict=True)}
        self.max_turns = match.plugin.max_turns if max_turns is None else max_turns
        self.seed_of_worlds = seed_text(f"worlds:{match.state.config.random_seed}")
        self.answered: Counter[PlayerId] = Counter()
        self.told = 0
        self.shown: dict[PlayerId, list[Event]] = {player: [] for player in self.bots}
        self.error: str | None = None

    def answers(self) -> Iterator[PlayerId]:
        """Let the bots answer, one by one, until the match is over; yields the player of each answer."""
        self._tell()
        while not self.match.is_over:
            if self.answered.total() >= self.max_turns:
                self.match.submit(Abandon(say("abandoned-turns", turns=self.max_turns)))
                break
            if not self.match.to_act:
                if not self._let_time_pass():
                    break
                continue
            player = self.match.to_act[0]
            self._let_answer(player)
            self.answered[player] += 1
            self._tell()
            yield player

    def outcome(self) -> MatchResult:
        state = self.match.state
        return MatchResult(
            state.match_id,
            state.config.random_seed,
            state.status,
            dict(state.scores),
            state.result,
            self.match.turns_played,
            self.error,
        )

    def _let_answer(self, player: PlayerId) -> None:
        if is_continue(self.match.state.phase):
            self._submit(player, to_continue(player)[0])
            return
        try:
            self._submit(player, self._answer(player, self._observation(player)))
        except _BotFailed as failure:
            self._fail(*failure.args)
        except PluginError as error:
            self._fail(say("pause-rules_failed"), str(error))

    def _answer(self, player: PlayerId, observation: Observation) -> object:
        try:
            return self.bots[player].choose_action(observation)
        except Exception as error:
            raise self._failure(player, error) from error

    def _failure(self, player: PlayerId, error: Exception) -> _BotFailed:
        """Any exception of a bot, with a message that is safe to publish, and the error for its developer."""
        return _BotFailed(say("abandoned-bot", player=player), f"{self.bots[player].name}: {error!r}")

    def _let_time_pass(self) -> bool:
        """Advance to the next deadline when no player can act; False if there is none, as in a paused match."""
        due = self.match.state.due_at
        if due is None:
            return False
        self.match.pass_time(due - self.match.now)
        self._tell()
        return True

    def _submit(self, player: PlayerId, action: object) -> None:
        if not isinstance(action, Action) or action.player_id != player:
            self.match.submit(Forfeit(player, "illegal_action", "malformed_action"))
            return
        try:
            self.match.act(action)
        except ActionRefused as refused:
            self.match.submit(Forfeit(player, "illegal_action", refused.code))

    def _observation(self, player: PlayerId) -> Observation:
        match, worlds, index = self.match, self.bots[player].worlds, self.answered[player]
        rng, listing = Rng(self.seed_of_worlds, (player, index)), match.valid_actions(player)
        history = recent(self.shown[player])
        return observe(
            match.plugin, match.state, player, match.now, index, worlds, rng, listing=listing, history=history
        )

    def _fail(self, message: Words, error: str) -> None:
        """End the match with status `error`: the message is safe to publish, the error is for the developer."""
        self.error = error
        if not self.match.is_over:
            self.match.submit(Abandon(message, "error"))

    def _tell(self) -> None:
        """Send each bot the new events, as its seat sees them."""
        news, self.told = self.match.events[self.told :], len(self.match.events)
        seen = {player: list(filter(None, [event.seen_by(player) for event in news])) for player in self.bots}
        for player, shown in seen.items():
            self.shown[player] += shown
        for player, bot in self.bots.items():
            try:
                for event in seen[player]:
                    bot.receive_outcome(event)
            except Exception as error:
                self._fail(*self._failure(player, error).args)
                break
