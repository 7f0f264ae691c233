# SPDX-License-Identifier: MIT
"""A refusal as an exception."""

from __future__ import annotations

from typing import Any, Dict, Optional


class WgdescError(ValueError):
    """A request that has no answer.

    code    which error, as `wgdesc list errors` names it: "value", "no_descriptor", ...
    message what is wrong
    field   the key of the request that is at fault, "" where it is none
    got     what stood there, None where nothing is to be shown
    want    what may stand there, None where that is said otherwise
    hint    what to do
    answer  the whole answer, with what some commands add ("changes" of solve)
    """

    def __init__(self, answer: Dict[str, Any]) -> None:
        error: Dict[str, Any] = answer["error"]
        self.answer = answer
        self.code: str = error["code"]
        self.message: str = error["message"]
        self.field: str = error["field"]
        self.got: Optional[str] = error.get("got")
        self.want: Optional[str] = error.get("want")
        self.hint: str = error["hint"]
        super().__init__(answer)

    def __str__(self) -> str:
        return self.message + ("\nhint: " + self.hint if self.hint else "")


def refused(
    code: str, message: str, field: str, got: Optional[str], want: str, hint: str
) -> WgdescError:
    """What the package refuses before the program is asked, in the form of its answers."""
    message += " (%s: %swant %s)" % (field, "" if got is None else "got %s, " % got, want)
    error = {"code": code, "message": message, "field": field, "got": got, "want": want, "hint": hint}
    return WgdescError({"schema": "wgdesc/1", "cmd": None, "ok": False, "error": error})
