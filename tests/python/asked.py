# SPDX-License-Identifier: MIT
"""Requests of every command, answered and refused, for comparing one front end with another."""

MN64 = {"major": "mn", "swizzle": "64B", "shape": [64, 16]}
WORD = "0x4000004000010040"
TILE = "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)"


def of_every_command():
    """[(command, request), ...]"""
    asked = [
        ("desc", MN64), ("desc", {"major": "k", "swizzle": "128B", "shape": "256x256"}),
        ("desc", {**MN64, "id": [1, {"a": "\u00e9\\u4e2d"}], "stages": 3}),
        ("desc", {**MN64, "swizzle": "65B"}), ("desc", {"dtype": "e4m3", **MN64}),
        ("solve", {"layout": "(64,16):(1,64)"}), ("solve", {"layout": "(64,16):(1,63)"}),
        ("solve", {"shape": [64, 64], "strides": [72, 1], "dtype": "bf16"}),
        ("layout", {"op": "logical_divide", "args": ["(128,64):(64,1)", ["64:1", None]]}),
        ("layout", {"op": "composition", "args": ["(8,4):(4,1)", "(4,8):(8,1)"]}),
        ("layout", {"op": "size", "args": ["((("]}), ("layout", {"op": "offsets", "args": ["(4,4)"]}),
        ("layout", {"op": "size", "args": [9007199254740993]}),
        ("decode", {"desc": WORD}), ("decode", {"desc": "0x"}), ("decode", {"desc": 1.5}),
        ("map", {"desc": WORD, "major": "mn"}), ("map", {"desc": WORD, "major": "k", "byte": "0x400"}),
        ("map", {"desc": WORD, "major": "k", "byte": 1e3}),
        ("check", {"desc": WORD, **MN64}), ("check", {"desc": "0x4000004000010041", **MN64}),
        ("solve", {"layout": TILE, "stages": 2}), ("check", {"desc": WORD, "layout": TILE, "start": "0x400"}),
        ("check", {"desc": "0x4000040000010040", "layout": TILE, "start": "0x400"}),
        ("diff", {"desc": WORD, "other": "0x4000004000010041", "major": "k"}),
        ("diff", {"desc": WORD, "other": WORD, "major": "mn"}),
        ("frag", {"op": "wgmma.m64n8k16"}), ("frag", {"op": "mma.m16n8k16", "operand": "a"}),
        ("banks", {"layout": "(64,64):(64,1)", "access": "ldmatrix.x4"}),
        ("copy", {"op": "m64n64k16", "tile": "64x64", "dtype": "f16"}), ("copy", {"tv": "(32,4):(4,1)", "shape": [16, 8], "access": "x"}),
        ("tma", MN64), ("tma", {**MN64, "swizzle": "128B", "global": [4096, 4096]}),
        ("plan", {"tile": [128, 256, 64]}), ("plan", {"tile": "128x255x64"}),
        ("plan", {"problem": [1000, 3000, 2000], "dtype": "bf16"}), ("plan", {"problem": [8, 8, 1001], "sms": 8}), ("plan", {}),
        ("emit", {"problem": [4096, 4096, 4096], "dtype": "bf16"}), ("emit", {"tile": [128, 128, 64], "lang": "ptx"}), ("emit", {"tile": "128x128x64"}),
        ("list", {"what": "atoms"}), ("list", {"what": "errors"}), ("list", {}),
        ("show", MN64), ("show", {"layout": "(8,8):(8,1)"}), ("explain", MN64),
        ("explain", {"desc": WORD}),
        ("idesc", {"kind": "f16", "cta_group": 1, "a_src": "smem", "a": "bf16", "b": "bf16", "m": 128,
                   "n": 64}), ("idesc", {}),
        ("tmem", {"what": "C", "cta_group": 1, "m_sm": 64, "n_sm": 8, "dtype": "f32",
                  "element": [15, 7]}), ("tmem", {}), ("sf", {"operand": "SFB", "n": 192, "k": 256, "vec": 16}), ("sf", {}),
        ("swizzle", {"shape": [64, 64], "access": "ldmatrix.x4,st.b128:copy"}), ("swizzle", {"shape": [64, 64], "access": "x"}),
        ("cost", {"op": "m64n64k16"}), ("cost", {"op": "m64n65k16"}),
        ("scan", {"files": ["tests/golden/ptx/f16_ak_bk_64x64x64.ptx"]}), ("scan", {"files": ["no/such"]}),
        ("scan", {"explain": "k-step"}),
        ("help", {}), ("help", {"topic": "show"}), ("help", {"topic": "shw"}),
        ("show", {**MN64, "format": "svg"}), ("show", {**MN64, "format": "html"}),
        ("diff", {"desc": WORD, "other": "0x1", "format": "text"}), ("list", {"what": "ops", "format": "svg"}),
        ("nonsense", {}), ("batch", {"x": 1}), ("verify", {}), ("completion", {}),
    ]
    return [(cmd, {"cmd": cmd, **more}) for cmd, more in asked]


# Lines that are no request, or not quite. A request never reads standard input.
LINES = ['{"cmd":"solve","layout":"-"}', '{"cmd":"decode","desc":"-"}',
         "{", "[]", "nonsense", '{"cmd":"desc","cmd":"desc"}', '{"cmd":7}', '{"cmd":"desc","shape":[1e400,1]}',
         '{"cmd":"decode","desc":"\\u0030x1"}', '{"cmd":"decode","desc":"\\ud83d\\ude00\\n\\"\\/"}',
         '{"cmd":"map","desc":"0x1","major":"k","byte":0.1e1}',
         '{"cmd":"map","desc":"0x1","major":"k","byte":-0.5}',
         '{"cmd":"map","desc":"0x1","major":"k","byte":123456789012345678901234567890}',
         ' { "cmd" : "list" , "what" : "atoms" , "id" : [ ] } ', '{"cmd":"decode","desc":"0x1","id":{}}',
         '{"cmd":"layout","op":"size","args":[[[[[1,[2,{"a":[]}]]]]]]}',
         '{"cmd":"layout","op":"size","args":' + "[" * 40 + "]" * 40 + "}"]
