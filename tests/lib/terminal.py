# SPDX-License-Identifier: MIT
"""The program on a terminal, a pseudo-terminal here."""
import fcntl
import os
import pty
import struct
import subprocess
import termios

from tap import WGDESC


def terminal(args, width=80, typed=None, piped=False, **env):
    """Exit status and what a terminal of this width is sent, by standard output and error both, or `piped`, by error
    alone. Standard input is the terminal, too, where something is typed there. A variable that is None is not there."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
    base = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "CLICOLOR_FORCE", "COLUMNS")}
    env = {**base, "TERM": "xterm", "LC_ALL": "C.UTF-8", **env}
    p = subprocess.Popen([WGDESC, *args], stdin=subprocess.DEVNULL if typed is None else slave,
                         stdout=subprocess.DEVNULL if piped else slave, stderr=slave, env={k: v for k, v in env.items() if v is not None})
    os.close(slave)
    os.write(master, typed or b"")
    data = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        data += part
    os.close(master)
    return p.wait(), data.decode().replace("\r\n", "\n")
