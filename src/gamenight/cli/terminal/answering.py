"""The help about answers: what each prompt accepts, and what can be typed at every prompt."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from gamenight.cli.terminal.choices import labels, task
from gamenight.core.model import Slot
from gamenight.core.text import Message, Tell, Words, say

# Like the command line, typed commands are the same in every language.
RULES, HELP = "rules", "?"
LEAVE = ("q", "quit", "exit")

ENTER = say("terminal-enter")
ALWAYS = (
    (RULES, say("terminal-help-rules")),
    (HELP, say("terminal-help-help")),
    (LEAVE[0], say("terminal-help-leave")),
)


def hint(tell: Tell) -> str:
    """The commands in one line."""
    return tell(say("terminal-hint", help=HELP, rules=RULES, quit=LEAVE[0]))


def list_help(tell: Tell) -> Table:
    """The help for the prompt for an action."""
    return _rows(
        tell,
        ("5", say("terminal-help-number", number=5)),
        (say("terminal-words"), say("terminal-help-words")),
        (ENTER, say("terminal-help-enter")),
    )


def slot_help(slot: Slot, names: Sequence[str], tell: Tell) -> RenderableType:
    """The help for the prompt for the values of a slot."""
    example = "  ".join(labels(names)) if slot.each == 1 else ", ".join(names)
    again = say("terminal-help-again" if slot.min else "terminal-help-none")
    return Group(Text(f"{tell(_request(slot))}:\n{example}\n"), _rows(tell, (ENTER, again)))


def _rows(tell: Tell, *rows: tuple[Words, Message]) -> Table:
    """A table of these answers with their meanings, and of those for every prompt."""
    table = Table.grid(padding=(0, 4))
    for typed, does in (*rows, *ALWAYS):
        table.add_row(Text(tell(typed), "bold"), Text(tell(does)))
    return table


def slot_lines(slot: Slot, names: Sequence[str], tell: Tell) -> Text:
    """The request for the values of a slot, with the values to choose from."""
    text = Text(f"{tell(_request(slot))}\n", "dim")
    if slot.each > 1:
        return text.append(tell(say("terminal-order", names=list(names))))
    for word, name in zip(labels(names), names, strict=True):
        text.append(word, "cyan")
        text.append("  " if word == name else f" {name}  ")
    return text


def _request(slot: Slot) -> Message:
    return say("terminal-choose" if slot.each == 1 else "terminal-type", task=task(slot))
