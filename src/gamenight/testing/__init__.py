"""The conformance kit that every game must pass; game authors import it into their own tests."""

from gamenight.testing.kit import conformance, examine
from gamenight.testing.reporting.report import CheckResult, CounterExample, NotConforming, PhaseCount, Progress, Report

__all__ = [
    "CheckResult",
    "CounterExample",
    "NotConforming",
    "PhaseCount",
    "Progress",
    "Report",
    "conformance",
    "examine",
]
