#!/usr/bin/env python3
"""Did the new network win its match?

    tesuji report match.jsonl --games-csv - | verdict.py [--z 1.96]

Prints, as fields of CSV: games, wins, draws, losses, score, lower end of its interval (Wilson's, of Z standard errors), yes or
no: the new one is promoted if that is above one half. Paired games vary less than the interval thinks, so it errs on the safe side.
"""

import argparse
import csv
import sys


def points(row, name):
    """What the player of that name got out of a game."""
    winner = {"B": row["black"], "W": row["white"]}.get(row["result"][:1])
    return 0.5 if winner is None else float(winner == name)


def main():
    p = argparse.ArgumentParser(description="Judges a match of two networks")
    p.add_argument("--new", default="new", help="name of the player that is judged")
    p.add_argument("--z", type=float, default=1.96)
    args = p.parse_args()
    results = [points(row, args.new) for row in csv.DictReader(sys.stdin)]
    n = len(results)
    if n == 0:
        raise SystemExit("no games")
    score, z2 = sum(results) / n, args.z**2
    middle = score + z2 / (2 * n)
    low = (middle - args.z * (score * (1 - score) / n + z2 / (4 * n * n)) ** 0.5) / (1 + z2 / n)
    wins, draws = results.count(1.0), results.count(0.5)
    print(f"{n},{wins},{draws},{n - wins - draws},{score:.4f},{low:.4f},{'yes' if low > 0.5 else 'no'}")


if __name__ == "__main__":
    main()
