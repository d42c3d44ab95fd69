"""A player at the terminal, who sees what a bot in the same seat would see, and no more."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from gamenight.cli.exits import OK, Quit
from gamenight.cli.terminal.answering import HELP, LEAVE, RULES, list_help, slot_help, slot_lines
from gamenight.cli.terminal.asking import Terminal
from gamenight.cli.terminal.choices import MOST_SHOWN, MenuLine, NotUnderstood, choices, narrow, slot_name, slot_values
from gamenight.cli.terminal.drawing import show_picture
from gamenight.cli.terminal.screen import show
from gamenight.cli.terminal.words import action_words, event_row, event_table, game_description, tell_of, value_names
from gamenight.core.bot import Observation
from gamenight.core.listing.actions import canonical
from gamenight.core.model import Action, ConcurrentMode, Event, Family, PlayerView, Slot
from gamenight.core.plugin import GamePlugin
from gamenight.core.text import Words, say
from gamenight.looks.folder import rules_text


class Person:
    """A person behind the bot protocol."""

    worlds = 0

    def __init__(
        self,
        name: str,
        game: GamePlugin,
        terminal: Terminal,
        look: Callable[[], PlayerView],
        fault: Callable[[Action], str | None],
    ) -> None:
        self.name = name
        self._game = game
        self._terminal = terminal
        self._look = look
        self._fault = fault
        self._tell = tell_of(game)

    def receive_outcome(self, event: Event) -> None:
        view = self._look()
        row = event_row(self._game, event, view)
        if row is not None:
            table = event_table(view)
            table.add_row(*row)
            show(self._terminal.console, table)

    def choose_action(self, observation: Observation) -> Action:
        """Ask until the match accepts the answer."""
        view = observation.view
        self._print_table(view)
        listed = choices(self._game, view)
        while True:
            action = self._choose(listed, view)
            reason = self._fault(action)
            if reason is None:
                self._confirm(action, view)
                return action
            self._say(reason)

    def _confirm(self, action: Action, view: PlayerView) -> None:
        """Repeat the answer in a concurrent phase, in which no event shows it yet."""
        if view.phase.mode is ConcurrentMode.CONCURRENT:
            self._say(say("table-turn-answered", answer=action_words(self._game, action, view)))
        self._terminal.console.print()

    def _print_table(self, view: PlayerView) -> None:
        show_picture(self._terminal.console, self._game, view, above=1, below=1)

    def _choose(self, listed: Sequence[MenuLine], view: PlayerView) -> Action:
        if len(listed) == 1 and isinstance(listed[0].entry, Family):
            return self._fill(listed[0].entry, view)
        entry = self._pick(listed, view)
        return entry if isinstance(entry, Action) else self._fill(entry, view)

    def _pick(self, listed: Sequence[MenuLine], view: PlayerView) -> Action | Family:
        """Narrow the list, line by line, until one entry is left."""
        shown = listed
        self._print_list(shown)
        while True:
            text = self._ask(say("plate-your_turn"), list_help(self._tell))
            if not text and len(listed) > 1:
                self._print_table(view)
            try:
                shown = narrow(shown, listed, text) if text else listed
            except NotUnderstood as problem:
                self._say(problem.words)
                continue
            entry = shown[0].entry
            if len(shown) == 1 and not isinstance(entry, tuple):
                return entry
            self._print_list(shown)

    def _fill(self, family: Family, view: PlayerView) -> Action:
        """Ask for a family's slots, one after the other."""
        assert view.viewer_id is not None
        payload_type = self._game.action_types[family.action_type]
        while True:
            chosen = {slot.name: self._ask_slot(slot, view) for slot in family.slots}
            payload = canonical(family, payload_type(**chosen))
            if payload is not None:
                return Action(family.action_type, view.viewer_id, payload)
            self._say(say("terminal-not-twice"))

    def _ask_slot(self, slot: Slot, view: PlayerView) -> tuple[object, ...]:
        names = value_names(self._game, slot, view)
        show(self._terminal.console, slot_lines(slot, names, self._tell))
        while True:
            text = self._ask(slot_name(slot), slot_help(slot, names, self._tell))
            if not text and slot.min:
                self._print_table(view)
                show(self._terminal.console, slot_lines(slot, names, self._tell))
                continue
            try:
                return slot_values(slot, names, text)
            except NotUnderstood as problem:
                self._say(problem.words)

    def _ask(self, prompt: Words, answering: RenderableType) -> str:
        """Ask for a line, and handle commands such as help; return the first line that is not one."""
        while True:
            text = self._terminal.ask(self._tell(prompt))
            if text.casefold() in LEAVE:
                raise Quit(OK)
            if text in (HELP, "help"):
                show(self._terminal.console, answering, above=1, below=1)
            elif text.casefold() == RULES:
                self._print_rules()
            else:
                return text

    def _print_rules(self) -> None:
        from rich.markdown import Markdown  # here, as every command would wait for its parser

        rules = rules_text(self._game)
        page = Markdown(rules) if rules else Text(game_description(self._game) or self._tell(say("table-rules-none")))
        show(self._terminal.console, page, above=1, below=1)

    def _print_list(self, shown: Sequence[MenuLine]) -> None:
        width = max(len(str(choice.number)) for choice in shown)
        lines = [
            Text.assemble((f"{choice.number:>{width}}", "cyan"), "  ", choice.words) for choice in shown[:MOST_SHOWN]
        ]
        show(self._terminal.console, Columns(lines, padding=(0, 3), column_first=True))
        if len(shown) > MOST_SHOWN:
            self._say(say("table-actions-more", count=len(shown) - MOST_SHOWN))

    def _say(self, words: Words) -> None:
        show(self._terminal.console, Text(self._tell(words), "dim"))
