# SPDX-License-Identifier: MIT
"""The command line's tests, for mutants: what each script asks of the program is asked once without a mutant,
with the probes that it passes. For a mutant only what passes its place is asked again; and only where an
answer is another one does the script run, with the other answers in the place of the program."""
import contextlib
import fnmatch
import glob
import io
import multiprocessing
import os
import pickle
import subprocess
import sys
import time

sys.path.insert(0, "tests/lib")

# Scripts that ask nothing alone, or more than the program, or for long; and one that gives it a stack in which the
# program of all mutants, not optimised, does not run.
LEFT_OUT = {"cli/help", "cli/terminal", "copy/code", "emit/headers", "emit/registers", "emit/tcgen05", "faults/stack",
            "scan/containers", "scan/faults", "tcgen05/ptxas"}


class Asked:
    """One run of the program: what was said, and which probes were passed."""

    def __init__(self, argv, text, us, answer, probes):
        self.argv, self.text, self.us, self.answer, self.probes = argv, text, us, answer, probes


def in_python(path):
    """What can be played: the others are the shell's."""
    with open(path) as f:
        return f.readline().endswith("python3\n")


def scripts(globs):
    """Those whose folder/name is as one of the globs says."""
    named = [path[len("tests/"):-len(".t")] for path in sorted(glob.glob("tests/*/*.t")) if in_python(path)]
    return ["tests/%s.t" % n for n in named if n not in LEFT_OUT and any(fnmatch.fnmatch(n, g) for g in globs)]


class Player:
    """Runs scripts in processes of their own, with the program's answers taken from elsewhere."""

    def __init__(self, folder):
        os.environ["B"] = folder
        os.environ["LC_ALL"] = "C"
        self.program = os.path.join(folder, "wgdesc")
        self.real = subprocess.run
        self.code = {}

    def ask(self, argv, text, env=None):
        """(exit status, standard output, standard error)"""
        try:
            p = self.real([self.program, *argv], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env=dict(os.environ, **(env or {})), timeout=100)
        except subprocess.TimeoutExpired:
            return None
        return p.returncode, p.stdout, p.stderr

    def play(self, script, answer):
        """Does the script fail? answer(argv, text) stands for the program; what it returns last goes back."""
        r, w = os.pipe()
        pid = os.fork()
        if pid:
            os.close(w)
            with os.fdopen(r, "rb") as f:
                said = f.read()
            _, status = os.waitpid(pid, 0)
            return status != 0, said
        os.close(r)
        status = 1
        try:
            status = self.perform(script, answer, w)
        finally:
            os._exit(status)

    def perform(self, script, answer, out):
        import tap

        def run(argv, *args, **more):
            if args or not isinstance(argv, list) or argv[0] != self.program or \
                    set(more) - {"input", "stdout", "stderr", "timeout", "stdin"}:
                return self.real(argv, *args, **more)
            found = answer(tuple(argv[1:]), more.get("input") or b"")
            if found is None:
                raise subprocess.TimeoutExpired(argv, 1)
            return subprocess.CompletedProcess(argv, *found)

        def ok(condition, name, *notes):
            if not condition:
                os._exit(1)
            return condition
        subprocess.run, tap.ok = run, ok
        if script not in self.code:
            with open(script) as f:
                self.code[script] = compile(f.read(), script, "exec")
        sys.argv = [script]
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                exec(self.code[script], {"__name__": "__main__", "__file__": script})
                status = 0
            except SystemExit as e:
                status = 1 if e.code else 0
        with os.fdopen(out, "wb") as f:
            pickle.dump(getattr(answer, "said", None), f)
        return status

    def record(self, script):
        """What a script asks: [Asked]; None where it fails."""
        hits = os.path.join(os.environ["B"], "hits-%d" % os.getpid())

        def answer(argv, text):
            before = os.times()
            found = self.ask(argv, text, {"WGD_HITS": hits})
            after = os.times()
            us = int(1e6 * (after.children_user + after.children_system - before.children_user - before.children_system))
            with open(hits) as f:
                probes = frozenset(map(int, f.read().split()))
            answer.said.append(Asked(argv, text, us, found, probes))
            return found
        answer.said = []
        failed, said = self.play(script, answer)
        if failed:
            return None
        return pickle.loads(said)


def of_worker(what, *arguments):
    """What a process of the pool calls: a method of the Scripts that it was forked with."""
    return getattr(Scripts.shared, what)(*arguments)


class Scripts:
    shared = None

    def __init__(self, folder, globs, jobs, each=5):
        """`globs`: the names of the scripts; `each`: how many of a script's questions are asked for a mutant."""
        self.player, self.globs, self.jobs, self.each = Player(folder), globs, jobs, each
        self.asked = {}   # (argv, text): Asked
        self.users = {}   # (argv, text): scripts
        path = os.path.join(folder, "asked-" + "-".join(globs).replace("/*", "").replace("*", "+").replace("/", "."))
        program = self.player.program
        if os.path.exists(path) and os.path.getmtime(path) > os.path.getmtime(program):
            with open(path, "rb") as f:
                self.asked, self.users = pickle.load(f)
        else:
            self.record()
            with open(path, "wb") as f:
                pickle.dump((self.asked, self.users), f)
        self.passing = {}
        for key, a in self.asked.items():
            for k in a.probes:
                self.passing.setdefault(k, []).append(key)
        for keys in self.passing.values():
            keys.sort(key=lambda key: self.asked[key].us)

    def pool(self):
        """Processes, each with all of this: a script runs in a process whose standard output and modules it changes."""
        Scripts.shared = self
        return multiprocessing.get_context("fork").Pool(self.jobs)

    def recorded(self, script):
        return script, self.player.record(script)

    def record(self):
        with self.pool() as pool:
            work = [pool.apply_async(of_worker, ("recorded", s)) for s in scripts(self.globs)]
            found = [w.get() for w in work]
        for script, found in found:
            if found is None:
                print("  left out: %s fails" % script, file=sys.stderr, flush=True)
                continue
            for a in found:
                self.asked.setdefault((a.argv, a.text), a)
                users = self.users.setdefault((a.argv, a.text), [])
                if script not in users:
                    users.append(script)

    def chosen(self, keys):
        """Of these questions the quickest of each script."""
        count, some = {}, []
        for key in keys:
            mine = [s for s in self.users[key] if count.get(s, 0) < self.each]
            if mine:
                some.append(key)
                for s in mine:
                    count[s] = count.get(s, 0) + 1
        return some

    def run(self, work, until, said):
        """said(mutant, result) of each (mutant, probes)."""
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

    def killed_by(self, mutant, probes):
        """The script that notices a mutant behind these probes; "survived"; "not reached"."""
        keys = self.chosen(dict.fromkeys(key for k in probes for key in self.passing.get(k, [])))
        if not keys:
            return "not reached"
        known, tried = {}, set()

        def answer(argv, text):
            key = argv, text
            if key not in known:
                a = self.asked.get(key)
                if a and not set(probes) & a.probes:
                    return a.answer
                us = 10 * a.us + 50000 if a else 5000000
                known[key] = self.player.ask(argv, text, {"WGD_MUTANT": str(mutant), "WGD_LIMIT": str(us)})
            return known[key]
        for key in keys:
            if answer(*key) == self.asked[key].answer:
                continue
            for script in self.users[key]:
                if script not in tried:
                    tried.add(script)
                    if self.player.play(script, answer)[0]:
                        return script
        return "survived"
