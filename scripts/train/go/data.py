"""Reads the records of `tesuji train export`, `selfplay` and `label` (src/train/go_samples.rs)."""

import re
from pathlib import Path

import numpy as np
import torch

from net import GLOBALS, PLANES


def record(side):
    area = side * side
    return np.dtype([
        ("planes", "u1", (PLANES * area + 7) // 8),
        ("globals", "<f4", GLOBALS),
        ("values", "<f4", 3),
        ("policy", "<u2", (24, 2)),
        ("own", "i1", area),
    ])


def load(folder, prefix):
    """All files PREFIX*.SIDE.bin of a folder, mapped into memory: {side: [array of records]}."""
    sets = {}
    for path in sorted(Path(folder).glob(f"{prefix}*.*.bin")):
        side = int(re.search(r"\.(\d+)\.bin$", path.name)[1])
        sets.setdefault(side, []).append(np.memmap(path, dtype=record(side), mode="r"))
    return sets


class Positions:
    """The positions of one board size."""

    def __init__(self, side, parts):
        self.side = side
        self.parts = parts
        self.ends = np.cumsum([len(part) for part in parts])

    def __len__(self):
        return int(self.ends[-1])

    def take(self, indices):
        out = np.empty(len(indices), record(self.side))
        which = np.searchsorted(self.ends, indices, side="right")
        for number, part in enumerate(self.parts):
            mine = which == number
            if mine.any():
                first = self.ends[number] - len(part)
                out[mine] = part[indices[mine] - first]
        return out


def symmetry(x, which):
    """One of the eight symmetries of the square on the last two axes."""
    if which & 1:
        x = x.flip(-1)
    if which & 2:
        x = x.flip(-2)
    if which & 4:
        x = x.transpose(-1, -2)
    return x


def batch(records, side, symmetries=None):
    """Tensors of some records. `symmetries`: eight groups of the batch are turned each in its own way when true."""
    n, area = len(records), side * side
    bits = np.unpackbits(records["planes"], axis=1, count=PLANES * area, bitorder="little")
    planes = torch.from_numpy(bits).view(n, PLANES, side, side)
    moves = records["policy"].astype(np.int64)
    policy = np.zeros((n, area + 1), np.float32)
    np.add.at(policy, (np.arange(n)[:, None], moves[..., 0]), moves[..., 1] / 65535.0)
    policy /= np.maximum(policy.sum(1, keepdims=True), 1e-9)
    policy = torch.from_numpy(policy)
    own = torch.from_numpy(records["own"].astype(np.float32) / 7.0).view(n, side, side)
    points, passes = policy[:, :area].reshape(n, side, side), policy[:, area:]
    if symmetries is not None:
        groups = [slice(i * n // 8, (i + 1) * n // 8) for i in range(8)]
        turn = lambda x: torch.cat([symmetry(x[g], s) for g, s in zip(groups, symmetries)])
        planes, points, own = turn(planes), turn(points), turn(own)
    values = torch.from_numpy(records["values"].copy())
    return {
        "planes": planes.float().contiguous(memory_format=torch.channels_last),
        "globals": torch.from_numpy(records["globals"].copy()),
        "policy": torch.cat([points.reshape(n, area), passes], 1),
        "own": own.reshape(n, area),
        "win": values[:, 0],
        "lead": values[:, 1],
        "dev": values[:, 2],
    }
