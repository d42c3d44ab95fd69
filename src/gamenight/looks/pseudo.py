"""The pseudo-language: English with accents and in brackets, so that texts outside the catalogues are visible."""

from __future__ import annotations

from functools import cache
from typing import Any

from fluent.runtime import FluentResource
from fluent.syntax import FluentSerializer, ast

BEGIN, END = "⟦", "⟧"

_ACCENTS = str.maketrans("aeiouncAEIOUNC", "áéíóúñçÁÉÍÓÚÑÇ")


@cache
def pseudo_source(english: str) -> str:
    """The same catalogue, with every message in brackets and accents on its letters."""
    body = [entry for entry in FluentResource(english).body if isinstance(entry, ast.Message | ast.Term)]
    for entry in body:
        for part in (entry, *entry.attributes):
            _accent(part.value)
            if isinstance(entry, ast.Message):
                _bracket(part.value)
    return str(FluentSerializer().serialize(ast.Resource(body)))


def _accent(pattern: Any) -> None:
    """Add accents to the text of the pattern and of its variants."""
    for element in pattern.elements if pattern is not None else ():
        if isinstance(element, ast.TextElement):
            element.value = element.value.translate(_ACCENTS)
        elif isinstance(element.expression, ast.SelectExpression):
            for variant in element.expression.variants:
                _accent(variant.value)


def _bracket(pattern: Any) -> None:
    """Put the pattern in brackets, unless its text is empty."""
    if pattern is not None and not all(map(_is_empty, pattern.elements)):
        pattern.elements = [ast.TextElement(BEGIN), *pattern.elements, ast.TextElement(END)]


def _is_empty(element: Any) -> bool:
    if not isinstance(element, ast.Placeable) or not isinstance(element.expression, ast.StringLiteral):
        return False
    return not element.expression.value
