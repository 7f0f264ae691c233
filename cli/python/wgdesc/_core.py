# SPDX-License-Identifier: MIT
"""libwgdesc-ask through ctypes: request text in, answer text out.

ctypes and not cffi or an extension: it is in every Python, needs no compiler and no build for each
version, and gives up the interpreter's lock for the length of the call, so threads ask at once."""

from __future__ import annotations

import ctypes
import os
import pathlib
from typing import Any, List, Optional

_HERE = pathlib.Path(__file__).resolve().parent


def _candidates() -> List[str]:
    """Where the library is looked for: WGDESC_ASK_LIBRARY alone where it is set, else the one of the
    wheel, else the system's."""
    named = os.environ.get("WGDESC_ASK_LIBRARY")
    if named:
        return [named]
    bundled = sorted((_HERE / "lib").glob("libwgdesc-ask.so*"))
    return [str(p) for p in bundled] + ["libwgdesc-ask.so"]


def _load() -> ctypes.CDLL:
    trouble: List[str] = []
    for name in _candidates():
        try:
            lib = ctypes.CDLL(name)
        except OSError as e:
            trouble.append(str(e))
            continue
        lib.wgdesc_ask.argtypes = [
            ctypes.c_char_p,
            ctypes.c_size_t,
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.POINTER(ctypes.c_size_t),
        ]
        lib.wgdesc_ask.restype = ctypes.c_int
        lib.wgdesc_ask_many.argtypes = [
            ctypes.c_char_p,
            ctypes.c_size_t,
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.POINTER(ctypes.c_void_p),
            ctypes.POINTER(ctypes.c_size_t),
        ]
        lib.wgdesc_ask_many.restype = ctypes.c_int
        lib.wgdesc_ask_free.argtypes = [ctypes.c_void_p]
        lib.wgdesc_ask_free.restype = None
        lib.wgdesc_ask_version.argtypes = []
        lib.wgdesc_ask_version.restype = ctypes.c_char_p
        return lib
    raise ImportError("libwgdesc-ask was not found: " + "; ".join(trouble))


_LIB = _load()
_MEMORY = 3


def version() -> str:
    """The version of the library that answers, as "0.1.0"."""
    text: Optional[bytes] = _LIB.wgdesc_ask_version()
    return (text or b"").decode("ascii")


def ask_bytes(request: bytes) -> bytes:
    """The answer to a request of JSON text in UTF-8, byte for byte what `wgdesc batch` answers to the
    line, without the newline. Raises MemoryError only; what is wrong with the request is an answer."""
    at = ctypes.c_void_p()
    return _taken(_LIB.wgdesc_ask(request, len(request), ctypes.byref(at), None), at)


def ask_many_bytes(request: bytes, words: Any, n: int, out: Any, room: int) -> bytes:
    """The same for n words (wgdesc_ask.h); `words` and `out` are what ctypes takes for a pointer."""
    at = ctypes.c_void_p()
    return _taken(
        _LIB.wgdesc_ask_many(request, len(request), words, n, out, room, ctypes.byref(at), None),
        at,
    )


def _taken(rc: int, at: ctypes.c_void_p) -> bytes:
    """The answer's bytes, up to its NUL, for JSON has none in it; its memory is given back."""
    if rc == _MEMORY or not at.value:
        raise MemoryError("libwgdesc-ask: out of memory")
    try:
        return ctypes.string_at(at).rstrip(b"\n")
    finally:
        _LIB.wgdesc_ask_free(at)
