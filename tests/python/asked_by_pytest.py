# SPDX-License-Identifier: MIT
"""Tests as a user of the pytest plugin writes them; package.t runs them: two pass and two fail."""

TILE = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"
MADE = {"major": "k", "swizzle": "128B", "shape": (64, 64)}


def test_fixture(wgdesc):
    assert int(wgdesc.desc(**MADE)) == 0x4000004000010000


def test_assertions(wgdesc):
    wgdesc.testing.assert_reads(0x4000004000010040, TILE, start=0x400)


def test_wrong_word(wgdesc):
    answer = wgdesc.check(0x4000040000010040, TILE, start=0x400)
    assert answer


def test_answers_differ(wgdesc):
    assert wgdesc.desc(**MADE) == wgdesc.desc(start=0x400, **MADE)
