# SPDX-License-Identifier: MIT
"""The mutants of some files, and the programs with all of them in it (schemata.py), with all unit tests (battery.c)."""
import concurrent.futures
import fnmatch
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys

from enumerators import Enumerators
from operators import mutants
from schemata import Schema

PER_FILE = 5000  # more mutants or probes than any file has
HITS = """#include "battery.h"
unsigned char wgd_hit[%d];
const size_t wgd_hits = %d;
"""
SANITIZED = ["-O1", "-fsanitize=undefined,address", "-fsanitize-undefined-trap-on-error"]  # as `make check SAN=1`
COUNTED = ["-Wl,--wrap=malloc,--wrap=realloc,--wrap=free"]  # what is allocated and given back (switch.c)
BOUNDED = ["-fsanitize=bounds", "-fsanitize-undefined-trap-on-error"]  # an array that a header has made smaller
FLAGS = ["-std=c11", "-w", "-ftrivial-auto-var-init=pattern", "-fno-pie", "-fmax-errors=0", "-Itests/mutate"]


def sources(*folders, ends=(".c",)):
    return sorted(os.path.join(d, f) for top in folders for d, _, files in os.walk(top)
                  for f in files if f.endswith(ends) and "cli/page" not in d and "/python/" not in d)


def read(path):
    with open(path) as f:
        return f.read()


def write(path, text):
    """Only what is new, so that nothing is compiled twice."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if not os.path.exists(path) or read(path) != text:
        with open(path, "w") as f:
            f.write(text)


def digest(path):
    return hashlib.sha256(read(path).encode()).hexdigest()


def newest(paths):
    return max(os.path.getmtime(p) if os.path.exists(p) else float("inf") for p in paths)


def made_of(out):
    """The files that an object was made of."""
    return read(out + ".d").replace("\\\n", " ").split()[1:] if os.path.exists(out + ".d") else [out + ".d"]


class Battery:
    """The mutants of some files, numbered, in a copy of the tree; and the program that runs them."""

    def __init__(self, build, cc, files, jobs):
        self.root, self.dir = build, os.path.join(build, "mutants")
        self.cc, self.jobs, self.until = cc, jobs, float("inf")
        self.tree = os.path.join(self.dir, "tree")
        self.enumerators = Enumerators(cc, jobs)
        self.mutants, self.schemata, self.bad, self.first = {}, {}, {}, {}
        everything = sources("layout", "desc", "cli", ends=(".c", ".h"))
        for i, path in enumerate(everything):
            self.first[path] = i * PER_FILE
            if any(fnmatch.fnmatch(path, g) for g in files):
                text = read(path)
                numbered = list(enumerate(mutants(text), i * PER_FILE + 1))
                self.mutants.update((n, (path, m)) for n, m in numbered)
                self.schemata[path] = Schema(text, numbered, i * PER_FILE)
        self.n_probes = len(everything) * PER_FILE
        self.program = os.path.join(self.dir, "battery")

    # ---- building -----------------------------------------------------------------------------

    def build(self):
        for path in [*sources("layout", "desc", "cli", ends=(".c", ".h", ".def")), "cli/page/page_data.h"]:
            write(os.path.join(self.tree, path), self.text_of(path))
        programs = [p for p in sources("tests/unit") if not p.startswith(("tests/unit/lib/", "tests/unit/verify/"))]
        self.names = names = [os.path.basename(p)[5:-2] for p in programs]
        write(os.path.join(self.dir, "programs.h"), "".join("PROGRAM(%s)\n" % n for n in names))
        write(os.path.join(self.dir, "hits.c"), HITS % (self.n_probes, self.n_probes))
        includes = ["-I%s/layout" % self.tree, "-I%s/desc" % self.tree, "-Itests/unit/lib", "-Ikernels", "-I" + self.dir]
        for path in self.schemata:
            if path.endswith(".h"):
                self.compile(os.path.join(self.tree, path), ["-x", "c", "-fsyntax-only", "-D_GNU_SOURCE", *includes,
                                                             "-I%s/cli" % self.tree], "/dev/null")
        self.includes = includes
        library = sources("layout", "desc")
        self.common = dict(zip(library, self.objects([(os.path.join(self.tree, s), ["-O0", *includes]) for s in library])))
        self.common.update(zip("sh", self.objects([("tests/mutate/switch.c", ["-O1", *includes]),
                                                   (os.path.join(self.dir, "hits.c"), [])])))
        self.tests = [(s, ["-O1", *includes]) for s in sources("tests/unit/lib") + ["tests/mutate/battery.c"]] + \
            [(p, ["-O1", *includes, "-Dmain=unit_" + n, "-D_cmocka_run_group_tests=battery_group"]) for p, n in zip(programs, names)]
        self.own = dict(zip([s for s, _ in self.tests], self.objects(self.tests)))
        self.link_battery(self.program, {})

    def link_battery(self, program, instead, flags=()):
        """`instead`: {source: another object}, compiled with these flags."""
        self.link(program, dict({**self.common, **self.own}, **instead).values(), *flags, "-lcmocka", "-lcjson", "-lm")

    def build_program(self):
        """The program, for the scripts; the folder that it is in. What is not changed is as `make` has it, with
        the page's core that is checked in."""
        folder, plain = os.path.join(self.dir, "program"), os.path.join(self.dir, "plain")
        subprocess.run(["make", "-s", "-j%d" % self.jobs, "LTO=", "WASM_CC=", "CC=" + self.cc, "B=" + plain, "cli",
                        plain + "/libwgdesc.a", plain + "/cli/wgdesc_ask.o"], check=True, stdout=sys.stderr)
        self.of_program = mine = {"": os.path.join(plain, "page/page_data.o")}
        for s in sources("cli"):
            if s in self.schemata:
                mine[s] = self.object(os.path.join(self.tree, s), ["-O0", "-fPIC", *self.includes, "-I%s/cli" % self.tree])
            else:
                mine[s] = os.path.join(plain, s[:-2] + ".o")
        os.makedirs(folder, exist_ok=True)
        shutil.copy2(os.path.join(plain, "libwgdesc.a"), folder)  # what a script links with is not changed
        # Without a word of a sanitizer, of which the tests of Python want none in the library.
        shared = self.objects([("tests/mutate/switch.c", ["-O1", "-fPIC", "-DWGD_LIBRARY", "-D__asan_init=wgd_no_asan", *self.includes], "shared-switch"),
                               (os.path.join(self.dir, "hits.c"), ["-fPIC"], "shared-hits")])
        os.makedirs(os.path.join(folder, "docs"), exist_ok=True)
        manual = self.object("docs/gen_man.c", ["-O1", *self.includes, "-I%s/cli" % self.tree])
        self.link(os.path.join(folder, "docs/gen_man"),
                  [manual, *self.common.values(), *[o for s, o in mine.items() if s not in ("cli/main.c", "cli/wgdesc_ask.c")]],
                  "-lcjson", "-ldl")
        self.link(os.path.join(folder, "libwgdesc-ask.so"),
                  [*shared, *[o for s, o in mine.items() if s not in ("cli/main.c", "cli/program/args.c")],
                   os.path.join(plain, "libwgdesc.a")], "-shared", "-lcjson", "-ldl")
        del mine["cli/wgdesc_ask.c"]
        self.link(os.path.join(folder, "wgdesc"), [*self.common.values(), *mine.values()], *COUNTED, "-lcjson", "-ldl")
        return folder

    def program_alone(self, n, flags, mutant=True):
        """The program with one mutant for good, or none in its place, in a source compiled with these flags; None where
        it does not compile. The caller removes it."""
        path, m = self.mutants[n]
        name = "alone-%d" % n if mutant else "none-%d-%d" % (self.first[path], os.getpid())
        made = self.other(path, m.apply(read(path)) if mutant else read(path), [*flags, "-I%s/cli" % self.tree], name)
        if made:
            self.link(os.path.join(self.dir, name), [*dict({**self.common, **self.of_program}, **{path: made}).values()],
                      *COUNTED, *(f for f in flags if f.startswith("-fsanitize")), "-lcjson", "-ldl")
            shutil.rmtree(os.path.join(self.dir, "other", name))
        return made and os.path.join(self.dir, name)

    def compiles(self, n, flags):
        """Does the source with this mutant for good compile with these flags?"""
        path, m = self.mutants[n]
        p = subprocess.run([self.cc, *flags, "-O2", "-Ilayout", "-Idesc", "-Icli", "-iquote",
                            os.path.dirname(path), "-x", "c", "-", "-c", "-o", "/dev/null"], input=m.apply(read(path)).encode(),
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return p.returncode == 0

    def built(self, name, which, flags):
        """The battery with these mutants, in sources alone, built in another way."""
        def make(path):
            mine = [(n, self.mutants[n][1]) for n in which if self.mutants[n][0] == path]
            return self.other(path, Schema(read(path), mine, self.first[path]).text(), flags, name)
        paths = sorted({self.mutants[n][0] for n in which if self.mutants[n][0].endswith(".c")})
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            instead = dict(zip(paths, pool.map(make, paths)))
        self.link_battery(os.path.join(self.dir, name), instead, flags)
        return os.path.join(self.dir, name)

    def alone(self, n, only=""):
        """The battery with one mutant for good; "" where it does not compile. The caller removes it. Of a header: in the
        sources alone whose names start with `only`."""
        path, m = self.mutants[n]
        name = "alone-%d" % n
        if path.endswith(".h"):
            made, flags = self.with_header(path, m, name, only), []
        else:
            made, flags = {path: self.other(path, m.apply(read(path)), SANITIZED, name)}, SANITIZED
        if all(made.values()):
            self.link_battery(os.path.join(self.dir, name), made, flags)
        shutil.rmtree(os.path.join(self.dir, "other", name), ignore_errors=True)
        return os.path.join(self.dir, name) if all(made.values()) else ""

    def read_uses(self):
        """What with_header asks: of each source, which constants are used in it. Once, before anything is built alone."""
        if self.enumerators.words:
            return
        flags = [*FLAGS, *self.includes]
        library = {s: (os.path.join(self.tree, s), flags) for s in self.common if s not in "sh"}
        self.enumerators.read({**library, **{s: (s, flags) for s, _ in self.tests}})

    def with_header(self, path, m, name, only):
        """{source: the object with this header}, of all that can be others by it. In a copy of the tree, since a source
        takes the header that lies beside it."""
        header, folder = os.path.join(self.tree, path), os.path.join(self.dir, "other", name)
        work = {s: ["-O0", *self.includes] for s in self.common if s not in "sh"}
        work = {s: flags for s, flags in [*work.items(), *self.tests]
                if s.startswith(only) and header in map(os.path.normpath, made_of({**self.common, **self.own}[s]))}
        work = self.enumerators.that_use(work, read(path), m)
        for p in [*sources("layout", "desc", ends=(".c", ".h", ".def"))]:
            os.makedirs(os.path.join(folder, os.path.dirname(p)), exist_ok=True)
            os.symlink(os.path.abspath(os.path.join(self.tree, p)), os.path.join(folder, p))
        os.remove(os.path.join(folder, path))
        write(os.path.join(folder, path), m.apply(read(path)))
        made = {}
        for s, flags in work.items():
            source, out = os.path.join(folder, s) if s in self.common else s, os.path.join(folder, s + ".o")
            os.makedirs(os.path.dirname(out), exist_ok=True)
            p = subprocess.run([self.cc, *FLAGS, *BOUNDED, *[f.replace(self.tree, folder) for f in flags], "-c", source, "-o", out],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            made[s] = out if p.returncode == 0 else ""
            if p.returncode:
                break
        return made

    def other(self, path, text, flags, name):
        source = os.path.join(self.dir, "other", name, path)
        write(source, text)
        p = subprocess.run([self.cc, *FLAGS, *flags, *self.includes, "-iquote",
                            os.path.join(self.tree, os.path.dirname(path)), "-c", source, "-o", source + ".o"],
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return None if p.returncode else source + ".o"

    def objects(self, work):
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            return list(pool.map(lambda w: self.object(*w), work))

    def link(self, program, objects, *more):
        if not os.path.exists(program) or newest(objects) > os.path.getmtime(program):
            write(program + ".objects", "\n".join(objects))
            subprocess.run([self.cc, "-no-pie", "-o", program, "@" + program + ".objects", *more], check=True)

    def unsuited(self):
        return {n for s in self.schemata.values() for n in s.unsuited}

    def as_known(self):
        """Without building: which mutants do not compile, as far as that is known."""
        for path in self.schemata:
            self.text_of(path)

    def text_of(self, path):
        """The source as it is built: with those of its mutants that compile, as far as that is known."""
        if path not in self.schemata:
            return read(path)
        known = os.path.join(self.dir, "invalid", path)
        found = json.loads(read(known)) if os.path.exists(known) else {}
        mine = digest(path)
        self.bad[path] = {n + self.first[path] for n in found.get(mine, [])}
        return self.schemata[path].text(self.bad[path])

    def object(self, source, flags, name=None):
        out = os.path.join(self.dir, "obj", (name or os.path.relpath(source, self.dir).replace("../", "")) + ".o")
        os.makedirs(os.path.dirname(out), exist_ok=True)
        if not os.path.exists(out) or newest(made_of(out)) > os.path.getmtime(out):
            self.compile(source, [*flags, "-MMD", "-MF", out + ".d", "-c"], out)
        return out

    def compile(self, source, flags, out):
        """Mutants that do not compile are left out, and it is tried again."""
        for _ in range(8):
            p = subprocess.run([self.cc, *FLAGS, *flags, source, "-o", out], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
            if p.returncode == 0:
                return
            if not self.leave_out(p.stdout.decode()):
                break
        sys.exit("%s: %s" % (source, p.stdout.decode()[:3000]))

    def leave_out(self, messages):
        found = {}
        for name, line in re.findall(r"^([^\s:]+):(\d+):\d+: error", messages, re.M):
            path = os.path.relpath(name, self.tree)
            n = self.schemata[path].number_at(int(line)) if path in self.schemata else None
            if n is not None:
                found.setdefault(path, set()).add(n)
        for path, numbers in found.items():
            self.bad[path] |= numbers
            mine = digest(path)
            write(os.path.join(self.dir, "invalid", path),
                  json.dumps({mine: sorted(n - self.first[path] for n in self.bad[path])}))
            write(os.path.join(self.tree, path), self.schemata[path].text(self.bad[path]))
        return found
