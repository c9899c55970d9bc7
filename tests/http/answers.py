# SPDX-License-Identifier: GPL-2.0-or-later
"""What is answered: routes, methods, formats, codings, and when it counts as published."""
import gzip

from client import Driver, Failed, ask, check, raw, read_answer, request, same

TEXT = "text/plain; version=0.0.4; charset=utf-8"
OPENMETRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8"
# As sent by Prometheus 2.42.
PROMETHEUS = ("Accept: application/openmetrics-text;version=1.0.0,"
              "application/openmetrics-text;version=0.0.1;q=0.75,"
              "text/plain;version=0.0.4;q=0.5,*/*;q=0.1")
GZIP = "Accept-Encoding: gzip"
BIG = 4_000_000  # more than the sockets of both sides take


def routes(path):
    driver = Driver(path)
    for where in ("/metrics", "/metrics?x=1&name[]=y", "/metrics?"):
        status, headers, body = driver.get(where)
        same((status, headers["content-type"]), (200, TEXT), where)
        check(b'line="0"} 1\n' in body, f"text of {where}")
        same(headers["cache-control"], "no-store", "Cache-Control")
        same(headers["vary"], "Accept, Accept-Encoding", "Vary")
    same(driver.get("/healthz")[::2], (200, b"ok\n"), "/healthz")
    for where in ("/metric", "/metrics/", "//metrics", "/%2e%2e/etc/passwd", "/favicon.ico"):
        status, headers, body = driver.get(where)
        same(status, 404, where)
        check(b"/metrics" in body, "404 says where to look")
    stats = driver.stats()
    same((stats["2xx"], stats["4xx"], stats["5xx"]), (4, 5, 0), "requests counted")
    driver.end()


def page(path):
    driver = Driver(path)
    status, headers, body = driver.get("/")
    same((status, headers["content-type"]), (200, "text/html; charset=utf-8"), "/")
    policy = headers["content-security-policy"]
    check("default-src 'none'" in policy and "style-src 'unsafe-inline'" in policy, policy)
    same(headers["x-content-type-options"], "nosniff", "X-Content-Type-Options")
    check(b'<meta charset="utf-8">' in body and b'href="/metrics"' in body, "page")
    check("server" not in headers, "names no server")
    driver.end()


def methods(path):
    driver = Driver(path)
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "BREW"):
        for where in ("/metrics", "/healthz", "/"):
            status, headers, _ = driver.get(where, method=method)
            same((status, headers["allow"]), (405, "GET, HEAD"), f"{method} {where}")
        same(driver.get("/nope", method=method)[0], 404, f"{method} /nope")
    driver.alive("methods")
    driver.end()


def bodies(path):
    driver = Driver(path)
    length, chunked = "Content-Length: 5", "Transfer-Encoding: chunked"
    for header, body in ((length, b"hello"), (chunked, b"5\r\nhello\r\n0\r\n\r\n"),
                         ("Content-Length: 99999999999", b"")):
        for expect in ((), ("Expect: 100-continue",)):
            for method, status in (("GET", b"413"), ("HEAD", b"413"), ("POST", b"405")):
                got = raw(driver, request("/metrics", method=method, headers=(header, *expect),
                                          body=body + request()))
                # Closed without a word is right too; what came after the body is no request.
                check(not got or got.split(b" ")[1] == status, f"{method} {header}: {got[:60]!r}")
                check(got.count(b"HTTP/1.1 ") <= 1, f"{method} {header}: the body was a request")
    same(driver.get("/metrics", headers=("Content-Length: 0",))[0], 200, "a body of nothing")
    driver.end()


def head(path):
    driver = Driver(path)
    for where in ("/metrics", "/healthz", "/", "/nope"):
        for headers in ((), (GZIP,), (PROMETHEUS,), (PROMETHEUS, GZIP)):
            with driver.connect() as sock:
                get = ask(sock, where, headers=headers)
                got = ask(sock, where, method="HEAD", headers=headers)
                # Had a body come, it would stand before this answer.
                same(ask(sock, "/healthz")[2], b"ok\n", "what follows HEAD")
            for answer in (get, got):
                answer[1].pop("date")
            same((got[0], got[1], got[2]), (get[0], get[1], b""), f"HEAD {where} {headers}")
    driver.end()


def formats(path):
    driver = Driver(path)
    for accept, kind in (((), TEXT), ((PROMETHEUS,), OPENMETRICS), (("Accept: */*",), TEXT),
                         (("Accept: text/html",), TEXT), (("Accept: image/png",), TEXT),
                         (("Accept: text/plain;q=0.1", "Accept: application/openmetrics-text"),
                          OPENMETRICS),
                         (("Accept: application/openmetrics-text;q=0.1,text/plain",), TEXT),
                         (("Accept: " + "a/b," * 400 + "application/openmetrics-text",), TEXT)):
        _, headers, body = driver.get(headers=accept)
        same(headers["content-type"], kind, f"format for {accept}"[:120])
        same(body.endswith(b"# EOF\n"), kind == OPENMETRICS, "# EOF")
        check((b'"om"' in body) == (kind == OPENMETRICS), "text of its format")
    same(driver.stats()["renders"], 2, "texts made for one snapshot")
    driver.end()


def coding(path):
    driver = Driver(path)
    for where in ("/metrics", "/"):
        for accept in ((), (PROMETHEUS,)):
            plain, packed = (driver.get(where, headers=h) for h in (accept, (*accept, GZIP)))
            same(packed[1]["content-encoding"], "gzip", f"coding of {where}")
            check("content-encoding" not in plain[1], "plain has no coding")
            same(gzip.decompress(packed[2]), plain[2], "gzip against plain")
            check(len(packed[2]) < len(plain[2]) / 2, "gzip is smaller")
            check("Accept-Encoding" in packed[1]["vary"], "Vary")
        check("content-encoding" not in driver.get(
            where, headers=("Accept-Encoding: gzip;q=0, deflate, br",))[1], "gzip unwanted")
    driver.do("refresh")
    check(b'line="0"} 2\n' in gzip.decompress(driver.get(headers=(GZIP,))[2]), "the new snapshot")
    driver.end()


def not_ready(path):
    driver = Driver(path)
    driver.do("unready")
    for where in ("/metrics", "/"):
        status, headers, body = driver.get(where)
        same((status, headers["retry-after"].isdigit()), (503, True), f"{where} without a snapshot")
        check(b"snapshot" in body, "says why")
    same(driver.published, 0, "published")
    driver.do("ready")
    driver.alive("the first snapshot")
    driver.do("ill the kernel's links are lost")
    same(driver.get("/healthz")[::2], (503, b"the kernel's links are lost\n"), "ill")
    driver.do("well")
    same(driver.get("/healthz")[0], 200, "well again")
    driver.end()


def keep_alive(path):
    driver = Driver(path)
    with driver.connect() as sock:
        for _ in range(20):
            same(ask(sock)[0], 200, "answer on a kept connection")
            same(ask(sock, "/nope")[0], 404, "an error keeps it too")
            same(ask(sock, "/metrics", method="POST")[0], 405, "a refusal without a body too")
        same(driver.stats()["connections"], 1, "connections")
    with driver.connect() as sock:
        same(ask(sock, version="1.0")[0], 200, "HTTP/1.0")
        same(sock.recv(1), b"", "end after HTTP/1.0")
    with driver.connect() as sock:
        same(ask(sock, headers=("Connection: close",))[0], 200, "asked to close")
        same(sock.recv(1), b"", "end after close")
    driver.until(lambda stats: stats["connections"] == 0, "connections gone")
    driver.end()


def pipelining(path):
    driver = Driver(path, "-b", 200_000)
    wanted = ["/metrics", "/healthz", "/nope"] * 20
    with driver.connect() as sock:
        sock.sendall(b"".join(request(where) for where in wanted))
        rest = b""
        for i, where in enumerate(wanted):
            status, _, body, rest = read_answer(sock, rest)
            same(status, 404 if where == "/nope" else 200, f"answer {i}")
            same(body == b"ok\n", where == "/healthz", f"answer {i} in its place")
        same(rest, b"", "nothing after the last")
    driver.end()


def half_closed(path):
    driver = Driver(path, "-b", BIG)
    got = raw(driver, request())
    status = got.split(b" ")[1]
    same((status, got.endswith(b"} 1\n")), (b"200", True), "whole answer after the client's end")
    # The end may come with the request or after it.
    for _ in range(50):
        check(raw(driver, request("/healthz")).endswith(b"ok\n"), "answer, and an end")
    driver.end()


def published(path):
    driver = Driver(path, "-b", BIG)
    driver.get(method="HEAD")
    driver.get("/")
    driver.get("/nope")
    driver.stats()
    same(driver.published, 0, "published by HEAD, the page or an error")
    driver.get()
    driver.stats()
    same(driver.published, 1, "published by GET")
    with driver.connect(small=True) as sock:
        sock.sendall(request())
        sock.recv(100)
    driver.until(lambda stats: stats["connections"] == 0, "left early")
    same(driver.published, 1, "published to one who left early")
    driver.end()


def old_snapshot(path):
    driver = Driver(path, "-b", BIG)
    with driver.connect(small=True) as slow:
        slow.sendall(request())
        first = slow.recv(100)
        driver.do("refresh")
        driver.do("refresh")
        check(b'line="0"} 3\n' in driver.get()[2], "the newest for the next one")
        driver.stats()
        same(driver.published, 1, "published once")
        body = read_answer(slow, first)[2]
        lines = body.split(b"\n")
        same(lines.pop(), b"", "end of the text")
        for i, text in enumerate(lines):
            if text != b'driver{format="text",line="%d"} 1' % i:
                raise Failed(f"line {i} of the old snapshot is {text!r}")
    driver.until(lambda stats: stats["connections"] == 0, "both gone")
    same(driver.published, 1, "an old snapshot, read to its end, is not published")
    driver.end()


ALL = (routes, page, methods, bodies, head, formats, coding, not_ready, keep_alive, pipelining,
       half_closed, published, old_snapshot)
