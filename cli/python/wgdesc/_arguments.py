# SPDX-License-Identifier: MIT
"""Python values as values of a request."""

from __future__ import annotations

import enum
import operator
from typing import Any, Dict, List

# Options that take an element type.
_TYPED = ("dtype", "b_dtype", "acc", "a", "b", "d", "scale", "sf")
_WORDS = {"desc": 16, "other": 16, "idesc": 8}


class Dtype(str, enum.Enum):
    """Element types of wgmma."""

    F16 = "f16"
    BF16 = "bf16"
    TF32 = "tf32"
    E4M3 = "e4m3"
    E5M2 = "e5m2"
    S8 = "s8"
    U8 = "u8"
    B1 = "b1"


class Swizzle(str, enum.Enum):
    """Swizzle modes."""

    NONE = "none"
    B32 = "32B"
    B64 = "64B"
    B128 = "128B"


class Major(str, enum.Enum):
    """Which mode is contiguous in shared memory."""

    K = "k"
    MN = "mn"


class Operand(str, enum.Enum):
    """Which operand of the instruction: a is M x K, b is N x K."""

    A = "a"
    B = "b"


def dtype_name(value: Any) -> str:
    """What a dtype object of torch, numpy, jax, ml_dtypes or triton is called, without looking into
    any of them; the core knows their names (`wgdesc list dtypes`)."""
    for text in (getattr(value, "__name__", None), getattr(value, "name", None)):
        if isinstance(text, str):
            return text
    return str(value)


def _plain(value: Any) -> Any:
    """What JSON has a form for; any other object is what it prints."""
    if isinstance(value, enum.Enum):
        return _plain(value.value)
    if value is None or isinstance(value, (bool, str, float)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return operator.index(value) if hasattr(value, "__index__") else str(value)


def word_text(value: Any, digits: int = 16) -> str:
    """A word as text, for many readers of JSON keep its numbers as doubles."""
    if isinstance(value, str):
        return value
    number = operator.index(value)
    return "0x%0*x" % (digits, number) if number >= 0 else str(number)


def word_number(value: Any) -> int:
    """A word as an integer; text as the C compiler reads it."""
    return int(value, 0) if isinstance(value, str) else operator.index(value)


def _value(key: str, value: Any) -> Any:
    if isinstance(value, (str, enum.Enum)):
        return _plain(value)
    if isinstance(value, (list, tuple)):
        return [_value(key, v) for v in value]
    if key in _WORDS and value is not None and not isinstance(value, (bool, float)):
        return word_text(value, _WORDS[key])
    if key in _TYPED and value is not None:
        return dtype_name(value)
    return _plain(value)


def request_of(command: str, options: Dict[str, Any]) -> Dict[str, Any]:
    """The request that a call stands for. A trailing underscore is dropped, for Python's own words
    (global_); None stands for an option that is not given."""
    request: Dict[str, Any] = {"cmd": command}
    for name, value in options.items():
        key = name[:-1] if name.endswith("_") else name
        if value is not None:
            request[key.replace("_", "-")] = _value(key, value)
    return request


def argument_of(value: Any) -> Any:
    """An operand of the algebra: a tuple as CuTe writes it; a list is a tiler by mode."""
    if isinstance(value, tuple):
        return tuple_text(value)
    if isinstance(value, list):
        return [argument_of(v) for v in value]
    return _plain(value)


def tuple_text(value: Any) -> str:
    """(8, (2, 4)) as "(8,(2,4))"."""
    if isinstance(value, (list, tuple)):
        return "(" + ",".join(tuple_text(v) for v in value) + ")"
    return str(operator.index(value))


def arguments_of(values: Any) -> List[Any]:
    return [argument_of(v) for v in values]
