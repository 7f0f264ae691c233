# SPDX-License-Identifier: MIT
"""Small changes of C sources, each of which some test should notice."""
import re

TOKEN = re.compile(r"""
    (?P<skip>\s+ | /\*.*?\*/ | //[^\n]* | ^[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
  | (?P<text>"(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*')
  | (?P<number>0[xX][0-9a-fA-F]+[uUlL]* | \d+\.\d+ | \d+[uUlL]*)
  | (?P<word>[A-Za-z_]\w*)
  | (?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\w\s])
""", re.X | re.S | re.M)

COMPARISONS = {"<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="), ">=": (">", "<"), "==": ("!=",),
               "!=": ("==",)}
BINARY = {"&&": ("||",), "||": ("&&",), "+": ("-",), "-": ("+",), "*": ("/",), "/": ("*",), "%": ("/",),
          "<<": (">>",), ">>": ("<<",), "&": ("|",), "|": ("&",), "^": ("|",), "+=": ("-=",), "-=": ("+=",),
          "*=": ("/=",), "/=": ("*=",), "%=": ("/=",), "<<=": (">>=",), ">>=": ("<<=",), "|=": ("&=",),
          "&=": ("|=",), "^=": ("|=",)}
KEYWORDS = {"if", "for", "while", "switch", "do", "else", "return", "break", "continue", "case", "default",
            "goto", "sizeof", "typedef", "struct", "enum", "union", "static", "const", "extern"}


class Token:
    def __init__(self, kind, text, at):
        self.kind, self.text, self.at = kind, text, at


class Mutant:
    """`what` in words; the source with [start, end) replaced by `new`."""

    def __init__(self, source, start, end, new, what):
        self.start, self.end, self.new, self.what = start, end, new, what
        self.old = source[start:end]
        self.line = source.count("\n", 0, start) + 1
        self.column = start - source.rfind("\n", 0, start)

    def apply(self, source):
        return source[:self.start] + self.new + source[self.end:]


def tokens(source):
    return [Token(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(source)
            if m.lastgroup != "skip"]


def is_operand_end(t):
    return t.kind in ("number", "text") or t.text in (")", "]") or (t.kind == "word" and t.text not in KEYWORDS)


def depth_of(ts):
    """For each token, how many braces of function bodies it is in, and of other braces."""
    depth, kinds = [], []
    for i, t in enumerate(ts):
        if t.text == "}" and kinds:
            kinds.pop()
        depth.append("body" if "body" in kinds else "data" if kinds else "")
        if t.text == "{":
            kinds.append("body" if i and ts[i - 1].text == ")" or "body" in kinds else "data")
    return depth


def numbers(t):
    digits = t.text.rstrip("uUlL")
    if "." in digits:
        return []
    octal = len(digits) > 1 and digits.isdigit() and digits[0] == "0"
    value, suffix = int(digits, 8 if octal else 0), t.text[len(digits):]
    form = "0x%x" if digits.lower().startswith("0x") else "0%o" if octal else "%d"
    return [form % v + suffix for v in {value + 1, value - 1} if v >= 0]


def expression_end(ts, i):
    """The index of the ; that ends what starts at ts[i]."""
    level = 0
    while i < len(ts):
        level += (ts[i].text in "([{") - (ts[i].text in ")]}") if len(ts[i].text) == 1 else 0
        if level < 0:
            return None
        if ts[i].text == ";" and level == 0:
            return i
        i += 1
    return None


def statement(ts, i):
    """The ; of an expression statement that starts at ts[i], or None."""
    if ts[i - 1].text not in ("{", "}", ";", ")", "else") or not (
            ts[i].text == "*" or (ts[i].kind == "word" and ts[i].text not in KEYWORDS)):
        return None
    if ts[i - 1].text == ")" and ts[i].text == "*":
        return None
    following = ts[i + 1]
    if ts[i].kind == "word" and (following.kind == "word" or following.text == "*"):
        return None  # a declaration
    if following.text == ":":
        return None  # a label
    return expression_end(ts, i)


def end_of(ts, i, opening, closing):
    """The index of what closes the bracket at ts[i]."""
    level = 0
    while True:
        level += (ts[i].text == opening) - (ts[i].text == closing)
        if level == 0:
            return i
        i += 1


def never_run(ts):
    """The tokens that decide nothing (layout/base/never.h): what NEVER() and ALWAYS() are asked, and what is done
    only where NEVER() holds."""
    hidden = set()
    for i, t in enumerate(ts[:-1]):
        if t.text not in ("NEVER", "ALWAYS") or ts[i + 1].text != "(":
            continue
        last = end_of(ts, i + 1, "(", ")")
        hidden.update(range(i + 2, last))
        if t.text == "NEVER" and [w.text for w in ts[i - 2:i]] == ["if", "("] and \
                [w.text for w in ts[last + 1:last + 3]] == [")", "{"]:
            hidden.update(range(last + 2, end_of(ts, last + 2, "{", "}")))
    return hidden


def mutants(source):
    ts = tokens(source)
    where, hidden = depth_of(ts), never_run(ts)
    found = []

    def add(start, end, new, what):
        found.append(Mutant(source, start, end, new, what))

    level = 0
    for i, t in enumerate(ts):
        level += (t.text == "(") - (t.text == ")")
        if not where[i] or i == 0 or i in hidden:
            continue
        end = t.at + len(t.text)
        if t.kind == "number":
            for new in numbers(t):
                add(t.at, end, new, "constant")
        elif where[i] == "data":
            continue
        elif t.text in COMPARISONS and is_operand_end(ts[i - 1]):
            for new in COMPARISONS[t.text]:
                add(t.at, end, new, "comparison")
        elif t.text in BINARY and is_operand_end(ts[i - 1]) and not (
                t.text == "*" and ts[i - 1].kind == "word" and ts[i - 2].text in "{};"):
            for new in BINARY[t.text]:
                add(t.at, end, new, "operator")
        elif t.text == "!" and not is_operand_end(ts[i - 1]):
            add(t.at, end, "", "negation")
        elif t.text in ("if", "while") and ts[i + 1].text == "(":
            first, last = ts[i + 1].at + 1, ts[end_of(ts, i + 1, "(", ")")].at
            add(first, last, "!(%s)" % source[first:last], "condition")
        elif t.text in ("true", "false"):
            add(t.at, end, "false" if t.text == "true" else "true", "constant")
        elif t.text in ("break", "continue") and ts[i + 1].text == ";":
            add(t.at, end, "", "statement")
        elif t.text == "return" and ts[i + 1].text != ";":
            last = expression_end(ts, i)
            value = source[ts[i + 1].at:ts[last].at]
            if value not in ("true", "false") and not value.isdigit():
                add(ts[i + 1].at, ts[last].at, "0", "return")
                if re.fullmatch(r"WGD_OK|NULL", value):
                    found.pop()
                    add(ts[i + 1].at, ts[last].at, "1", "return")
        stop = statement(ts, i) if where[i] == "body" and level == 0 else None
        if stop is not None:
            add(t.at, ts[stop].at, "", "statement")
    return found
