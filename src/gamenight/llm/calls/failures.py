"""Why there is no reply. None of it is the model's fault; each has words for the operator, without keys and URLs."""

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
    """The endpoint could not be reached, was busy, or broke off, as often as it was tried."""


class ConfigurationFailed(LlmFailed):
    """The endpoint will not answer before the operator changes something; trying again is of no use."""


class Late(LlmFailed):
    """The deadline passed, or the model wrote longer than the endpoint's `total_s`; what came was thrown away."""
