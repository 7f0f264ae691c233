#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""libwgdesc-ask: answers byte for byte as batch gives them, from 8 threads too; it exports four
names, keeps nothing, says when there is no memory, and the manual page's example runs."""
import ctypes
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, "tests/lib")
sys.path.insert(0, "tests/python")
from asked import LINES, of_every_command  # noqa: E402
from tap import BUILD, done, ok, run, same, skip  # noqa: E402

API = {"wgdesc_ask", "wgdesc_ask_many", "wgdesc_ask_free", "wgdesc_ask_version"}
SO = os.path.join(BUILD, "libwgdesc-ask.so")
sanitized = b"__asan_init" in subprocess.run(["nm", "-D", SO], stdout=subprocess.PIPE).stdout


def exported(*nm):
    rows = subprocess.run(["nm", "--defined-only", *nm], check=True, stdout=subprocess.PIPE).stdout
    return {r.split()[2] for r in rows.decode().splitlines()
            if len(r.split()) == 3 and r.split()[1] in "TDBRVW" and not re.match("_|lto_", r.split()[2])}


same(exported("-D", SO), API, "the shared library exports the functions of its header, and nothing else")
same(exported("-g", os.path.join(BUILD, "libwgdesc-ask.a")), API, "and so does the static one")
cli = [os.path.join(BUILD, "cli", d, f) for d in os.listdir(os.path.join(BUILD, "cli"))
       if os.path.isdir(os.path.join(BUILD, "cli", d)) for f in os.listdir(os.path.join(BUILD, "cli", d))
       if f.endswith(".o")]
used = subprocess.run(["nm", "-u", *cli], stdout=subprocess.PIPE).stdout.decode()
ok("cJSON_Is" in used and not re.search("cJSON_(Parse|InitHooks|Delete)", used),
   "cJSON's globals are not touched")

with open("docs/wgdesc_ask.3") as f:
    page = f.read()
with open("desc/wgdesc.h") as f:
    version = re.search(r'WGD_VERSION +"(.*)"', f.read()).group(1)
ok('"wgdesc %s"' % version in page, "the manual page is of version " + version)
example = re.search(r"^#include <stdio.h>.*?^}$", page, re.M | re.S).group(0).replace("\\(dq", '"').replace("\\e", "\\")
with tempfile.TemporaryDirectory() as tmp:
    source = os.path.join(tmp, "example.c")
    with open(source, "w") as f:
        f.write(example + "\n")
    for name, link in (("shared", ["-L" + BUILD, "-lwgdesc-ask"]),
                       ("static", [os.path.join(BUILD, "libwgdesc-ask.a")])):
        exe = os.path.join(tmp, name)
        flags = ["-fsanitize=address,undefined"] if sanitized else []
        subprocess.run(shlex.split(os.environ.get("CC", "cc")) + ["-std=c11", "-Wall", "-Wextra", "-Wpedantic",
                       "-Werror", source, "-Icli", "-Ilayout", "-o", exe, *link, *flags], check=True)
        p = subprocess.run([exe], stdout=subprocess.PIPE, env={**os.environ, "LD_LIBRARY_PATH": BUILD})
        want = run("batch", stdin='{"cmd":"decode","desc":"0x4000004000010040"}\n')[1].encode()
        same((p.returncode, p.stdout), (0, want), "the manual page's example, " + name)

oom = subprocess.run([os.path.join(BUILD, "tests", "ask_oom")], stdout=subprocess.PIPE)
points = int(oom.stdout or 0)
ok(oom.returncode == 0 and points > 10, "each allocation fails in turn, and the call says so",
   oom.returncode, points)

if sanitized:
    skip("asked from Python", "no plain-library: this one has a sanitizer, Python has not")
    done()

lib = ctypes.CDLL(SO)
lib.wgdesc_ask.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p),
                           ctypes.POINTER(ctypes.c_size_t)]
lib.wgdesc_ask_free.argtypes = [ctypes.c_void_p]
lib.wgdesc_ask_many.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p,
                                ctypes.c_size_t, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_size_t)]
lib.wgdesc_ask_version.restype = ctypes.c_char_p


def ask(line):
    """(what it returns, the answer's bytes)"""
    at, n = ctypes.c_void_p(), ctypes.c_size_t()
    rc = lib.wgdesc_ask(line, len(line), ctypes.byref(at), ctypes.byref(n))
    text = ctypes.string_at(at, n.value + 1) if at.value else None
    lib.wgdesc_ask_free(at)
    return rc, text


def of_batch(line):
    """The answer of batch, without the place in its input."""
    rc, out, _ = run("batch", stdin=line + b"\n")
    answer = out.encode()
    return rc, re.sub(rb',"line":1\}\}\n$', b"}}\n", answer) + b"\0"


same(lib.wgdesc_ask_version().decode(), version, "the version")
lines = [json.dumps(r).encode() for _, r in of_every_command()] + [s.encode() for s in LINES]
want = [of_batch(s) for s in lines]
wrong = [(s, g, w) for s, g, w in zip(lines, map(ask, lines), want) if g != w]
ok(not wrong, "%d requests of every command are answered as batch answers" % len(lines), *wrong[:3])
answered = {json.loads(w[:-1])["cmd"] for rc, w in want if json.loads(w[:-1])["ok"]}
commands = {c for c, _ in of_every_command()} - {"nonsense", "batch", "verify", "completion"}
same(commands - answered, set(), "and each command has a request that is answered")
same({rc for rc, _ in want}, {0, 1}, "yes and no are among them")
same(ask(b"x" * (1 << 20))[1].count(b"json"), 1, "1 MiB is read")
same(json.loads(ask(b"x" * ((1 << 20) + 1))[1][:-1])["error"]["code"], "too_long", "more is not")
ok(b'"ok":false' in ask(b"")[1], "nothing at all is refused")

# A request is text, of as many lines as it has.
spread = b'{\n\t"cmd": "decode",\r\n\t"id": [\n1],\n\t"desc":\n"0x1"\n}\n'
same(json.loads(ask(spread)[1][:-1]), json.loads(ask(b'{"id":[\n1],"cmd":"decode","desc":"0x1"}')[1][:-1]),
     "a request of several lines")


def ask_many(request, n, room):
    """The answer for n words, of which the first eight are there, into a buffer of so many bytes."""
    words, out = (ctypes.c_uint64 * 8)(*[0x4000004000010040] * 8), ctypes.create_string_buffer(1 << 20)
    at, got = ctypes.c_void_p(), ctypes.c_size_t()
    text = json.dumps(request).encode()
    lib.wgdesc_ask_many(text, len(text), words, n, out if room else None, room, ctypes.byref(at), ctypes.byref(got))
    answer = json.loads(ctypes.string_at(at, got.value))
    lib.wgdesc_ask_free(at)
    return answer


# The buffer of many, and how many are too many for any.
MAP = {"cmd": "map", "dtype": "f16", "major": "k"}
need = ask_many(MAP, 8, 0)["bytes"]
same((need, ask_many(MAP, 8, need)["ok"]), (8 * 64 * 16 * 4, True), "a buffer that is large enough")
for n, room in ((8, need - 1), (8, 1), (1 << 63, 1 << 20), (1 << 61, 1 << 20), (1 << 55, 1 << 20), ((1 << 64) - 1, (1 << 64) - 1)):
    e = ask_many(MAP, n, room)["error"]
    same((e["code"], e["field"], e["got"]), ("limit", "out", str(min(room, (1 << 63) - 1))), "%d words into %d bytes" % (n, room))
DESC = {"cmd": "desc", "major": "k", "swizzle": "128B", "shape": [64, 64]}
for more, field in (({"slice": "0:64,0:16"}, "slice"), ({"block": "0,1"}, "block"), ({"stages": 2}, "stages"), ({"n": 64}, "n"), ({"shape": [60, 64]}, "shape")):
    same(ask_many({**DESC, **more}, 8, 0)["error"]["field"], field, "many starts of a tile: " + field)
same(ask_many(DESC, 8, 0)["shape"], [8, 4, 1], "which has so many blocks")
same(ask_many({**MAP, "arch": "sm100", "dtype": "s8", "sparse": 3}, 8, 0)["ok"], False, "and a request that is none")

with ThreadPoolExecutor(8) as pool:
    rounds = list(pool.map(lambda i: [ask(s) for s in lines[i:] + lines[:i]], range(8)))
ok(all(r == want[i:] + want[:i] for i, r in enumerate(rounds)), "8 threads at once, the same answers")


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGESIZE")


some = [s for s, (_, w) in zip(lines, want) if len(w) < 4096]
if os.path.exists("/proc/self/statm"):
    for s in some * 100:
        ask(s)
    before = resident()
    for i in range(100000):
        ask(some[i % len(some)])
    grown = resident() - before
    ok(grown < 1 << 20, "100000 calls, and the memory is as it was", "%d bytes more" % grown)
else:
    skip("100000 calls, and the memory is as it was", "no /proc/self/statm")
done()
