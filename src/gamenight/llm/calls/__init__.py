"""Calls to language models: endpoints, requests, replies. Only a call itself imports packages of the extra `llm`."""

from gamenight.llm.calls.asking import Ask, Form, Reply, Try, Usage
from gamenight.llm.calls.calling import ask, form_now
from gamenight.llm.calls.costs import Cost, cost_of
from gamenight.llm.calls.endpoints import Endpoint, endpoints, find_endpoint
from gamenight.llm.calls.failures import ConfigurationFailed, Late, LlmFailed, TransportFailed

__all__ = [
    "Ask",
    "ConfigurationFailed",
    "Cost",
    "Endpoint",
    "Form",
    "Late",
    "LlmFailed",
    "Reply",
    "TransportFailed",
    "Try",
    "Usage",
    "ask",
    "cost_of",
    "endpoints",
    "find_endpoint",
    "form_now",
]
