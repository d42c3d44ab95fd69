"""Pictures of a game's folder: their allowed content, and that nothing else leaves the server."""

import re
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamenight.looks.svg import DEEPEST, LARGEST, MOST_DRAWN, BadArt, read_svg

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 20">'


def drawn(inner: str, name: str = "tile") -> str:
    """The SVG that is sent for a picture with this content."""
    return read_svg(name, f"{HEAD}{inner}</svg>".encode()).svg


def refused(data: str | bytes) -> str:
    """The reason why this file is refused."""
    with pytest.raises(BadArt) as fault:
        read_svg("tile", data.encode() if isinstance(data, str) else data)
    return str(fault.value)


def refused_inside(inner: str) -> str:
    return refused(f"{HEAD}{inner}</svg>")


def test_shapes_are_sent_unchanged_without_the_svg_element():
    inner = '<g transform="rotate(90 5 5)"><path d="M0 0h3" fill="#fff"/><circle r="2" fill="var(--seat)"/></g>'
    art = read_svg("tile", f"<?xml version='1.0'?><!-- ours -->{HEAD}\n  {inner}\n</svg>\n".encode())
    assert art.svg == inner
    assert art.box == (0, 0, 10, 20)


def test_text_and_its_entities_stay_text():
    assert drawn("<text x='1'>a &lt; <tspan>b</tspan> &amp; c</text>") == (
        '<text x="1">a &lt; <tspan>b</tspan> &amp; c</text>'
    )
    assert drawn("<g>lost<rect/>words</g>") == "<g><rect/></g>"


def test_titles_and_descriptions_are_left_out():
    assert drawn("<title>A tile</title><g><desc>of <g/> grass</desc><rect/></g>") == "<g><rect/></g>"


def test_attributes_of_the_svg_element_are_kept_in_a_group():
    frame = HEAD.replace(">", ' width="5" height="9" version="1.1" fill="none" stroke-width="2">')
    assert read_svg("tile", f"{frame}<rect/></svg>".encode()).svg == '<g fill="none" stroke-width="2"><rect/></g>'


def test_ids_of_two_pictures_are_different():
    inner = '<defs><linearGradient id="b-c"/></defs><use href="#b-c"/><use xlink:href="#b-c"/><g fill="url(#b-c) red"/>'
    sent = drawn(inner, "a")
    assert sent == (
        '<defs><linearGradient id="a.b-c"/></defs><use href="#a.b-c"/><use href="#a.b-c"/><g fill="url(#a.b-c) red"/>'
    )
    other = drawn('<g id="c"/>', "a-b")
    assert not set(re.findall(r'id="(.*?)"', sent)) & set(re.findall(r'id="(.*?)"', other))


@pytest.mark.parametrize(
    "inner, named",
    [
        ("<script>alert(1)</script>", "script"),
        ("<style>*{}</style>", "style"),
        ("<foreignObject/>", "foreignObject"),
        ("<image href='#a'/>", "image"),
        ("<animate/>", "animate"),
        ("<set/>", "set"),
        ("<a href='#b'/>", "element a"),
        ("<filter/>", "filter"),
        ("<svg/>", "svg"),
        ("<g xmlns='http://www.w3.org/1999/xhtml'/>", "element g"),
        ("<p xmlns='http://www.w3.org/1999/xhtml'/>", "element p"),
        ("<title><script/></title>", "script"),
    ],
)
def test_an_unknown_element_is_refused_by_name(inner: str, named: str):
    assert named in refused_inside(inner)


@pytest.mark.parametrize(
    "attribute, named",
    [
        ("onclick='x()'", "onclick"),
        ("onload='x()'", "onload"),
        ("style='fill:red'", "style"),
        ("class='big'", "class"),
        ("filter='url(#a)'", "filter"),
        ("tabindex='0'", "tabindex"),
        ("xml:base='http://example.org/'", "base"),
        ("href='https://example.org/#a'", "https://example.org/#a"),
        ("href='data:image/svg+xml,x'", "data:"),
        ("href=' #a'", " #a"),
        ("href='javascript:x'", "javascript"),
        ("xlink:href='other.svg#a'", "other.svg#a"),
        ("fill='url(https://example.org/a.svg#b)'", "url(https"),
        ("fill='url(\"#a\")'", "url("),
        ("fill='url( #a )'", "url( #a )"),
        ("fill='URL(#a)'", "URL"),
        ("fill='u\\72l(//example.org)'", "backslash"),
        ("fill='src(x)'", "src"),
        ("fill='image-set(x)'", "image-set"),
        ("mask='url(#a), url(b.svg#c)'", "url("),
        ("fill='var(--secret)'", "var(--secret)"),
        ("fill='var(--seat, red)'", "var(--seat, red)"),
        ("fill='var(--seat-3)'", "var(--seat-3)"),
        ("width='calc(1px)'", "calc"),
        ("id='a b'", "a b"),
        ("id='a.b'", "a.b"),
        ("id=''", "''"),
        ("fill='url(#nothing)'", "#nothing"),
        ("href='#nothing'", "#nothing"),
    ],
)
def test_a_dangerous_attribute_is_refused_by_name(attribute: str, named: str):
    assert named in refused_inside(f"<g {attribute}/>")


@pytest.mark.parametrize("attribute", ["onload='x()'", "style='a'", "id='whole'", "data-x='1'"])
def test_the_attributes_of_the_svg_element_are_checked(attribute: str):
    assert "attribute" in refused(f"{HEAD[:-1]} {attribute}><g/></svg>")


@pytest.mark.parametrize(
    "data, why",
    [
        (b"", "not valid XML"),
        (b"<svg", "not valid XML"),
        (b"<svg/>", "not an SVG"),
        (b'<g xmlns="http://www.w3.org/2000/svg"/>', "not an SVG"),
        (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "no viewBox"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1"/>', "four numbers"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 1"/>', "no area"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 nan 1"/>', "no area"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 inf 1"/>', "no area"),
        (b'<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', "<!DOCTYPE"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', "<!DOCTYPE"),
        (b'<?xml-stylesheet href="a"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>', "<?xml-style"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">&a;</svg>', "not valid XML"),
        (HEAD.encode("utf-16") + b"</svg>", "UTF-8"),
        (b"\xff", "UTF-8"),
        (HEAD.encode() + b" " * LARGEST + b"</svg>", "64 KB"),
    ],
)
def test_a_file_that_is_not_a_plain_picture_is_refused(data: bytes, why: str):
    assert why in refused(data)


def test_ids_are_unique():
    assert "twice" in refused_inside('<g id="a"/><g id="a"/>')


def test_references_without_end_are_refused():
    assert "itself" in refused_inside('<g id="a"><use href="#a"/></g>')
    assert "itself" in refused_inside('<g id="a"><use href="#b"/></g><g id="b"><g fill="url(#a)"/></g>')


def test_too_many_repeated_shapes_are_refused():
    layers = [f'<g id="l{n}">' + f'<use href="#l{n - 1}"/>' * 10 + "</g>" for n in range(1, 10)]
    assert str(MOST_DRAWN) in refused_inside('<g id="l0"><rect/></g>' + "".join(layers))


def test_very_deep_nesting_is_refused():
    assert f"more than {DEEPEST} deep" in refused_inside("<g>" * 4_000 + "</g>" * 4_000)
    chain = "".join(f'<g id="c{n}"><use href="#c{n + 1}"/></g>' for n in range(40)) + '<g id="c40"/>'
    assert "too deep" in refused_inside(chain)


TAGS = st.sampled_from("g path use text tspan title script style a image".split())
KEYS = st.sampled_from("id href fill d onload style".split())
VALUES = st.sampled_from(["#a", "url(#a)", "url(//b)", "red", "a", "b", "javascript:x", "u\\72l(//b)", "<g>", "'\">"])


NOTHING = st.just("")


@st.composite
def elements(draw: st.DrawFn, inner: st.SearchStrategy[str] = NOTHING) -> str:
    tag, attributes = draw(TAGS), draw(st.dictionaries(KEYS, VALUES, max_size=2))
    said = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{tag}{said}>{draw(inner)}</{tag}>"


@given(st.recursive(elements(), lambda inner: elements(st.lists(inner, max_size=3).map("".join)), max_leaves=6))
def test_any_file_is_refused_or_becomes_plain_shapes(inner: str):
    try:
        sent = drawn(f"<g id='a'/>{inner}")
    except BadArt:
        return
    for element in ElementTree.fromstring(f"<g>{sent}</g>").iter():
        assert element.tag in {"g", "path", "use", "text", "tspan"}
        assert element.attrib.keys() <= {"id", "href", "fill", "d"}
        assert element.get("href", "#tile.a") == "#tile.a"
        assert "//b" not in "".join(element.attrib.values())
