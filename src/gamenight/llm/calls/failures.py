"""Reasons for a missing reply. Each has a text for the operator, without keys and URLs."""

from __future__ import annotations

from gamenight.llm.calls.asking import Try, transport_tries


class LlmFailed(Exception):
    """No reply came; `text` is for the operator, `tries` are the requests that were made."""

    def __init__(self, text: str, tries: tuple[Try, ...] = ()) -> None:
        super().__init__(text)
        self.text = text
        self.tries = tries

    @property
    def transport_tries(self) -> int:
        return transport_tries(self.tries)


class TransportFailed(LlmFailed):
    """The endpoint could not be reached, was busy, or closed the connection, in every try."""


class ConfigurationFailed(LlmFailed):
    """The endpoint refuses until the operator changes something; a retry does not help."""


class Late(LlmFailed):
    """The deadline passed, or the reply took longer than the endpoint's `total_s`; the partial reply is dropped."""
