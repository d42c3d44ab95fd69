"""`gamenight ai-log`: the decisions of language models in a match, for the operator of the server."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from rich.table import Table
from rich.text import Text

from gamenight.cli.arguments import Commands, add_command, add_database, database_of
from gamenight.cli.exits import OK
from gamenight.cli.matches.log import ask_hall
from gamenight.cli.terminal.screen import out, print_json, show
from gamenight.core.model import Action, MatchId, Player

if TYPE_CHECKING:
    from gamenight.store import MatchStore, MatchSummary
    from gamenight.store.hall.decisions import ModelDecision
    from gamenight.store.hall.hall import Hall

WAYS = (("input", "in"), ("output", "out"))
"""The kinds of tokens, and their short names."""

NOTHING = "No language model has made a decision in this match."


def add(commands: Commands) -> None:
    parser = add_command(
        commands,
        "ai-log",
        run,
        "Show the decisions of language models in a match, and their cost.",
        "It also works while the match runs, and shows what a model's seat can see: for the operator only.\n"
        "--json includes the texts that were sent to the models.",
    )
    parser.add_argument("match", metavar="MATCH", help="a match's id")
    add_database(parser, "where the match is")
    parser.add_argument("--json", action="store_true", help="everything that was stored, as a JSON object")


def run(args: Namespace) -> int:
    log = ask_hall(database_of(args), lambda store, hall: read_log(store, hall, MatchId(args.match)))
    if args.json:
        print_json(as_data(log))
    else:
        print_log(log)
    return OK


class Entry(Struct, frozen=True):
    """A decision with its player and the number of the turn that it led to; None if it has led to none so far."""

    turn: int | None
    player: Player
    decision: ModelDecision


class AiLog(Struct, frozen=True):
    match: MatchSummary
    entries: tuple[Entry, ...]


async def read_log(store: MatchStore, hall: Hall, match_id: MatchId) -> AiLog:
    """Read the decisions, then the turns: in a running match, the turns of all these decisions are then there."""
    from gamenight.store import UnknownMatch
    from gamenight.store.hall.decisions import turn_of

    match = await store.match(match_id)
    try:
        decisions = await hall.ledger.decisions(match_id)
    except UnknownMatch:  # a match without a table
        decisions = ()
    turns = await store.turns(match_id) if decisions else ()
    entries = (Entry(turn_of(one, turns), match.players[one.seat_index], one) for one in decisions)
    return AiLog(match, tuple(sorted(entries, key=_place)))


def _place(entry: Entry) -> tuple[int, int]:
    """The sort key. Prompts have the order of their turns, and a prompt without a turn so far is the last."""
    return entry.decision.prompt, entry.player.seat_index


class Sums(Struct, frozen=True, kw_only=True):
    """The sums of some decisions; `usd` leaves out the `unpriced` calls."""

    decisions: int
    outcomes: dict[str, int]
    calls: int
    tokens: int
    usd: float
    unpriced: int

    @property
    def price(self) -> str:
        return price(self.usd, self.unpriced, self.calls)


def sums_of(entries: Sequence[Entry]) -> Sums:
    decisions = [entry.decision for entry in entries]
    return Sums(
        decisions=len(decisions),
        outcomes=dict(Counter(one.outcome for one in decisions)),
        calls=sum(one.call_count or len(one.calls) for one in decisions),
        tokens=sum(one.tokens or _tokens_of(one) for one in decisions),
        usd=sum(one.usd for one in decisions),
        unpriced=sum(one.unpriced if one.call_count else len(one.calls) for one in decisions),
    )


def _tokens_of(decision: ModelDecision) -> int:
    """The tokens from the calls themselves: the ledger has no sums for models hosted by players."""
    calls = [msgspec.convert(call, CallTold) for call in decision.calls]
    return sum((call.usage.get("input") or 0) + (call.usage.get("output") or 0) for call in calls)


def seats_of(log: AiLog) -> list[tuple[Player, list[Entry]]]:
    """The decisions of each seat, without seats that have none."""
    seats = [(player, [entry for entry in log.entries if entry.player == player]) for player in log.match.players]
    return [(player, entries) for player, entries in seats if entries]


def as_data(log: AiLog) -> dict[str, Any]:
    return {
        "match_id": log.match.match_id,
        "game_id": log.match.game_id,
        "status": log.match.status,
        "decisions": [_decision_data(entry) for entry in log.entries],
        "seats": {player.player_id: sums_of(entries) for player, entries in seats_of(log)},
        "sums": sums_of(log.entries),
    }


def _decision_data(entry: Entry) -> dict[str, Any]:
    return {"turn": entry.turn, "player_id": entry.player.player_id, **msgspec.structs.asdict(entry.decision)}


# In words


class CallTold(Struct, frozen=True, kw_only=True):
    """The data of a call, as far as it was stored."""

    attempt: int = 1
    endpoint: str = ""
    model: str = ""
    outcome: str = ""
    reply: str = ""
    reason: str = ""
    usage: dict[str, int | None] = {}
    usd: float | None = None
    duration_ms: float = 0.0


def print_log(log: AiLog) -> None:
    console, match = out(), log.match
    title = Text.assemble((f"match {match.match_id} ", "bold"), f"({match.game_id}, {match.status.value})")
    show(console, title, above=1, below=1)
    if not log.entries:
        show(console, NOTHING, below=1)
        return
    for heading, entries in groupby(log.entries, _heading):
        show(console, Text(heading, "bold"))
        for entry in entries:
            show(console, Text("\n").join(decision_lines(entry.decision)), below=1)
    show(console, sums_table(log), below=1)


def _heading(entry: Entry) -> str:
    turn = "no turn" if entry.turn is None else f"turn {entry.turn}"
    name = printable(entry.player.display_name)
    return f"{turn}, prompt {entry.decision.prompt}, {entry.player.player_id} ({name})"


def decision_lines(decision: ModelDecision) -> Iterable[Text]:
    hidden = ", hidden" if decision.is_hidden else ""
    retry = f", retry {decision.retry}" if decision.retry else ""
    move = "no move" if decision.played == "nobody" else f"played by {words(decision.played)}"
    line = f"{words(decision.outcome)}{_because(decision.reason)}; {move}{hidden}{retry}"
    yield Text.assemble((f"{clock(decision.at)}  ", "dim"), line)
    if decision.action is not None:
        yield Text(f"chose {action_text(decision.action)}")
    if decision.said:
        yield Text(f"said: {printable(decision.said)}")
    for call in decision.calls:
        yield from call_lines(msgspec.convert(call, CallTold))


def call_lines(call: CallTold) -> Iterable[Text]:
    tokens = ", ".join(f"{call.usage[name]:,} {way}" for name, way in WAYS if call.usage.get(name) is not None)
    cost = price(call.usd or 0.0, int(call.usd is None), 1)
    told = [
        f"try {call.attempt}: {call.outcome}{_because(call.reason)}",
        "/".join(filter(None, (call.endpoint, call.model))) or "a model that is hosted elsewhere",
    ]
    told += [f"{tokens} tokens"] if tokens else []
    yield Text(printable("; ".join([*told, cost, f"{call.duration_ms:,.0f} ms"])), "dim")
    if call.reply:
        yield from (Text(f"  {line}") for line in printable(call.reply).splitlines())


def sums_table(log: AiLog) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("seat", "decisions", "calls", "tokens", "cost", "outcomes"):
        table.add_column(title, justify="right" if title in ("decisions", "calls", "tokens") else "left")
    for player, entries in seats_of(log):
        table.add_row(f"{player.player_id} ({printable(player.display_name)})", *_cells(sums_of(entries)))
    if table.row_count > 1:
        table.add_row("all", *_cells(sums_of(log.entries)))
    return table


def _cells(sums: Sums) -> tuple[str, ...]:
    outcomes = ", ".join(f"{count} {words(outcome)}" for outcome, count in sorted(sums.outcomes.items()))
    return f"{sums.decisions:,}", f"{sums.calls:,}", f"{sums.tokens:,}", sums.price, outcomes


def price(usd: float, unpriced: int, calls: int) -> str:
    """The known cost of these calls, with the number of calls whose cost is unknown."""
    if calls and unpriced == calls:
        return "cost unknown"
    return f"${usd:.4f}" + (f" and {unpriced} unknown" if unpriced else "")


def action_text(action: Action) -> str:
    return printable(f"{action.action_type} {msgspec.json.encode(action.payload).decode()}")


def words(name: str) -> str:
    return name.replace("_", " ")


def _because(reason: str) -> str:
    return f" ({printable(reason)})" if reason else ""


def clock(at: int) -> str:
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M:%S}"


def printable(text: str) -> str:
    """An untrusted text without control characters."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "�" for letter in text)
