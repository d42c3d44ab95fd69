"""Read a picture from a game's folder strictly, and write it again with only what is known to be harmless.

Browsers never receive the file itself, only the elements and attributes that are listed here, with checked values.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from xml.etree.ElementTree import Element, ParseError, fromstring

from msgspec import Struct

LARGEST = 64 * 1024
DEEPEST = 24
MOST_DRAWN = 5_000
"""Maximum number of parts of a picture, counted as often as they are referred to: a few lines could draw billions."""

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}href"
THEME = ("seat", "seat-ink", "ink", "paper", "line", "accent")
"""The colours that a picture can take from the page, as `var(--seat)`."""

ELEMENTS = set(
    "g path rect circle ellipse line polyline polygon text tspan defs use symbol clipPath mask pattern"
    " linearGradient radialGradient stop".split()
)
UNSHOWN = {"title", "desc"}
"""Allowed elements that are left out, as scenes have their own labels."""
WORDED = {"text", "tspan"}
PRESENTATION = set(
    "clip-rule color fill fill-opacity fill-rule font-family font-size font-style font-weight opacity paint-order"
    " stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity"
    " stroke-width text-anchor transform".split()
)
ATTRIBUTES = PRESENTATION | set(
    "id href d points x y width height r rx ry cx cy x1 y1 x2 y2 dx dy fx fy fr rotate pathLength textLength"
    " lengthAdjust letter-spacing dominant-baseline vector-effect clip-path mask offset stop-color stop-opacity"
    " gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits"
    " patternContentUnits patternTransform viewBox preserveAspectRatio".split()
)
OF_THE_WHOLE = {"viewBox", "width", "height", "x", "y", "version", "preserveAspectRatio"}
FUNCTIONS = set("url var rgb rgba hsl hsla matrix translate scale rotate skewX skewY".split())

_ID = re.compile(r"[A-Za-z_][\w-]*", re.ASCII)
_LINK = re.compile(r"#([A-Za-z_][\w-]*)", re.ASCII)
_URL = re.compile(r"url\(#([A-Za-z_][\w-]*)\)", re.ASCII)
_CALL = re.compile(r"([^\s(,)]*)\s*\(")
_THEMED = re.compile(rf"var\(--(?:{'|'.join(THEME)})\)")
# Parts of XML that are not elements: document types with their entities, and instructions such as style sheets.
_DECLARED = re.compile(r"<!(?!--|\[CDATA\[)|<\?(?!xml\s)")


class BadArt(Exception):
    """The picture is refused; the message says why."""


class Art(Struct, frozen=True):
    """The content of the SVG element, and its view box. Ids start with the picture's name and a dot."""

    svg: str
    box: tuple[float, float, float, float]


@lru_cache(maxsize=1024)  # a server reads the look of every game in every language
def read_svg(name: str, data: bytes) -> Art:
    """Read the picture of this name, and make its ids unique; raise BadArt if anything in it is not allowed."""
    root = _parsed(data)
    if root.tag != f"{SVG}svg":
        raise BadArt("it is not an SVG: its root element must be svg in the SVG namespace")
    box = _view_box(root.get("viewBox"))
    whole = {key: value for key, value in root.attrib.items() if key not in OF_THE_WHOLE}
    for key in whole.keys() - PRESENTATION:
        raise BadArt(f"svg may not have the attribute {_local(key)}")
    # Attributes of the svg element that apply to its content are moved to a g element.
    root.tag, root.attrib = f"{SVG}g", whole
    _check(root, 0)
    _check_references(root)
    inner = "".join(_written(root, name)) if whole else "".join(_inside(root, name))
    return Art(inner, box)


def _parsed(data: bytes) -> Element:
    if len(data) > LARGEST:
        raise BadArt(f"it has more than {LARGEST // 1024} KB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadArt("it is not written in UTF-8") from None
    if found := _DECLARED.search(text):
        raise BadArt(f"it has a declaration, which is not allowed: {text[found.start() : found.start() + 12]}...")
    try:
        return fromstring(text)
    except ParseError as error:
        raise BadArt(f"it is not valid XML: {error}") from None


def _view_box(given: str | None) -> tuple[float, float, float, float]:
    if given is None:
        raise BadArt("it has no viewBox")
    try:
        x, y, width, height = map(float, given.replace(",", " ").split())
    except ValueError:
        raise BadArt(f"its viewBox is not four numbers: {given[:40]!r}") from None
    if not all(map(math.isfinite, (x, y, width, height))) or width <= 0 or height <= 0:
        raise BadArt(f"its viewBox has no area: {given[:40]!r}")
    return x, y, width, height


def _check(element: Element, depth: int) -> None:
    tag = _local(element.tag)
    if depth > DEEPEST:
        raise BadArt(f"its elements are nested more than {DEEPEST} deep")
    if not element.tag.startswith(SVG) or tag not in ELEMENTS | UNSHOWN:
        raise BadArt(f"it may not have the element {tag}")
    for key, value in element.attrib.items():
        _check_attribute(tag, "href" if key == XLINK else key, value)
    for child in element:
        _check(child, depth + 1)


def _local(name: str) -> str:
    return name.rpartition("}")[2][:40]


def _check_attribute(tag: str, key: str, value: str) -> None:
    if key not in ATTRIBUTES:
        raise BadArt(f"{tag} may not have the attribute {_local(key)}")
    if key == "href" and not _LINK.fullmatch(value):
        raise BadArt(f"{tag} may not refer to {value[:40]!r}: only to #ids of its own")
    if key == "id" and not _ID.fullmatch(value):
        raise BadArt(f"the id {value[:40]!r} must start with a letter or _, and have only letters, digits, - and _")
    # An escape could hide the name of a function.
    if "\\" in value:
        raise BadArt(f"{key} of {tag} has a backslash")
    calls = Counter(_CALL.findall(value))
    for call in calls.keys() - FUNCTIONS:
        raise BadArt(f"{key} of {tag} may not have {call}(...)")
    if calls["url"] != len(_URL.findall(value)):
        raise BadArt(f"{key} of {tag} may not refer to {value[:40]!r}: only to url(#id) of its own")
    if calls["var"] != len(_THEMED.findall(value)):
        raise BadArt(f"{key} of {tag} is {value[:40]!r}: the theme has {', '.join(f'var(--{name})' for name in THEME)}")


# References


def _check_references(root: Element) -> None:
    """Check that ids are unique, and that references have no cycles and do not lead to too many parts."""
    inside: dict[str, Element] = {}
    for element in root.iter():
        if (own := element.get("id")) is not None:
            if own in inside:
                raise BadArt(f"the id {own} occurs twice")
            inside[own] = element
    _drawn(root, inside, {}, ())


def _drawn(element: Element, inside: dict[str, Element], known: dict[str, int], within: tuple[str, ...]) -> int:
    """The number of parts of this element, including all that they refer to."""
    count = 0
    for part in element.iter():
        count += 1
        for target in _targets(part):
            if target not in inside:
                raise BadArt(f"it refers to #{target}, which does not exist")
            if target in within or len(within) > DEEPEST:
                raise BadArt(f"#{target} refers to itself, or the references are nested too deep")
            if target not in known:
                known[target] = _drawn(inside[target], inside, known, (*within, target))
            count += known[target]
    if count > MOST_DRAWN:
        raise BadArt(f"it has more than {MOST_DRAWN} parts, counted as often as they are referred to")
    return count


def _targets(part: Element) -> Iterator[str]:
    for key, value in part.attrib.items():
        yield from _LINK.findall(value) if key in ("href", XLINK) else _URL.findall(value)


# Writing


def _written(element: Element, name: str) -> Iterator[str]:
    from xml.sax.saxutils import quoteattr  # here, as it loads all of urllib, and every command would wait for that

    tag = _local(element.tag)
    yield f"<{tag}"
    for key, value in element.attrib.items():
        yield f" {'href' if key == XLINK else key}={quoteattr(_renamed(key, value, name))}"
    inner = "".join(_inside(element, name))
    yield f">{inner}</{tag}>" if inner else "/>"


def _inside(element: Element, name: str) -> Iterator[str]:
    from xml.sax.saxutils import escape

    has_words = _local(element.tag) in WORDED
    yield escape(element.text or "") if has_words else ""
    for child in element:
        if _local(child.tag) not in UNSHOWN:
            yield from _written(child, name)
        yield escape(child.tail or "") if has_words else ""


def _renamed(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}.{value}"
    if key in ("href", XLINK):
        return f"#{name}.{value[1:]}"
    return _URL.sub(rf"url(#{name}.\1)", value)
