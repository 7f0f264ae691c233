# SPDX-License-Identifier: MIT
"""Assertions for tests of kernels: what fails is told with the diagnosis and the repair."""

from __future__ import annotations

from typing import Any

from . import _commands
from ._arguments import word_text
from ._result import Result

__all__ = ["assert_conflict_free", "assert_reads", "assert_same_to_hardware"]


def assert_reads(word: Any, layout: Any = None, **options: Any) -> Result:
    """The descriptor word reads every element of its block where the layout has it; options as
    `wgdesc.check` takes them (start in bytes, dtype, operand, n, block, ...)."""
    __tracebackhide__ = True
    answer = _commands.check(word, layout, **options)
    if not answer:
        raise AssertionError(_mismatch(word_text(word), answer))
    return answer


def _mismatch(word: str, answer: Result) -> str:
    first = answer["first_mismatch"]
    lines = [
        "%s reads %d of %d elements from the wrong place" % (word, answer["wrong"], answer["total"]),
        "first: element (%d,%d) lies at byte 0x%x, the descriptor reads 0x%x"
        % (first["mn"], first["k"], first["expected_byte"], first["fetched_byte"]),
    ]
    cause = answer["cause"] if "cause" in answer else None
    if cause is not None:
        lines.append("cause: " + cause["text"])
        for field in cause["fields"] if "fields" in cause else ():
            lines.append("  %s %s -> %s" % (field["field"], field["got"], field["want"]))
        if "repaired" in cause and cause["repaired"]:
            lines.append("right would be " + cause["repaired"])
    return "\n".join(lines)


def assert_same_to_hardware(a: Any, b: Any, **options: Any) -> Result:
    """The hardware reads the same through both words; options as `wgdesc.diff` takes them."""
    __tracebackhide__ = True
    answer = _commands.diff(a, b, **options)
    if not answer:
        lines = ["%s and %s are not the same to the hardware" % (word_text(a), word_text(b))]
        for field in answer["fields"]:
            if field["matters"]:
                lines.append("  %s: %s and %s" % (field["field"], field["a"], field["b"]))
        raise AssertionError("\n".join(lines))
    return answer


def assert_conflict_free(**options: Any) -> Result:
    """The accesses have no bank conflict; options as `wgdesc.banks` takes them (access, layout or
    shape, ...). A failure tells the arrangements that have none."""
    __tracebackhide__ = True
    answer = _commands.banks(**options)
    lines = [
        "%s: %d conflicts, up to %d words of one bank at once"
        % (use["access"], use["conflicts"], use["worst"])
        for use in answer["uses"]
        if use["conflicts"] > 0
    ]
    if lines:
        for found in answer["arrangements"] if "arrangements" in answer else ():
            if found["conflicts"] == 0:
                text = found["layout"]
                lines.append("without conflicts: " + found["name"] + (", " + text if text else ""))
        raise AssertionError("\n".join(lines))
    return answer
