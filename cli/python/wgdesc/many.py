# SPDX-License-Identifier: MIT
"""One question for many words: numbers from a buffer into a buffer, no JSON for each.

Words are any buffer of 64-bit integers (a NumPy array, array.array("Q")), which is not copied, or
up to 2^24 integers one by one. The answer is a NumPy array where NumPy is installed, else a memoryview
of the same shape, of up to 1 GiB; `out=` is a writable buffer of the caller's to fill instead, and is
returned. A word is not asked which architecture it is of: arch="sm100" says it. Options are those of
the functions of the same names, and so are errors."""

from __future__ import annotations

import json
from json.encoder import encode_basestring_ascii
from typing import Any, Dict

from ._arguments import argument_of, arguments_of, request_of
from ._buffers import address_of, room_of, shaped, words_of
from ._core import ask_many_bytes
from ._errors import WgdescError

__all__ = ["check", "desc", "map", "offsets", "result"]


def check(words: Any, layout: Any = None, *, out: Any = None, **options: Any) -> Any:
    """How many elements each word reads from the wrong place, 0 for a match: uint32, shape (n,)."""
    return _ask("check", "words", words, out, {"layout": layout, **options})


def map(words: Any, *, out: Any = None, **options: Any) -> Any:
    """The byte that every element is read from, for each word: uint32, shape (n, mn, k)."""
    return _ask("map", "words", words, out, options)


def desc(starts: Any, *, out: Any = None, **options: Any) -> Any:
    """The descriptors of a tile at each start, in bytes: uint64, shape (n, blocks along K, blocks
    along MN)."""
    return _ask("desc", "starts", starts, out, options)


def offsets(layout: Any, indices: Any, *, out: Any = None) -> Any:
    """The offset of a layout, in elements, at each index: int64, shape (n,)."""
    return _ask("layout", "indices", indices, out, {"op": "eval", "args": arguments_of([layout])})


def result(op: str, *arguments: Any) -> str:
    """The layout that an operation of the algebra gives, as text, and nothing about it."""
    args = ",".join([_json(a) for a in arguments])
    request = '{"cmd":"layout","op":%s,"args":[%s]}' % (_json(op), args)
    answer = ask_many_bytes(request.encode("ascii"), None, 0, None, 0)
    # The text of a layout needs no reader of JSON, which would take longer than the operation.
    _, found, rest = answer.partition(b'"ok":true,"result":"')
    if not found:
        raise WgdescError(json.loads(answer))
    return rest[: rest.index(b'"')].decode("ascii")


def _json(value: Any) -> str:
    """An operand as JSON; texts and numbers, which most are, without the encoder's preparations."""
    kind = type(value)
    if kind is str:
        return encode_basestring_ascii(value)
    return repr(value) if kind is int else json.dumps(argument_of(value))


def _ask(name: str, field: str, words: Any, out: Any, options: Dict[str, Any]) -> Any:
    question = json.dumps(request_of(name, options)).encode("utf-8")
    view = words_of(words, field)
    n, given = view.nbytes // 8, address_of(view)
    shape = _answer(question, given, n, None, 0)
    to = room_of(out, shape["item"], shape["bytes"])
    _answer(question, given, n, address_of(to), to.nbytes)
    return shaped(to, *_KINDS[name], tuple(shape["shape"])) if out is None else out


def _answer(question: bytes, given: Any, n: int, out: Any, size: int) -> Dict[str, Any]:
    answer: Dict[str, Any] = json.loads(ask_many_bytes(question, given, n, out, size))
    if not answer["ok"]:
        raise WgdescError(answer)
    return answer


# The numbers of an answer, by command: their letter in array and NumPy's name.
_KINDS = {
    "check": ("I", "uint32"),
    "map": ("I", "uint32"),
    "desc": ("Q", "uint64"),
    "layout": ("q", "int64"),
}
