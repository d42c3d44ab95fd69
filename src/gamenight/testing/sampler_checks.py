"""The checks of `determinize` in an examination: choose the tables and moments, and record the failures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial

from gamenight.core.rng import Rng, seed_text
from gamenight.testing.contract import SAMPLER
from gamenight.testing.findings import Findings
from gamenight.testing.playing.playouts import Playout, viewers
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.report import BrokenRule, CounterExample
from gamenight.testing.shrink import Failure
from gamenight.testing.worlds import deals, members, sampler, variants

VARY, REMEMBER, REPLAY = SAMPLER
MATCHES = 6
MOMENTS = 2
SMALL_TABLES = 8
DEAL_STEPS = 10_000

Job = tuple[str, Callable[[], None]]


def sampler_jobs(findings: Findings, tables: list[Setup], seed: str) -> Iterator[Job]:
    """Every deal at small tables; then single moments at these and at others."""
    rng = Rng(seed_text(seed), ("kit", "honesty"))
    small = _in_turn(findings, list(rng.shuffle(findings.small_tables(seed))))
    effort = Effort(DEAL_STEPS)
    for table in small:
        trying = partial(_try_deals, findings, table, effort)
        yield f"every deal, {table.players} players", _guarded(findings, (VARY, REMEMBER), trying)
    spots = Spots()
    for number in range(MATCHES):
        depth = (number + 1) / (MATCHES + 1)
        for table in (*small[number % SMALL_TABLES :][:1], tables[number % len(tables)], rng.choice(tables)):
            work = _guarded(findings, SAMPLER, partial(_try_match, findings, table, spots, depth))
            yield f"worlds in a match of {table.players} players", work


class Effort:
    """The number of steps that may still be spent on trying all deals."""

    def __init__(self, steps: int) -> None:
        self.left = steps


def _in_turn(findings: Findings, tables: list[Setup]) -> list[Setup]:
    """At most SMALL_TABLES: first those at which all deals can be tried, then the others."""
    sizes = {table.seed: _size_of_chance(findings, table) for table in tables}
    few = [table for table in tables if sizes[table.seed][0] <= deals.MOST_STATES]
    many = [table for table in tables if table not in few]
    few.sort(key=lambda table: sizes[table.seed], reverse=True)
    many.sort(key=lambda table: sizes[table.seed])
    return [*few[: len(few) // 2], *reversed(few[len(few) // 2 :]), *many][:SMALL_TABLES]


def _size_of_chance(findings: Findings, table: Setup) -> tuple[float, int]:
    """The number of possible deals at the opening, and the number of leaves in the state after one."""
    try:
        moment = variants.open_moment(findings.game, table, 1)
    except Exception:
        moment = None
    return (math.inf, 0) if moment is None else (_deals(moment), len(moment.real))


def _deals(moment: variants.Moment) -> float:
    decks = [math.factorial(len(deck)) for deck in moment.decks.values()]
    return math.prod(moment.drawn.values()) * math.prod(decks)


def _guarded(findings: Findings, names: Iterable[str], work: Callable[[], None]) -> Callable[[], None]:
    def tried() -> None:
        if not findings.can_go_on or not any(map(findings.wants, names)):
            return
        try:
            work()
        except Exception as error:
            findings.stumble(VARY, error)

    return tried


def _try_deals(findings: Findings, table: Setup, effort: Effort) -> None:
    for prompt, sets in enumerate(_all_sets(findings, table, effort), 1):
        rng = Rng(seed_text(table.seed), ("kit", "sets", prompt))
        for each in members.some_sets(sets, rng):
            worlds = members.SampledMembers(findings.game, table, prompt, each)
            for name, check in ((VARY, worlds.check_varies), (REMEMBER, worlds.check_remembers)):
                if findings.wants(name):
                    _hold_at_all_deals(findings, table, _tried(prompt, each), name, check)


def _all_sets(findings: Findings, table: Setup, effort: Effort) -> Iterator[list[deals.InformationSet]]:
    """The information sets of all matches, prompt by prompt, until there are too many; if the deals alone are too many,
    the sets of random deals."""
    if effort.left <= 0:
        return
    tree = deals.Tree(findings.game, table)
    try:
        nodes = tree.openings()
    except deals.TooMany:
        effort.left -= deals.DRAWN
        yield deals.drawn_sets(findings.game, table, 1)
        return
    with suppress(deals.TooMany):
        while nodes:
            yield deals.information_sets(nodes)
            nodes = tree.later(nodes)
    effort.left -= tree.steps


def _tried(prompt: int, each: deals.InformationSet) -> str:
    which = "many random deals" if each.is_drawn else "all deals and actions"
    return f"{which} were tried, to where prompt {prompt} opens"


def _hold_at_all_deals(findings: Findings, table: Setup, tried: str, name: str, check: Callable[[], int]) -> None:
    try:
        findings.cases[name] += check()
    except BrokenRule as fault:
        findings.found[name] = CounterExample(table.players, table.options, table.seed, (tried,), str(fault))


class Spots:
    """Chooses the prompts to examine in a match: one at the wanted depth, others in the phases examined least."""

    def __init__(self) -> None:
        self.looked: Counter[str] = Counter()

    def choose(self, prompts: dict[int, str], depth: float, rng: Rng) -> list[int]:
        numbers = list(prompts)
        chosen = [numbers[int(depth * len(numbers))]]
        self.looked[prompts[chosen[0]]] += 1
        while len(chosen) < min(MOMENTS, len(numbers)):
            rarest = min(prompts.values(), key=lambda name: self.looked[name])
            self.looked[rarest] += 1
            chosen.append(rng.choice([number for number in numbers if prompts[number] == rarest]))
        return list(dict.fromkeys(chosen))


def _try_match(findings: Findings, table: Setup, spots: Spots, depth: float) -> None:
    moments = variants.Moments(findings.game, table)
    rng = Rng(seed_text(table.seed), ("kit", "spots"))
    for prompt in spots.choose(moments.prompts, depth, rng) if moments.prompts else ():
        _try_moment(findings, moments.at(prompt))


def _try_moment(findings: Findings, moment: variants.Moment) -> None:
    if findings.wants(VARY) or findings.wants(REMEMBER):
        for viewer, evidence in sampler.gather(moment, sampler.VARIANTS).items():
            _hold(findings, moment, VARY, partial(sampler.check_varies, moment, viewer, evidence))
            _hold(findings, moment, REMEMBER, partial(sampler.check_remembers, moment, viewer, evidence))
    for viewer in viewers(moment.past.state):
        _hold(findings, moment, REPLAY, partial(sampler.check_replays, moment, viewer))


def _hold(findings: Findings, moment: variants.Moment, name: str, check: Callable[[], int]) -> None:
    if not findings.wants(name):
        return
    try:
        findings.cases[name] += check()
    except BrokenRule as fault:
        past = moment.past
        playout = Playout(moment.table, "random", tuple(past.states), tuple(past.steps))
        findings.take(name, Failure(playout, str(fault)))
