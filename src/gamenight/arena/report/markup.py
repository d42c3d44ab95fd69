"""HTML and SVG as text that is safe by default: everything that is not Markup is escaped."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is markup, so it is not escaped."""

    __slots__ = ()


Child = str | int | None

VOID = {"meta", "wbr"}


def el(tag: str, *children: Child, **attributes: str | float | None) -> Markup:
    """An element. In the name of an attribute, an underscore at the end is dropped, and others become dashes; an
    attribute with the value None is left out."""
    given = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(_number(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    if tag in VOID:
        return Markup(f"<{tag}{given}>")
    return Markup(f"<{tag}{given}>{join(*children)}</{tag}>")


def join(*children: Child) -> Markup:
    """These children one after the other, escaped."""
    return Markup(
        "".join(child if isinstance(child, Markup) else escape(str(child)) for child in children if child is not None)
    )


def _number(value: str | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
