# SPDX-License-Identifier: MIT
"""What a constant of an enumeration in a header changes: only sources in which it, or what is made of it, is used."""
import collections
import concurrent.futures
import re
import subprocess

ENUM = re.compile(r"\benum\b\s*\w*\s*\{([^}]*)\}")
WORD = re.compile(r"[A-Za-z_]\w*")


def without_comments(text):
    """With spaces in their places."""
    return re.sub(r"/\*.*?\*/", lambda c: re.sub(r"[^\n]", " ", c.group()), text, flags=re.S)


def entries(text):
    """[(name, start, end, is a value said?)] of each enumeration of a text."""
    found = []
    for e in ENUM.finditer(text):
        at, mine = e.start(1), []
        for entry in e.group(1).split(","):
            words = WORD.findall(entry.partition("=")[0])
            if words:  # before the name may stand a macro with others
                mine.append((words[-1], at, at + len(entry), "=" in entry))
            at += len(entry) + 1
        found.append(mine)
    return found


def changed_by(text, m):
    """The constants that a mutant of a header changes: its own and those behind it without a value of their own; none
    where it is no enumeration's."""
    for mine in entries(without_comments(text)):
        names = []
        for name, start, end, said in mine:
            if start <= m.start < end:
                names = [name]
            elif names and said:
                break
            elif names:
                names.append(name)
        if names:
            return set(names)
    return set()


class Enumerators:
    """Of preprocessed sources: which words are in them outside of enumerations, and which constants are made of which."""

    def __init__(self, cc, jobs):
        self.cc, self.jobs, self.words, self.made_of = cc, jobs, {}, collections.defaultdict(set)

    def read(self, work):
        """work: {source: (path, flags)}, those that are to be asked about."""
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            texts = pool.map(lambda w: subprocess.run([self.cc, "-E", "-P", *w[1], w[0]], check=True,
                                                      stdout=subprocess.PIPE).stdout.decode(), work.values())
            for source, text in zip(work, texts):
                self.words[source] = set(WORD.findall(ENUM.sub(" ", text)))
                for e in ENUM.finditer(text):
                    for entry in e.group(1).split(","):
                        name, _, value = entry.partition("=")
                        for word in WORD.findall(value):
                            self.made_of[word].add(name.strip())

    def that_use(self, work, text, m):
        """Of {source: flags}, all of which have a header of this text in them, those that a mutant of it can change."""
        names = changed_by(text, m)
        if not names:
            return work
        todo = list(names)
        while todo:
            new = self.made_of[todo.pop()] - names
            names |= new
            todo += new
        return {s: flags for s, flags in work.items() if self.words[s] & names}
