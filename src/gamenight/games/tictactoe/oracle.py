"""Tic-tac-toe as OpenSpiel plays it."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.core.model import Action
from gamenight.core.oracle import Verdict, judge, same
from gamenight.games.tictactoe.rules import PLAYERS, Board, TicTacToe

MARKS = "xo"


class Ply(Struct, frozen=True):
    """Player `p` chose `a`, in words `s`, of the legal actions `L`."""

    k: Literal["p"]
    p: int
    a: int
    s: str
    L: tuple[str, ...]


class Transcript(Struct, frozen=True):
    params: dict[str, Any]
    players: int
    deal: tuple[()]
    plies: tuple[Ply, ...]
    returns: tuple[float, ...]
    returns_changes: tuple[tuple[int, tuple[float, ...]], ...]
    final: str


def replay(transcript: dict[str, Any]) -> Verdict:
    return judge(transcript, "tic_tac_toe", Transcript, _compare)


def _compare(transcript: Transcript) -> None:
    if transcript.params:
        raise BadOptions(f"no options for {sorted(transcript.params)}")
    match = Match.start(TicTacToe(), transcript.players, seed=0)
    for number, ply in enumerate(transcript.plies):
        _compare_ply(match, ply, f"ply {number}")
    same("is over", True, match.is_over)
    same("final board", transcript.final, _drawn(match.state.game_data))
    same("returns", transcript.returns, returns := _returns(match))
    same("returns_changes", transcript.returns_changes, ((len(transcript.plies), returns),) if any(returns) else ())


def _compare_ply(match: Match, ply: Ply, place: str) -> None:
    same(f"{place}, player", (ply.p,), tuple(PLAYERS.index(player) for player in match.to_act))
    moves = {_name(action): action for action in match.legal_actions(PLAYERS[ply.p])}
    same(f"{place}, legal actions", sorted(ply.L), sorted(moves))
    same(f"{place}, {ply.s} is legal", True, ply.s in moves)
    move = moves[ply.s]
    same(f"{place}, action", ply.a, 3 * move.payload.row + move.payload.col)
    match.act(move)


def _name(action: Action) -> str:
    return f"{MARKS[PLAYERS.index(action.player_id)]}({action.payload.row},{action.payload.col})"


def _drawn(board: Board) -> str:
    marks = "".join("." if cell is None else MARKS[cell] for cell in board.cells)
    return "\n".join((marks[:3], marks[3:6], marks[6:]))


def _returns(match: Match) -> tuple[float, ...]:
    """1 for the winner, -1 for the loser, 0 in a draw."""
    return tuple(2 * match.scores[player] - 1 for player in PLAYERS)
