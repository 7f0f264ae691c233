# SPDX-License-Identifier: MIT
"""The commands of the program as functions. Options are those of the command line with underscores
for dashes (`wgdesc help COMMAND` lists them): shapes as tuples of elements, addresses in bytes, words
as int or "0x...". Each returns a frozen Result with the names of wgdesc-json(5) and raises
WgdescError for what the program refuses."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Optional, Union

from ._arguments import arguments_of, request_of
from ._core import ask_bytes
from ._errors import WgdescError
from ._result import Result


def ask_text(request: Union[str, Dict[str, Any]]) -> str:
    """The answer to a request, as text: byte for byte what `wgdesc batch` answers to the line, but
    for the "line" of its errors."""
    text = request if isinstance(request, str) else json.dumps(request)
    return ask_bytes(text.encode("utf-8")).decode("utf-8")


def ask(request: Dict[str, Any]) -> Dict[str, Any]:
    """What `wgdesc batch` answers to the same object: requests and answers are those of
    wgdesc-json(5), a refusal is an answer with "ok": False."""
    answer: Dict[str, Any] = json.loads(ask_text(request))
    return answer


def command(name: str, **options: Any) -> Result:
    """Any command by its name."""
    request = json.dumps(request_of(name, options))
    text = ask_text(request)
    answer: Dict[str, Any] = json.loads(text)
    if not answer["ok"]:
        raise WgdescError(answer)
    return Result(answer, text, request)


def desc(**options: Any) -> Result:
    """The descriptors of a tile: major, swizzle, shape=(mn, k); dtype, operand, n, order, start,
    stages, sparse, slice="64:128,:" of the tile. `int(...)` is the word of the first block,
    `.blocks` has all."""
    return command("desc", **options)


def solve(layout: Any = None, **options: Any) -> Result:
    """The descriptors of any layout, each element proved. Raises WgdescError with code
    "no_descriptor" where there is none; its `answer["changes"]` are what would work."""
    return command("solve", layout=layout, **options)


def check(desc: Any, layout: Any = None, **options: Any) -> Result:
    """Does the word read that layout? False (`bool(...)`) where an element is read from the wrong
    byte; `.cause` then tells the mistake and the repair."""
    return command("check", desc=desc, layout=layout, **options)


def decode(desc: Any, **options: Any) -> Result:
    """The fields of a word and what is odd in them; what an instruction reads through it."""
    return command("decode", desc=desc, **options)


def map(desc: Any = None, **options: Any) -> Result:
    """The byte that every element of a word's block, or of a tile, is read from; element= asks for
    one, byte= the other way round."""
    return command("map", desc=desc, **options)


def diff(desc: Any, other: Any, **options: Any) -> Result:
    """Are two words the same to the hardware? `bool(...)` is the answer."""
    return command("diff", desc=desc, other=other, **options)


def explain(desc: Any = None, **options: Any) -> Result:
    """The derivation of a tile's descriptor, or of a word, step by step."""
    return command("explain", desc=desc, **options)


def frag(op: Any = None, **options: Any) -> Result:
    """Which thread holds which element in registers."""
    return command("frag", op=op, **options)


def banks(**options: Any) -> Result:
    """Bank conflicts of an access: access, layout or shape; and arrangements without them."""
    return command("banks", **options)


def copy(**options: Any) -> Result:
    """Registers to shared memory and on: op, tile or tv; access names the instruction."""
    return command("copy", **options)


def tma(layout: Any = None, **options: Any) -> Result:
    """The tensor map that fills a tile as its descriptor reads it, or that writes a layout."""
    return command("tma", layout=layout, **options)


def plan(tile: Any = None, **options: Any) -> Result:
    """The main loop of a GEMM from its tile (M, N, K), in elements; with problem=(M, N, K) and no tile,
    the tile is chosen for that product."""
    return command("plan", tile=tile, **options)


def emit(tile: Any = None, **options: Any) -> Result:
    """The plan as code: lang is c, cuda, ptx or json; tile or problem as for plan."""
    return command("emit", tile=tile, **options)


def show(**options: Any) -> Result:
    """What `wgdesc show` draws, a tile, a word, a layout or an atom, as data; a notebook shows the
    picture, f"{...:svg}" or format="svg" gives it as text."""
    return command("show", **options)


def idesc(idesc: Any = None, **options: Any) -> Result:
    """The instruction descriptor of tcgen05.mma, made or read (documented, not measured)."""
    return command("idesc", idesc=idesc, **options)


def tmem(what: Any = None, **options: Any) -> Result:
    """Where things lie in tensor memory (documented, not measured)."""
    return command("tmem", what=what, **options)


def sf(operand: Any = None, **options: Any) -> Result:
    """Scale factors in global, shared and tensor memory (documented, not measured)."""
    return command("sf", operand=operand, **options)


def swizzle(shape: Any, access: str, **options: Any) -> Result:
    """The arrangement of a tile, rows x columns in elements, with the fewest bank conflicts, with a
    proof: access names up to eight of them, weights what each counts."""
    return command("swizzle", shape=shape, access=access, **options)


def cost(op: str, **options: Any) -> Result:
    """The cycles of a wgmma, and what binds it."""
    return command("cost", op=op, **options)


def scan(*files: Any, **options: Any) -> Result:
    """The descriptors of compiled kernels, PTX or machine code in files, and what is wrong with them:
    `.kernels`, `.findings`."""
    paths = [os.fspath(f) for f in files]
    return command("scan", files=paths if paths else None, **options)


def help(topic: Optional[str] = None) -> Result:
    """The program's table of commands, or one of them: options, choices, defaults."""
    return command("help", topic=topic)


def list(what: Any) -> Result:
    """A table of the program: dtypes, ops, atoms, errors."""
    return command("list", what=what)


def layout(op: str, *arguments: Any) -> Result:
    """An operation of CuTe's layout algebra on layouts, tuples and integers; `.result` has it."""
    return command("layout", op=op, args=arguments_of(arguments))
