"""The page of a report."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files

from gamenight.arena.contest import Contest
from gamenight.arena.report.markup import Markup, el, join
from gamenight.arena.report.matrix import matrix_plot
from gamenight.arena.report.people import Person, people
from gamenight.arena.report.rates import rates_plot
from gamenight.arena.report.ratings import ratings_plot
from gamenight.arena.report.result import ArenaResult
from gamenight.arena.report.scores import scores_plot
from gamenight.arena.report.tables import (
    durations_table,
    effort_table,
    models_table,
    pairings_table,
    seats_table,
    standings_table,
    troubles_table,
)
from gamenight.arena.words import duration, figure
from gamenight.core.registry import find_game


def page(result: ArenaResult) -> str:
    """The report as one HTML file, with everything in it."""
    everybody = people(result)
    title = f"{find_game(result.contest.game).display_name}: {figure(result.contest.total)} games between bots"
    head = el(
        "head",
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", title),
        el("style", Markup(files(__package__).joinpath("style.css").read_text())),
    )
    body = el("main", _top(result, title), *_sections(result, everybody), _setup(result.contest))
    return f"<!doctype html>\n{el('html', head, el('body', body), lang='en')}\n"


def _top(result: ArenaResult, title: str) -> Markup:
    tally, contest = result.tally, result.contest
    mean = sum(tally.durations_ms) / len(tally.durations_ms) if tally.durations_ms else None
    tiles = {
        "games counted": f"{figure(tally.finished)} of {figure(contest.total)}",
        "decks": figure(contest.decks),
        "games a pairing": figure(contest.games),
        "mean duration": duration(mean),
        "lost by a crash": figure(len(tally.crashes)),
        "void": figure(len(tally.voids)),
    }
    shown = [el("div", el("dt", name), el("dd", value)) for name, value in tiles.items()]
    return el("header", el("h1", title), el("dl", *shown, class_="tiles"))


def _sections(result: ArenaResult, everybody: Sequence[Person]) -> list[Markup]:
    tally = result.tally
    if not tally.finished:
        return [_section("Standings", "No game counts yet.", None), *_troubles(result)]
    return [
        _section("Standings", STANDINGS, standings_table(everybody, result)),
        _section("Win rates", RATES, rates_plot(everybody, len(result.contest.sides))),
        *_meetings(result, everybody),
        _section("Scores", SCORES, scores_plot(everybody) or el("p", "No game was played to its end.")),
        _section("Ratings", RATINGS, _rated(result, everybody)),
        _section("Time and effort", EFFORT, join(effort_table(everybody), durations_table(tally.durations_ms))),
        *_models(result, everybody),
        *_troubles(result),
    ]


def _models(result: ArenaResult, everybody: Sequence[Person]) -> list[Markup]:
    shown = models_table(everybody, result)
    return [] if shown is None else [_section("Language models", MODELS, shown)]


def _meetings(result: ArenaResult, everybody: Sequence[Person]) -> list[Markup]:
    """The sections about results against each other; none in a game of one side."""
    if len(result.contest.sides) < 2:
        return []
    return [
        _section("Head to head", DUELS, matrix_plot(everybody, result.tally.duels)),
        _section("Pairings", PAIRINGS, pairings_table(everybody, result)),
        _section("Seats", SEATS, seats_table(result)),
    ]


def _rated(result: ArenaResult, everybody: Sequence[Person]) -> Markup:
    legend = el("div", *(person.chip() for person in everybody), class_="legend")
    return join(legend, ratings_plot(everybody, result.tally.ratings.history, result.tally.done))


def _troubles(result: ArenaResult) -> list[Markup]:
    sections = []
    if result.crashes:
        sections.append(_section("Lost by a crash", CRASHES, troubles_table(result.contest, result.crashes)))
    if result.voids:
        sections.append(_section("Void games", VOIDS, troubles_table(result.contest, result.voids)))
    return sections


def _setup(contest: Contest) -> Markup:
    options = ", ".join(f"{name} {value}" for name, value in contest.options.items()) or "none"
    facts: dict[str, str | int] = {
        "game": f"{contest.game}, rules version {contest.rules_version}",
        "options": options,
        "seats": contest.seats,
        "seed": contest.seed,
        "arena": contest.arena_id,
    }
    rows = [el("div", el("dt", name), el("dd", value)) for name, value in facts.items()]
    return el("section", el("h2", "How it was played"), el("dl", *rows, class_="facts"))


def _section(title: str, note: str, content: Markup | None) -> Markup:
    return el("section", el("h2", title), el("p", note, class_="note"), content)


STANDINGS = (
    "The best first. A win is one point; sides that share the first place share the point. The rate is points per game."
)
RATES = (
    "The dot is the rate. The band is Wilson's 95 % interval, as if all games were independent. The thin line is the "
    "95 % interval over decks, each of which was played from every seat; it is left out if all decks had the same "
    "result."
)
DUELS = "How often the contestant of the row is placed before the one of the column; a tie counts half."
PAIRINGS = "Each group of contestants at one table. Of two, only the better one is shown."
SEATS = "The points per game of each seat in turn order; each contestant had each seat equally often."
SCORES = (
    "The share of games that ended with each score. Below the bars: the whole range, the middle half, the median (bar) "
    "and the mean (diamond). Games that were lost by a crash are left out."
)
RATINGS = "Openskill's Plackett-Luce model, game by game in the order of the schedule. The line is μ, the band μ ± σ."
EFFORT = "Time is measured around each decision, on the machine that played the game."
MODELS = (
    "Faults are shares of a model's calls; a decision may take several calls. A game in which the provider could "
    "not be reached is void. Costs are as reported by the provider, else from public prices, else unknown."
)
CRASHES = "A bot that raises an exception or takes an illegal action forfeits and is ranked last."
VOIDS = "The rules or the software failed, or the game exceeded its limit of turns. These games do not count."
