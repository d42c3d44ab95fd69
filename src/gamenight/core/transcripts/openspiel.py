"""Replay OpenSpiel's transcripts: the common part of the readers in the games' `oracle` modules.

A transcript is a whole game. Each ply is a decision of one player, a decision of several at the same time, or chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from msgspec import Struct

from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.core.model import Action, seat, seat_index
from gamenight.core.plugin import GamePlugin
from gamenight.core.transcripts.oracle import Verdict, judge, same


class ChanceNode(Struct, frozen=True, tag_field="k", tag="c"):
    """Chance chose outcome `a`, in words `s`."""

    a: int
    s: str


class DecisionNode(Struct, frozen=True, tag_field="k", tag="p"):
    """Player `p` chose `a`, in words `s`, of the legal actions `L`."""

    p: int
    a: int
    s: str
    L: tuple[str, ...]


class SimultaneousNode(Struct, frozen=True, tag_field="k", tag="s"):
    """Players `p` chose `a`, in words `s`, each of their legal actions `L`."""

    p: tuple[int, ...]
    a: tuple[int, ...]
    s: tuple[str, ...]
    L: tuple[tuple[str, ...], ...]


class Transcript(Struct, frozen=True):
    """A game. `deal` holds the outcomes of chance before the first decision. `returns` are cumulative, and
    `returns_changes` says after how many plies they changed."""

    params: dict[str, Any]
    players: int
    deal: tuple[tuple[int, str], ...]
    plies: tuple[ChanceNode | DecisionNode | SimultaneousNode, ...]
    returns: tuple[float, ...]
    returns_changes: tuple[tuple[int, tuple[float, ...]], ...]
    final: str

    @property
    def chances(self) -> tuple[ChanceNode, ...]:
        """All outcomes of chance, in order."""
        later = [ply for ply in self.plies if isinstance(ply, ChanceNode)]
        return (*[ChanceNode(*outcome) for outcome in self.deal], *later)


class Reader:
    """Replays transcripts of one game; each game has a subclass that knows OpenSpiel's notation of actions and ends."""

    game: ClassVar[GamePlugin]
    name: ClassVar[str]
    """OpenSpiel's name of the game."""

    fixed: ClassVar[Mapping[str, Any]] = {}
    """The parameter values that our rules imply, for parameters that are not options of ours."""

    def named(self, action: Action) -> tuple[int, str]:
        """OpenSpiel's number and text of an action."""
        raise NotImplementedError

    def final(self, match: Match) -> str:
        """The end of the match in OpenSpiel's notation."""
        raise NotImplementedError

    def read_final(self, written: str) -> str:
        """The part of a transcript's end that is compared with `final`."""
        return written

    def options(self, transcript: Transcript) -> dict[str, Any]:
        """Our options for a transcript; raises BadOptions if we have none for its parameters."""
        unknown = sorted(name for name, value in transcript.params.items() if self.fixed.get(name, ...) != value)
        if unknown:
            raise BadOptions(f"no options for {unknown}")
        return {}

    def see_chance(self, match: Match, outcome: ChanceNode, place: str) -> None:
        """Compare an outcome of chance with our match, in which the outcomes are fixed beforehand."""

    def returns(self, match: Match, transcript: Transcript) -> tuple[float, ...]:
        """By default the winners share 1 and the others -1; all have 0 if everybody wins."""
        assert match.result is not None
        winners, players = match.result.winners, match.state.players
        if len(winners) == len(players):
            return (0,) * len(players)
        win, loss = 1 / len(winners), -1 / (len(players) - len(winners))
        return tuple(win if player.player_id in winners else loss for player in players)

    def replay(self, transcript: dict[str, Any]) -> Verdict:
        """Replay a transcript, and compare everything in it."""
        return judge(transcript, self.name, Transcript, self._compare)

    def _compare(self, transcript: Transcript) -> None:
        match = Match.start(self.game, transcript.players, seed=0, options=self.options(transcript))
        for outcome in transcript.deal:
            self.see_chance(match, ChanceNode(*outcome), "deal")
        self.play(match, transcript)
        same("is over", True, match.is_over)
        same("final", self.read_final(transcript.final), self.final(match))
        self._compare_returns(match, transcript)

    def play(self, match: Match, transcript: Transcript) -> None:
        """Take every ply of the transcript."""
        for number, ply in enumerate(transcript.plies):
            if isinstance(ply, ChanceNode):
                self.see_chance(match, ply, f"ply {number}")
            else:
                self.decide(match, ply, f"ply {number}")

    def decide(self, match: Match, ply: DecisionNode | SimultaneousNode, place: str) -> None:
        """Compare who decides and which actions are legal, then take the chosen ones."""
        if isinstance(ply, DecisionNode):
            ply = SimultaneousNode((ply.p,), (ply.a,), (ply.s,), (ply.L,))
        same(f"{place}, players", ply.p, tuple(seat_index(player) for player in match.to_act))
        same(f"{place}, answers", {len(ply.p)}, {len(ply.a), len(ply.s), len(ply.L)})
        for player, number, name, legal in zip(ply.p, ply.a, ply.s, ply.L, strict=True):
            known = {self.named(action): action for action in match.legal_actions(seat(player))}
            same(f"{place}, legal actions", sorted(legal), sorted(words for _, words in known))
            same(f"{place}, {name} is action {number}", True, (number, name) in known)
            match.act(known[number, name])

    def _compare_returns(self, match: Match, transcript: Transcript) -> None:
        """All games read so far pay only at their end."""
        returns = _rounded(self.returns(match, transcript))
        same("returns", _rounded(transcript.returns), returns)
        changes = tuple((plies, _rounded(changed)) for plies, changed in transcript.returns_changes)
        same("returns_changes", changes, ((len(transcript.plies), returns),) if any(returns) else ())


def _rounded(returns: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 3) for value in returns)
