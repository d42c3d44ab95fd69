"""`gamenight verify`: check that a match was played with the promised seed, and that the log has what was played."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from rich.text import Text

from gamenight.cli.arguments import Commands, add_command, add_database, add_rules, database_of
from gamenight.cli.exits import FAILED, OK, USAGE, CliError
from gamenight.cli.matches.log import ask
from gamenight.cli.matches.sources import OVER, Log, Source, count_snapshots, foreign, read_source
from gamenight.cli.terminal.screen import out, pairs, show
from gamenight.core.model import GameState, Record
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import replay
from gamenight.core.rng import commitment

if TYPE_CHECKING:
    from gamenight.store import MatchStore, MatchSummary

Findings = list[tuple[str, str]]
"""The names of the checks, with their results."""


def add(commands: Commands) -> None:
    parser = add_command(
        commands,
        "verify",
        run,
        "Prove that a match was fair.",
        "Computes the commitment from seed and salt, replays every turn with every shuffle in it, and\n"
        "compares the result with the log. A match that is not over is refused: its seed is still secret.",
    )
    parser.add_argument("match", metavar="MATCH", help="a match's id, or a record file")
    add_rules(parser)
    add_database(parser, "where the match is")


def run(args: Namespace) -> int:
    source = read_source(args)
    record, game = playable(source)
    if source.log is None:
        findings = verify_record(record, game)
    else:
        findings = verify_logged(database_of(args), record, source.log, game)
    console = out()
    show(console, Text.assemble((f"match {record.match_id} ", "bold"), f"({game.display_name})"), above=1, below=1)
    table = pairs()
    for what, outcome in findings:
        table.add_row(what, outcome)
    show(console, table, below=1)
    return OK


def playable(source: Source) -> tuple[Record, GamePlugin]:
    if source.record is None or source.game is None:
        raise CliError(foreign(source.match), USAGE)
    return source.record, source.game


def verify_record(record: Record, game: GamePlugin) -> Findings:
    """Verify a record. It does not have the published commitment, so that is shown for comparison."""
    promise = promise_of(record)
    check_over(record, replay(game, record))
    return [
        ("seed", record.config.random_seed),
        ("salt", record.config.salt),
        ("commitment", f"{promise}\nCompare it with the one announced at the start; a record does not have it."),
        ("turns", f"{len(record.turns)} replayed, with every shuffle in them"),
    ]


def verify_logged(url: str, record: Record, log: Log, game: GamePlugin) -> Findings:
    check_over(record, log.summary)
    check_promise(record, log)

    async def compare(store: MatchStore) -> int:
        from gamenight.store import verify

        state = await verify(store, game, record.match_id)
        if state.status is not log.summary.status:
            raise different(
                record, f"its turns end as {state.status.value}, but its row has {log.summary.status.value}"
            )
        return await count_snapshots(store, record.match_id)

    snapshots = ask(url, compare)
    return [
        ("seed", record.config.random_seed),
        ("salt", record.config.salt),
        ("commitment", f"{log.summary.commitment}\nIt fits seed and salt, and it was published before the first turn."),
        ("turns", f"{len(record.turns)} replayed, with every shuffle in them"),
        ("events", f"{len(log.events)} equal to those of the replay"),
        ("snapshots", f"{snapshots} equal to those of the replay"),
    ]


def check_over(record: Record, match: GameState | MatchSummary) -> None:
    """Raise CliError if the match is not over: its seed must stay secret."""
    if match.status not in OVER:
        raise CliError(f"match {record.match_id} is not over: it can be verified after its end", USAGE)


def check_promise(record: Record, log: Log) -> None:
    """Check that the published commitment fits seed and salt, and that these are the ones published at the end."""
    config = record.config
    promise = promise_of(record)
    if told(log, "engine.match_started", "commitment") != promise:
        raise different(record, "the commitment published at the set-up does not fit seed and salt")
    if log.summary.commitment != promise:
        raise different(record, "the commitment in its row does not fit seed and salt")
    for name, value in (("seed", config.random_seed), ("salt", config.salt)):
        if told(log, "engine.match_finished", name) != value:
            raise different(record, f"the {name} published at the end is not the one in its row")


def promise_of(record: Record) -> str:
    """The commitment computed from seed and salt."""
    for name, text in (("seed", record.config.random_seed), ("salt", record.config.salt)):
        try:
            bytes.fromhex(text)
        except ValueError:
            raise different(record, f"its {name} is not hexadecimal, so there can be no commitment to it") from None
    return commitment(record.config.random_seed, record.config.salt)


def told(log: Log, event_type: str, name: str) -> Any:
    """A value of the payload of the first event of this type."""
    payloads = (stored.event.payload for stored in log.events if stored.event.event_type == event_type)
    return next(payloads, {}).get(name)


def different(record: Record, what: str) -> CliError:
    return CliError(f"match {record.match_id}: {what}", FAILED)
