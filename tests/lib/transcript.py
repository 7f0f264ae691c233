# SPDX-License-Identifier: MIT
"""Documents whose examples run: each ```console block is a terminal's transcript, "$ command" and
what it gives."""
import os
import re
import subprocess

from tap import BUILD, ok

BLOCK = re.compile(r"(?<=```console\n)(.*?)(?=```)", re.S)
ENV = dict(os.environ, PATH=os.path.abspath(BUILD) + ":" + os.environ["PATH"], LC_ALL="C.UTF-8")


def transcript(block):
    """The block as a terminal would show it today."""
    shown = ""
    for command in re.findall(r"^\$ (.*(?:\\\n.*)*)$", block, re.M):
        p = subprocess.run(["bash", "-c", command], env=ENV, stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        shown += "$ " + command + "\n" + p.stdout.decode()
    return shown


def write(name):
    """Writes the document again with what its examples give."""
    with open(name) as f:
        text = f.read()
    with open(name, "w") as f:
        f.write(BLOCK.sub(lambda m: transcript(m.group(1)), text))


def check(name):
    """One test for each block; returns the text."""
    with open(name) as f:
        text = f.read()
    for block in BLOCK.findall(text):
        got = transcript(block)
        ok(got == block, block.splitlines()[0], name + " has:", block, "it gives:", got)
    return text
