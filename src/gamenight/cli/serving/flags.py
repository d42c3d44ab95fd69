"""Flags for the server's settings: one for each field, with the field's docstring as its help."""

from __future__ import annotations

import ast
import inspect
from argparse import Namespace, _ArgumentGroup

import msgspec

from gamenight.cli.exits import USAGE, CliError
from gamenight.core.fields import Field, fields_of
from gamenight.server.settings import Settings


def add_settings(group: _ArgumentGroup) -> None:
    words = described()
    for field in fields_of(Settings):
        help = _as_help(words.get(field.name, ""))
        if isinstance(field.default, list | tuple):
            group.add_argument(
                flag(field), dest=field.name, nargs="+", action="extend", default=[], metavar="TEXT", help=help
            )
        elif field.default is False:
            group.add_argument(flag(field), dest=field.name, action="store_true", default=None, help=help)
        else:
            kind = type(field.default)
            name = "N" if kind in (int, float) else "NAME"
            with_default = f"{help} (default: {field.default})".strip()
            group.add_argument(flag(field), dest=field.name, type=kind, metavar=name, help=with_default)


def _as_help(text: str) -> str:
    """The text in the style of argparse: a lowercase start, and no full stop."""
    return (text[:1].lower() + text[1:]).removesuffix(".").replace("%", "%%")


def flag(field: Field) -> str:
    """`--grace-ms`; a list has a name in the singular: `--origin`."""
    name = field.name.removesuffix("s") if isinstance(field.default, list | tuple) else field.name
    return f"--{name.replace('_', '-')}"


def settings_of(args: Namespace) -> Settings:
    """The settings from the arguments; a value out of range is a usage error."""
    names = Settings.__struct_fields__
    given = {name: value for name in names if (value := getattr(args, name)) not in (None, [])}
    try:
        return msgspec.convert(given, Settings)
    except msgspec.ValidationError as error:
        raise CliError(_fault(given, error), USAGE) from None


def _fault(given: dict[str, object], error: msgspec.ValidationError) -> str:
    place = str(error).rpartition(" - at `$.")[2].rstrip("`")
    for field in fields_of(Settings):
        if field.name == place:
            return f"{flag(field)} must be {field.type}, not {given[place]}"
    return str(error)


def described() -> dict[str, str]:
    """The docstring under each field of the settings, from the source, as Python does not store it."""
    (body,) = ast.parse(inspect.getsource(Settings)).body
    assert isinstance(body, ast.ClassDef)
    texts = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                texts[name] = inspect.cleandoc(text)
    return texts
