# SPDX-License-Identifier: MIT
"""Runs test scripts with the program's answers taken from elsewhere, or with a mutant in the program."""
import collections
import contextlib
import io
import os
import pickle
import re
import subprocess
import sys

sys.path.insert(0, "tests/lib")

# What a script asks: the words, standard input or None, whether standard error goes where the output goes, the environment
# where it is not the script's own. A shell's command line is a question as well.
Question = collections.namedtuple("Question", "argv text merged env")
PLAIN = {"input", "stdout", "stderr", "timeout", "stdin", "capture_output", "text", "env"}
REAL_US = "10000000"  # processor time of what is no question
# What make has told this run, and no script is to see.
OF_MAKE = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "MUTANTS", "N", "SEED", "FILES", "JOBS")


class Asked:
    """One run of the program: what was said, and which probes were passed."""

    def __init__(self, us, answer, probes):
        self.us, self.answer, self.probes = us, answer, probes


def probes_in(path):
    """What processes have added to a file of probes, which goes."""
    if not os.path.exists(path):
        return frozenset()
    with open(path) as f:
        found = frozenset(map(int, f.read().split()))
    os.remove(path)
    return found


class Player:
    def __init__(self, folder):
        os.environ["B"] = folder
        os.environ["LC_ALL"] = "C"
        for name in OF_MAKE:  # a question is the same however make was asked
            os.environ.pop(name, None)
        self.program = os.path.join(folder, "wgdesc")
        self.real = subprocess.run
        self.code = {}

    def question(self, argv, args, more):
        """The question that a call of subprocess.run is; None where it is more than that."""
        if args or not isinstance(argv, list) or set(more) - PLAIN or more.get("stdin") not in (None, subprocess.DEVNULL):
            return None
        out, err = ((subprocess.PIPE,) * 2 if more.get("capture_output") else (more.get("stdout"), more.get("stderr")))
        shell = argv[:2] == ["bash", "-c"] and len(argv) == 3 and not re.search("[<>]", argv[2])
        if not (argv[0] == self.program or shell) or out != subprocess.PIPE or \
                err not in (None, subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL):
            return None
        text = more.get("input")
        env = more.get("env")
        return Question(tuple(argv), text.encode() if isinstance(text, str) else text, err == subprocess.STDOUT,
                        None if env is None else tuple(sorted(env.items())))

    def ask(self, q, **extra):
        """(exit status, standard output, standard error)"""
        try:
            given = {"stdin": subprocess.DEVNULL} if q.text is None else {"input": q.text}
            p = self.real(q.argv, **given, stdout=subprocess.PIPE, timeout=100,
                          stderr=subprocess.STDOUT if q.merged else subprocess.PIPE,
                          env=dict(os.environ if q.env is None else q.env, **extra))
        except subprocess.TimeoutExpired:
            return None
        return p.returncode, p.stdout, p.stderr

    def play(self, script, answer, **extra):
        """Does the script fail? answer(question) stands for the program; what it returns last goes back. All
        that is run for real has `extra` in its environment."""
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
            status = self.perform(script, answer, w, extra)
        finally:
            os._exit(status)

    def perform(self, script, answer, out, extra):
        self.stand_in(answer, extra)
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

    def stand_in(self, answer, extra):
        """In this process what a script runs, and what it says of a test, comes here."""
        import pictures
        import tap

        def run(argv, *args, **more):
            q = self.question(argv, args, more)
            if not q:
                return self.real(argv, *args, **more)
            found = answer(q)
            if found is None:
                raise subprocess.TimeoutExpired(argv, 1)
            status, *texts = found
            if more.get("text"):
                texts = [t if t is None else t.decode() for t in texts]
            return subprocess.CompletedProcess(argv, status, *texts)

        class Popen(subprocess.Popen):
            def __init__(self, *args, env=None, **more):
                super().__init__(*args, env=dict(extra, **(os.environ if env is None else env)), **more)

        def ok(condition, name, *notes):
            if not condition:
                os._exit(1)
            return condition
        subprocess.run, subprocess.Popen, tap.ok = run, Popen, ok
        pictures.Tap.ok = lambda self, *said: ok(*said)

    def record(self, script):
        """What a script asks: {question: Asked}, and the probes of what else it runs; None where it fails."""
        mine = os.path.abspath(os.path.join(os.environ["B"], "hits-%d" % os.getpid()))

        def answer(q):
            before = os.times()
            found = self.ask(q, WGD_HITS=mine)
            after = os.times()
            us = int(1e6 * (after.children_user + after.children_system - before.children_user - before.children_system))
            probes, said = probes_in(mine), answer.said[0]
            if q in said and said[q].answer != found:  # of a file that has changed: no question
                answer.said[1].add(q)
                probes |= said[q].probes
            said[q] = Asked(us, found, probes)
            return found
        answer.said = {}, set()
        failed, said = self.play(script, answer, WGD_HITS=mine + "-real")
        others = probes_in(mine + "-real")
        if failed:
            return None
        questions, changing = pickle.loads(said)
        for q in changing:
            others |= questions.pop(q).probes
        return questions, others
