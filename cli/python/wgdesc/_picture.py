# SPDX-License-Identifier: MIT
"""Answers as pictures and text: what the program draws, for notebooks."""

from __future__ import annotations

import functools
import html
import json
from typing import Any, Dict, FrozenSet, Optional

from ._core import ask_bytes
from ._errors import WgdescError

# A notebook keeps what it shows: pictures that are larger, in bytes, are shown as text.
_LARGEST = 1 << 19


@functools.lru_cache(maxsize=None)
def _commands() -> Dict[str, FrozenSet[str]]:
    """The commands that answer requests, and the forms that each has its answer in."""
    table = json.loads(ask_bytes(b'{"cmd":"help"}'))["commands"]
    return {c["name"]: frozenset(c["formats"]) for c in table if c["batch"]}


def batch_commands() -> FrozenSet[str]:
    return frozenset(_commands())


def formats_of(command: str) -> FrozenSet[str]:
    return _commands().get(command, frozenset())


def rendered(request: str, form: str) -> str:
    """The answer to a request in a form that is not JSON; raises WgdescError."""
    asked: Dict[str, Any] = {**json.loads(request), "format": form}
    answer: Dict[str, Any] = json.loads(ask_bytes(json.dumps(asked).encode("utf-8")))
    if not answer["ok"]:
        raise WgdescError(answer)
    return str(answer["text"])


def drawn(request: str) -> Optional[str]:
    """The answer as SVG, without the XML declaration, or None where it has no picture."""
    if "svg" not in formats_of(json.loads(request)["cmd"]):
        return None
    try:
        svg = rendered(request, "svg")
    except WgdescError:
        return None
    return svg[svg.index("<svg") :] if len(svg) <= _LARGEST else None


def bundle(request: Optional[str], text: str) -> Dict[str, str]:
    """What a notebook may show: text always, and a picture where there is one, else the text set in
    HTML, so that its columns stay where they are."""
    svg = drawn(request) if request is not None else None
    if svg:
        return {"text/plain": text, "image/svg+xml": svg}
    return {"text/plain": text, "text/html": "<pre>" + html.escape(text) + "</pre>"}
