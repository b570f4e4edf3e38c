#!/usr/bin/env python3
"""Draws the curves of one or more trainings: plot.py OUT/curve.csv ... --out curves.png"""

import argparse
import csv
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

PANELS = [
    ("loss_policy", "cross-entropy of the policy (training)"),
    ("top1", "first choice the teacher's (held out)"),
    ("win", "error of the winning chance (held out)"),
    ("own", "error of the owners (held out)"),
]


def main():
    p = argparse.ArgumentParser(description="Draws training curves")
    p.add_argument("curves", nargs="+")
    p.add_argument("--out", required=True)
    args = p.parse_args()
    figure, axes = plt.subplots(2, 2, figsize=(11, 8), layout="constrained")
    for path in args.curves:
        rows = list(csv.DictReader(open(path, newline="")))
        seen = [int(row["seen"]) / 1000 for row in rows]
        for (key, title), axis in zip(PANELS, axes.flat):
            axis.set(title=title, xlabel="thousand samples")
            for column in [c for c in rows[0] if c == key or c.endswith(f"_{key}") and not c.startswith("loss")]:
                side = column.split("_")[0] if column[0].isdigit() else ""
                name = f"{Path(path).parent.name} {side}".strip()
                axis.plot(seen, [float(row[column]) for row in rows], label=name)
            axis.legend()
    figure.savefig(args.out, dpi=110)


if __name__ == "__main__":
    main()
