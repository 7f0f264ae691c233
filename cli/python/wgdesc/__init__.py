# SPDX-License-Identifier: MIT
"""Shared-memory matrix descriptors of wgmma: the answers of the program wgdesc, in Python.

ask(request) answers an object as `wgdesc batch` does; the functions named as the commands return
frozen results and raise WgdescError; Layout is CuTe's algebra; wgdesc.testing has assertions."""

import functools
from typing import Callable

from ._arguments import Dtype, Major, Operand, Swizzle
from ._commands import (
    ask,
    ask_text,
    banks,
    check,
    command,
    copy,
    cost,
    decode,
    desc,
    diff,
    emit,
    explain,
    frag,
    help,
    idesc,
    layout,
    list,
    map,
    plan,
    scan,
    sf,
    show,
    solve,
    swizzle,
    tma,
    tmem,
)
from ._core import version
from ._errors import WgdescError
from ._layout import Layout
from ._picture import batch_commands
from ._result import Result

__version__ = version()


def __getattr__(name: str) -> Callable[..., Result]:
    """A command of the library that has no function above, one newer than this file."""
    if not name.startswith("_") and name in batch_commands():
        return functools.partial(command, name)
    raise AttributeError("module 'wgdesc' has no attribute %r" % name)


__all__ = [
    "Dtype",
    "Layout",
    "Major",
    "Operand",
    "Result",
    "Swizzle",
    "WgdescError",
    "__version__",
    "ask",
    "ask_text",
    "banks",
    "check",
    "command",
    "copy",
    "cost",
    "decode",
    "desc",
    "diff",
    "emit",
    "explain",
    "frag",
    "help",
    "idesc",
    "layout",
    "list",
    "map",
    "plan",
    "scan",
    "sf",
    "show",
    "solve",
    "swizzle",
    "tma",
    "tmem",
    "version",
]
