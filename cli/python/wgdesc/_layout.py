# SPDX-License-Identifier: MIT
"""CuTe layouts as values."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any, Dict, List, Optional

from . import _commands, many
from ._arguments import tuple_text
from ._picture import bundle
from ._result import Result


def _read_tuple(text: str) -> Any:
    """(8,(2,4)) as a tuple; the library wrote the text."""
    stack: List[List[Any]] = [[]]
    for token in re.findall(r"-?\d+|[()]", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(int(token))
    return stack[0][0]


def _compact(shape: Any) -> str:
    """The layout of a shape whose first mode is the fastest, the modes within it likewise."""
    count = itertools.count()

    def keys(value: Any) -> Any:
        return tuple(keys(v) for v in value) if isinstance(value, (tuple, list)) else next(count)

    return many.result("make_ordered_layout", tuple_text(shape), tuple_text(keys(shape)))


class Layout:
    """A CuTe layout, also with a swizzle in front. From text ("(8,4):(4,1)"), a shape and strides
    ((8, 4), (4, 1)), a shape alone (compact, first mode fastest), or any object that prints as a
    layout (CuTe DSL, pycute). `Layout.of(array)` takes the shape and strides of a NumPy or torch
    array. Strides and offsets count elements.

    a @ b is the composition, a / b logical_divide, a * b logical_product; a(1, 2) is the offset at a
    coordinate, a(5) at an index. Layouts are equal when their texts are."""

    __slots__ = ("_text",)
    _text: str

    def __init__(self, layout: Any, stride: Any = None) -> None:
        if stride is not None:
            text = tuple_text(layout) + ":" + tuple_text(stride)
        elif isinstance(layout, (int, tuple, list)):
            text = _compact(layout)
        else:
            text = str(layout)
        _commands.layout("cosize", text)  # refuses what is no layout
        if ":" not in text:
            text = _compact(_read_tuple(text))
        text = re.sub(r"\s*([:,()<>])\s*", r"\1", text.strip())
        object.__setattr__(self, "_text", re.sub(r"\s*(?<=[>\]0-9])\s*o\s*", " o ", text))

    @classmethod
    def of(cls, array: Any) -> Layout:
        """The layout of an array with .shape, and .strides in bytes (NumPy) or .stride() (torch)."""
        shape = tuple(int(n) for n in array.shape)
        if callable(getattr(array, "stride", None)):
            return cls(shape, tuple(int(s) for s in array.stride()))
        item = int(array.itemsize)
        if any(int(s) % item for s in array.strides):
            raise ValueError("strides of %r bytes are not whole elements" % (array.strides,))
        return cls(shape, tuple(int(s) // item for s in array.strides))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("a layout cannot be changed")

    def __reduce__(self) -> Any:
        return Layout, (self._text,)

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "Layout(%r)" % self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    # ---- what it is ----------------------------------------------------------------------------

    @property
    def shape(self) -> Any:
        """An int, or a tuple of shapes."""
        return _read_tuple(self._text.rsplit(" ", 1)[-1].split(":")[0])

    @property
    def stride(self) -> Any:
        """As the shape, in elements."""
        return _read_tuple(self._text.rsplit(" ", 1)[-1].split(":")[1])

    @property
    def swizzle(self) -> Optional[str]:
        """Sw<3,4,3> or the like; None without one."""
        found = re.match(r"Sw<[^>]*>", self._text)
        return found.group(0) if found else None

    def _number(self, op: str) -> int:
        return int(_commands.layout(op, self._text)["result"])

    def size(self) -> int:
        """Number of elements."""
        return self._number("size")

    def cosize(self) -> int:
        """One more than the greatest offset."""
        return self._number("cosize")

    def rank(self) -> int:
        """Number of top-level modes."""
        return self._number("rank")

    def depth(self) -> int:
        """Levels of nesting."""
        return self._number("depth")

    def __call__(self, *coordinate: Any) -> int:
        """The offset at a coordinate, in elements: a(i, j), a((i, j), k), or a(index)."""
        at = coordinate[0] if len(coordinate) == 1 else coordinate
        return int(_commands.layout("eval", self._text, tuple_text(at))["result"])

    def offsets(self) -> Any:
        """All offsets, by index: a NumPy array of int64 if NumPy is there, else a list."""
        found = many.offsets(self, range(self.size()))
        return found.tolist() if isinstance(found, memoryview) else found

    def show(self, **options: Any) -> Result:
        """`wgdesc.show` of this layout: cells, shade, unit, ... as options."""
        return _commands.show(layout=self._text, **options)

    def _repr_svg_(self) -> Optional[str]:
        return self._repr_mimebundle_().get("image/svg+xml")

    def _repr_html_(self) -> Optional[str]:
        return self._repr_mimebundle_().get("text/html")

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, str]:
        return bundle(json.dumps({"cmd": "show", "layout": self._text}), repr(self))

    # ---- the algebra ---------------------------------------------------------------------------

    def _apply(self, op: str, *more: Any) -> Layout:
        given = [m for m in more if m is not None]
        return Layout._made(many.result(op, self._text, *given))

    @classmethod
    def _made(cls, text: str) -> Layout:
        """Of a text that the library wrote."""
        made = cls.__new__(cls)
        object.__setattr__(made, "_text", text)
        return made

    def composition(self, tiler: Any) -> Layout:
        """self(tiler(i)). A list is a tiler by mode, with None for a mode that stays."""
        return self._apply("composition", tiler)

    def complement(self, cotarget: Any = None) -> Layout:
        """What fills the gaps up to a cotarget."""
        return self._apply("complement", cotarget)

    def coalesce(self, profile: Any = None) -> Layout:
        """The same function with as few modes as can be."""
        return self._apply("coalesce", profile)

    def flatten(self) -> Layout:
        """The same modes without nesting."""
        return self._apply("flatten")

    def right_inverse(self) -> Layout:
        """The largest R with self(R(i)) = i."""
        return self._apply("right_inverse")

    def left_inverse(self) -> Layout:
        """An L with L(self(i)) = i."""
        return self._apply("left_inverse")

    def logical_divide(self, tiler: Any) -> Layout:
        """Each tiled mode as (tile, rest)."""
        return self._apply("logical_divide", tiler)

    def zipped_divide(self, tiler: Any) -> Layout:
        """((tiles), (rests))."""
        return self._apply("zipped_divide", tiler)

    def tiled_divide(self, tiler: Any) -> Layout:
        """((tiles), rest, rest, ...)."""
        return self._apply("tiled_divide", tiler)

    def flat_divide(self, tiler: Any) -> Layout:
        """(tile, tile, ..., rest, rest, ...)."""
        return self._apply("flat_divide", tiler)

    def logical_product(self, tiler: Any) -> Layout:
        """Each mode as (block, how it repeats)."""
        return self._apply("logical_product", tiler)

    def zipped_product(self, tiler: Any) -> Layout:
        """((blocks), (repeats))."""
        return self._apply("zipped_product", tiler)

    def tiled_product(self, tiler: Any) -> Layout:
        """((blocks), repeat, repeat, ...)."""
        return self._apply("tiled_product", tiler)

    def flat_product(self, tiler: Any) -> Layout:
        """(block, ..., repeat, ...)."""
        return self._apply("flat_product", tiler)

    def blocked_product(self, tiler: Any) -> Layout:
        """The block repeated as a whole along each mode."""
        return self._apply("blocked_product", tiler)

    def raked_product(self, tiler: Any) -> Layout:
        """The block repeated, its elements interleaved."""
        return self._apply("raked_product", tiler)

    def tile_to_shape(self, shape: Any, order: Any = None) -> Layout:
        """Repeated until it has a shape."""
        return self._apply("tile_to_shape", shape, order)

    def upcast(self, n: int) -> Layout:
        """n elements counted as one."""
        return self._apply("upcast", n)

    def downcast(self, n: int) -> Layout:
        """One element counted as n."""
        return self._apply("downcast", n)

    def recast(self, old_bits: int, new_bits: int) -> Layout:
        """Elements of old_bits counted as elements of new_bits."""
        return self._apply("recast", old_bits, new_bits)

    def __matmul__(self, other: Any) -> Layout:
        return self.composition(other)

    def __truediv__(self, other: Any) -> Layout:
        return self.logical_divide(other)

    def __mul__(self, other: Any) -> Layout:
        return self.logical_product(other)
