"""The report of an arena: one page with tables and plots that opens without a network."""

from gamenight.arena.report.page import page

__all__ = ["page"]
