"""Language models as bots of a table: the ones on offer, the strategy text of a request, and names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from gamenight.bots.registry import BadStrategy, read_strategy, split_parameters
from gamenight.core.plugin import GamePlugin
from gamenight.core.text import say
from gamenight.llm.calls import ConfigurationFailed, Endpoint, endpoints
from gamenight.protocol.bodies import ModelShown
from gamenight.server.request_parsing import BadRequest
from gamenight.server.settings import Settings

STRATEGY = "llm"
OPEN_TO_ALL = {"endpoint", "mode", "on_failure"}
"""The parameters that any client may give to a model; the others influence its cost."""

LONGEST_NAME = 60


def is_model(strategy: str) -> bool:
    return strategy.partition(":")[0].strip() == STRATEGY


def models_offered(settings: Settings) -> tuple[ModelShown, ...]:
    """The models of the operator's endpoints; empty if models may not sit at tables."""
    known = _endpoints() if settings.llm else {}
    times = Counter(endpoint.model for endpoint in known.values())
    return tuple(
        ModelShown(
            f"{STRATEGY}:endpoint={name}",
            _short(own.model if times[own.model] == 1 else f"{own.model} ({name})"),
        )
        for name, own in known.items()
    )


def written_out(field: str, text: str, plugin: GamePlugin, settings: Settings) -> str:
    """The strategy with endpoint and model written out, so that a match keeps them; BadRequest if it is invalid."""
    if not settings.llm:
        raise BadRequest(field, say("bad-models_off"))
    given = _given(field, text)
    if given.keys() - OPEN_TO_ALL and not settings.bot_parameters:
        raise BadRequest(field, say("bad-model_parameters"))
    try:
        read_strategy(text, plugin)
    except BadStrategy as error:
        raise BadRequest(field, say("bad-strategy", why=str(error))) from None
    return _written(given, _endpoint(field, given.get("endpoint")))


def model_name(strategy: str) -> str:
    """The name of a model's seat: the name of the model, else of the endpoint."""
    given = _parameters(strategy)
    return _short(given.get("model") or given.get("endpoint") or STRATEGY)


def _given(field: str, text: str) -> dict[str, str]:
    try:
        return _parameters(text)
    except BadStrategy as error:
        raise BadRequest(field, say("bad-strategy", why=str(error))) from None


def _parameters(text: str) -> dict[str, str]:
    _, colon, rest = text.partition(":")
    return split_parameters(text, rest) if colon else {}


def _endpoint(field: str, name: str | None) -> Endpoint:
    try:
        known = endpoints()
    except ConfigurationFailed:
        raise BadRequest(field, say("bad-endpoints")) from None
    if not known:
        raise BadRequest(field, say("bad-no_endpoint"))
    found = known.get(name) if name else next(iter(known.values()))
    if found is None:
        raise BadRequest(field, say("bad-endpoint", endpoint=name, endpoints=list(known)))
    return found


def _endpoints() -> Mapping[str, Endpoint]:
    """The operator's complete endpoints; none if the configuration cannot be read."""
    try:
        return endpoints()
    except ConfigurationFailed:
        return {}


def _written(given: Mapping[str, str], endpoint: Endpoint) -> str:
    model = given.get("model") or endpoint.model
    # A name that contains a comma cannot be written as a parameter; the endpoint has the model anyway.
    named = {"endpoint": endpoint.name} | ({} if "," in model else {"model": model})
    rest = {key: value for key, value in given.items() if key not in ("endpoint", "model")}
    return f"{STRATEGY}:" + ",".join(f"{key}={value}" for key, value in {**named, **rest}.items())


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
