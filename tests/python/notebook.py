# SPDX-License-Identifier: MIT
"""Runs a notebook without Jupyter: its cells in order in one namespace, what they print, and the value
of the last line as Jupyter shows it."""
import ast
import contextlib
import io
import json

FORM = {"nbformat": 4, "nbformat_minor": 5}


def read(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def text_of(field):
    """The format has text as one string or as a list of lines."""
    return field if isinstance(field, str) else "".join(field)


def lines_of(text):
    return text.splitlines(keepends=True)


def shown(value):
    """The forms in which a value is displayed."""
    bundle = getattr(value, "_repr_mimebundle_", None)
    forms = dict(bundle()) if bundle else {}
    forms.setdefault("text/plain", repr(value))
    return forms


def run_cell(source, names, count):
    """The outputs of a cell, as the format has them."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines_of(printed.getvalue())})
    if value is not None:
        data = {kind: lines_of(text) for kind, text in sorted(shown(value).items())}
        outputs.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return outputs


def run(book):
    """The outputs of its code cells, in order."""
    names, count, outputs = {"__name__": "__main__"}, 0, []
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs.append(run_cell(text_of(cell["source"]), names, count))
    return outputs


def write(path, book, outputs):
    """The notebook with these outputs; the same outputs, the same bytes."""
    outputs = iter(outputs)
    count = 0
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = next(outputs)
    with open(path, "w", encoding="utf-8") as f:
        f.write(json.dumps({**book, **FORM}, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def plain(outputs):
    """What a cell showed, as pairs of kind and text, for comparing two runs."""
    found = []
    for o in outputs:
        if o["output_type"] == "stream":
            found.append((o["name"], text_of(o["text"])))
        elif o["output_type"] == "error":
            found.append((o["ename"], o["evalue"]))
        else:
            found += [(kind, text_of(text)) for kind, text in sorted(o["data"].items())]
    return found
