# SPDX-License-Identifier: MIT
"""One question for many words: numbers from a buffer into a buffer, no JSON for each.

Words are any buffer of 64-bit integers (a NumPy array, array.array("Q")), which is not copied, or
any iterable of integers. The answer is a NumPy array where NumPy is installed, else a memoryview of
the same shape; `out=` is a writable buffer of the caller's to fill instead, and is returned. A word
is not asked which architecture it is of: arch="sm100" says it. Options are those of the functions of
the same names, and so are errors."""

from __future__ import annotations

import array
import ctypes
import json
from typing import Any, Dict, Iterable, Tuple

from ._arguments import arguments_of, request_of, word_number
from ._core import ask_many_bytes
from ._errors import WgdescError

__all__ = ["check", "desc", "map", "offsets", "result"]


def check(words: Any, layout: Any = None, *, out: Any = None, **options: Any) -> Any:
    """How many elements each word reads from the wrong place, 0 for a match: uint32, shape (n,)."""
    return _ask("check", words, out, {"layout": layout, **options})


def map(words: Any, *, out: Any = None, **options: Any) -> Any:
    """The byte that every element is read from, for each word: uint32, shape (n, mn, k)."""
    return _ask("map", words, out, options)


def desc(starts: Any, *, out: Any = None, **options: Any) -> Any:
    """The descriptors of a tile at each start, in bytes: uint64, shape (n, blocks along K, blocks
    along MN)."""
    return _ask("desc", starts, out, options)


def offsets(layout: Any, indices: Any, *, out: Any = None) -> Any:
    """The offset of a layout, in elements, at each index: int64, shape (n,)."""
    return _ask("layout", indices, out, {"op": "eval", "args": arguments_of([layout])})


def result(op: str, *arguments: Any) -> str:
    """The layout that an operation of the algebra gives, as text, and nothing about it."""
    request = {"cmd": "layout", "op": op, "args": arguments_of(arguments)}
    answer = ask_many_bytes(json.dumps(request).encode("utf-8"), None, 0, None, 0)
    # The text of a layout needs no reader of JSON, which would take longer than the operation.
    _, found, rest = answer.partition(b'"ok":true,"result":"')
    if not found:
        raise WgdescError(json.loads(answer))
    return rest[: rest.index(b'"')].decode("ascii")


def _ask(name: str, words: Any, out: Any, options: Dict[str, Any]) -> Any:
    question = json.dumps(request_of(name, options)).encode("utf-8")
    view = _words(words)
    n, given = view.nbytes // 8, _address(view)
    shape = _answer(question, given, n, None, 0)
    to = memoryview(bytearray(shape["bytes"]) if out is None else out)
    if to.readonly or not to.c_contiguous:
        raise ValueError("out is not a writable buffer in one piece")
    if to.itemsize not in (1, shape["item"]) or to.nbytes != shape["bytes"]:
        raise ValueError(
            "out holds %d bytes in items of %d, not %d in items of %d"
            % (to.nbytes, to.itemsize, shape["bytes"], shape["item"])
        )
    _answer(question, given, n, _address(to), to.nbytes)
    return _shaped(to, shape) if out is None else out


def _answer(question: bytes, given: Any, n: int, out: Any, size: int) -> Dict[str, Any]:
    answer: Dict[str, Any] = json.loads(ask_many_bytes(question, given, n, out, size))
    if not answer["ok"]:
        raise WgdescError(answer)
    return answer


def _words(words: Any) -> memoryview:
    if isinstance(words, range):
        return memoryview(array.array("Q", words))
    try:
        view = memoryview(words)
    except TypeError:
        return memoryview(array.array("Q", _numbers(words)))
    if view.itemsize == 8 and view.format in ("Q", "L", "q", "l") and view.c_contiguous:
        return view
    return memoryview(array.array("Q", _numbers(view.tolist())))


def _numbers(words: Any) -> Iterable[int]:
    """The integers in it, however deep it nests, in their order."""
    for value in words:
        if isinstance(value, (list, tuple)):
            yield from _numbers(value)
        else:
            yield word_number(value)


def _address(view: memoryview) -> Any:
    """Where it lies, as ctypes passes it, alive as long as that is; what cannot be written to has no
    address in ctypes, and is copied."""
    if view.nbytes == 0:
        return None
    kind = ctypes.c_char * view.nbytes
    flat = view.cast("B")
    return kind.from_buffer_copy(flat) if view.readonly else kind.from_buffer(flat)


# The numbers of an answer, by command: their letter in array and NumPy's name.
_KINDS = {
    "check": ("I", "uint32"),
    "map": ("I", "uint32"),
    "desc": ("Q", "uint64"),
    "layout": ("q", "int64"),
}


def _shaped(out: memoryview, answer: Dict[str, Any]) -> Any:
    shape: Tuple[int, ...] = tuple(answer["shape"])
    letter: Any
    letter, name = _KINDS[answer["cmd"]]
    try:
        import numpy
    except ImportError:
        return out.cast(letter, shape) if out.nbytes > 0 else out.cast(letter)
    return numpy.frombuffer(out, name).reshape(shape)
