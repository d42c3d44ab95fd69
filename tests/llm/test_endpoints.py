"""Endpoints: complete or off, and their keys and URLs appear in no text."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from rich.pretty import pretty_repr

from gamenight.llm.calls import ConfigurationFailed, Endpoint, endpoints, find_endpoint

KEY, URL = "sk-very-secret", "https://models.example/v1"
LOCAL = {"GAMENIGHT_LLM_LOCAL_URL": URL, "GAMENIGHT_LLM_LOCAL_KEY": KEY, "GAMENIGHT_LLM_LOCAL_MODEL": "qwen"}


def file_of(folder: Path, text: str) -> dict[str, str]:
    path = folder / "llm.toml"
    path.write_text(text)
    return {"GAMENIGHT_LLM_FILE": str(path)}


def problem_of(name: str | None, environment: dict[str, str]) -> str:
    with pytest.raises(ConfigurationFailed) as failed:
        find_endpoint(name, environment)
    assert KEY not in str(failed.value)
    assert URL not in str(failed.value)
    return failed.value.text


def test_an_endpoint_comes_from_the_environment():
    found = endpoints({**LOCAL, "GAMENIGHT_LLM_LOCAL_MAX_PARALLEL": "2", "GAMENIGHT_LLM_LOCAL_IDLE_S": "7.5"})
    assert found == {
        "local": Endpoint(name="local", url=URL, key=KEY, model="qwen", max_parallel=2, idle_s=7.5),
    }


def test_a_name_may_have_several_words():
    renamed = {name.replace("LOCAL", "MY_OWN_MAX"): value for name, value in LOCAL.items()}
    assert list(endpoints({**renamed, "GAMENIGHT_LLM_MY_OWN_MAX_MAX_TOKENS": "9"})) == ["my_own_max"]


def test_the_environment_overrides_the_endpoint_file(tmp_path):
    environment = file_of(
        tmp_path,
        f"""
        [claude]
        url = "{URL}"
        model = "claude-opus-5-5"
        wire = "anthropic"
        effort = "low"

        [another]
        url = "{URL}"
        key = "k"
        model = "m"
        """,
    )
    environment |= {"GAMENIGHT_LLM_CLAUDE_KEY": KEY, "GAMENIGHT_LLM_CLAUDE_MODEL": "claude-haiku-5-5"}
    assert list(endpoints(environment)) == ["claude", "another"]
    first = find_endpoint(None, environment)
    assert (first.name, first.key, first.model, first.wire) == ("claude", KEY, "claude-haiku-5-5", "anthropic")


@pytest.mark.parametrize("missing", ["URL", "KEY", "MODEL"])
def test_an_endpoint_is_off_until_it_has_url_key_and_model(missing):
    environment = {name: value for name, value in LOCAL.items() if not name.endswith(missing)}
    assert endpoints(environment) == {}
    told = problem_of("local", environment)
    assert told == f"endpoint 'local' is off: it has no {missing.lower()} (set GAMENIGHT_LLM_LOCAL_{missing})"
    assert problem_of(None, environment) == told


def test_an_empty_variable_counts_as_missing():
    assert endpoints({**LOCAL, "GAMENIGHT_LLM_LOCAL_KEY": ""}) == {}


def test_without_endpoints_the_message_says_where_to_set_them():
    assert "GAMENIGHT_LLM_FILE" in problem_of(None, {})
    assert problem_of("nope", LOCAL) == "there is no endpoint 'nope'; available: local"


@pytest.mark.parametrize(
    "name, value, told",
    [
        ("WIRE", "grpc", "wire"),
        ("IDLE_S", "soon", "idle_s"),
        ("IDLE_S", "0", "idle_s"),
        ("MAX_PARALLEL", "0", "max_parallel"),
        ("URL", "ftp://models.example", "http"),
        ("URL", f"https://{KEY}@models.example", "no user"),
        ("URL", f"https://models.example?key={KEY}", "query"),
        ("KEY", f"{KEY}\n", "character"),
        ("KEY", f"{KEY}é", "character"),
        ("MODLE", "x", "sets nothing"),
    ],
)
def test_a_bad_field_is_named_without_its_secret(name, value, told):
    assert told in problem_of("local", {**LOCAL, f"GAMENIGHT_LLM_LOCAL_{name}": value})


@pytest.mark.parametrize(
    "text, told",
    [
        ("[local", "table declaration"),
        ("url = 'https://x.example'", "outside of an endpoint's table"),
        (f"[local]\nurl='{URL}'\nkey='{KEY}'\nmodel='m'\nmodle='m'", "modle"),
        (f"[Local]\nurl='{URL}'\nkey='{KEY}'\nmodel='m'", "lower-case letters"),
    ],
)
def test_a_bad_file_is_refused_with_its_reason(tmp_path, text, told):
    assert told in problem_of(None, file_of(tmp_path, text))


def test_a_missing_file_is_named():
    assert "No such file" in problem_of(None, {"GAMENIGHT_LLM_FILE": "nowhere.toml"})


def test_no_text_of_an_endpoint_has_its_key_or_url():
    endpoint = find_endpoint(None, LOCAL)
    for text in (
        repr(endpoint),
        str(endpoint),
        f"{[endpoint]}",
        pretty_repr(endpoint),
        repr(replace(endpoint, model="x")),
    ):
        assert KEY not in text
        assert "models.example" not in text


def test_the_http_library_is_imported_only_for_calls():
    modules = "{'httpx2', 'genai_prices', 'pydantic'}"
    code = f"import sys, gamenight, gamenight.llm.calls; print(sorted({modules} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout == "[]\n"
