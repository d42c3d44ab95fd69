"""The page: one self-contained file, valid for any number of games and any names."""

import re
from html.parser import HTMLParser

import pytest

from gamenight.arena import ArenaResult, Here, run_arena
from gamenight.arena.report import page
from gamenight.arena.report.axes import round_step, ticks
from gamenight.arena.report.scores import bins_for

from .tables import contest, game, void

VOID = {"meta", "wbr"}


class Balanced(HTMLParser):
    """Fails on a tag that is not closed, or closed twice; keeps the tags and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict]] = []
        self.text = ""

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.text += data


def read(html: str) -> Balanced:
    assert html.startswith("<!doctype html>\n")
    parsed = Balanced()
    parsed.feed(html.removeprefix("<!doctype html>\n"))
    assert parsed.open == []
    return parsed


def sections(html: str) -> list[str]:
    return re.findall(r"<h2>(.*?)</h2>", html)


def many(games: int, seats: int = 2, names: str = "ann bob cy") -> ArenaResult:
    """Games with all kinds of outcomes, in a pattern."""
    setup = contest(names, games, seats)
    order = " ".join(map(str, range(seats)))
    endings = [order, order[::-1], order.replace(" ", ""), order]
    outcomes = []
    for number in range(setup.total):
        scores = " ".join(str((number * 7 + seat * 5) % 31) for seat in range(seats))
        crashed = (int(order[-1]),) if number % 97 == 96 else ()
        ending = order if crashed else endings[number % 4]
        played = game(number, ending, scores, crashed, duration_ms=5.0, error="boom" if crashed else None)
        outcomes.append(void(number) if number % 89 == 88 else played)
    return ArenaResult(setup, outcomes)


def test_the_page_needs_no_other_file_and_no_script():
    parsed = read(page(many(60)))
    tags = {tag for tag, _ in parsed.tags}
    assert not tags & {"script", "link", "img", "iframe", "object", "image", "use"}
    assert not {name for _, attributes in parsed.tags for name in attributes} & {"src", "href", "onload", "onclick"}
    assert not re.search(r"https?:|url\(|@import", page(many(60)))


def test_the_page_has_a_dark_theme():
    assert "prefers-color-scheme: dark" in page(many(2))


def test_all_sections_are_on_the_page():
    html = page(many(120))
    assert sections(html) == [
        *("Standings", "Win rates", "Head to head", "Pairings", "Seats", "Scores", "Ratings", "Time and effort"),
        *("Lost by a crash", "Void games", "How it was played"),
    ]
    assert html.count("<svg") == 4
    assert "boom" in html
    assert "a worker died" in html


def test_figures_are_those_of_the_result():
    result = run_arena("liarsdice", ["greedy", "random"], games=10, seed=1, executor=Here())
    text = read(page(result)).text
    for standing in result.standings:
        assert f"{100 * standing.rate:.1f} %" in text
        low, high = standing.interval
        assert f"{100 * low:.1f} – {100 * high:.1f} %" in text
        assert f"{standing.rating.mu:.1f} ± {standing.rating.sigma:.1f}" in text


def test_names_and_reasons_cannot_add_markup():
    evil = '<script>alert("x")</script>&amp;'
    setup = contest("ann bob", 2, options={"deck": evil})
    crash = game(1, "0 1", crashed=(1,), error=evil)
    html = page(ArenaResult(setup, [game(0, "0 1"), crash]))
    assert "<script" not in html
    assert evil in read(html).text


@pytest.mark.parametrize(
    "result",
    [
        many(2, names="ann bob"),
        many(2),
        many(3, seats=3),
        many(6, seats=3, names="a b c d e"),
        ArenaResult(contest("ann bob", 2), []),
        ArenaResult(contest("ann bob", 2), [void(0), void(1)]),
        ArenaResult(contest("ann bob", 2), [game(0, "0 1", crashed=(1,)), void(1)]),
        ArenaResult(contest("ann bob", 2), [game(0, "01", "5 5"), game(1, "01", "5 5")]),
        ArenaResult(contest("ann bob", 2), [game(0, "0 1", "-2.5 -7.25"), game(1, "1 0", "1e12 -0.5")]),
        ArenaResult(contest("ann", 3, seats=1), [game(0, "0", "12"), game(1, "0", "14")]),
        many(2, names=" ".join(f"bot{number}" for number in range(20))),
    ],
    ids="two-games three-bots three-seats combinations none voids no-scores draws odd-scores alone twenty".split(),
)
def test_every_kind_of_result_has_a_page(result):
    html = page(result)
    read(html)
    assert "NaN" not in html
    assert "nan" not in re.sub(r"[a-z]*nan[a-z]+|[a-z]+nan[a-z]*", "", html)
    assert " None" not in html


def test_the_page_of_ten_thousand_games_is_small_enough():
    html = page(many(10_000, names="ann bob"))
    read(html)
    assert len(html) < 300_000


@pytest.mark.parametrize("span, steps, step", [(100, 10, 10), (99, 10, 10), (101, 10, 20), (0.7, 5, 0.2), (3, 40, 0.1)])
def test_steps_are_round(span, steps, step):
    assert round_step(span, steps) == pytest.approx(step)


def test_ticks_are_round_and_within_the_range():
    assert ticks(-7, 33, 5) == [0, 10, 20, 30]
    assert ticks(0, 2, 8, least=1) == [0, 1, 2]


@pytest.mark.parametrize("scores", [[0, 1], [5], [3, 3, 4], [-12, 140, 7], [0.5, 0.25], [1e9, 2e9], [-0.5, 1e12]])
def test_every_score_is_in_a_bin(scores):
    bins = bins_for(scores)
    for score in scores:
        assert 0 <= bins.of(score) < bins.count
        low = bins.start + bins.of(score) * bins.width
        assert -1e-6 <= (score - low) / bins.width <= 1 + 1e-6
    assert bins.count <= 45
