"""The tables of a report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean, median

from gamenight.arena.contest import Contest
from gamenight.arena.job import GameOutcome, Seats
from gamenight.arena.report.markup import Child, Markup, el, join
from gamenight.arena.report.people import Person
from gamenight.arena.report.result import ArenaResult
from gamenight.arena.tally import Showing
from gamenight.arena.words import dollars, duration, fault_rates, figure, percent, percents, rating, score
from gamenight.llm.figures import FAULTS

MOST_TROUBLES = 50


def table(titles: Sequence[str], rows: Iterable[Sequence[Child]], *, words: int = 1) -> Markup:
    """A table whose first columns are words, and the others numbers."""
    head = [el("th", title, class_=None if place < words else "number") for place, title in enumerate(titles)]
    body = [
        el("tr", *(el("td", cell, class_=None if place < words else "number") for place, cell in enumerate(row)))
        for row in rows
    ]
    whole = el("table", el("thead", el("tr", *head)), el("tbody", *body))
    return el("div", whole, class_="scroll")


def standings_table(people: Sequence[Person], result: ArenaResult) -> Markup:
    ratings = result.tally.ratings.current
    rows = [
        (
            person.chip(),
            *_record(person.showing),
            person.showing.crashes,
            rating(ratings[person.index]),
        )
        for person in people
    ]
    return table(("contestant", *RECORD, "crashes", "rating"), rows)


RECORD = ("games", "won – drawn – lost", "rate", "95 %, Wilson", "95 %, paired decks", "score")


def _record(showing: Showing) -> Sequence[Child]:
    return (
        showing.games,
        f"{showing.wins} – {showing.draws} – {showing.losses}",
        el("strong", percent(showing.rate)),
        percents(showing.interval),
        percents(showing.paired_interval),
        score(showing),
    )


def pairings_table(people: Sequence[Person], result: ArenaResult) -> Markup:
    """The members of each group, the best first; of two, only the better one, as the other has the opposite figures."""
    known = {person.index: person for person in people}
    rows = []
    for group in result.tally.groups:
        members = sorted(group, key=lambda index: (-(group[index].rate or 0.0), known[index].place))
        for index in members[:1] if len(members) == 2 else members:
            others = [known[other].chip() for other in members if other != index]
            rows.append((known[index].chip(), join(*others), *_record(group[index])))
    return table(("contestant", "against", *RECORD), rows, words=2)


def effort_table(people: Sequence[Person]) -> Markup:
    rows = [
        (
            person.chip(),
            figure(person.showing.decisions),
            duration(person.showing.ms_per_move),
            duration(person.showing.think_ms),
            figure(person.showing.searches) if person.showing.searches else "–",
            figure(person.showing.iterations_per_move),
        )
        for person in people
    ]
    return table(("contestant", "moves", "time per move", "total time", "searches", "iterations per search"), rows)


def models_table(people: Sequence[Person], result: ArenaResult) -> Markup | None:
    """The faults of language models as shares of their calls, with tokens, cost and time; None without models."""
    models = [(person, model) for person in people if (model := result.tally.models[person.index]) is not None]
    if not models:
        return None
    rows = [
        (
            person.chip(),
            figure(model.asked),
            figure(model.calls),
            *map(percent, fault_rates(model)),
            figure(model.forfeited),
            figure(model.substituted),
            figure(model.input_tokens),
            figure(model.output_tokens),
            dollars(model),
            duration(model.ms / model.asked if model.asked else None),
        )
        for person, model in models
    ]
    totals = ("games forfeited", "moves replaced", "tokens in", "tokens out", "US dollars", "time per decision")
    return table(("model", "decisions", "calls", *FAULTS, *totals), rows)


def durations_table(durations_ms: Sequence[float]) -> Markup:
    ordered = sorted(durations_ms)
    late = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    row = [duration(value) for value in (fmean(ordered), median(ordered), late, ordered[-1], sum(ordered))]
    return table(("", "mean", "median", "95th percentile", "longest", "total"), [("duration of a game", *row)])


def seats_table(result: ArenaResult) -> Markup:
    rows = [
        (_seats_named(side), each.games, percent(each.rate), percents(each.interval))
        for side, each in zip(result.contest.sides, result.tally.sides, strict=True)
    ]
    return table(("seat in turn order", "games", "rate", "95 %, Wilson"), rows)


def _seats_named(side: Seats) -> str:
    """`seat 1`, or `seats 1, 3` for a team."""
    return f"seat{'s' if len(side) > 1 else ''} {', '.join(str(seat + 1) for seat in side)}"


def troubles_table(contest: Contest, outcomes: Sequence[GameOutcome]) -> Markup:
    """Games that were lost by a crash or are void, each with its reason."""
    rows = [
        (
            outcome.number,
            " · ".join(contest.names[index] for index in contest.seating(outcome.number)),
            outcome.error or "",
        )
        for outcome in outcomes[:MOST_TROUBLES]
    ]
    more = len(outcomes) - len(rows)
    rest = el("p", f"and {more} more, which are in the results file", class_="note") if more else None
    return join(table(("game", "seats", "reason"), rows, words=3), rest)
