# SPDX-License-Identifier: GPL-2.0-or-later
"""An HTTP server between Prometheus and memcgtop: says what was asked for and
what was answered, asks for one format where it is told to, and breaks answers
where a test plants a fault.  It can also serve a text of its own."""

import gzip
import threading
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# What Prometheus 2.42 sends when a format is asked for alone.
ACCEPT = {
    "text": "text/plain;version=0.0.4;q=1,*/*;q=0.1",
    "openmetrics": "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75",
}
CONTENT_TYPE = {
    "text": "text/plain; version=0.0.4; charset=utf-8",
    "openmetrics": "application/openmetrics-text; version=1.0.0; charset=utf-8",
}
PASSED_ON = ("Content-Type", "Content-Encoding")


def form_of(content_type):
    """Which format a Content-Type announces; None: neither."""
    word = (content_type or "").split(";")[0].strip()
    return {"text/plain": "text", "application/openmetrics-text": "openmetrics"}.get(word)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):  # pylint: disable=invalid-name
        proxy = self.server.proxy
        try:
            status, headers, body = proxy.answer(self.headers)
        except (OSError, urllib.error.URLError) as e:
            status, headers, body = 502, {"Content-Type": "text/plain"}, str(e).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        pass


class Proxy:
    """One target for Prometheus.
    @upstream: URL of the real text; None: @body in @form is served.
    @force: the format to ask for; None: what Prometheus asks for.
    @breaks: function of (headers, plain body) that plants a fault; None: none.
    seen: [(format, plain body)], what went out, oldest first."""

    def __init__(self, name, upstream=None, force=None, body=None, form=None, breaks=None):
        self.name, self.upstream, self.force = name, upstream, force
        self.body, self.form, self.breaks = body, form, breaks
        self.seen = []
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.http.proxy = self
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def address(self):
        return f"127.0.0.1:{self.http.server_address[1]}"

    def close(self):
        self.http.shutdown()
        self.http.server_close()

    def answer(self, asked):
        if self.upstream:
            status, headers, body = self.fetch(asked)
        else:
            status, headers, body = 200, {"Content-Type": CONTENT_TYPE[self.form]}, self.body
        plain = gzip.decompress(body) if headers.get("Content-Encoding") == "gzip" else body
        if self.breaks:
            headers.pop("Content-Encoding", None)
            headers, plain = self.breaks(headers, plain)
            body = plain
        self.seen.append((form_of(headers.get("Content-Type")), plain))
        return status, headers, body

    def fetch(self, asked):
        headers = {name: asked[name] for name in ("Accept", "Accept-Encoding", "User-Agent") if asked[name]}
        if self.force:
            headers["Accept"] = ACCEPT[self.force]
        request = urllib.request.Request(self.upstream, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return (answer.status, {name: answer.headers[name] for name in PASSED_ON if answer.headers[name]},
                        answer.read())
        except urllib.error.HTTPError as e:
            return e.code, {"Content-Type": "text/plain"}, e.read()


def drop_content_type(headers, plain):
    headers.pop("Content-Type", None)
    return headers, plain


def repeat_a_series(headers, plain):
    """The first sample a second time, with another value."""
    lines = plain.split(b"\n")
    at = next(i for i, line in enumerate(lines) if line and not line.startswith(b"#"))
    lines.insert(at, lines[at].rsplit(b" ", 1)[0] + b" 7")
    return headers, b"\n".join(lines)


def one_refill_more(headers, plain):
    """The host counts one that no cgroup does."""
    name, _, value = plain[plain.index(b"\nmemcgtop_refills_total ") + 1:].split(b"\n", 1)[0].partition(b" ")
    return headers, plain.replace(b"\n%s %s\n" % (name, value), b"\n%s %d\n" % (name, int(value) + 1))


def unescape_backslashes(headers, plain):
    return headers, plain.replace(b"\\\\", b"\\")
