# SPDX-License-Identifier: MIT
"""For pytest, which finds it by itself where the package is installed: the fixture `wgdesc`, and failed
assertions of answers told in the program's own words."""

from __future__ import annotations

import types
from typing import Any, List, Optional

import pytest

import wgdesc as package

from ._result import Result


@pytest.fixture(name="wgdesc", scope="session")
def wgdesc_fixture() -> types.ModuleType:
    """The package with its assertions: wgdesc.desc, wgdesc.testing.assert_reads, ..."""
    from . import testing  # noqa: F401  (makes package.testing)

    return package


def pytest_assertrepr_compare(op: str, left: Any, right: Any) -> Optional[List[str]]:
    """assert wgdesc.desc(...) == wgdesc.desc(...): the keys that differ, not two lines of JSON."""
    if op != "==" or not isinstance(left, Result) or not isinstance(right, Result):
        return None
    lines = ["two answers of wgdesc are not equal"]
    for key in dict.fromkeys([*left, *right]):
        a, b = (r[key] if key in r else "nothing" for r in (left, right))
        if a != b:
            lines.append("  %s: %s and %s" % (key, a, b))
    return lines


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: Any, call: Any) -> Any:
    """Under a failed assertion, what the program prints of each answer in it that is no."""
    outcome = yield
    report = outcome.get_result()
    if call.excinfo is None or not call.excinfo.errisinstance(AssertionError):
        return
    frame = call.excinfo.traceback[-1].frame
    for name, value in frame.f_locals.items():
        if isinstance(value, Result) and not value:
            report.sections.append(("wgdesc: " + name, str(value)))
