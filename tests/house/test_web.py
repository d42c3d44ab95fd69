"""The page in the browser: the imports of its renderer, the source of its types, and the size of a first visit."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from gamenight.server.http.page import Page, built_page
from tools.wire_types import TARGET, written

WEB = Path(__file__).parents[2] / "web"
SCENE = WEB / "src" / "scene"
FIRST_LOAD = 150_000
"""Bytes of compressed script; people come with phones."""

OUTSIDE = {"../wire"}
"""What the renderer may import that is not its own: types."""
IMPURE = re.compile(
    r"\b(?:(?:document|window|navigator|self|globalThis|localStorage|sessionStorage)\s*[.\[]|"
    r"Math\.random|Date\b|performance\b|console\b|fetch\s*\(|setTimeout|setInterval|requestAnimationFrame|HTML\w*Element)"
)
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", re.DOTALL)
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']""")


def impurities(source: str, folder: Path = SCENE) -> list[str]:
    """The forbidden imports and names in a module of the renderer, in this folder."""
    code = COMMENT.sub("", source)
    found = [name for name in IMPORT.findall(code) if not _is_own(name, folder)]
    return found + IMPURE.findall(code)


def _is_own(name: str, folder: Path) -> bool:
    target = (folder / name).resolve()
    return name.startswith(".") and (SCENE in target.parents or target in {(SCENE / one).resolve() for one in OUTSIDE})


def test_the_renderer_touches_neither_react_nor_the_browser():
    modules = sorted(SCENE.rglob("*.ts*"))
    assert modules
    found = [
        f"{path.relative_to(WEB)}: {what}" for path in modules for what in impurities(path.read_text(), path.parent)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "planted",
    [
        'import { useState } from "react";',
        'import "react-dom";',
        'export { t } from "../texts/t";',
        'const late = import("../app/theme");',
        'const box = document.getElementById("x");',
        "const wide = window.innerWidth > 3;",
        "const now = Date.now();",
        "const die = Math.random();",
        "function draw(onto: HTMLCanvasElement) {}",
    ],
)
def test_a_planted_impurity_is_found(planted: str):
    assert len(impurities(planted)) == 1


def test_imports_that_a_renderer_needs_are_allowed():
    source = 'import type { Placed } from "./types"; // window.open\nimport type { ShownItem } from "../wire";\n'
    assert impurities(source + "/* document.body */ const document_height = 3;\n") == []
    assert impurities('import { has } from "../plain";', SCENE / "art") == []


def test_the_page_s_types_are_those_of_the_server():
    assert TARGET.read_text() == written(), "run `make wire`"


def test_packages_are_identified_by_hash_and_not_by_address():
    packages = json.loads((WEB / "package-lock.json").read_text())["packages"]
    installed = {name: package for name, package in packages.items() if name}
    assert installed
    for name, package in installed.items():
        assert "resolved" not in package, name
        assert package["integrity"].startswith("sha512-"), name


def test_every_dependency_of_the_page_is_pinned():
    wanted = json.loads((WEB / "package.json").read_text())
    versions = {**wanted["dependencies"], **wanted["devDependencies"]}
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions.values()), versions
    assert set(wanted["dependencies"]) == {"react", "react-dom", "marked", "@fluent/bundle"}


# What was built


@pytest.fixture(scope="module")
def page() -> Page:
    page = built_page()
    assert page.build, "the page is not built: run `make web`"
    return page


def eager_scripts(page: Page) -> dict[str, int]:
    """The compressed sizes of the scripts that a first visit loads before anything is shown."""
    document = page.document.body.decode()
    waiting = re.findall(r'<script[^>]* src="([^"]+)"', document)
    waiting += re.findall(r'<link rel="modulepreload"[^>]* href="([^"]+)"', document)
    sizes: dict[str, int] = {}
    while waiting:
        path = waiting.pop()
        if path not in sizes:
            file = page.files[path]
            sizes[path] = len(file.packed or file.body)
            waiting += _imported(path, file.body.decode())
    return sizes


def _imported(path: str, script: str) -> Iterator[str]:
    """The static imports of a built script: `import{a}from"./b.js"`; dynamic ones have parentheses."""
    for name in re.findall(r'(?:\bfrom|\bimport)\s*"\./([\w.-]+\.js)"', script):
        yield f"{path.rpartition('/')[0]}/{name}"


def test_a_first_visit_loads_little(page: Page):
    sizes = eager_scripts(page)
    assert sizes
    assert sum(sizes.values()) < FIRST_LOAD, sizes


def test_the_document_follows_its_own_content_security_policy(page: Page):
    document = page.document.body.decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", document)
    assert not re.search(r"<script(?![^>]*\ssrc=)", document)
    assert not re.findall(r'(?:src|href)="(?!/)[^"]*"', document)
    assert page.build in document
    assert "%PAGE%" not in document


def test_the_picture_s_script_is_built_beside_the_page(page: Page):
    assert "/scene.js" in page.files
