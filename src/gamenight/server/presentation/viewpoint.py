"""A match as one viewer sees it at one moment, in every form that a client may ask for; each is made at most once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamenight.core.engine import view
from gamenight.core.listing.actions import Listing
from gamenight.core.model import GameState, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.protocol.messages import LogLine, SeenEvent, Wants
from gamenight.server.presentation.documents import document, document_without_view
from gamenight.server.presentation.scenes import log_lines, plain_scene


class Viewpoint:
    __slots__ = ("_plugin", "_scene", "view")

    def __init__(
        self, plugin: GamePlugin, state: GameState, viewer: PlayerId | None, listing: Listing | None = None
    ) -> None:
        self._plugin = plugin
        self._scene: dict[str, Any] | None = None
        self.view = view(plugin, state, viewer, listing=listing)

    @property
    def scene(self) -> dict[str, Any]:
        """The ShownScene as plain data."""
        if self._scene is None:
            self._scene = plain_scene(self._plugin, self.view)
        return self._scene

    def document(self, wants: Wants) -> Any:
        """The ShownView as plain data, for a client that wants this kind."""
        if wants == "views":
            return document(self.view)
        whole = document(self.view) if wants == "both" else document_without_view(self.view)
        whole["scene"] = self.scene
        return whole

    def log(self, events: Iterable[SeenEvent]) -> tuple[LogLine, ...]:
        """These events in words."""
        return log_lines(self._plugin, events, self.view)
