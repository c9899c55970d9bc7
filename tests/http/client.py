# SPDX-License-Identifier: GPL-2.0-or-later
"""The driver as a process, and clients that speak HTTP byte by byte."""
import json
import queue
import socket
import subprocess
import threading
import time

# Nothing is measured by it: a wait that long means that the thing never comes.
PATIENCE = 10
TINY = 4096


class Failed(Exception):
    pass


class Skipped(Exception):
    pass


def check(truth, what):
    if not truth:
        raise Failed(what)


def same(got, wanted, what):
    check(got == wanted, f"{what}: {got!r}, not {wanted!r}")


class Driver:
    """tests/http/driver, led by lines."""

    running = []

    def __init__(self, path, *args, addresses=("127.0.0.1:0",), prefix=(), **popen):
        self.addresses = addresses
        self.process = subprocess.Popen(
            [*prefix, path, *map(str, args), *addresses], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1, **popen)
        self.running.append(self)
        self.lines = queue.Queue()
        threading.Thread(target=self._pump, daemon=True).start()
        self.published = 0
        ready = self.line("ready")
        self.ports = [int(word) for word in ready.split()[1:] if word.isdigit()]
        self.ready = ready
        self.files = self.stats()["files"]

    def _pump(self):
        for text in self.process.stdout:
            self.lines.put(text.rstrip("\n"))
        self.lines.put(None)

    def line(self, start):
        while True:
            text = self.lines.get(timeout=PATIENCE)
            if text is None:
                raise Failed(f"driver ended: {self.process.stderr.read()[-2000:]}")
            if text.startswith("published"):
                self.published += 1
            if text.startswith(start):
                return text

    def do(self, command):
        self.process.stdin.write(command + "\n")
        self.line("done " + command.split()[0])

    def stats(self):
        self.process.stdin.write("stats\n")
        return json.loads(self.line("stats")[len("stats "):])

    def until(self, reached, what):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            stats = self.stats()
            if reached(stats):
                return stats
            time.sleep(0.01)
        raise Failed(f"never: {what}; last {stats}")

    def connect(self, small=False):
        sock = socket.socket()
        sock.settimeout(PATIENCE)
        if small:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, TINY)
        sock.connect(("127.0.0.1", self.ports[0]))
        return sock

    def get(self, path="/metrics", **more):
        with self.connect() as sock:
            return ask(sock, path, **more)

    def alive(self, what):
        status, _, body = self.get()
        same(status, 200, f"scrape after {what}")
        check(body.startswith(b"driver{"), f"text after {what}")

    def end(self):
        """Quits; nothing may be left open, nothing may have been complained about."""
        self.process.stdin.write("quit\n")
        left = int(self.line("ended").split()[1])
        same(self.process.wait(PATIENCE), 0, "status of the driver")
        complaints = [text for text in self.process.stderr.read().splitlines()
                      if "listening on" not in text and "replaced a socket" not in text]
        same(complaints, [], "complaints")
        # Its sockets, the epoll of the library and ours are gone.
        same(left, self.files - len(self.ports) - 2, "files left open")

    @classmethod
    def kill_all(cls):
        """Those a failed test left; it started them."""
        while cls.running:
            cls.running.pop().kill()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()


def request(path="/metrics", method="GET", version="1.1", headers=(), body=b""):
    lines = [f"{method} {path} HTTP/{version}", "Host: driver", *headers]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def read_head(sock, kept=b""):
    """Bytes up to the empty line, and what came after it."""
    while b"\r\n\r\n" not in kept:
        more = sock.recv(65536)
        if not more:
            raise Failed(f"closed in the head of an answer, after {kept[:80]!r}")
        kept += more
    head, _, rest = kept.partition(b"\r\n\r\n")
    return head, rest


def parse_head(head):
    first, *lines = head.decode("latin-1").split("\r\n")
    return int(first.split()[1]), {name.lower(): value.strip() for name, _, value in
                                   (text.partition(":") for text in lines)}


def read_answer(sock, kept=b"", method="GET"):
    """Status, headers, body, and what came after it."""
    head, rest = read_head(sock, kept)
    status, headers = parse_head(head)
    want = 0 if method == "HEAD" else int(headers["content-length"])
    while len(rest) < want:
        more = sock.recv(65536)
        if not more:
            raise Failed(f"closed after {len(rest)} of {want} bytes")
        rest += more
    return status, headers, rest[:want], rest[want:]


def ask(sock, path="/metrics", **more):
    sock.sendall(request(path, **more))
    return read_answer(sock, method=more.get("method", "GET"))[:3]


def read_all(sock):
    """All until the other side ends, and whether it did so with a reset."""
    data = b""
    try:
        while more := sock.recv(65536):
            data += more
    except (ConnectionResetError, BrokenPipeError):
        return data, True
    return data, False


def send_quietly(sock, data):
    """The other side may be gone by now."""
    try:
        sock.sendall(data)
        return True
    except (ConnectionResetError, BrokenPipeError):
        return False


def reset(sock):
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    sock.close()


def raw(driver, data):
    """What comes back for @data, all of it until the end."""
    with driver.connect() as sock:
        send_quietly(sock, data)
        try:
            sock.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        return read_all(sock)[0]
