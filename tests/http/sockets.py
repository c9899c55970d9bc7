# SPDX-License-Identifier: GPL-2.0-or-later
"""Where is listened: IPv4, IPv6, unix, sockets given by systemd; and addresses that are none."""
import os
import socket
import stat
import subprocess
import tempfile

from client import PATIENCE, Driver, Skipped, ask, check, same


def refusal(path, *addresses, env=None, **popen):
    """The one line of a driver that does not start."""
    done = subprocess.run([path, *addresses], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=PATIENCE, env=env, check=False, **popen)
    same(done.returncode, 1, f"status for {addresses}")
    same(len(done.stderr.splitlines()), 1, f"lines for {addresses}: {done.stderr!r}")
    return done.stderr


def bad_addresses(path):
    for address, word in (
            ("", "empty"), ("9100", ":PORT"), ("::1", "[ADDR]"), ("::1:9100", "[ADDR]"),
            ("[::1", "[ADDR]"), ("[::1]9100", ":PORT"), ("[1.2.3.4]:80", "IPv6"),
            ("127.0.0.1:", "port"), ("127.0.0.1:65536", "port"), ("127.0.0.1:-1", "port"),
            ("127.0.0.1:http", "port"), ("a b:80", "blank"), ("/run/x", "unix:/path"),
            ("unix:x", "unix:/path"), ("unix:/" + "a" * 107, "107"), ("x" * 300 + ":80", "long"),
            ("192.0.2.1:0", "interface"), ("no-such-host.invalid:0", "no-such-host.invalid"),
            ("unix:/no/such/folder/s", "folder")):
        text = refusal(path, address)
        check(word in text and "--listen" in text, f"{address[:40]!r}: {text!r}")


def in_use(path):
    driver = Driver(path)
    text = refusal(path, f"127.0.0.1:{driver.ports[0]}")
    check("in use" in text and "ss -ltnp" in text, text)
    driver.end()


def several(path):
    with tempfile.TemporaryDirectory() as folder:
        driver = Driver(path, addresses=("127.0.0.1:0", "127.0.0.2:0", f"unix:{folder}/s"))
        for where, family in ((("127.0.0.1", driver.ports[0]), socket.AF_INET),
                              (("127.0.0.2", driver.ports[1]), socket.AF_INET),
                              (f"{folder}/s", socket.AF_UNIX)):
            with socket.socket(family) as sock:
                sock.connect(where)
                same(ask(sock)[0], 200, f"scrape at {where}")
        driver.end()


def any_address(path):
    driver = Driver(path, addresses=(":0",))
    same(driver.get()[0], 200, "IPv4 at :PORT")
    driver.end()


def ipv6(path):
    try:
        with socket.socket(socket.AF_INET6) as sock:
            sock.bind(("::1", 0))
    except OSError as error:
        raise Skipped(f"this host has no IPv6 loopback ({error.strerror})") from error
    driver = Driver(path, addresses=("[::1]:0", ":0"))
    for port in driver.ports:
        with socket.create_connection(("::1", port), PATIENCE) as sock:
            same(ask(sock)[0], 200, "scrape by IPv6")
    with socket.create_connection(("127.0.0.1", driver.ports[1]), PATIENCE) as sock:
        same(ask(sock)[0], 200, "and by IPv4 where every address is meant")
    driver.end()


def unix(path):
    with tempfile.TemporaryDirectory() as folder:
        name = f"{folder}/s"
        driver = Driver(path, addresses=(f"unix:{name}",))
        same(stat.S_IMODE(os.stat(name).st_mode), 0o660, "mode")
        check("in use" in refusal(path, f"unix:{name}"), "a live socket is not replaced")
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(name)
            same(ask(sock)[0], 200, "scrape")
        driver.kill()
        check(os.path.exists(name), "a killed one leaves its file")
        driver = Driver(path, addresses=(f"unix:{name}",))
        with socket.socket(socket.AF_UNIX) as sock:
            sock.connect(name)
            same(ask(sock)[0], 200, "scrape at the replaced one")
        driver.end()
        check(not os.path.exists(name), "the file goes at the end")
        with open(name, "w", encoding="ascii") as file:
            file.write("precious")
        refusal(path, f"unix:{name}")
        with open(name, encoding="ascii") as file:
            same(file.read(), "precious", "a file that is no socket stays")


def given(sock, pid="$$", fds="1"):
    """A shell that hands @sock over as systemd does, and becomes the driver."""
    return ("bash", "-c", f'fd=$1; shift; LISTEN_PID={pid} LISTEN_FDS={fds} exec "$@" 3<&$fd',
            "given", str(sock.fileno()))


def inherited(path):
    with socket.create_server(("127.0.0.1", 0)) as sock:
        driver = Driver(path, addresses=(), prefix=given(sock), pass_fds=(sock.fileno(),))
        check("LISTEN_FDS" not in driver.ready, "the variables are taken out of the environment")
        same(driver.get()[0], 200, "scrape")
        driver.kill()


def inherited_wrong(path):
    def text_for(sock, **how):
        done = subprocess.run([*given(sock, **how), path], pass_fds=(sock.fileno(),),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        same(done.returncode, 1, "status")
        return done.stderr

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        check("ListenStream" in text_for(sock), "a datagram socket")
    with socket.socket() as sock:
        check("Accept=no" in text_for(sock), "one that does not listen")
    with open("/dev/null", encoding="ascii") as file:
        check("no socket" in text_for(file), "no socket")
    with socket.create_server(("127.0.0.1", 0)) as sock:
        check("numbers" in text_for(sock, fds="x"), "no number")
        check("at most" in text_for(sock, fds="9"), "too many")
        same(text_for(sock, pid="1"), "", "another process's are left alone")


ALL = (bad_addresses, in_use, several, any_address, ipv6, unix, inherited, inherited_wrong)
