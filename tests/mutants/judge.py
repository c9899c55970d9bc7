#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Some of tests/kernel/check.py's checks: judge.py KERNEL FOLDER FUNCTION[:STEP]...

A check that goes on to a step that was not run ends there, which is said.
KERNEL "truth": those of check_truth.py, FOLDER holding its guests' folders.
"""

import inspect
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "kernel"))

import check  # noqa: E402
import check_truth  # noqa: E402
from tap import Results, Tap  # noqa: E402


def main():
    kernel, folder = sys.argv[1], sys.argv[2]
    for word in sys.argv[3:]:
        name, _, step = word.partition(":")
        try:
            if kernel == "truth":
                getattr(check_truth, name)(folder)
                continue
            given = {"t": Tap(kernel), "r": Results(folder), "step": step, "kernel": kernel}
            function = getattr(check, name)
            function(*(given[p] for p in inspect.signature(function).parameters))
        except FileNotFoundError as e:
            print(f"# {word} ends at {os.path.basename(e.filename)}, which was not run")
        except IndexError:
            print(f"# {word} ends at a step that printed nothing: the program did not measure")
    return 0


if __name__ == "__main__":
    sys.exit(main())
