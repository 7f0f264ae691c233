#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""examples/python: each program prints what its comment says, the notebook holds what its cells show, by
the runner here and, where nbclient is, in Jupyter's own. --write writes the notebook again."""
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

sys.path.insert(0, "tests/lib")
sys.path.insert(0, "tests/python")
import notebook  # noqa: E402
from tap import BUILD, done, ok, same, skip  # noqa: E402

FOLDER, BOOK = "examples/python/", "examples/python/tour.ipynb"
LIBRARY = os.path.abspath(os.path.join(BUILD, "libwgdesc-ask.so"))
if b"__asan_init" in subprocess.run(["nm", "-D", LIBRARY], stdout=subprocess.PIPE).stdout:
    print("1..0 # SKIP no plain-library: this one has a sanitizer, Python has not")
    sys.exit(0)
os.environ.update(WGDESC_ASK_LIBRARY=LIBRARY, PYTHONPATH=os.path.abspath("cli/python"), PYTHONDONTWRITEBYTECODE="1")
sys.path.insert(0, "cli/python")
sys.dont_write_bytecode = True
if sys.argv[1:] == ["--write"]:
    book = notebook.read(BOOK)
    notebook.write(BOOK, book, notebook.run(book))
    sys.exit(0)


def example(name, *args):
    p = subprocess.run([sys.executable, FOLDER + name, *args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return p.returncode, p.stdout.decode()


def promised(name):
    """The lines that its comment shows."""
    with open(FOLDER + name) as f:
        text = re.search(r"it prints:\n\n((?:    .*\n)+)", f.read(), re.I).group(1)
    return re.sub("^    ", "", text, flags=re.M)


PTX = "tests/golden/ptx/"
with tempfile.TemporaryDirectory() as tmp:
    for name, args in (("check_triton.py", [PTX + "f16_ak_bk_128x128x64.ptx"]), ("draw_swizzle.py", [tmp]),
                       ("tilelang_constants.py", "64 128 64 k mn".split())):
        same(example(name, *args), (0, promised(name)), name + " prints what it says")
    pictures = sorted(os.listdir(tmp))
    same((pictures, [ET.parse(os.path.join(tmp, p)).getroot().tag.split("}")[1] for p in pictures]),
         (["plain.svg", "swizzled.svg"], ["svg", "svg"]), "two pictures are drawn")
    # A kernel in which one constant is spoilt: the stride of A, 64 units, becomes 32.
    with open(PTX + "f16_ak_bk_128x128x64.ptx") as f:
        text = f.read()
    spoilt = text.replace(str(0x4000004000000000), str(0x4000002000000000))
    with open(os.path.join(tmp, "spoilt.ptx"), "w") as f:
        f.write(spoilt)
    rc, out = example("check_triton.py", os.path.join(tmp, "spoilt.ptx"))
    ok(spoilt != text and rc == 1, "check_triton.py refuses a spoilt constant", rc, out)
kernels = sorted(n for n in os.listdir(PTX) if n.endswith(".ptx"))
same([n for n in kernels if example("check_triton.py", PTX + n)[0] != 0], [], "and takes all %d kernels" % len(kernels))

book = notebook.read(BOOK)
stored = [notebook.plain(c["outputs"]) for c in book["cells"] if c["cell_type"] == "code"]
again = [notebook.plain(o) for o in notebook.run(book)]
for n, (got, want) in enumerate(zip(again, stored)):
    same(got, want, "cell %d of the notebook shows what it holds" % (n + 1))
kinds = {kind for cell in stored for kind, _ in cell}
ok(len(stored) == len(again) > 5 and {"image/svg+xml", "text/html", "text/plain", "stdout"} <= kinds,
   "%d cells, with pictures" % len(stored), kinds)
for cell in stored:
    for kind, text in cell:
        if kind == "image/svg+xml":
            ok(ET.fromstring(text).tag.endswith("svg"), "its picture is SVG")
spoilt = notebook.read(BOOK)
next(c for c in spoilt["cells"] if c["cell_type"] == "code" and "desc(" in "".join(c["source"]))["source"] += ["\n1 / 0"]
try:
    notebook.run(spoilt)
    ok(False, "control: a cell that fails is seen")
except ZeroDivisionError:
    ok(True, "control: a cell that fails is seen")
try:
    import nbclient
    import nbformat
    from jupyter_client.kernelspec import NATIVE_KERNEL_NAME, KernelSpecManager
    KernelSpecManager().get_kernel_spec(NATIVE_KERNEL_NAME)
except Exception:  # of three packages, each absent in its own way
    skip("the notebook in Jupyter", "no nbclient here")
    done()
real = nbformat.read(BOOK, as_version=4)
nbformat.validate(real)
nbclient.NotebookClient(real, timeout=60, resources={"metadata": {"path": "."}}).execute()
same([notebook.plain(c["outputs"]) for c in real["cells"] if c["cell_type"] == "code"], stored,
     "and Jupyter shows the same")
done()
