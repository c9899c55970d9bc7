#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""memcgtop export scraped by real Prometheus servers, in each format, and what
they then answer.  usage: check_servers.py BUILD"""

import json
import os
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../kernel"))
sys.dont_write_bytecode = True
# pylint: disable=wrong-import-position
import check_exposition as checker
import compare
from check_hosts import faults_of, output
from programs import Absent
from proxy import Proxy, drop_content_type, one_refill_more, repeat_a_series, unescape_backslashes
from servers import Memcgtop, Prometheus, wait_for
from tap import Tap

SPEC = "cpus=4,cgroups=60,names=odd"
ARGS = ["--per-cpu", "--cgroup-histograms", "--max-cgroups", "40"]
STILL = "cpus=4,cgroups=12"  # the host of the quantiles
STILL_SECONDS = "60"
SCRAPES = 6  # of each job before it is judged
QUANTILES = {"p50": 0.5, "p90": 0.9, "p99": 0.99}
CLEAN = ["prometheus_target_scrapes_sample_duplicate_timestamp_total",
         "prometheus_target_scrapes_sample_out_of_order_total",
         "prometheus_target_scrapes_sample_out_of_bounds_total",
         "prometheus_target_scrapes_exceeded_sample_limit_total"]


def parsed(form, plain):
    """{(name, labels)} as a server keeps them: an empty label is none."""
    return {(s.name, tuple(sorted((n, v) for n, v in s.labels if v)))
            for s in checker.check(plain, form).samples()}


class Round:
    """One server and its jobs."""

    def __init__(self, t, build, memcgtop, name, still):
        self.t, self.build, self.name, self.still = t, build, name, still
        metrics = memcgtop.url + "/metrics"
        self.live = {"text": Proxy("text", metrics, force="text"),
                     "om": Proxy("om", metrics, force="openmetrics"),
                     "asks": Proxy("asks", metrics)}
        recording = os.path.join(memcgtop.folder, "hostile.mctop")
        report = [os.path.join(build, "memcgtop"), "report", "--prometheus", recording]
        self.fixed = {"still": Proxy("still", body=still[0], form="text"),
                      "hostile_text": Proxy("hostile_text", body=output(*report), form="text"),
                      "hostile_om": Proxy("hostile_om", body=output(*report, "--openmetrics"), form="openmetrics")}
        self.planted = {"untyped": Proxy("untyped", metrics, force="text", breaks=drop_content_type),
                        "twice": Proxy("twice", metrics, force="text", breaks=repeat_a_series),
                        "more": Proxy("more", metrics, breaks=one_refill_more),
                        "slash": Proxy("slash", body=output(*report), form="text", breaks=unescape_backslashes)}

    def jobs(self, *groups):
        return {name: (proxy.address, []) for group in groups for name, proxy in group.items()}

    def say(self, good, what, detail=""):
        return self.t.check(good, f"{self.server.version}: {what}", detail)

    def run(self):
        jobs = self.jobs(self.live, self.fixed)
        with Prometheus(self.name, jobs) as self.server:
            if self.server.major >= 3:
                # Asked for by the server itself: a proxy that only listens.
                for form, protocol in (("text", "PrometheusText0.0.4"), ("om", "OpenMetricsText1.0.0")):
                    self.live["asks_" + form] = Proxy("asks", self.live["text"].upstream)
                    jobs["asks_" + form] = (self.live["asks_" + form].address, [f"scrape_protocols: [{protocol}]"])
            if not self.say(self.server.ready(self.server.url + "/-/ready"), "the server runs", self.server.words()):
                return
            self.server.reload(jobs)
            all_jobs = {**self.live, **self.fixed}
            done = wait_for(lambda: all(len(p.seen) >= SCRAPES for p in all_jobs.values()), 40)
            if not self.say(done, f"each job is scraped {SCRAPES} times", {n: len(p.seen) for n, p in all_jobs.items()}):
                return
            self.check_up(all_jobs)
            self.check_formats()
            self.check_series(all_jobs)
            self.check_clean()
            self.check_sums()
            self.check_quantiles()
            self.check_successive()
            self.check_planted(jobs)

    def check_up(self, jobs):
        for job, proxy in jobs.items():
            up = self.server.value(f'up{{job="{job}"}}')
            self.say(up == 1, f"{job}: up", up)
            counts = {len(list(checker.check(plain, form).samples())) for form, plain in proxy.seen[-4:]}
            for name in ("scrape_samples_scraped", "scrape_samples_post_metric_relabeling"):
                value = self.server.value(f'{name}{{job="{job}"}}')
                self.say(value in counts, f"{job}: {name} is our count", f"{value}, ours {counts}")

    def check_formats(self):
        """What was asked for came; left alone, both servers ask for OpenMetrics first."""
        want = {"text": "text", "om": "openmetrics", "asks": "openmetrics", "asks_text": "text", "asks_om": "openmetrics"}
        for job, proxy in self.live.items():
            forms = {form for form, _ in proxy.seen}
            self.say(forms == {want[job]}, f"{job}: answered as {want[job]}", forms)

    def check_series(self, jobs):
        """Names and labels: as we read them, and the same in both formats."""
        kept = {}
        for job, proxy in jobs.items():
            form, plain = proxy.seen[-1]
            kept[job] = self.server.series(job)
            missing = parsed(form, plain) - kept[job]
            self.say(not missing, f"{job}: every series is kept with its labels", sorted(missing)[:3])
        for a, b in (("text", "om"), ("hostile_text", "hostile_om")):
            odd = {s for s in kept[a] ^ kept[b]}
            self.say(not odd and kept[a], f"{a} and {b}: the same labels and le", sorted(odd)[:3])
        escaped = r"/system.slice/dev-disk-by\x2duuid-0\x2d1.swap"
        query = json.dumps(escaped, ensure_ascii=False)
        for job in ("hostile_text", "hostile_om"):
            rows = self.server.query(f'memcgtop_cgroup_refills_total{{job="{job}",cgroup={query}}}')
            self.say([row[0]["cgroup"] for row in rows] == [escaped], f"{job}: systemd's backslashes are kept", rows)

    def check_clean(self):
        for name in CLEAN:
            value = self.server.own(name)
            self.say(value == 0, f"{name} is 0", value)

    def sums(self, job):
        """(pairs that could be asked for, those that part at some scrape)."""
        def total(name, pick):
            labels = ",".join([f'job="{job}"'] + [f'{n}="{v}"' for n, v in pick.items()])
            return f"sum(memcgtop_{name}{{{labels}}})"

        pairs, bad = 0, []
        for host, host_pick, part, part_pick in compare.PAIRS:
            values = self.server.values(f"{total(host, host_pick)} - {total(part, part_pick)}", SCRAPES)
            pairs += bool(values)
            if any(values):
                bad.append(f"{part}{part_pick} in {job}: off by {values}")
        return pairs, bad

    def check_sums(self):
        """At every scrape the series add up to the host's, so over every window too."""
        for job in ("text", "om"):
            pairs, bad = self.sums(job)
            self.say(pairs > len(compare.PAIRS) // 2 and not bad,
                     f"{job}: {pairs} families add up to the host's at every scrape", "\n".join(bad[:4]))
        grown = self.server.value(f'increase(memcgtop_refills_total{{job="text"}}[{SCRAPES}s])')
        self.say(grown and grown > 0, "refills grow meanwhile", grown)

    def check_quantiles(self):
        """histogram_quantile lies in the exported bucket that holds our own quantile."""
        bounds = sorted(float(labels["le"]) for labels, _ in
                        self.server.query('memcgtop_hold_seconds_bucket{job="still",site="refill"}'))
        for name, q in QUANTILES.items():
            own = self.still[1]["total"]["hold"][name]
            value = self.server.value(f'histogram_quantile({q}, memcgtop_hold_seconds_bucket{{job="still",site="refill"}})')
            high = next((b for b in bounds if b >= own["ns"] / 1e9), None)
            low = max([b for b in bounds if b < own["ns"] / 1e9], default=0)
            self.say(value is not None and high is not None and low <= value <= high,
                     f"histogram_quantile {q} agrees with stat's {name} within a bucket",
                     f"{value} s, stat {own}, bucket {low} to {high} s")

    def check_successive(self):
        for job in ("text", "om"):
            faults, seen = [], self.live[job].seen
            for (form, before), (_, now) in zip(seen, seen[1:]):
                faults += checker.check_after(before, now, form)
            self.say(not faults, f"{job}: {len(seen)} scrapes in a row: strict, none falls, sums hold", faults_of(faults))

    def check_planted(self, jobs):
        """That these checks can fail: what is broken on the way is noticed."""
        self.server.reload({**jobs, **self.jobs(self.planted)})
        done = wait_for(lambda: all(len(p.seen) >= 3 for p in self.planted.values()), 40)
        self.say(done, "planted faults are scraped", {n: len(p.seen) for n, p in self.planted.items()})
        if self.server.major >= 3:
            twice = wait_for(lambda: self.server.own(CLEAN[0]), 15)
            self.say(twice, f"planted: a series twice is counted in {CLEAN[0]}", twice)
        else:
            self.t.note(f"{self.server.version}: a series twice: {CLEAN[0]} is {self.server.own(CLEAN[0]):g}")
        faults = {f.kind for f in checker.check(self.planted["twice"].seen[-1][1], "text").faults}
        self.say("duplicate-series" in faults, "planted: and our checker names it", faults)
        self.say(self.sums("more")[1], "planted: one refill that no cgroup has does not add up")
        up = self.server.value('up{job="untyped"}')
        if self.server.major >= 3:
            self.say(up == 0, "planted: no Content-Type: the server refuses it", up)
        else:
            self.t.note(f"{self.server.version}: no Content-Type: up is {up:g}; 2.x takes it for text")
        up = self.server.value('up{job="slash"}')
        self.say(up == 0, "planted: a backslash not escaped fails the whole scrape", up)


def still_host(build):
    """(text of the made-up host after a minute, stat's JSON of the same minute)."""
    memcgtop, source = os.path.join(build, "memcgtop"), ["--source", "synthetic:" + STILL]
    text = output(memcgtop, "export", "--once", "-i", STILL_SECONDS, *source)
    stat = output(memcgtop, "stat", "-d", STILL_SECONDS, "--json", *source)
    return text, json.loads(stat.splitlines()[-1])


def main():
    build = sys.argv[1]
    t = Tap("servers")
    still = still_host(build)
    t.check(b"memcgtop_hold_seconds_count" in still[0], "a host that stands still")
    with Memcgtop(build, SPEC, *ARGS) as memcgtop, tempfile.TemporaryDirectory(prefix="memcgtop-servers.") as folder:
        memcgtop.folder = folder
        output(os.path.join(build, "prometheus/hostile_recording"), os.path.join(folder, "hostile.mctop"))
        if not t.check(memcgtop.ready(memcgtop.url + "/metrics"), "export serves", memcgtop.words()):
            return t.done()
        for name in ("prometheus-2", "prometheus-3"):
            try:
                Round(t, build, memcgtop, name, still).run()
            except Absent as e:
                t.skip(name, str(e))
        t.equal(memcgtop.stop(), 0, "export ends well on TERM")
    return t.done()


if __name__ == "__main__":
    sys.exit(main())
