"""The prompt of a language model: a pure function of what its seat may know."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.match import decode_options
from gamenight.core.model import ConcurrentMode, Event, PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.core.ranking import sides_of
from gamenight.core.text import Tell, number_text
from gamenight.llm.calls.asking import TOOL, Form
from gamenight.llm.candidates import Candidate, candidates_of
from gamenight.llm.naming import Naming, name_list, nameless, one_line, without_colours
from gamenight.llm.recap import recap_lines
from gamenight.llm.rules_text import rules_for
from gamenight.llm.schemas import free_schema, menu_schema, written_shapes
from gamenight.looks.boards import drawing
from gamenight.looks.texts import texts_of

Mode = Literal["menu", "free"]
"""`menu` chooses an id from a list; `free` writes the action without seeing a list."""

_TAPPING = re.compile(r"[^.!?]*\b[Tt]ap\b[^.!?]*[.!?]")
"""A sentence about tapping, for people at a screen."""


class ModelPrompt(Struct, frozen=True):
    """The prompt for one decision. `system` is the same for a whole match, so that providers can cache it."""

    system: str
    user: str
    candidates: tuple[Candidate, ...]
    schema: dict[str, Any]
    hash: str
    mode: Mode = "menu"
    form: Form = "text"


def prompt_of(
    game: GamePlugin,
    view: PlayerView,
    history: Sequence[Event],
    options: Mapping[str, Any],
    *,
    mode: Mode = "menu",
    form: Form = "text",
    shuffle_seed: str | None = None,
) -> ModelPrompt:
    """The prompt for the seat of this view; `history` has the events as it saw them, `options` are the match's."""
    seen, tell = nameless(view), texts_of(game).tell
    candidates = candidates_of(game, seen, tell, shuffle_seed) if mode == "menu" else ()
    schema = menu_schema(candidates) if mode == "menu" else free_schema(game)
    system = system_text(game, seen, options, mode, form)
    user = user_text(game, seen, history, tell, candidates, mode, form)
    return ModelPrompt(system, user, candidates, schema, _hash(system, user, schema), mode, form)


def _hash(system: str, user: str, schema: dict[str, Any]) -> str:
    whole = msgspec.json.encode([system, user, schema])
    return hashlib.sha256(whole).hexdigest()


# The system text, which is the same for the whole match


def system_text(game: GamePlugin, view: PlayerView, options: Mapping[str, Any], mode: Mode, form: Form) -> str:
    """The model's role, what it will see, how to answer, and the rules of this table."""
    lines = [
        f"You are {_own_name(view)} of {len(view.players)} in a match of {game_name(game)}. Play to win.",
        *_team(game, view, options),
        _shown(mode),
        answer_form(mode, form),
    ]
    parts = ["\n".join(lines), rules_for(game, options)]
    if mode == "free":
        parts.append("\n".join(["# Actions", "", *written_shapes(free_schema(game))]))
    return "\n\n".join(parts)


def game_name(game: GamePlugin) -> str:
    return texts_of(game).tell_or("game-name", game.display_name)


def _own_name(view: PlayerView) -> str:
    assert view.viewer_id is not None, "a spectator has nothing to decide"
    return name_list(view)[view.viewer_id]


def _team(game: GamePlugin, view: PlayerView, options: Mapping[str, Any]) -> list[str]:
    names = name_list(view)
    for side in sides_of(game, len(view.players), decode_options(game, options)):
        if view.viewer_id in side and len(side) > 1:
            return [f"You play together with {' and '.join(names[one] for one in side if one != view.viewer_id)}."]
    return []


def _shown(mode: Mode) -> str:
    shown = "Each message shows the table as you see it, what happened so far, and facts about it"
    return f"{shown}, then the moves that you may make now." if mode == "menu" else f"{shown}."


def answer_form(mode: Mode, form: Form) -> str:
    """The sentence that says how to answer."""
    example = '{"id": "c3"}' if mode == "menu" else '{"action": {"action_type": "...", "payload": {...}}}'
    what = "the id of the move that you choose" if mode == "menu" else "the action that you choose"
    if form == "text":
        return f"End your reply with {what}, in exactly this form: <answer>{example}</answer>"
    if form == "schema":
        return f"Reply with a JSON object and nothing else, with {what}: {example}"
    return f"Answer by calling the tool `{TOOL}` with {what}: {example}"


# The user text, which is new for each decision


def user_text(
    game: GamePlugin,
    view: PlayerView,
    history: Sequence[Event],
    tell: Tell,
    candidates: Sequence[Candidate],
    mode: Mode,
    form: Form,
) -> str:
    naming = Naming(view, tell)
    sections = {
        "Now": now_lines(game, view, tell, naming),
        "What happened": recap_lines(game, history, view, tell),
        "Facts": [f"- {naming.field(name)}: {naming.value(fact)}" for name, fact in facts_of(game, view)],
        "Moves": [candidate.line for candidate in candidates] + slot_help(candidates),
    }
    parts = [f"# {title}\n" + "\n".join(lines) for title, lines in sections.items() if lines]
    return "\n\n".join([*parts, answer_form(mode, form)])


def facts_of(game: GamePlugin, view: PlayerView) -> list[tuple[str, Any]]:
    """The game's facts, without empty ones."""
    facts = game.ai_context(view).items()
    return [(name, fact) for name, fact in facts if fact is not None and fact not in ("", [], (), {})]


def now_lines(game: GamePlugin, view: PlayerView, tell: Tell, naming: Naming) -> list[str]:
    """The current question, the table, and the scores."""
    # Leave out the numbers of choices that a terminal shows: a model would take them for ids.
    board = drawing(game, replace(view, valid_actions=()), tell)
    table = naming.json(view.game_data) if board is None else without_colours(board)
    scores = ", ".join(f"{name}: {number_text(view.scores[seat])}" for seat, name in name_list(view).items())
    heading = _heading(game, view, tell)
    asked = [f"You are {_own_name(view)}.", _turn(view), "" if heading in table else heading]
    return [" ".join(filter(None, asked)), "", table, "", f"Scores: {scores}"]


def _turn(view: PlayerView) -> str:
    if view.phase.mode is ConcurrentMode.CONCURRENT:
        return "Everybody who is asked now chooses at the same time, unseen."
    return "It is your turn."


def _heading(game: GamePlugin, view: PlayerView, tell: Tell) -> str:
    """The scene's text, or else the name of the phase: `Play a card.`"""
    scene = game.scene(view)
    heading = "" if scene is None else one_line(_TAPPING.sub("", tell(scene.text)))
    return heading or texts_of(game).tell_or(f"phase-{view.phase.name}", "")


def slot_help(candidates: Sequence[Candidate]) -> list[str]:
    """An example answer for the first line that asks for more than an id."""
    for candidate in candidates:
        if candidate.choices:
            fields = {choice.name: _example(choice.single, choice.each, choice.names) for choice in candidate.choices}
            written = msgspec.json.encode({"id": candidate.id}).decode()[:-1]
            rest = "".join(f', "{name}": {example}' for name, example in fields.items())
            return ["", f"A move that asks for more is answered like this: {written}{rest}}}"]
    return []


def _example(single: bool, each: int, names: Sequence[str]) -> str:
    if single:
        return names[0]
    quoted = [msgspec.json.encode(name).decode() for name in names[:2]]
    if each > 1:
        return "{" + ", ".join(f"{name}: {count}" for count, name in enumerate(quoted, 1)) + ", ...}"
    return "[" + ", ".join([*quoted, "..."]) + "]"
