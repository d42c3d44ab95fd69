"""Each transport failure: the number of tries, the operator's message, and that nothing continues afterwards."""

import asyncio
import logging
import sys
import traceback
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import pytest

from gamenight.llm.calls import ConfigurationFailed, Late, LlmFailed, TransportFailed, ask
from gamenight.llm.calls.refusals import refused_by
from gamenight.llm.calls.transport import retry_after_s
from tests.llm.provider import KEY
from tests.llm.questions import question
from tests.timeouts import TIMEOUT_S

WIRES = pytest.mark.parametrize("wire", ["openai", "anthropic"])

PASSING = "408 409 425 429 500 502 503 504 529 reset cut eof html html200 error-in-stream error200 huge".split()
FINAL = "400 401 402 403 404 405 413 422 quota redirect".split()
ENDLESS_SILENCE = "stall stall-body".split()


class Naps:
    """Fake sleeps that take no time and are recorded."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


async def failure_of(*arguments: Any, **settings: Any) -> LlmFailed:
    with pytest.raises(LlmFailed) as failed:
        await ask(*arguments, **settings)
    return failed.value


def outcomes(tries: Any) -> list[str]:
    return [one.outcome for one in tries]


@WIRES
@pytest.mark.parametrize("step", PASSING)
async def test_a_temporary_failure_is_retried(fake, wire, step):
    reply = await ask(fake.endpoint(f"{step}:2,then=pick:1", wire), question("tool"))
    assert outcomes(reply.tries) == ["transport", "transport", "answered"]
    assert (reply.transport_tries, len(fake.received), reply.finish) == (3, 3, "done")


@WIRES
@pytest.mark.parametrize("step", PASSING)
async def test_retries_end_after_the_endpoint_s_limit(fake, wire, step):
    failed = await failure_of(fake.endpoint(step, wire, tries=2), question())
    assert isinstance(failed, TransportFailed)
    assert (outcomes(failed.tries), failed.transport_tries, len(fake.received)) == (["transport"] * 2, 2, 2)
    assert failed.text.endswith("(2 tries)")


@WIRES
@pytest.mark.parametrize("manner", ["", "no=stream,"])
async def test_no_more_is_read_than_two_megabytes(fake, wire, manner):
    failed = await failure_of(fake.endpoint(f"{manner}huge", wire, tries=1), question())
    assert isinstance(failed, TransportFailed)
    assert "larger than 2000000 bytes" in failed.text
    await fake.until(lambda: fake.received[-1].is_closed_early)


@WIRES
@pytest.mark.parametrize("step", ENDLESS_SILENCE)
async def test_a_silent_endpoint_is_given_up_after_the_idle_time(fake, wire, step):
    failed = await failure_of(fake.endpoint(step, wire, tries=2, idle_s=0.2), question())
    assert isinstance(failed, TransportFailed)
    assert outcomes(failed.tries) == ["transport", "transport"]
    assert "nothing came for 0.2 s" in failed.text


@WIRES
async def test_an_endpoint_that_sends_only_comments_ends_at_the_total_time(fake, wire):
    """Comments are not an answer: the model may not have started, so it counts as a transport failure."""
    failed = await failure_of(fake.endpoint("comments-only", wire, tries=2, total_s=0.3), question())
    assert isinstance(failed, TransportFailed)
    assert outcomes(failed.tries) == ["transport", "transport"]
    assert "no answer within 0.3 s" in failed.text


async def test_a_complete_answer_may_take_the_whole_total_time(fake):
    """Without streaming nothing arrives while the model thinks."""
    endpoint = fake.endpoint("no=stream,hold", idle_s=0.2, total_s=TIMEOUT_S, tries=1000)
    asking = asyncio.create_task(ask(endpoint, question()))
    await fake.until(lambda: any(not one.is_streamed for one in fake.received))
    await asyncio.sleep(0.5)
    fake.release()
    assert (await asking).finish == "done"
    assert [one.is_closed_early for one in fake.received if not one.is_streamed] == [False]


@WIRES
async def test_an_endless_reply_is_late(fake, wire):
    # On a slow machine some calls may receive no token in time, which would be a transport failure.
    failed = await failure_of(fake.endpoint("drip", wire, tries=20, total_s=0.5), question())
    assert isinstance(failed, Late)
    assert outcomes(failed.tries)[-1] == "late"
    assert "not complete after 0.5 s" in failed.text


@WIRES
@pytest.mark.parametrize("step", FINAL)
async def test_a_configuration_failure_is_not_retried(fake, wire, step):
    failed = await failure_of(fake.endpoint(step, wire), question("auto"))
    assert isinstance(failed, ConfigurationFailed)
    assert (outcomes(failed.tries), len(fake.received)) == (["configuration"], 1)


@WIRES
async def test_a_redirect_is_never_followed(fake, wire):
    failed = await failure_of(fake.endpoint("redirect", wire), question())
    assert "redirects" in failed.text
    assert [one.path for one in fake.received if "elsewhere" in one.path] == []


async def test_an_unreachable_endpoint_is_tried_and_given_up(fake):
    failed = await failure_of(fake.endpoint("pick:first", url="http://127.0.0.1:1/v1", tries=3), question())
    assert isinstance(failed, TransportFailed)
    assert failed.text == "endpoint 'fake': no connection (3 tries)"


@WIRES
async def test_a_failure_after_a_refused_parameter_counts_only_itself(fake, wire):
    endpoint = fake.endpoint("no=temperature,500:1,then=pick:1", wire, temperature=0.0)
    reply = await ask(endpoint, question())
    assert outcomes(reply.tries) == ["parameter", "transport", "answered"]
    assert reply.transport_tries == 2


# Waits


async def test_waits_double_up_to_eight_seconds_less_a_quarter_at_most(fake):
    naps = Naps()
    failed = await failure_of(fake.endpoint("500", tries=7, backoff_s=0.5), question(), sleep=naps)
    for nap, most in zip(naps.seconds, [0.5, 1, 2, 4, 8, 8], strict=True):
        assert 0.75 * most <= nap <= most
    assert [one.waited_ms / 1000 for one in failed.tries] == [0, *naps.seconds]


@pytest.mark.parametrize(
    "step, seconds", [("retry-after=7", 7.0), ("retry-after-ms=250", 0.25), ("retry-after=0", 0.0)]
)
async def test_the_endpoint_says_how_long_to_wait(fake, step, seconds):
    naps = Naps()
    reply = await ask(fake.endpoint(f"{step}:1,then=pick:1", backoff_s=5.0), question(), sleep=naps)
    assert sum(naps.seconds) == seconds
    assert reply.transport_tries == 2


async def test_the_endpoint_may_name_a_date(fake):
    naps = Naps()
    await ask(fake.endpoint("retry-date=90:1,then=pick:1"), question(), sleep=naps)
    (nap,) = naps.seconds
    assert 0 <= nap <= 90


@pytest.mark.parametrize(
    "headers, seconds",
    [
        ({}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-1"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after": "Wed, 18 Nov 2026 10:00:30 GMT"}, 30.0),
        ({"retry-after": "Wed, 18 Nov 2026 09:00:00 GMT"}, 0.0),
        ({"retry-after": "60", "retry-after-ms": "1500"}, 1.5),
    ],
)
def test_headers_about_waiting_are_read(headers, seconds):
    assert retry_after_s(headers, datetime(2026, 11, 18, 10, tzinfo=UTC)) == seconds


async def test_nobody_waits_longer_than_two_minutes(fake):
    failed = await failure_of(fake.endpoint("retry-after=121"), question(), sleep=Naps())
    assert isinstance(failed, TransportFailed)
    assert "it asks to wait 121 s" in failed.text
    assert len(fake.received) == 1


async def test_an_endpoint_may_forbid_retries(fake):
    failed = await failure_of(fake.endpoint("never"), question())
    assert isinstance(failed, TransportFailed)
    assert len(fake.received) == 1


# Deadlines and cancellation


async def test_after_the_deadline_nothing_is_sent(fake):
    failed = await failure_of(fake.endpoint("pick:first"), question(), until=monotonic() - 1)
    assert isinstance(failed, Late)
    assert (failed.tries, fake.received) == ((), [])


async def test_a_wait_beyond_the_deadline_is_not_started(fake):
    naps = Naps()
    until = monotonic() + TIMEOUT_S - 20
    failed = await failure_of(fake.endpoint("retry-after=110"), question(), until=until, sleep=naps)
    assert isinstance(failed, TransportFailed)
    assert "no time is left" in failed.text
    assert naps.seconds == []


async def test_a_call_that_only_waited_for_others_is_not_the_model_s_failure(fake):
    endpoint = fake.endpoint("hold", max_parallel=1)
    under_way = asyncio.create_task(ask(endpoint, question()))
    await fake.until(lambda: len(fake.received) == 1)
    failed = await failure_of(endpoint, question(), until=monotonic() + 0.5)
    assert isinstance(failed, TransportFailed)
    assert (failed.tries, len(fake.received)) == ((), 1)
    fake.release()
    await under_way


@WIRES
@pytest.mark.parametrize("step", ["hold", "stall-body", "drip"])
async def test_at_the_deadline_the_connection_is_closed(fake, wire, step):
    failed = await failure_of(fake.endpoint(step, wire), question(), until=monotonic() + 0.5)
    assert isinstance(failed, Late)
    await fake.until(lambda: all(one.is_closed_early for one in fake.received))


@WIRES
@pytest.mark.parametrize("step", ["hold", "stall-body", "drip"])
async def test_cancelling_closes_the_connection(fake, wire, step):
    asking = asyncio.create_task(ask(fake.endpoint(step, wire), question()))
    await fake.until(lambda: len(fake.received) == 1)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    await fake.until(lambda: fake.received[0].is_closed_early)


async def test_a_delayed_answer_is_read_when_it_arrives(fake):
    asking = asyncio.create_task(ask(fake.endpoint("hold"), question("tool")))
    await fake.until(lambda: len(fake.received) == 1)
    fake.release()
    assert (await asking).answer_json == '{"id": "c0"}'


async def test_parallel_calls_are_limited(fake):
    endpoint = fake.endpoint("hold", max_parallel=2)
    asking = [asyncio.create_task(ask(endpoint, question())) for _ in range(6)]
    await fake.until(lambda: len(fake.received) == 2)
    fake.release()
    assert {reply.finish for reply in await asyncio.gather(*asking)} == {"done"}
    assert (len(fake.received), fake.most_at_once) == (6, 2)


async def test_a_cancelled_call_frees_its_slot(fake):
    endpoint = fake.endpoint("hold:1,then=pick:1", max_parallel=1)
    first = asyncio.create_task(ask(endpoint, question()))
    await fake.until(lambda: len(fake.received) == 1)
    second = asyncio.create_task(ask(endpoint, question()))
    first.cancel()
    assert (await second).finish == "done"


# Secrets


@WIRES
@pytest.mark.parametrize("step", ["401", "403", "404", "429", "500", "reset", "redirect", "html200", "error-in-stream"])
async def test_no_failure_contains_the_key_or_the_url(fake, wire, step):
    failed = await failure_of(fake.endpoint(step, wire, tries=2), question())
    told = "".join(traceback.format_exception(failed)) + repr(failed) + failed.text + repr(failed.tries)
    assert KEY not in told
    assert KEY[-6:] not in told
    assert fake.url not in told
    assert fake.url.removeprefix("http://") not in told
    assert (failed.__cause__, failed.__context__) == (None, None)


async def test_no_log_contains_the_url_of_a_call(fake, caplog):
    with caplog.at_level(logging.INFO):
        await ask(fake.endpoint("pick:first"), question())
    assert caplog.text == ""


async def test_without_the_extra_the_message_says_how_to_install_it(fake, monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx2", None)
    failed = await failure_of(fake.endpoint("pick:first"), question())
    assert isinstance(failed, ConfigurationFailed)
    assert "pip install 'gamenight[llm]'" in failed.text


async def test_other_failures_do_not_count_as_refused_parameters(fake):
    endpoint = fake.endpoint("500:1,then=401", temperature=0.0)
    await failure_of(endpoint, question())
    assert refused_by(endpoint) == frozenset()
