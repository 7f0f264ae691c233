# SPDX-License-Identifier: MIT
"""At least 200 requests of every command that batch takes, answered and refused, drawn by a fixed seed:
for comparing one front end with another."""
import itertools
import random
import zlib

DTYPES = ["f16", "bf16", "tf32", "e4m3", "e5m2", "s8", "u8", "b1"]
SWIZZLES = ["none", "32B", "64B", "128B"]
WORDS = ["0x4000004000010040", "0x4002004000010048", "0x8000004000200000", "0xc000001000100000", "0x0000000800800040",
         "0x8000008000200040", "0x4000040000010040", "0x8010004000200000", "0xffffffffffffffff", "0x0", "0x4000"]
TILES = [[64, 16], [64, 64], [128, 64], [64, 32], [192, 64], [64, 256], [65, 16]]
LAYOUTS = ["(64,64):(64,1)", "(64,64):(72,1)", "(64,16):(1,64)", "Sw<3,4,3> o smem_ptr[16b] o (64,64):(64,1)",
           "Sw<2,4,3> o smem_ptr[16b] o ((32,2),(8,2)):((1,256),(32,512))", "((8,8),(64,1)):((64,512),(1,0))", "(8,4):(4,1)", "(8"]
INSTRUCTIONS = ["m64n8k16", "m64n64k16", "m64n128k32.f32.e4m3.e4m3", "mma.m16n8k16", "ldmatrix.x4", "m64n96k16", "m63n8k16",
                "m64n32k32.sp"]
ACCESSES = ["ldmatrix.x4", "st.b128", "ld.b32", "stmatrix.x2", "st.b32:frag:m64n64k16:d", "ldmatrix.x4,st.b128:copy", "ld.b8"]
READ = {"dtype": DTYPES, "operand": ["a", "b"], "major": ["k", "mn"], "n": [None, 8, 64, 96, 256, 7], "sparse": [None, None, None, True]}
TILE = {**READ, "swizzle": SWIZZLES, "shape": TILES, "start": [None, 0, "0x400", 1024, "0x410", "64K"], "order": [None, [2, 1], "1,2"]}
PLAN = {"problem": [None, None, [1000, 3000, 2000], [4096, 4096, 4096], [100, 100, 1001], "0x1x1"], "sms": [None, None, 114, 0], "gpu": [None, None, "h100", "H200"],
        "tile": [None, [128, 256, 64], [128, 128, 64], [64, 64, 32], [256, 128, 64], [128, 192, 128], [100, 64, 64]], "dtype": DTYPES[:6],
        "a_major": [None, "k", "mn"], "b_major": [None, "k", "mn"], "stages": [None, 2, 4, 40], "warpgroups": [None, 1, 2],
        "a_swizzle": [None, *SWIZZLES], "smem": [None, "100K", 232448], "reserve": [None, 1024]}
KINDS = ["f16", "tf32", "f8f6f4", "i8", "mxf8f6f4", "mxf4", "mxf4nvf4"]

SPACE = {
    "desc": {**TILE, "stages": [None, None, 2, 4], "format": [None, None, "text", "cute"]},
    "explain": {**TILE, "desc": [None, None, *WORDS[:4]]},
    "show": {**TILE, "unit": [None, "chunk", "chunk"], "shape": TILES[:4], "block": [None, [0, 1], "0,0"],
             "format": [None, None, None, "text", "svg", "latex"]},
    "solve": {"layout": LAYOUTS, "dtype": DTYPES[:4], "operand": ["a", "b"], "start": [None, "0x400", "0x410"], "written": [None, True],
              "stages": [None, 2]},
    "check": {"desc": WORDS, "layout": LAYOUTS, "dtype": DTYPES[:4], "start": [None, "0x400"], "block": [None, [0, 1]]},
    "decode": {"desc": WORDS + ["0x%016x" % (0x1234567 * 7919 ** i % 2**64) for i in range(220)], "arch": [None, "sm100", "sm90"]},
    "map": {"desc": WORDS, **READ, "byte": [None, None, "0x490", 1024]},
    "diff": {"desc": WORDS, "other": WORDS, **READ, "major": [None, "k", "mn"]},
    "layout": {"op": ["composition", "logical_divide", "zipped_divide", "logical_product", "complement", "coalesce", "size", "cosize",
                      "right_inverse", "left_inverse", "flatten", "eval", "blocked_product", "nonsense"],
               "args": [list(p) for p in itertools.product(["(8,4):(4,1)", "(4,8):(8,1)", "((2,4),(2,4)):((1,4),(2,16))", "(16,8):(8,1)"],
                                                           ["(2,2):(1,2)", "4:1", "(4,8):(8,1)", 16])] + [["(8,4):(4,1)"], ["(((("]]},
    "frag": {"op": INSTRUCTIONS, "operand": ["a", "b", "c", "d", "e"], "dtype": [None, *DTYPES], "element": [None, None, [3, 5]],
             "thread": [None, None, 7], "format": [None, None, None, "text"]},
    "banks": {"layout": LAYOUTS, "access": ACCESSES, "bits": [None, 16, 32], "start": [None, "0x80"], "shape": [None]},
    "swizzle": {"shape": [[64, 64], [32, 64], [64, 32], [16, 16]], "access": ACCESSES, "bits": [None, 16, 8, 32, 64],
                "weights": [None, None, "2", "1,2"]},
    "cost": {"op": ["m64n%dk16" % n for n in range(8, 264, 8)], "dtype": [None, *DTYPES], "a": [None, "registers", "shared"]},
    "tma": {**TILE, "global": [None, [1024, 512], [4096, 4100]], "one_box": [None, True], "box_lines": [None, 64]},
    "plan": PLAN,
    "emit": {**PLAN, "lang": [None, "c", "ptx", "cuda"], "prefix": [None, "my", "7"]},
    "idesc": {"kind": KINDS, "a": [None, "bf16", "e4m3"], "m": [64, 128, 256, 100], "n": [None, 8, 64, 256], "cta_group": [None, 1, 2],
              "a_major": [None, "k", "mn"], "sparse": [None, True]},
    "tmem": {"what": ["C", "C", "C_ws", "A", "SFA", "SFB"], "m_sm": [32, 64, 128], "n_sm": [8, 64, 128, 256], "dtype": [None, "f32", "f16", "ue8m0"],
             "cta_group": [None, 1, 2], "element": [None, [15, 7]], "k": [16, 64], "mn": [128, 256], "vec": [16, 32]},
    "sf": {"operand": ["SFA", "SFB", "SFD"], "m": [None, 128, 256], "n": [None, 64, 192], "k": [None, 128, 256], "vec": [None, 16, 32],
           "element": [None, [5, 17]], "cta_group": [None, 1]},
    "list": {"what": [None, "dtypes", "ops", "atoms", "errors", "rules"], "arch": [None, "sm90", "sm100", "sm103", "sm80"],
             "id": list(range(40))},
    "scan": {"explain": ["start-carry", "k-step", "align", "nonsense", None], "rule": [None, "k-step=error", "k-step=7"],
             "file": [None, "no/such.ptx"], "strict": [None, True], "id": list(range(20))},
    "help": {"topic": [None, "desc", "show", "layout", "nonsense", "scan", "plan"], "id": list(range(60))},
}


# What has no say for some values of another key: most requests leave it out, as people do.
USELESS = {("operand", "a"): ["n"], ("what", "C"): ["k", "mn", "vec"], ("what", "C_ws"): ["k", "mn", "vec"], ("what", "A"): ["n_sm", "mn", "vec"],
           ("what", "SFA"): ["m_sm", "n_sm", "element"], ("what", "SFB"): ["m_sm", "n_sm", "element"]}
WIDE = ["tf32", "e4m3", "e5m2", "s8", "u8", "b1"]


def likely(request, rng):
    """The request without most of what would have it refused."""
    if rng.random() < 0.15:
        return request
    for (key, value), drop in USELESS.items():
        if request.get(key) == value:
            request = {k: v for k, v in request.items() if k not in drop}
    if request.get("dtype") in WIDE and "major" in request:
        request["major"] = "k"
    if "shape" in request and "start" in request:
        request["start"] = 1024 * rng.randrange(64)
    if "shape" in request and request.get("operand") == "b":
        request.pop("n", None)
    for key in ("a_major", "b_major"):
        if request.get("dtype") in WIDE and key in request:
            request[key] = "k"
    return request


def any_values(option):
    """Values of an option of the program's own table, for a command that has no row above."""
    numbers = [128, 64, 16, 1][:option["numbers"] or 1]
    return {"flag": [True], "enum": [c["name"] for c in option.get("choices", [])], "number": [1, 8, 64, 128, -1],
            "address": [0, "0x400", "64K"], "word": WORDS, "shape": [numbers, [64] * len(numbers)], "list": [numbers, [0] * len(numbers)], "block": ["0,1", "128x16"], "slice": ["0:64,0:32"],
            "text": LAYOUTS, "file": ["no/such.file"], "arguments": [["(8,4):(4,1)"], []]}[option["kind"]]


def of(command, count=200):
    """`count` different requests of a row of help --json; fewer where there are not as many."""
    name = command["name"]
    rng, out, seen = random.Random(zlib.crc32(name.encode())), [], set()
    space = SPACE.get(name) or {**{o["name"]: [None, *any_values(o)] for o in command["options"] if o["request"]}, "id": list(range(400))}
    tries = 0
    while len(out) < count and tries < 50 * count:
        tries += 1
        request = {"cmd": name}
        for key, values in space.items():
            value = rng.choice(values)
            if value is not None:
                request[key] = value
        request = likely(request, rng)
        if repr(request) not in seen:
            seen.add(repr(request))
            out.append(request)
    return out


def of_all(commands, count=200):
    return [r for c in commands for r in of(c, count)]
