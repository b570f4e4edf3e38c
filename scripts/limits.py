#!/usr/bin/env python3
"""Start-up time, reply time and memory of the release binary. Python 3.8+, standard library only, Linux.

  scripts/limits.py [--playouts 5000] [--memory 8] [--moves 300]

Prints the median of 15 starts to the first reply, the median of 15 `list_commands` replies, and the resident memory
while the program plays 300 moves on 19x19 against itself, the bound being so low that the tree reaches it. Exit status 1
when the memory exceeds the bound by more than the program's own 16 MiB, or when a median exceeds 50 ms (start) or 5 ms
(reply).
"""

import argparse
import os
import statistics
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "scripts"))
from gtp import Engine  # noqa: E402


def resident(pid):
    """MiB of a process in memory: now, and at most so far."""
    facts = {}
    with open(f"/proc/{pid}/status") as lines:
        for line in lines:
            name, _, value = line.partition(":")
            facts[name] = value
    return [int(facts[name].split()[0]) / 1024 for name in ("VmRSS", "VmHWM")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    parser.add_argument("engine", nargs="?", default=os.path.join(target, "release/tesuji") + " gtp")
    parser.add_argument("--playouts", type=int, default=5000, help="a move")
    parser.add_argument("--memory", type=int, default=8, help="bound of the search tree in MiB")
    parser.add_argument("--moves", type=int, default=300)
    options = parser.parse_args()

    starts, replies = [], []
    for _ in range(15):
        began = time.monotonic()
        engine = Engine(options.engine)
        engine.send("name")
        starts.append(1000 * (time.monotonic() - began))
        began = time.monotonic()
        engine.send("list_commands")
        replies.append(1000 * (time.monotonic() - began))
        engine.quit()
    print(f"start to first reply: median {statistics.median(starts):.2f} ms, worst {max(starts):.2f} ms")
    print(f"list_commands: median {statistics.median(replies):.2f} ms, worst {max(replies):.2f} ms")

    extra = f" --memory {options.memory} --playouts {options.playouts} --seed 1 --set resign=false"
    engine = Engine(options.engine + extra, timeout=600)
    engine.send("boardsize 19")
    moves = passes = 0
    peak = 0.0
    while moves < options.moves:
        answer = engine.send("genmove " + "bw"[moves % 2])
        moves += 1
        # A game that ends early is played on from a fresh board, the memory of the process being the same.
        passes = passes + 1 if answer.lower() == "pass" else 0
        if passes == 2:
            engine.send("clear_board")
            passes = 0
        peak = resident(engine.process.pid)[1]
    now = resident(engine.process.pid)[0]
    engine.quit()
    print(f"{moves} moves on 19x19, {options.playouts} playouts each, tree bound {options.memory} MiB: "
          f"resident {now:.0f} MiB, at most {peak:.0f} MiB")
    held = peak <= options.memory + 16
    fast = statistics.median(starts) < 50 and statistics.median(replies) < 5
    return 0 if held and fast else 1


if __name__ == "__main__":
    sys.exit(main())
