"""Format the figures of an arena as text."""

from __future__ import annotations

from gamenight.arena.intervals import Interval
from gamenight.arena.ratings import Rating
from gamenight.arena.tally import Showing
from gamenight.llm.figures import FAULTS, ModelFigures


def percent(rate: float | None) -> str:
    return "–" if rate is None else f"{100 * rate:.1f} %"


def percents(interval: Interval | None) -> str:
    # With at least one game, the upper end of Wilson's interval is above zero.
    return "–" if interval is None or interval[1] == 0.0 else f"{100 * interval[0]:.1f} – {100 * interval[1]:.1f} %"


def figure(value: float | None) -> str:
    """A number with about three digits."""
    if value is None:
        return "–"
    if abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def rating(value: Rating) -> str:
    # Adding zero turns -0.0 into 0.0.
    return f"{round(value.mu, 1) + 0.0:.1f} ± {value.sigma:.1f}"


def score(showing: Showing) -> str:
    """The mean and the deviation of the scores."""
    spread = "" if showing.score_deviation is None else f" ± {figure(showing.score_deviation)}"
    return f"{figure(showing.score_mean)}{spread}"


def duration(ms: float | None) -> str:
    if ms is None:
        return "–"
    if ms < 1000:
        return f"{figure(ms)} ms"
    return f"{ms / 1000:.1f} s" if ms < 120_000 else f"{ms / 60_000:.1f} min"


def fault_rates(model: ModelFigures) -> list[float | None]:
    """The share of a model's calls that ended in each of the FAULTS."""
    return [getattr(model, fault) / model.calls if model.calls else None for fault in FAULTS]


def dollars(model: ModelFigures) -> str:
    """The known cost, with the number of calls whose cost is unknown."""
    if model.usd_told is None:
        return "unknown"
    return f"{model.usd:.4f}" + (f" and {model.unpriced} unknown" if model.unpriced else "")


def shortened(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
