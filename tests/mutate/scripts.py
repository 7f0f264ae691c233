# SPDX-License-Identifier: MIT
"""The command line's tests, for mutants: what each script asks of the program is asked once without a mutant,
with the probes that it passes. For a mutant only what passes its place is asked again; and only where an
answer is another one, or where a script runs the program in a way that is not played (player.py) and passes the
place, does the script run, with the mutant in the place of the program."""
import fnmatch
import glob
import multiprocessing
import os
import pickle
import subprocess
import sys
import time

from building import newest
from player import REAL_US, Player, probes_in

# Those that count the program's steps, that ask what lies beside the program, or what takes long: to compile what is
# emitted (cli/letter holds it, too), to fail every allocation and every call; one gives the program a stack in which
# the one of all mutants, not optimised, does not run.
LEFT_OUT = {"docs/limits", "docs/vectors", "emit/headers", "emit/registers", "emit/tcgen05", "faults/calls", "faults/oom",
            "faults/stack", "faults/terminal"}
# Asked about itself the program reads the tables of all files, and may pass none of their functions.
ABOUT = {"help", "--help", "completion"}
# What asks the same of the library, in its own process.
OF_LIBRARY = ["tests/python/many.t"]


def played(path):
    """The others, the shell's and those of the library, run as they are."""
    with open(path) as f:
        return f.readline().endswith("python3\n") and path not in OF_LIBRARY


def scripts(globs):
    """Those whose folder/name is as one of the globs says, and those of the library."""
    named = [path[len("tests/"):-len(".t")] for path in sorted(glob.glob("tests/*/*.t"))]
    return ["tests/%s.t" % n for n in named if n not in LEFT_OUT and any(fnmatch.fnmatch(n, g) for g in globs)] + OF_LIBRARY


def runs(script, **extra):
    """Does it pass, with this in its environment?"""
    p = subprocess.run([script], env=dict(os.environ, **extra), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                       stdin=subprocess.DEVNULL)
    return p.returncode == 0 and b"not ok" not in p.stdout


def of_worker(what, *arguments):
    """What a process of the pool calls: a method of the Scripts that it was forked with."""
    return getattr(Scripts.shared, what)(*arguments)


class Scripts:
    shared = None

    def __init__(self, battery, globs, seconds, flags=("-O0",), each=5):
        """`globs`: the names of the scripts; `seconds`: what the questions for a mutant may take without it; `flags`:
        for a source with one mutant for good; `each`: how many of a script's questions are asked for a mutant before
        those of the others."""
        folder = battery.build_program()
        self.battery, self.player, self.globs, self.each, self.most = battery, Player(folder), globs, each, 1e6 * seconds
        self.jobs, self.flags = battery.jobs, list(flags)
        self.asked = {}   # question: Asked
        self.users = {}   # question: scripts
        self.others = {}  # script: the probes of what it runs that is no question
        self.passes = {}  # script: asked again without a mutant
        path = os.path.join(folder, "asked-" + "-".join(globs).replace("/*", "").replace("*", "+").replace("/", "."))
        made_of = [self.player.program, *glob.glob("tests/lib/*.py"), *glob.glob("tests/golden/**", recursive=True),
                   *(p for top in ("docs", "examples", "tests/data") for p in glob.glob(top + "/**", recursive=True)),
                   *scripts(self.globs)]
        if os.path.exists(path) and os.path.getmtime(path) > newest(made_of):
            with open(path, "rb") as f:
                self.asked, self.users, self.others = pickle.load(f)
        else:
            self.record()
            with open(path, "wb") as f:
                pickle.dump((self.asked, self.users, self.others), f)
        self.passing = {}
        for key, a in self.asked.items():
            for k in a.probes:
                self.passing.setdefault(k, []).append(key)
        for keys in self.passing.values():
            keys.sort(key=lambda key: self.asked[key].us)
        self.about = [key for key in self.asked if ABOUT & set(key.argv[1:])]

    def pool(self):
        """Processes, each with all of this: a script runs in a process whose standard output and modules it changes."""
        Scripts.shared = self
        return multiprocessing.get_context("fork").Pool(self.jobs)

    def recorded(self, script):
        if played(script):
            return script, self.player.record(script)
        hits = os.path.abspath(os.path.join(os.environ["B"], "hits-" + os.path.basename(script)))
        return script, ({}, probes_in(hits)) if runs(script, WGD_HITS=hits, WGD_LIMIT=REAL_US, WGD_MUTANT="-1") else None

    def record(self):
        with self.pool() as pool:
            work = [pool.apply_async(of_worker, ("recorded", s)) for s in scripts(self.globs)]
            found = [w.get() for w in work]
        for script, found in found:
            if found is None:
                print("  left out: %s fails" % script, file=sys.stderr, flush=True)
                continue
            questions, self.others[script] = found
            for q, a in questions.items():
                self.asked.setdefault(q, a)
                self.users.setdefault(q, []).append(script)

    def chosen(self, keys):
        """Of these questions the quickest of each script, then the others, as long as there is time."""
        count, first, rest, us = {}, [], [], 0
        for key in keys:
            mine = [s for s in self.users[key] if count.get(s, 0) < self.each]
            (first if mine else rest).append(key)
            for s in mine:
                count[s] = count.get(s, 0) + 1
        for i, key in enumerate(first + rest):
            us += self.asked[key].us + 2000
            if us > self.most and i >= len(first):
                return (first + rest)[:i]
        return first + rest

    def run(self, work, until, said):
        """said(mutant, result) of each (mutant, probes, does it need a program of its own, is it in no function)."""
        todo, under_way = list(reversed(work)), []
        with self.pool() as pool:
            while (todo or under_way) and time.monotonic() < until:
                while todo and len(under_way) < 2 * self.jobs:
                    job = todo.pop()
                    under_way.append((job[0], pool.apply_async(of_worker, ("killed_by", *job))))
                ready = [w for w in under_way if w[1].ready()]
                under_way = [w for w in under_way if w not in ready]
                for n, result in ready:
                    said(n, result.get())
                time.sleep(0.002)

    def killed_by(self, mutant, probes, alone, table):
        """The script that notices a mutant behind these probes; "survived"; "not reached"; "invalid"."""
        about = self.about if table else []
        if not alone:
            return self.noticed_by(mutant, probes, about, None)
        program = self.battery.program_alone(mutant, self.flags)
        if not program:
            return "invalid"
        try:
            return self.noticed_by(mutant, probes, about, program)
        finally:
            os.remove(program)
            os.remove(program + ".objects")

    def noticed_by(self, mutant, probes, about, alone):
        keys = self.chosen(dict.fromkeys([*(key for k in probes for key in self.passing.get(k, [])), *about]))
        # A program alone is none that the library could be.
        others = [s for s, passed in self.others.items() if passed & probes and not (alone and s in OF_LIBRARY)]
        if not keys and not others:
            return "not reached"
        env, tried = {"WGD_MUTANT": str(mutant), **({"WGD_INSTEAD": os.path.abspath(alone)} if alone else {})}, set()
        # With one alone there may be sanitizers in it.
        answer = self.answers(env, lambda key, a: key in about or probes & a.probes, 10 if alone else 1)

        def noticed(script):
            tried.add(script)
            return self.fails(script, answer, env) and self.sound(script, mutant if alone else None)
        for key in keys:
            if answer(key) != self.asked[key].answer:
                for script in self.users[key]:
                    if script not in tried and noticed(script):
                        return script
        return next((s for s in others if s not in tried and noticed(s)), "survived")

    def answers(self, env, may_differ, slower=1):
        """What gives the program's answers with this in its environment, known ones where they cannot differ. Only what was
        found to be the same is not asked again: a file that a question names may have changed, or be gone by now."""
        same = set()

        def answer(key):
            a = self.asked.get(key)
            if a and (key in same or not may_differ(key, a)):
                return a.answer
            us = (10 * a.us + 50000 if a else 5000000) * slower
            found = self.player.ask(key, WGD_LIMIT=str(us), **env)
            if a and found == a.answer:
                same.add(key)
            return found
        return answer

    def fails(self, script, answer, env):
        if not played(script):
            return not runs(script, WGD_LIMIT=REAL_US, **env)
        return self.player.play(script, answer, WGD_LIMIT=REAL_US, **env)[0]

    def sound(self, script, alone):
        """Does it pass when all is asked again of the program as it is? One that does not notices nothing. `alone`: a
        mutant that has a program of its own; then it has to pass with that of its source, too, built in the same way."""
        which = script, alone and self.battery.mutants[alone][0]
        if which not in self.passes:
            program = alone and self.battery.program_alone(alone, self.flags, mutant=False)
            none = {"WGD_MUTANT": "-1", **({"WGD_INSTEAD": os.path.abspath(program)} if program else {})}
            slower = 10 if program else 1
            self.passes[which] = not self.fails(script, self.answers(none, lambda key, a: True, slower), none)
            for name in (program, program + ".objects") if program else ():
                os.remove(name)
            if not self.passes[which]:
                print("  %s fails without a mutant%s, and notices none" % (script, " of " + which[1] if program else ""),
                      file=sys.stderr, flush=True)
        return self.passes[which]
