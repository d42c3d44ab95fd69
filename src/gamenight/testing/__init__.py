"""The conformance kit that every game must pass; game authors import it into their own tests."""

from gamenight.testing.kit import conformance, examine
from gamenight.testing.reporting.report import CounterExample, NotConforming, PhaseCount, Progress, Report, Verdict

__all__ = ["CounterExample", "NotConforming", "PhaseCount", "Progress", "Report", "Verdict", "conformance", "examine"]
