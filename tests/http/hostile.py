# SPDX-License-Identifier: GPL-2.0-or-later
"""Clients that are slow, many, rude or broken.  After each the next scrape is whole."""
import random
import resource
import select
import socket
import threading

from answers import BIG
from client import (Driver, Failed, ask, check, raw, read_all, read_answer, request, reset, same,
                    send_quietly)

SHORT = ("-r", 300, "-i", 300)  # ms; time is over soon, for clients who do nothing
IDLE = 1000
SLACK_KIB = 2048  # of resident memory, over a soak: arenas and pools settle


def many_files():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    want = 3 * IDLE
    if hard != resource.RLIM_INFINITY and hard < want:
        raise Failed(f"open files limited to {hard}: raise it (ulimit -Hn) to {want}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, want), hard))


def idle_thousand(path):
    many_files()
    driver = Driver(path)
    idle = []
    for i in range(IDLE):
        idle.append(driver.connect())
        if i % 100 == 99:
            driver.alive(f"{i + 1} idle connections")
    stats = driver.until(lambda s: s["refused"] >= IDLE - 128, "made room")
    check(stats["connections"] <= 128, f"{stats['connections']} connections, not 128 at most")
    # The oldest were sent away, in order; the youngest are served.
    for sock in idle[:IDLE - 128]:
        same(sock.recv(1), b"", "the longest idle is closed")
    same(ask(idle[-1])[0], 200, "the youngest is served")
    for sock in idle:
        sock.close()
    driver.until(lambda s: s["connections"] == 0 and s["files"] == driver.files, "all gone")
    driver.end()


def answered_stay(path):
    """With everybody being answered, a newcomer waits; none of them is cut for it."""
    driver = Driver(path, "-c", 4, "-b", BIG)
    slow = [driver.connect(small=True) for _ in range(4)]
    first = []
    for sock in slow:
        sock.sendall(request())
        first.append(sock.recv(100))
    driver.until(lambda s: s["connections"] == 4 and s["2xx"] == 4, "four answered")
    with driver.connect() as late:
        late.sendall(request("/healthz"))
        for _ in range(20):
            stats = driver.stats()
        same((stats["connections"], stats["refused"], stats["2xx"]), (4, 0, 4), "nobody cut")
        check(not select.select([late], [], [], 0)[0], "the newcomer waits")
        same(len(read_answer(slow[0], first[0])[2]) > BIG - 1, True, "the first is served whole")
        same(read_answer(late)[2], b"ok\n", "then it is the newcomer's turn")
    for sock in slow:
        sock.close()
    driver.until(lambda s: s["files"] == driver.files, "all gone")
    driver.end()


def half_before_served(path):
    """Half requests give way too, or they would keep everybody out."""
    driver = Driver(path, "-c", 8)
    half = [driver.connect() for _ in range(8)]
    for sock in half:
        sock.sendall(b"GET /metr")
    driver.until(lambda s: s["connections"] == 8, "eight half requests")
    driver.alive("eight half requests")
    same(half[0].recv(1), b"", "the oldest half request is closed")
    for sock in half:
        sock.close()
    driver.end()


def late(path):
    """Nothing, half a head, half a head after an answer: all are closed, without an answer."""
    driver = Driver(path, *SHORT)
    for data in (b"", b"G", b"GET /metrics HTTP/1.1\r\nHost:", b"\r\n\r\n",
                 request("/healthz") + b"GET /h"):
        with driver.connect() as sock:
            sock.sendall(data)
            got = read_all(sock)[0]
            same(got.endswith(b"ok\n") if b"healthz" in data else got, b"healthz" in data or b"",
                 f"answer to {data[-20:]!r}")
    stats = driver.until(lambda s: s["connections"] == 0, "all gone")
    same(stats["4xx"], 0, "no answers to what was no request yet")
    driver.end()


def dribble(path):
    """A header a byte at a time: time is the request's, not that since the last byte."""
    driver = Driver(path, "-r", 500, "-i", 60000)
    with driver.connect() as sock:
        sock.sendall(b"GET /metrics HTTP/1.1\r\nX: ")
        sent = 0
        # A server that counts from the last byte lets all of them come.
        while sent < 6000 and not select.select([sock], [], [], 0.01)[0]:
            if not send_quietly(sock, b"a"):
                break
            sent += 1
        check(sent < 6000, "the dribble was never cut")
    same(driver.until(lambda s: s["connections"] == 0, "gone")["refused"], 1, "counted as too slow")
    driver.alive("a dribble")
    driver.end()


def slow_reader(path):
    driver = Driver(path, "-r", 500, "-b", BIG)
    with driver.connect(small=True) as sock:
        sock.sendall(request())
        got = 0
        # A byte a time: with the rest of the text it would take hours.
        while got < 6000:
            select.select([], [], [], 0.01)
            try:
                if not sock.recv(1):
                    break
            except ConnectionResetError:
                break
            got += 1
            if driver.stats()["connections"] == 0:
                break
        check(got < 6000, "the slow reader was never cut")
        check(len(read_all(sock)[0]) < BIG, "the text was cut")
    driver.stats()
    same(driver.published, 0, "published")
    same(driver.until(lambda s: s["connections"] == 0, "gone")["refused"], 1, "counted as too slow")
    driver.end()


def floods(path):
    driver = Driver(path)
    line = b"GET /metrics HTTP/1.1\r\nHost: x\r\n"
    for what, data, known in (
            ("10,000 headers", line + b"X-%d: y\r\n" * 10000, (b"431", b"413", b"400")),
            ("a header of 1 MB", line + b"X: " + b"a" * 1000000, (b"431", b"413", b"400")),
            ("a path of 1 MB", b"GET /" + b"a" * 1000000, (b"414", b"431", b"400")),
            ("a method of 1 MB", b"G" * 1000000, (b"414", b"431", b"400", b"413")),
            ("blanks", b" " * 100000, (b"400", b"414", b"431", b"413")),
            ("empty lines", b"\r\n" * 100000, (b"400", b"414", b"431"))):
        got = raw(driver, data)
        check(not got or got.split(b" ")[1] in known, f"{what}: {got[:60]!r}")
        driver.alive(what)
    driver.until(lambda s: s["files"] == driver.files, "all gone")
    driver.end()


def garbage(path):
    driver = Driver(path)
    rng = random.Random(5)
    known = (b"", b"40", b"41", b"43", b"50")
    hello = bytes.fromhex("1603010200010001fc0303") + rng.randbytes(500)  # TLS
    samples = [hello, b"\0" * 4096, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET\r\n\r\n",
               b"GET /metrics HTTP/9.9\r\n\r\n", b"GET /metrics HTTP/1.1\r\n\r\n",
               b"GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
               b"GET /metrics HTTP/1.1\r\nHost: x\r\n: y\r\n\xff\xfe: \xff\r\n\r\n",
               b"\xff" * 300 + b"\r\n\r\n"]
    samples += [rng.randbytes(rng.randrange(1, 2000)) + b"\r\n\r\n" for _ in range(150)]
    for data in samples:
        got = raw(driver, data)
        check(got.split(b" ")[1:2] == [] or got.split(b" ")[1][:2] in (*known, b"20"),
              f"answer {got[:40]!r} to {data[:40]!r}")
    driver.alive("garbage")
    # One that stays to hear the answer is counted, though the library gave it.
    # Those before it are counted as they end: all of them, first.
    driver.until(lambda s: s["connections"] == 0, "the others have ended")
    before = driver.stats()["4xx"]
    with driver.connect() as sock:
        sock.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")  # no Host
        check(read_all(sock)[0].startswith(b"HTTP/1.1 400"), "400")
    driver.until(lambda s: s["4xx"] > before, "400 counted")
    driver.end()


def rude_ends(path):
    """Gone before, in and after the answer, by an end or a reset; SIGPIPE would kill."""
    driver = Driver(path, "-b", BIG)
    for i in range(120):
        sock = driver.connect(small=True)
        sock.sendall(request()[:None if i % 4 else 20])
        if i % 3 == 1 and i % 4:
            sock.recv(1)
        if i % 2:
            reset(sock)
        else:
            sock.close()
    driver.until(lambda s: s["connections"] == 0 and s["files"] == driver.files, "all gone")
    driver.alive("rude ends")
    driver.end()


def storm(path):
    driver = Driver(path, "-b", 300_000)
    wrong = []

    def scrape():
        for i in range(40):
            try:
                status, _, body = driver.get(headers=("Accept-Encoding: gzip",) if i % 2 else ())
                if status != 200 or not body:
                    wrong.append(status)
            except (OSError, Failed) as error:
                wrong.append(error)

    threads = [threading.Thread(target=scrape) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    same(wrong, [], "scrapes of a storm")
    stats = driver.until(lambda s: s["connections"] == 0, "all gone")
    same((stats["2xx"], stats["renders"]), (640, 1), "scrapes, and texts made for them")
    driver.end()


def few_files(path):
    """No descriptor left: the longest idle gives its own."""
    driver = Driver(path)
    driver.do("files 3")
    idle = [driver.connect() for _ in range(8)]
    driver.alive("descriptors ran out")
    same(idle[0].recv(1), b"", "the longest idle is closed")
    for sock in idle:
        sock.close()
    driver.alive("idle ones left")
    driver.end()


def no_files(path):
    """No descriptor and nobody to take one from: not spinning, and back when there is one."""
    driver = Driver(path)
    driver.do("files 0")
    with driver.connect() as sock:
        sock.sendall(request("/healthz"))
        for _ in range(5):
            same(driver.stats()["connections"], 0, "nobody let in")
        driver.do("files 10")
        same(read_answer(sock)[2], b"ok\n", "let in once there are descriptors")
    driver.end()


def soak(path):
    """A mix of all, twice over: what is open and resident is the same at the end."""
    driver = Driver(path, "-c", 16, "-r", 300, "-i", 300, "-b", 100_000)

    def round_of(n):
        for i in range(n):
            sock = driver.connect(small=i % 5 == 0)
            sock.sendall((request(), request()[:30], b"junk\r\n\r\n", b"", request("/"))[i % 5])
            if i % 7 == 0:
                driver.do("refresh")
            if i % 3 == 0:
                reset(sock)
            else:
                sock.close()
        return driver.until(lambda s: s["connections"] == 0, "all gone")

    before = round_of(400)
    after = round_of(1200)
    same(after["files"], driver.files, "open files")
    if not path.endswith("-san"):
        check(after["kib"] <= before["kib"] + SLACK_KIB, f"KiB {before['kib']} to {after['kib']}")
    driver.alive("a soak")
    driver.end()


ALL = (idle_thousand, answered_stay, half_before_served, late, dribble, slow_reader, floods,
       garbage, rude_ends, storm, few_files, no_files, soak)
