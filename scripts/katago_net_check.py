#!/usr/bin/env python3
"""Compares what two programs say of positions with the same network of KataGo's.

    scripts/katago_net_check.py --katago "katago gtp -model MODEL -config CONFIG" \\
        --tesuji "target/release/tesuji --katago-net MODEL --set net_precision=full" [--games 12] [--moves 80] [--seed 1]
        [--sizes 9,13,19,7x11] [--rules tromp-taylor,chinese,japanese,aga,new-zealand,stone-scoring] [--tolerance 0.001]

Games are played whose moves are chosen at random, half of them by the network's policy, on all the sizes and under all the rules in
turn, and with various komis. CONFIG should have rootPolicyOptimism = 0, since the optimistic policy is not used here. After each move both are asked kata-raw-nn in one symmetry. Printed is the largest difference of each
number with the position in which it was found (those counted in points divided by 20, so that one tolerance fits all), and the
moves on whose legality they disagree. Ends with status 1 if anything differs by more than the tolerance.
"""

import argparse
import itertools
import random
import sys

from gtp import Engine

# Key, and what it is divided by.
NUMBERS = {
    "whiteWin": 1, "whiteLoss": 1, "noResult": 1, "whiteLead": 20, "whiteScoreSelfplay": 20,
    "varTimeLeft": 20, "shorttermWinlossError": 1, "shorttermScoreError": 20,
}
LISTS = ("policy", "policyPass", "whiteOwnership")
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


def read(answer):
    """The words of an answer of kata-raw-nn: a list of numbers for each key, None for NAN."""
    values, key = {}, None
    for word in answer.split():
        if word[0].isalpha() and word != "NAN":
            key = word
            values[key] = []
        else:
            values[key].append(None if word == "NAN" else float(word))
    return values


class Differences:
    """The largest difference of each kind, and where it was."""

    def __init__(self):
        self.worst = {}
        self.positions = 0
        self.legality = []

    def note(self, key, difference, where):
        if difference >= self.worst.get(key, (-1.0,))[0]:
            self.worst[key] = (difference, where)

    def compare(self, one, two, where):
        self.positions += 1
        for key, scale in NUMBERS.items():
            self.note(key, abs(one[key][0] - two[key][0]) / scale, where)
        for key in LISTS:
            if len(one[key]) != len(two[key]):
                sys.exit(f"{key}: {len(one[key])} and {len(two[key])} numbers, {where}")
            for point, (a, b) in enumerate(zip(one[key], two[key])):
                if (a is None) != (b is None):
                    self.legality.append(f"point {point}, {where}")
                elif a is not None:
                    self.note(key, abs(a - b), where)


def choose(policy, width, height, may_pass, rng):
    """A move: by the policy or any, at times a pass."""
    moves = [(p, i) for i, p in enumerate(policy["policy"]) if p is not None]
    if not moves or may_pass and rng.random() < 0.04:
        return "pass"
    if rng.random() < 0.5:
        point = rng.choice(moves)[1]
    else:
        point = rng.choices([i for _, i in moves], [p + 1e-6 for p, _ in moves])[0]
    row, column = divmod(point, width)
    return f"{LETTERS[column]}{height - row}"


def play(engines, game, size, rules, moves, rng, found):
    width, height = size
    komi = rng.choice([-3.5, 0, 0.5, 5.5, 6, 6.5, 7, 7.5, 12.5])
    for engine in engines:
        engine.send(f"rectangular_boardsize {width} {height}")
        engine.send(f"kata-set-rules {rules}")
        engine.send(f"komi {komi}")
        engine.send("clear_board")
    last, color, line = None, "b", []
    for turn in range(moves):
        symmetry = rng.randrange(8)
        one, two = (read(engine.send(f"kata-raw-nn {symmetry}")) for engine in engines)
        said = " ".join(line)
        where = f"game {game}, {width}x{height}, {rules}, komi {komi}, symmetry {symmetry}: {said}"
        found.compare(one, two, where)
        # Black's second move before any of White's would make the first two handicap stones for KataGo.
        move = choose(one, width, height, turn > 1 and last != "pass", rng)
        if move == "pass" and last == "pass":
            break
        for engine in engines:
            engine.send(f"play {color} {move}")
        line.append(move)
        last, color = move, "w" if color == "b" else "b"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--katago", required=True, help="command line")
    parser.add_argument("--tesuji", required=True, help="command line")
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--moves", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sizes", default="9,13,19,7x11")
    parser.add_argument(
        "--rules", default="tromp-taylor,chinese,japanese,aga,new-zealand,stone-scoring"
    )
    parser.add_argument("--tolerance", type=float, default=0.001)
    options = parser.parse_args()
    engines = [Engine(line) for line in (options.katago, options.tesuji)]
    rng = random.Random(options.seed)
    found = Differences()
    sizes = [[int(side) for side in size.split("x")] for size in options.sizes.split(",")]
    sizes = [(size[0], size[-1]) for size in sizes]
    kinds = itertools.cycle(options.rules.split(","))
    for game, size in zip(range(options.games), itertools.cycle(sizes)):
        play(engines, game, size, next(kinds), options.moves, rng, found)
    print(f"{found.positions} positions")
    for key, (difference, where) in sorted(found.worst.items()):
        print(f"{key:<24} {difference:.7f}  {where if difference > options.tolerance else ''}")
    for where in found.legality:
        print(f"legality: {where}")
    for engine in engines:
        engine.quit()
    worst = max(difference for difference, _ in found.worst.values())
    return 1 if found.legality or worst > options.tolerance else 0


if __name__ == "__main__":
    sys.exit(main())
