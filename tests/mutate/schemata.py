# SPDX-License-Identifier: MIT
"""All mutants of a source in one: each function once as it is and once for each of its mutants, behind a
switch on the number of the mutant that runs. So one build serves them all, and a mutant costs what its
tests cost. Tables are patched: the mutant's table stands beside the other and is copied over it.

Between the statements of what is not mutated stand probes; a test reaches the mutants behind those that it
passes."""
from operators import end_of, expression_end, tokens

SPECIFIERS = ("WGD_HD ", "static ", "inline ")


class Function:
    """A function's definition in the tokens ts[first..last]; `opening` is the body's brace."""

    def __init__(self, source, ts, first, opening, last):
        self.ts, self.first, self.opening, self.last = ts, first, opening, last
        self.start, self.end = ts[first].at, ts[last].at + 1
        head = ts[first:opening]
        level, at = 0, len(head) - 1
        while True:
            level += (head[at].text == ")") - (head[at].text == "(")
            if level == 0:
                break
            at -= 1
        self.name = head[at - 1]
        words = [t.text for t in head[:at - 1] if t.text + " " not in (*SPECIFIERS, "const ")]
        self.void = words == ["void"]
        self.names = parameter_names(head[at + 1:-1])
        self.source = source

    def signature(self, suffix):
        """The head, of another name; what is not the function itself is local to the file."""
        text = self.source[self.start:self.name.at] + self.name.text + suffix + \
            self.source[self.name.at + len(self.name.text):self.ts[self.opening].at].rstrip()
        if suffix:
            while text.startswith(SPECIFIERS):
                text = text.split(None, 1)[1]
            text = "static " + text
        return text

    def body(self):
        return self.source[self.ts[self.opening].at:self.end]


def parameter_names(ts):
    """The names of a function's parameters; None where there is a `...`."""
    if not ts or [t.text for t in ts] == ["void"]:
        return []
    names, level, group = [], 0, []
    for t in ts + [None]:
        if t is None or (t.text == "," and level == 0):
            names.append(name_of(group))
            group = []
            continue
        level += (t.text in "([") - (t.text in ")]")
        group.append(t)
    return None if "..." in names else names


def name_of(ts):
    for i, t in enumerate(ts):
        if t.text == "(" and ts[i + 1].text == "*":
            return ts[i + 2].text
    words = []
    for t in ts:
        if t.text == "[":
            break
        words.append(t.text)
    return words[-1]


def behind_macros(ts, first, opening):
    """A function's first token; before it may stand a table of macros, as X(...)."""
    while ts[first + 1].text == "(":
        level, i = 0, first + 1
        while True:
            level += (ts[i].text == "(") - (ts[i].text == ")")
            i += 1
            if level == 0:
                break
        if i == opening:
            break
        first = i
    return first


def definitions(source, ts):
    """(functions, tables) at the top of a file; a table is (first, name, end) as places in the text."""
    functions, tables, first, i = [], [], 0, 0
    while i < len(ts):
        if ts[i].text in ("WGD_API_BEGIN", "WGD_API_END"):
            first = i + 1
        if ts[i].text == "{":
            last = end_of(ts, i, "{", "}")
            if ts[i - 1].text == ")":
                first = behind_macros(ts, first, i)
                functions.append(Function(source, ts, first, i, last))
                first = last + 1
            elif ts[i - 1].text == "=":
                end = expression_end(ts, i)
                name = i - 2
                while ts[name].text == "]":
                    while ts[name].text != "[":
                        name -= 1
                    name -= 1
                tables.append((ts[first].at, ts[name], ts[end].at + 1))
                last, first = end, end + 1
            i = last
        elif ts[i].text == ";":
            first = i + 1
        i += 1
    return functions, tables


def blocks(f):
    """For each token of a function's body the braces of statements around it, innermost last; which
    closing braces end a statement."""
    ts, around, stack, ends = f.ts, {}, [], set()
    for i in range(f.opening, f.last + 1):
        if ts[i].text == "}":
            stack.pop()
        around[i] = list(stack)
        if ts[i].text == "{":
            before = ts[i - 1]
            block = i == f.opening or before.text in ("else", "do", "{", "}", ";", ":")
            if before.text == ")":
                level, j = 0, i - 1
                while True:
                    level += (ts[j].text == ")") - (ts[j].text == "(")
                    if level == 0:
                        break
                    j -= 1
                block = block or ts[j - 1].text in ("if", "for", "while", "switch")
            block = block and None not in stack
            if block and before.text != "do":
                ends.add(end_of(ts, i, "{", "}"))
            stack.append(i if block else None)
    return around, ends


def probe_places(f):
    """[(place in the text, the block's brace)] where a statement begins."""
    ts, places, level = f.ts, [], 0
    around, ends = blocks(f)
    case = False
    for i in range(f.opening, f.last):
        t, following = ts[i], ts[i + 1].text
        here = around[i + 1]
        level += (t.text in "([") - (t.text in ")]") if len(t.text) == 1 else 0
        if None in here or not here or level:
            continue
        case = case or t.text in ("case", "default")
        label = t.text == ":" and case
        if label:
            case = False
        if following in ("else", "case", "default", "}") or t.text not in ("{", "}", ";") and not label:
            continue
        if t.text == "}" and i not in ends:
            continue
        if t.text == "{" and here[-1] != i:
            continue
        places.append((ts[i + 1].at, here[-1]))
    return places


class Schema:
    """A source with the switch: `numbered` its mutants, `probe` the number of its first probe. `reach` says
    behind which probe a mutant is; `unsuited` are those that cannot be switched at run time."""

    def __init__(self, source, numbered, probe):
        self.source, self.first_probe = source, probe
        self.reach, self.unsuited = {}, []
        self.functions, self.tables = definitions(source, tokens(source))
        pieces = sorted([(f.start, f.end, f) for f in self.functions] + [(a, c, n) for a, n, c in self.tables],
                        key=lambda p: p[0])
        self.pieces = []
        for start, end, what in pieces:
            mine = [(n, m) for n, m in numbered if start <= m.start < end]
            if isinstance(what, Function):
                mine = [(n, m) for n, m in mine if m.start > what.ts[what.opening].at]
                what.places = probe_places(what)
                what.first_probe, probe = probe, probe + len(what.places)
                self.reach.update(reach_of(what, mine))
            if mine:
                self.pieces.append((start, end, what, mine))
        suited = {n for _, _, _, mine in self.pieces for n, _ in mine}
        self.unsuited = [n for n, _ in numbered if n not in suited]
        self.probes = probe

    def text(self, without=()):
        """The source with all its mutants but some."""
        self.parts, self.lines, self.line = [], [], 1
        self.put('#include "battery.h"\n')
        done = 0
        for start, end, what, mine in self.pieces:
            self.put(self.source[done:start])
            left = [(n, m) for n, m in mine if n not in without]
            if isinstance(what, Function):
                self.function(what, left)
            else:
                self.table(start, what, end, left)
            done = end
        self.put(self.source[done:])
        return "".join(self.parts)

    def put(self, text, number=None):
        n = text.count("\n")
        if number is not None:
            self.lines.append((self.line, self.line + n, number))
        self.line += n
        self.parts.append(text)

    def function(self, f, mine):
        text, at = "", f.ts[f.opening].at
        for k, (place, _) in enumerate(f.places):
            text += f.source[at:place] + "wgd_hit[%d] = 1; " % (f.first_probe + k)
            at = place
        text += f.source[at:f.end]
        if f.names is None:
            self.all_inside(f, text, mine)
            return
        self.put(f.signature("") + ";\n" + f.signature("__0") + "\n" + text + "\n")
        for n, m in mine:
            self.put(f.signature("__%d" % n) + "\n" + changed(f, m) + "\n", n)
        self.put(f.signature("") + "\n{\n    switch (wgd_mutant) {\n")
        for n in [n for n, _ in mine] + [0]:
            call = "%s__%d(%s);" % (f.name.text, n, ", ".join(f.names))
            self.put("    %s: %s\n" % ("case %d" % n if n else "default",
                                       call + " return;" if f.void else "return " + call))
        self.put("    }\n}\n")

    def all_inside(self, f, text, mine):
        """With `...` in the parameters nothing can be handed on: all bodies in one."""
        self.put(f.signature("") + "\n{\n")
        for n, m in mine:
            self.put("    if (wgd_mutant == %d) %s else\n" % (n, changed(f, m)), n)
        self.put(text + "\n}\n")

    def table(self, start, name, end, mine):
        self.put(self.source[start:end] + "\n")
        after = name.at + len(name.text)
        for n, m in mine:
            other = self.source[start:name.at] + "%s__%d" % (name.text, n) + self.source[after:m.start] + m.new + \
                self.source[m.end:end]
            self.put((other if other.startswith("static") else "static " + other) + "\n", n)
            self.put("WGD_PATCH(%d, %s)\n" % (n, name.text))

    def number_at(self, line):
        """The mutant whose copy has this line."""
        for a, b, n in self.lines:
            if a <= line <= b:
                return n
        return None


def changed(f, m):
    """The function's body with a mutant in it."""
    return f.source[f.ts[f.opening].at:m.start] + m.new + f.source[m.end:f.end]


def reach_of(f, mine):
    """{mutant: the probe that stands before it, in the same block}"""
    around, _ = blocks(f)
    at = sorted((f.ts[i].at, i) for i in around)
    reach = {}
    for n, m in mine:
        i = max(i for place, i in at if place <= m.start)
        inner = [b for b in around[i] if b is not None][-1]
        before = [k for k, (place, block) in enumerate(f.places) if place <= m.start and block == inner]
        reach[n] = f.first_probe + (before[-1] if before else 0)
    return reach
