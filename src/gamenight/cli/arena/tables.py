"""Print the result of an arena as tables."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from statistics import fmean

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamenight.arena import ArenaResult, GameOutcome
from gamenight.arena.tally import Showing
from gamenight.arena.words import dollars, duration, fault_rates, figure, percent, percents, rating, score
from gamenight.bots.bot_lookup import short_name
from gamenight.cli.exits import USAGE, CliError
from gamenight.cli.terminal.screen import out, pairs, print_json, show
from gamenight.core.registry import find_game
from gamenight.llm.figures import FAULTS

MOST_REASONS = 5
RECORD = ("won–drawn–lost", "rate", "95 %", "95 % by deck")
NAME_WIDTH = 16
LONGEST_NAME = 20
LONGEST_AGAIN = 14
"""These lengths let the tables fit in 80 characters; the second table has less room for names."""


def print_result(result: ArenaResult, args: Namespace) -> None:
    """Print the tables, or the figures as JSON; write the page if one was asked for."""
    if args.report is not None:
        try:
            result.write_report(args.report)
        except OSError as error:
            raise CliError(f"cannot write {args.report}: {error.strerror}", USAGE) from None
    if args.json:
        print_json(result.summary())
        return
    console = out()
    show(console, heading(result), above=1, below=1)
    for table in tables(result):
        show(console, table, below=1)
    print_troubles(console, "lost by a crash", result.crashes)
    print_troubles(console, "void", result.voids)
    for line in ways_on(result, args):
        show(console, Text(line, "dim"))


def heading(result: ArenaResult) -> Text:
    contest = result.contest
    durations = result.tally.durations_ms
    games = f"{result.tally.finished} of {contest.total} games counted"
    pace = f"{duration(fmean(durations))} per game, " if durations else ""
    meeting = f"{contest.games} for each of {len(contest.groups)} groups, " if len(contest.groups) > 1 else ""
    decks = f"{contest.decks} deck{'' if contest.decks == 1 else 's'}"
    return Text.assemble(
        (find_game(contest.game).display_name, "bold"),
        f": {games} ({meeting}{decks}), {pace}seed {contest.seed}",
    )


def tables(result: ArenaResult) -> list[Table]:
    shown = [*legend(result), standings(result), effort(result), *models(result)]
    if len(result.contest.groups) > 1:
        shown += [pairings(result), head_to_head(result)]
    return shown


def legend(result: ArenaResult) -> list[Table]:
    """The full names by number, if some are too long for the other tables."""
    if not has_longer_names(result, LONGEST_NAME):
        return []
    table = pairs()
    for place, index in enumerate(result.tally.standings(), 1):
        table.add_row(str(place), result.contest.names[index])
    return [table]


def has_longer_names(result: ArenaResult, longest: int) -> bool:
    return any(len(name) > longest for name in result.contest.names)


def grid(words: str, *numbers: str) -> Table:
    """A table with a column of words, and others of numbers."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(words, overflow="fold", min_width=NAME_WIDTH)
    for title in numbers:
        table.add_column(title, justify="right", no_wrap=True)
    return table


def standings(result: ArenaResult) -> Table:
    table = grid("contestant", *RECORD)
    for place, index in enumerate(result.tally.standings()):
        table.add_row(numbered(result, place), *record(result.tally.overall[index]))
    return table


def numbered(result: ArenaResult, place: int, longest: int = LONGEST_NAME) -> str:
    """The number and name of the contestant at this place; if any name is too long, all without parameters."""
    name = result.contest.names[result.tally.standings()[place]]
    return f"{place + 1} {short_name(name) if has_longer_names(result, longest) else name}"


def record(showing: Showing) -> Sequence[str]:
    return (
        f"{showing.wins}–{showing.draws}–{showing.losses}",
        percent(showing.rate),
        percents(showing.interval),
        percents(showing.paired_interval),
    )


def effort(result: ArenaResult) -> Table:
    table = grid("contestant", "score", "rating", "time per move", "iterations", "crashes")
    ratings = result.tally.ratings.current
    for place, index in enumerate(result.tally.standings()):
        showing = result.tally.overall[index]
        table.add_row(
            numbered(result, place, LONGEST_AGAIN),
            score(showing),
            rating(ratings[index]),
            duration(showing.ms_per_move),
            figure(showing.iterations_per_move),
            str(showing.crashes),
        )
    return table


def models(result: ArenaResult) -> list[Table]:
    """The faults of language models as shares of their calls, and their tokens, time and cost."""
    places = [(place, result.tally.models[index]) for place, index in enumerate(result.tally.standings())]
    named = [(numbered(result, place, LONGEST_AGAIN), model) for place, model in places if model is not None]
    if not named:
        return []
    faults = grid("model", "calls", *FAULTS)
    follows = grid("model", "games forfeited", "moves replaced", "time per call")
    costs = grid("model", "tokens in", "out", "thinking", "cached", "US dollars")
    for name, model in named:
        rates = [percent(share) for share in fault_rates(model)]
        faults.add_row(name, figure(model.calls), *rates)
        tokens = [model.input_tokens, model.output_tokens, model.reasoning_tokens, model.cached_tokens]
        time_per_call = model.ms / model.calls if model.calls else None
        follows.add_row(name, figure(model.forfeited), figure(model.substituted), duration(time_per_call))
        costs.add_row(name, *map(figure, tokens), dollars(model))
    return [faults, follows, costs]


def pairings(result: ArenaResult) -> Table:
    """The results of each group; of two contestants only the better, as the other has the opposite figures."""
    table, order = grid("pairing", *RECORD), result.tally.standings()
    names = {index: numbered(result, place) for place, index in enumerate(order)}
    for group in result.tally.groups:
        members = sorted(group, key=lambda index: (-(group[index].rate or 0.0), order.index(index)))
        for index in members[:1] if len(members) == 2 else members:
            others = " and ".join(names[other] for other in members if other != index)
            table.add_row(f"{names[index]} against {others}", *record(group[index]))
    return table


def head_to_head(result: ArenaResult) -> Table:
    order = result.tally.standings()
    table = grid("head to head", *(str(place + 1) for place in range(len(order))))
    for place, index in enumerate(order):
        duels = [result.tally.duels[index][other] for other in order]
        rates = ["·" if duel.rate is None else f"{100 * duel.rate:.0f} %" for duel in duels]
        table.add_row(numbered(result, place), *rates)
    return table


def print_troubles(console: Console, what: str, outcomes: Sequence[GameOutcome]) -> None:
    """Print the number of these games and the most frequent reasons."""
    if not outcomes:
        return
    reasons = Counter(outcome.error or "no reason was given" for outcome in outcomes)
    show(console, Text(f"{len(outcomes)} {what}:", "bold"))
    for reason, count in reasons.most_common(MOST_REASONS):
        show(console, Text(f"{count} × {reason}"))
    if len(reasons) > MOST_REASONS:
        show(console, Text(f"and {len(reasons) - MOST_REASONS} other reasons", "dim"))
    console.print()


def ways_on(result: ArenaResult, args: Namespace) -> list[str]:
    """Where to find the results, the report and the games."""
    lines = []
    if args.out is not None:
        lines.append(f"results: {args.out}")
    if args.report is not None:
        lines.append(f"report:  {args.report}")
    if args.db is not None and result.outcomes:
        first = result.contest.match_id(result.outcomes[0].number)
        lines.append(f"a game:  gamenight replay {shlex.quote(first)}, with the same --db")
    return lines
