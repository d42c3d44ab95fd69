"""Who may import whom, and what rules may not touch: the layers of the design, read from the syntax trees."""

import ast
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "gamenight"

# Each layer may import itself and these; "" is the package's own __init__.
BELOW: dict[str, set[str]] = {
    "": {"core", "cli"},
    "core": set(),
    "cards": {"core"},
    "games": {"core", "cards"},
    "llm": {"core", "looks"},
    "bots": {"core", "llm"},
    "store": {"core"},
    "looks": {"core"},
    "testing": {"core", "looks", "llm"},
    "template": {"", "core", "testing"},
    "arena": {"core", "bots", "llm", "store"},
    "protocol": {"core", "looks", "llm"},
    "client": {"core", "looks", "protocol"},
    "server": {"", "core", "bots", "llm", "store", "looks", "protocol"},
    "cli": {"", "core", "bots", "llm", "store", "looks", "testing", "arena", "protocol", "client", "server"},
}

# The rooms of a layer, from the ground up: a room may import itself and what stands before it. A name is a folder or
# a module; "" is every other module of the layer's own folder.
ROOMS = {
    "core": (
        *"text model errors rng dialect ranking phases loading fields listing showing plugin advancing engine".split(),
        *"replay registry match bot run transcripts".split(),
        "",
    ),
    "cards": (
        *"deck events piles table knowledge visibility applying options verbs rules library listing shown".split(),
        *"happening worlds game".split(),
        "",
    ),
    "server": ("", "presentation", "seats", "bots", "match", "node", "websocket", "http", "process"),
    "llm": ("calls", ""),
    "bots": ("position", "action_sampling", "search", ""),
    "arena": ("seat", "job", "contest", "intervals", "ratings", "tally", "words", "executors", "report", ""),
    "store": ("errors", "database", "migrations", "bus", "log", "hall", ""),
    "testing": ("reporting", "playing", "worlds", "checks", ""),
    "cli": ("exits", "arguments", "terminal", "matches", "arena", "serving", "load", "commands", ""),
}

PURE = {"core", "cards", "games"}
IMPURE_MODULES = set(
    "asyncio builtins concurrent ctypes fcntl glob http importlib io logging mmap multiprocessing os pathlib pkgutil"
    " queue random runpy sched secrets select selectors shelve shutil signal socket socketserver sqlite3 ssl subprocess"
    " tempfile threading time urllib uuid".split()
)
IMPURE_NAMES = {"__import__", "breakpoint", "eval", "exec", "input", "open", "print"}
IMPURE_METHODS = {"now", "utcnow", "today", "read_text", "read_bytes", "write_text", "write_bytes"}
ASYNC = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await)
# Finding games means reading what is installed; a fresh seed is the one thing that nobody may predict.
EXCEPTIONS = {
    "gamenight.core.registry": {"importlib", "pkgutil"},
    "gamenight.core.loading": {"importlib", "os", "pathlib"},
    "gamenight.games": {"importlib", "pkgutil"},
    "gamenight.core.rng": {"secrets"},
}
# A library that is as pure as the rules that use it.
LIBRARIES = {"gamenight.games.riichi.hand.scoring": {"mahjong"}}


def violations(source: str, module: str, *, is_package: bool = False) -> list[str]:
    """Every broken rule in this module's source, as `module:line what`."""
    found = []
    for node in ast.walk(ast.parse(source)):
        wrong = [_import_fault(module, name) for name in _imported(node, module, is_package)]
        if _layer(module) in PURE:
            wrong.append(_impurity(node, module))
        found += [f"{module}:{getattr(node, 'lineno', 0)} {what}" for what in wrong if what]
    return found


def _imported(node: ast.AST, module: str, is_package: bool) -> Iterator[str]:
    """Absolute names; `from gamenight import games` is an import of gamenight.games."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        origin = _absolute(node, module, is_package)
        yield from (f"{origin}.{alias.name}" for alias in node.names)


def _absolute(node: ast.ImportFrom, module: str, is_package: bool) -> str:
    if not node.level:
        return node.module or ""
    parents = module.split(".")
    kept = parents[: len(parents) - node.level + is_package]
    return ".".join([*kept, node.module] if node.module else kept)


def _layer(module: str) -> str:
    """The folder under gamenight; "" for the package itself and names in it, such as __version__."""
    name = (*module.split("."), "")[1]
    if name == "__main__":  # `python -m gamenight` is the command
        return "cli"
    return name if name in BELOW else ""


def _game(module: str) -> str | None:
    parts = module.split(".")
    return parts[2] if parts[:2] == ["gamenight", "games"] and len(parts) > 2 else None


def _import_fault(module: str, imported: str) -> str | None:
    layer, top = _layer(module), imported.split(".")[0]
    if top == "gamenight":
        return _layer_fault(module, imported)
    if layer in PURE and top not in {"msgspec", *LIBRARIES.get(module, ())} and top not in sys.stdlib_module_names:
        return f"{layer} imports {imported}: only the standard library and msgspec"
    if layer in PURE and top in IMPURE_MODULES - EXCEPTIONS.get(module, set()):
        return f"{layer} imports {imported}: rules are pure"
    return None


def _layer_fault(module: str, imported: str) -> str | None:
    layer, target = _layer(module), _layer(imported)
    if target != layer and target not in BELOW[layer]:
        return f"{layer or 'gamenight'} imports {imported}: {target or 'gamenight'} is not below it"
    if target == layer and (room := _room_fault(module, imported)):
        return room
    if target == "games" and layer == "games" and _game(module) not in (None, _game(imported)):
        return f"game {_game(module)} imports {imported}: a game knows its own folder only"
    if target == "games" and layer != "games" and (PACKAGE / "games" / (_game(imported) or "-")).is_dir():
        return f"{layer} imports {imported}: games are reached by slug"
    return None


def _room_fault(module: str, imported: str) -> str | None:
    layer = _layer(module)
    order = ROOMS.get(layer, ())
    if not order:
        return None
    own, other = _room(module, order), _room(imported, order)
    if order.index(other) <= order.index(own):
        return None
    return f"{layer}/{own} imports {imported}: {layer}/{other} is not below it"


def _room(module: str, order: tuple[str, ...]) -> str:
    """The room of a module; a name that is imported from the layer itself may be a room, too."""
    name = (*module.split("."), "")[2]
    return name if name in order else ""


def _impurity(node: ast.AST, module: str) -> str | None:
    if isinstance(node, ASYNC):
        return "is async: rules are pure"
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in IMPURE_NAMES:
            return f"calls {name}(): rules are pure"
        case ast.Call(func=ast.Attribute(attr=name)) if name in IMPURE_METHODS and module not in EXCEPTIONS:
            return f"calls .{name}(): rules are pure"
    return None


def _module(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_every_module_imports_only_what_its_layer_may():
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        found += violations(path.read_text(), _module(path), is_package=path.name == "__init__.py")
    assert not found, "\n".join(found)


def test_every_folder_is_a_known_layer():
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert folders <= BELOW.keys(), f"no import rule for {sorted(folders - BELOW.keys())}"


def test_every_folder_of_a_layer_is_a_known_room():
    for layer in BELOW.keys() - {"", "games", "template"}:  # a game's folder is known by its slug
        folders = {path.parent.name for path in (PACKAGE / layer).glob("*/*.py")}
        assert folders <= {*ROOMS.get(layer, ())}, f"no import rule for rooms of {layer}"


def _planted(layer, room=""):
    """A module of this layer, or of this room."""
    return ".".join(filter(None, ("gamenight", layer, room, "planted")))


@pytest.mark.parametrize(
    "layer, upper", [(layer, upper) for layer in BELOW for upper in sorted(BELOW.keys() - BELOW[layer] - {layer, ""})]
)
def test_no_layer_imports_one_that_is_not_below_it(layer, upper):
    source = f"from {_planted(upper)} import planted"
    assert len(violations(source, _planted(layer))) == 1


@pytest.mark.parametrize(
    "layer, lower, upper", [(layer, *pair) for layer, rooms in ROOMS.items() for pair in pairwise(rooms)]
)
def test_no_room_imports_the_one_above_it(layer, lower, upper):
    source = f"from {_planted(layer, upper)} import planted"
    assert len(violations(source, _planted(layer, lower))) == 1
    assert violations(f"from {_planted(layer, lower)} import planted", _planted(layer, upper)) == []


@pytest.mark.parametrize(
    "module, source",
    [
        ("gamenight.core.engine", "from gamenight.store import memory"),
        ("gamenight.core.engine", "from ..store import memory"),
        ("gamenight.core.engine", "from gamenight import store"),
        ("gamenight.core.engine", "import sqlalchemy"),
        ("gamenight.core.engine", "import secrets"),
        ("gamenight.core.engine", "def late():\n    from time import monotonic"),
        ("gamenight.core.advancing.clock", "now = datetime.now()"),
        ("gamenight.core.bot", "async def choose(): ..."),
        ("gamenight.cards.piles", "from gamenight.games import load"),
        ("gamenight.games.nim.rules", "from gamenight.games.chomp import view"),
        ("gamenight.games.nim.rules", "from ..chomp.rules import bite"),
        ("gamenight.games.nim.rules", "from gamenight.games import load"),
        ("gamenight.games.nim.oracle", "open('transcript')"),
        ("gamenight.games.nim.bots", "from gamenight.bots import mcts"),
        ("gamenight.bots.greedy", "from gamenight.store import memory"),
        ("gamenight.store.log.sql", "from gamenight.server import sessions"),
        ("gamenight.looks.svg", "from gamenight.arena import finding"),
        ("gamenight.games.nim.scene", "from gamenight.looks import look_of"),
        ("gamenight.server.sessions", "from gamenight.cli import main"),
        ("gamenight.client.table", "from gamenight.server.match.live import LiveMatch"),
        ("gamenight.protocol.messages", "from gamenight.server.settings import Settings"),
        ("gamenight.server.settings", "from gamenight.server.match.live import LiveMatch"),
        ("gamenight.server.seats.presence", "if TYPE_CHECKING:\n    from gamenight.server.match.live import LiveMatch"),
    ],
)
def test_a_planted_violation_is_reported(module, source):
    assert len(violations(source, module)) == 1
    assert violations(source, module)[0].startswith(f"{module}:")


@pytest.mark.parametrize(
    "module, source",
    [
        ("gamenight.core.engine", "from collections import deque\nimport msgspec\nfrom .model import Phase"),
        ("gamenight.core.rng", "import secrets"),
        ("gamenight.core.registry", "from importlib.metadata import entry_points"),
        ("gamenight.games.nim.rules", "from gamenight.core import Game\nfrom .view import View\nfrom . import scene"),
        ("gamenight.games.nim.rules", "from gamenight.games.nim.view import NimView"),
        ("gamenight.games.nim.rules", "meld.open(tile)"),
        ("gamenight.store.log.sql", "import sqlalchemy, logging\nfrom gamenight.core.model import Event"),
        ("gamenight.arena.run", "from gamenight.bots import greedy"),
        ("gamenight.testing.labels", "from gamenight.looks import look_of"),
        ("gamenight.cli", "from gamenight import __version__, core\nfrom gamenight.core import registry"),
    ],
)
def test_a_layer_may_import_what_is_below_it(module, source):
    assert violations(source, module) == []


def test_a_package_s_relative_imports_start_at_itself():
    assert violations("from .model import Phase\nfrom . import match", "gamenight.core", is_package=True) == []
    assert violations("from .nim import rules", "gamenight.games", is_package=True) == []
