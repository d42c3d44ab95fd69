"""HTML and SVG as text that is safe by default: whatever is not markup already is escaped."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is markup and stays as it is."""

    __slots__ = ()


Child = str | int | None

VOID = {"meta", "wbr"}


def el(tag: str, *children: Child, **attributes: str | float | None) -> Markup:
    """An element; an underscore at the end of an attribute's name is dropped, others are dashes, None leaves it out."""
    given = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    if tag in VOID:
        return Markup(f"<{tag}{given}>")
    return Markup(f"<{tag}{given}>{join(*children)}</{tag}>")


def join(*children: Child) -> Markup:
    """These one after the other."""
    return Markup(
        "".join(child if isinstance(child, Markup) else escape(str(child)) for child in children if child is not None)
    )


def _number(value: str | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
