"""`gamenight check`: check that a game keeps the contract, or that it agrees with other engines."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from gamenight.cli.arguments import A_GAME, Commands, add_command, positive
from gamenight.cli.exits import FAILED, OK, USAGE, CliError
from gamenight.cli.matches.against import compare
from gamenight.cli.terminal.screen import out, print_json, progress, show
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import find_game

if TYPE_CHECKING:
    from gamenight.testing import CheckResult, Report


def add(commands: Commands) -> None:
    parser = add_command(
        commands,
        "check",
        run,
        "Check the rules of a game.",
        "Plays the game in many ways and checks every rule of the contract for games; or, with --against,\n"
        "replays the games of another engine and compares.",
    )
    parser.add_argument("game", metavar="GAME", help=A_GAME)
    parser.add_argument("--seed", metavar="S", help="any text; another seed checks other matches")
    parser.add_argument("--seconds", type=positive, metavar="N", help="check for N seconds (default: one round)")
    parser.add_argument("--json", action="store_true", help="the report as a JSON object")
    parser.add_argument("--against", nargs="+", metavar="FILE", help="games of another engine: JSON lines, also .gz")


def run(args: Namespace) -> int:
    game = find_game(args.game)
    if args.against:
        if args.seed or args.seconds or args.json:
            raise CliError("--against replays the games in the files: it takes no --seed, --seconds or --json", USAGE)
        return compare(game, args.against)
    report = examined(game, args.seed, args.seconds)
    if args.json:
        print_json(as_data(report))
    else:
        print_report(out(), report)
    return OK if report.passed else FAILED


def examined(game: GamePlugin, seed: str | None, seconds: int | None) -> Report:
    """Check the game with a progress bar; return the last report."""
    from gamenight.testing import examine
    from gamenight.testing.kit import SEED

    report = None
    with progress() as bar:
        name = getattr(game, "display_name", type(game).__name__)
        task = bar.add_task(name)
        for step in examine(game, seed=seed or SEED, seconds=seconds):
            report = step.report
            bar.update(task, description=f"{name}: {step.doing}", completed=step.done, total=step.of)
    assert report is not None
    return report


def print_report(console: Console, report: Report) -> None:
    table = Table.grid(padding=(0, 2))
    table.add_column()
    table.add_column(no_wrap=True)
    table.add_column(justify="right")
    table.add_column(style="dim")
    for verdict in report.verdicts:
        table.add_row(_mark(verdict), verdict.name, _cases(verdict), verdict.note or verdict.rule)
    show(console, table, above=1, below=1)
    console.print(Text(report.phases_in_words, "dim"), soft_wrap=True)
    for verdict in report.verdicts:
        if verdict.counter_example is not None:
            console.print(Text(f"  {verdict.name}: {verdict.rule}", "bold red"), soft_wrap=True)
            console.print(Padding(Text(verdict.counter_example.words), (0, 0, 1, 4)))
    console.print(_summary(report), soft_wrap=True)


def _mark(verdict: CheckResult) -> Text:
    if not verdict.passed:
        return Text("✗", "red")
    return Text("✓", "green") if verdict.cases else Text("-", "dim")


def _cases(verdict: CheckResult) -> str:
    return f"{verdict.cases:,}" if verdict.cases else ""


def _summary(report: Report) -> Text:
    cases = sum(verdict.cases for verdict in report.verdicts)
    name = f"{report.game_id}/v{report.rules_version}"
    if report.passed:
        passed = sum(1 for verdict in report.verdicts if verdict.cases)
        idle = f"; {len(report.verdicts) - passed} rules had no case" if passed < len(report.verdicts) else ""
        return Text(f"{name} conforms: {passed} rules passed in {cases:,} cases{idle}")
    return Text(f"{name} breaks {len(report.failed)} of {len(report.verdicts)} rules: {', '.join(report.failed)}")


def as_data(report: Report) -> dict[str, Any]:
    return {
        "game_id": report.game_id,
        "rules_version": report.rules_version,
        "seed": report.seed,
        "passed": report.passed,
        "phases": report.phases,
        "checks": [
            {
                "name": verdict.name,
                "rule": verdict.rule,
                "cases": verdict.cases,
                "passed": verdict.passed,
                "note": verdict.note,
                "counter_example": verdict.counter_example,
            }
            for verdict in report.verdicts
        ],
    }
