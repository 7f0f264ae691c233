# SPDX-License-Identifier: MIT
"""An answer as a frozen object."""

from __future__ import annotations

import copy
import json
from typing import Any, Dict, Iterator, List, Mapping, Optional

from ._picture import bundle, formats_of, rendered

# The key of an answer that is its one 64-bit word, by what comes first.
_WORDS = ("descriptor", "desc", "idesc")


def _frozen(value: Any) -> Any:
    """A part of an answer, as it is handed out; done when it is asked for, for most never are."""
    if isinstance(value, dict):
        return Result(value)
    if isinstance(value, list):
        return tuple(_frozen(v) for v in value)
    return value


class Result:
    """An answer, or an object in one: the names of the JSON are attributes and keys, a list is a
    tuple, nothing can be changed. `int(r)` is the 64-bit word of what has one, `r.to_json()` the
    text: for a whole answer the very bytes of the program. `to_dict` and `to_json` are its only
    methods, so that every name of the JSON is free ("values" of frag). `print(r)` shows what the
    program prints; f"{r:svg}" is that in any format of the command, and f"{r:x}" the word. Notebooks
    draw what can be drawn."""

    __slots__ = ("_members", "_request", "_text")
    _members: Mapping[str, Any]
    _text: str
    _request: Optional[str]

    def __init__(
        self, members: Mapping[str, Any], text: str = "", request: Optional[str] = None
    ) -> None:
        object.__setattr__(self, "_members", members)
        object.__setattr__(self, "_text", text)
        object.__setattr__(self, "_request", request)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        members = object.__getattribute__(self, "_members")
        if name in members:
            return _frozen(members[name])
        raise AttributeError("the answer has no %r; it has %s" % (name, ", ".join(members)))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("an answer cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("an answer cannot be changed")

    def __getitem__(self, key: str) -> Any:
        return _frozen(self._members[key])

    def __contains__(self, key: object) -> bool:
        return key in self._members

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)

    def __dir__(self) -> List[str]:
        return [*super().__dir__(), *self._members]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Result):
            return NotImplemented
        return self._members == other._members

    def __hash__(self) -> int:
        return hash(json.dumps(self._members, sort_keys=True))

    def __reduce__(self) -> Any:
        return Result, (self.to_dict(), self._text, self._request)

    def __int__(self) -> int:
        for key in _WORDS:
            if isinstance(self._members.get(key), str):
                return int(self._members[key], 16)
        raise TypeError("this answer is not one word: " + ", ".join(self._members))

    __index__ = __int__

    def __bool__(self) -> bool:
        """Is the answer yes? False for a check that fails, for words that are not the same and for a
        layout that no boxes write."""
        return all(self._members.get(key, True) for key in ("match", "same", "fits", "yes"))

    def __repr__(self) -> str:
        return "Result(%s)" % self.to_json()

    def __str__(self) -> str:
        if "format" in self._members and "text" in self._members:  # it is a text already
            return str(self._members["text"])
        return repr(self) if self._request is None else rendered(self._request, "text")

    def __format__(self, spec: str) -> str:
        """As text without a format, in that of the program where it is one of its names, else as the
        word: f"{r}", f"{r:svg}", f"{r:#018x}"."""
        if spec == "":
            return str(self)
        if self._request is not None and spec in formats_of(json.loads(self._request)["cmd"]):
            return self.to_json() if spec == "json" else rendered(self._request, spec)
        return format(int(self), spec)

    def _repr_svg_(self) -> Optional[str]:
        return self._repr_mimebundle_().get("image/svg+xml")

    def _repr_html_(self) -> Optional[str]:
        return self._repr_mimebundle_().get("text/html")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, str]:
        return bundle(self._request, repr(self) if self._request is None else str(self))

    def to_dict(self) -> Dict[str, Any]:
        """The answer as json.loads gives it, for the caller to change."""
        return copy.deepcopy(dict(self._members))

    def to_json(self) -> str:
        return self._text or json.dumps(self._members, separators=(",", ":"), ensure_ascii=False)
