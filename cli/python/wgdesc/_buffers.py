# SPDX-License-Identifier: MIT
"""The buffers of wgdesc.many: the caller's words as they are or copied, and where answers go. What does
not fit is refused as the program refuses: a WgdescError with the parameter as its field."""

from __future__ import annotations

import array
import ctypes
from typing import Any, Iterator, Tuple

from ._arguments import word_number
from ._errors import WgdescError, refused

# Of numbers that come one by one; a buffer may hold any number of them.
COPIED_MAX = 1 << 24
# Bytes of an answer that is put into memory of its own.
ANSWER_MAX = 1 << 30
# Letters of buffers (struct): 64-bit integers that are taken as they lie, and other integers.
_WORDS, _INTEGERS = "QLqlNn", "hHiIlLqQnN"


def words_of(given: Any, field: str) -> memoryview:
    """64-bit integers in one piece: a buffer of such is not copied."""
    if isinstance(given, (str, bytes, bytearray)):
        raise _no_words(field, given)
    try:
        view = memoryview(given)
    except (TypeError, ValueError):
        return _copied(given, field)
    if view.itemsize == 8 and view.format in tuple(_WORDS) and view.c_contiguous:
        return view
    if view.format not in tuple(_INTEGERS) and view.format != "O":
        raise _no_words(field, "items of the kind %r" % (view.format,))
    return _copied(given if view.format == "O" else view.tolist(), field)


def _no_words(field: str, got: Any) -> WgdescError:
    return refused(
        "value",
        "these are no words",
        field,
        got if isinstance(got, str) and got.startswith("items") else type(got).__name__,
        "a buffer of 64-bit integers, or integers one by one",
        "NumPy: words.astype('uint64'); bytes: memoryview(data).cast('Q'); one word: [word]",
    )


def _copied(given: Any, field: str) -> memoryview:
    try:
        if isinstance(given, (range, list, tuple)) and len(given) <= COPIED_MAX:
            return memoryview(array.array("Q", given))
    except (TypeError, OverflowError):
        pass  # it nests, has texts, or something wrong that is to be named
    numbers = array.array("Q")
    try:
        for value in _each(given):
            if len(numbers) == COPIED_MAX:
                raise refused(
                    "limit",
                    "too many numbers one by one",
                    field,
                    None,
                    "at most %d" % COPIED_MAX,
                    "a buffer may have any number of them: array.array('Q', ...), or NumPy's uint64",
                )
            _append(numbers, value, field)
    except TypeError:  # it cannot be gone through
        raise _no_words(field, given) from None
    except RecursionError:
        raise refused("limit", "it nests too deep", field, None, "numbers", "") from None
    return memoryview(numbers)


def _each(values: Any) -> Iterator[Any]:
    """The values in it, however deep it nests, in their order."""
    for value in values:
        if isinstance(value, (list, tuple)):
            yield from _each(value)
        else:
            yield value


def _append(numbers: Any, value: Any, field: str) -> None:
    try:
        numbers.append(word_number(value))
    except (TypeError, ValueError, OverflowError):
        raise refused(
            "value", "no word of 64 bits", field, repr(value), "an integer from 0 to 2^64 - 1", ""
        ) from None


def room_of(out: Any, item: int, size: int) -> memoryview:
    """The caller's buffer, or one for the answer: `size` bytes of integers of `item` bytes."""
    if out is None:
        if size > ANSWER_MAX:
            raise refused(
                "limit",
                "the answer is too large to make room for",
                "out",
                "%d bytes" % size,
                "at most %d" % ANSWER_MAX,
                "ask in parts, or give a buffer of that size as out=",
            )
        return memoryview(bytearray(size))
    want = "a writable buffer in one piece, of %d bytes, integers of %d" % (size, item)
    try:
        view = memoryview(out)
    except TypeError:
        raise refused("value", "no buffer", "out", type(out).__name__, want, "") from None
    fits = view.itemsize == 1 or (view.itemsize == item and view.format in tuple(_INTEGERS))
    if view.readonly or not view.c_contiguous or not fits or view.nbytes != size:
        got = "%s%d bytes in items of the kind %r%s" % (
            "read-only, " if view.readonly else "",
            view.nbytes,
            view.format,
            "" if view.c_contiguous else ", not in one piece",
        )
        raise refused("value", "the answer does not fit the buffer", "out", got, want, "")
    return view


def address_of(view: memoryview) -> Any:
    """Where it lies, as ctypes passes it, alive as long as that is; what cannot be written to has no
    address in ctypes, and is copied."""
    if view.nbytes == 0:
        return None
    kind = ctypes.c_char * view.nbytes
    flat = view.cast("B")
    return kind.from_buffer_copy(flat) if view.readonly else kind.from_buffer(flat)


def shaped(out: memoryview, letter: Any, name: str, shape: Tuple[int, ...]) -> Any:
    """As a NumPy array where NumPy is, else as a memoryview of that shape."""
    try:
        import numpy
    except ImportError:
        return out.cast(letter, shape) if out.nbytes > 0 else out.cast(letter)
    return numpy.frombuffer(out, name).reshape(shape)
