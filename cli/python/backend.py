# SPDX-License-Identifier: MIT
"""Builds the wheel and the source distribution (PEP 517) with make and Python's own library: nothing
is downloaded, no setuptools is needed, and the same tree gives the same bytes.

    python3 backend.py FOLDER    a wheel into the folder
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import zipfile
from typing import Any, Dict, List, Optional, Tuple

from wheel_tag import platform_of

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
# The files of a source distribution: what 'make python' reads, and this folder.
SOURCES = (
    "Makefile",
    "*.mk",
    "LICENSE",
    "README.md",
    "layout/**/*.[ch]",
    "desc/**/*.[ch]",
    "desc/**/*.def",
    "layout/**/*.def",
    "cli/**/*.[ch]",
    "cli/**/*.def",
    "cli/**/*.mk",
    "cli/page/**/*",
    "docs/guide.md",
    "kernels/**/*.mk",
    "tests/**/*.mk",
    "tests/lib/newest",
    "docs/**/*.mk",
    "cli/python/*.py",
    "cli/python/*.toml",
    "cli/python/wgdesc/*",
)


def version() -> str:
    text = (TOP / "desc" / "wgdesc.h").read_text()
    found = re.search(r'#define WGD_VERSION +"([^"]*)"', text)
    if not found:
        raise SystemExit("desc/wgdesc.h has no WGD_VERSION")
    return found.group(1)


def metadata() -> bytes:
    lines = [
        "Metadata-Version: 2.1",
        "Name: wgdesc",
        "Version: " + version(),
        "Summary: Shared-memory matrix descriptors of wgmma: computed, read, checked",
        "License: MIT",
        "License-File: LICENSE",
        "Requires-Python: >=3.9",
    ]
    return ("\n".join(lines) + "\n").encode()


def library() -> List[Tuple[str, bytes]]:
    """The bundled library, built first; WGDESC_BUILD names another build folder."""
    build = os.path.abspath(os.path.join(TOP, os.environ.get("WGDESC_BUILD", "build")))
    # close_fds: a make that runs this shares its jobs.
    subprocess.run(
        ["make", "-s", "-C", str(TOP), "B=" + build, "python"],
        check=True,
        stdout=sys.stderr,
        close_fds=False,
    )
    folder = pathlib.Path(build) / "python"
    return [("wgdesc/lib/" + p.name, p.read_bytes()) for p in sorted(folder.glob("*.so*"))]


def build_wheel(
    wheel_directory: str,
    config_settings: Optional[Dict[str, Any]] = None,
    metadata_directory: Optional[str] = None,
) -> str:
    """py3-none-PLATFORM: any CPython 3, for the code of the library is the platform's."""
    libraries = library()
    tag = "py3-none-" + platform_of([data for _, data in libraries])
    info = "wgdesc-%s.dist-info/" % version()
    files = [
        ("wgdesc/" + p.name, p.read_bytes())
        for p in sorted((HERE / "wgdesc").iterdir())
        if p.is_file() and p.suffix in (".py", ".typed")
    ]
    files += libraries
    files += [
        (info + "METADATA", metadata()),
        (info + "entry_points.txt", b"[pytest11]\nwgdesc = wgdesc.pytest_plugin\n"),
        (info + "LICENSE", (TOP / "LICENSE").read_bytes()),
        (
            info + "WHEEL",
            ("Wheel-Version: 1.0\nGenerator: wgdesc\nRoot-Is-Purelib: false\nTag: %s\n" % tag).encode(),
        ),
    ]
    record = "".join("%s,sha256=%s,%d\n" % (name, _digest(data), len(data)) for name, data in files)
    files.append((info + "RECORD", (record + info + "RECORD,,\n").encode()))
    name = "wgdesc-%s-%s.whl" % (version(), tag)
    os.makedirs(wheel_directory, exist_ok=True)
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files:
            member = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            member.external_attr = (0o100755 if "/lib/" in path else 0o100644) << 16
            member.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(member, data)
    return name


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def build_sdist(sdist_directory: str, config_settings: Optional[Dict[str, Any]] = None) -> str:
    """The sources with the pyproject.toml of its top, which leads to this backend."""
    root = "wgdesc-" + version()
    project = (HERE / "pyproject.toml").read_text()
    files = {
        "pyproject.toml": project.replace(
            'backend-path = ["."]', 'backend-path = ["cli/python"]'
        ).encode(),
        "PKG-INFO": metadata(),
    }
    for pattern in SOURCES:
        for p in TOP.glob(pattern):
            if p.is_file():
                files[p.relative_to(TOP).as_posix()] = p.read_bytes()
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for path, data in sorted(files.items()):
            member = tarfile.TarInfo(root + "/" + path)
            member.size = len(data)
            member.mode = 0o755 if path == "tests/lib/newest" else 0o644
            tar.addfile(member, io.BytesIO(data))
    name = root + ".tar.gz"
    os.makedirs(sdist_directory, exist_ok=True)
    with open(os.path.join(sdist_directory, name), "wb") as out:
        out.write(gzip.compress(raw.getvalue(), mtime=0))
    return name


if __name__ == "__main__":
    print(build_wheel(sys.argv[1]))
