# SPDX-License-Identifier: GPL-2.0-or-later
"""Drives the live screen on a terminal of its own, for refresh.py."""
import fcntl
import os
import pty
import select
import struct
import sys
import termios

LINES, COLUMNS = 50, 160
FIRST = 120.0  # seconds for an answer to begin: valgrind is slow
QUIET = 0.5    # seconds without output that end an answer


class Screen:
    def __init__(self, command):
        pid, self.fd = pty.fork()
        if not pid:
            # In the child: the size first, then the program.
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
            os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8")
            os.execvp(command[0], command)
        self.pid = pid
        self.tail = b""
        self.answer()

    def answer(self):
        """Bytes written until it is quiet; -1: the program has ended."""
        n, wait = 0, FIRST
        while select.select([self.fd], [], [], wait)[0]:
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                return -1
            if not data:
                return -1
            n += len(data)
            self.tail = (self.tail + data)[-500:]
            wait = QUIET
        return n

    def press(self, key):
        os.write(self.fd, key.encode())
        n = self.answer()
        if n <= 0:
            sys.exit(f"bench: the screen does not answer to {key!r}: {self.tail!r}")
        return n

    def quit(self):
        """Exit status."""
        os.write(self.fd, b"q")
        while self.answer() >= 0:
            pass
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def run(command, view, refreshes):
    """Opens a view by its keys, then reads anew so many times.  Status, bytes written by each."""
    screen = Screen(command)
    screen.press("u")
    for key in view:
        screen.press(key)
    written = [screen.press("u") for _ in range(refreshes)]
    return screen.quit(), written
