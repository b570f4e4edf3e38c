#!/usr/bin/env python3
"""Trains the network of Go from records (see data.py).

    train.py --data FOLDER --out FOLDER --steps N [--until STEP] [--decay-from STEP] [--channels 64 --blocks 6] ...

Goes on where the last run stopped (OUT/state.pt): the samples of a step depend on seed and step alone, so slices of any length
give the same run. `--until` stops early; the rate falls linearly to zero between `--decay-from` and `--steps`. With `--start`
the first step begins with the weights of another run (its state.pt, optimisers included) or of an exported network (NAME.net),
whose shape is taken over.

Matrices and convolutions are trained by Muon (Jordan et al., 2024: momentum, made orthogonal by a Newton-Schulz iteration), the
rest by Adam (Kingma and Ba, 2015). What is measured and exported is a running mean of the weights.

With `--world N --rank R` (or torchrun), N processes with one thread each train on their own samples and average their weights
every few steps: this asks for no barrier inside a step, which is what slows threads down on a busy machine.
"""

import argparse
import copy
import csv
import os
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import data
import dormant
import export
from net import Net, Shape, grown


def parse():
    p = argparse.ArgumentParser(description="Trains the network of Go")
    p.add_argument("--data", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--steps", type=int, default=20000)
    p.add_argument("--until", type=int)
    p.add_argument("--decay-from", type=int)
    p.add_argument("--seconds", type=float, help="stop after so long")
    p.add_argument("--start", metavar="FILE", help="begin with what a state.pt or a .net holds")
    p.add_argument("--channels", type=int, default=64)
    p.add_argument("--blocks", type=int, default=6)
    p.add_argument("--grow", action="store_true", help="let the .net of --start grow to --channels and --blocks")
    p.add_argument("--batch", type=int, default=64, help="positions of a step on 19x19; twice as many on boards up to 13x13")
    p.add_argument("--share", default="19=0.36,9=0.38,13=0.12,rest=0.14", help="share of the steps by side of the board")
    p.add_argument("--largest", type=int, default=25, metavar="SIDE", help="train on boards up to that side only")
    p.add_argument("--muon", type=float, default=0.01)
    p.add_argument("--adam", type=float, default=0.002)
    p.add_argument("--decay", type=float, default=0.02, help="weight decay")
    p.add_argument("--ema", type=float, default=0.999)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--report", type=int, default=500)
    p.add_argument("--holdout", type=int, default=2000, help="positions of each size to measure with")
    p.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--precision", choices=["bf16", "f32"], default="bf16")
    p.add_argument("--rank", type=int, default=int(os.environ.get("RANK", 0)))
    p.add_argument("--world", type=int, default=int(os.environ.get("WORLD_SIZE", 1)))
    p.add_argument("--average", type=int, default=25, help="steps between two averages of the processes' weights")
    return p.parse_args()


def orthogonal(g, steps=5):
    """Newton-Schulz iteration towards the nearest matrix with singular values one."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = g / (g.norm() + 1e-7)
    flip = x.shape[0] > x.shape[1]
    x = x.T if flip else x
    for _ in range(steps):
        s = x @ x.T
        x = a * x + (b * s + c * (s @ s)) @ x
    return x.T if flip else x


class Muon(torch.optim.Optimizer):
    def __init__(self, params, lr, momentum=0.95, weight_decay=0.0):
        super().__init__(params, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                m = state.setdefault("momentum", torch.zeros_like(p))
                m.lerp_(p.grad, 1 - group["momentum"])
                g = p.grad.lerp(m, group["momentum"]).reshape(p.shape[0], -1)
                update = orthogonal(g) * max(1.0, g.shape[0] / g.shape[1]) ** 0.5
                p.mul_(1 - group["lr"] * group["weight_decay"])
                p.add_(update.view_as(p), alpha=-group["lr"])


def losses(out, b):
    logp = F.log_softmax(out["policy"], 1)
    return {
        "policy": -(b["policy"] * logp).sum(1).mean(),
        "win": F.binary_cross_entropy_with_logits(out["win"], b["win"]),
        "own": F.binary_cross_entropy_with_logits(2 * out["own"], (b["own"] + 1) / 2),
        "lead": F.smooth_l1_loss(out["lead"] / 20, b["lead"] / 20, beta=0.5),
        "dev": F.smooth_l1_loss(out["dev"] / 20, b["dev"] / 20, beta=0.5),
    }


WEIGHTS = {"policy": 1.0, "win": 1.0, "own": 1.5, "lead": 1.0, "dev": 0.25, "drowsy": 0.1}


class Trainer:
    def __init__(self, args):
        self.args = args
        torch.manual_seed(args.seed)
        self.path = Path(args.out) / ("state.pt" if args.rank == 0 else f"state{args.rank}.pt")
        file = self.path if self.path.exists() else args.start
        start, shape = None, Shape(channels=args.channels, blocks=args.blocks)
        if file and str(file).endswith(".net"):
            known = export.read(file)
            if args.grow:
                known = grown(known, args.channels, args.blocks)
            start, shape = {"net": known.state_dict(), "mean": known.state_dict()}, known.shape
        elif file:
            start = torch.load(file, map_location=args.device, weights_only=True)
            shape = Shape(**start["shape"])
        self.net = Net(shape).to(args.device).to(memory_format=torch.channels_last)
        # What pools add up is large, and all of one sign: a usual rate would silence the units behind it within a few steps.
        groups = {"convolutions": [], "pools": [], "mixes": [], "rest": []}
        for name, p in self.net.named_parameters():
            if name.startswith("blocks") and p.ndim > 1:
                groups["pools" if "pool" in name else "convolutions"].append(p)
            else:
                mixes = name.startswith(("policy_mix", "policy_pass", "hidden"))
                groups["mixes" if mixes else "rest"].append(p)
        group = lambda name, share: {"params": groups[name], "share": share}
        self.muon = Muon([group("convolutions", 1.0), group("pools", 0.05)], args.muon, weight_decay=args.decay)
        rest = [group("mixes", 0.2), group("rest", 1.0)]
        self.adam = torch.optim.AdamW(rest, args.adam, betas=(0.9, 0.99), weight_decay=args.decay)
        self.mean = copy.deepcopy(self.net)
        self.step = 0
        self.seen = 0
        self.spent = 0.0
        if start:
            parts = {"net": self.net, "mean": self.mean, "muon": self.muon, "adam": self.adam}
            for name in parts.keys() & start.keys():
                parts[name].load_state_dict(start[name])
        if self.path.exists():
            self.step, self.seen, self.spent = start["step"], start["seen"], start["spent"]
        self.sets, self.held = (
            {side: data.Positions(side, parts) for side, parts in data.load(args.data, kind).items() if side <= args.largest}
            for kind in ("t", "val")
        )
        share = dict(item.split("=") for item in args.share.split(","))
        rest = [side for side in self.sets if str(side) not in share]
        total = sum(len(self.sets[side]) for side in rest)
        part = lambda side: float(share[str(side)]) if str(side) in share else float(share["rest"]) * len(self.sets[side]) / total
        self.sides = sorted(self.sets)
        self.odds = np.array([part(side) for side in self.sides])
        self.odds /= self.odds.sum()

    @torch.no_grad()
    def wake(self):
        """See dormant.wake; returns how many units were silent. The running mean takes over what has been changed."""
        side = min(self.sets, key=lambda side: abs(side - 9))
        rng = np.random.default_rng([self.args.seed, self.step, 1 << 20])
        b = data.batch(self.sets[side].take(np.sort(rng.integers(len(self.sets[side]), size=512))), side)
        before = copy.deepcopy(self.net.state_dict())
        generator = torch.Generator().manual_seed(self.args.seed * 1_000_003 + self.step)
        count = dormant.wake(self.net, b["planes"].to(self.args.device), b["globals"].to(self.args.device), generator)
        for name, mean in self.mean.state_dict().items():
            now = self.net.state_dict()[name]
            mean.copy_(torch.where(now != before[name], now, mean))
        return count

    def save(self):
        s = {"net": self.net.state_dict(), "mean": self.mean.state_dict(), "muon": self.muon.state_dict(), "adam": self.adam.state_dict()}
        s |= {"step": self.step, "seen": self.seen, "spent": self.spent, "shape": self.net.shape.asdict()}
        torch.save(s, self.path.with_suffix(".tmp"))
        self.path.with_suffix(".tmp").replace(self.path)

    def rate(self):
        a = self.args
        start = a.decay_from if a.decay_from is not None else a.steps
        warm = min(1.0, (self.step + 1) / 100)
        return warm * (1.0 if self.step < start else max(0.0, (a.steps - self.step) / max(1, a.steps - start)))

    def once(self):
        a = self.args
        # The processes take boards of one size in a step, so that they keep pace.
        side = int(np.random.default_rng([a.seed, self.step]).choice(self.sides, p=self.odds))
        rng = np.random.default_rng([a.seed, self.step, a.rank])
        positions = self.sets[side]
        n = a.batch * (2 if side <= 13 else 1)
        indices = np.sort(rng.integers(len(positions), size=n))
        rng.shuffle(indices)
        b = data.batch(positions.take(indices), side, rng.permutation(8))
        b = {k: v.to(a.device) for k, v in b.items()}
        with torch.autocast(a.device.split(":")[0], dtype=torch.bfloat16, enabled=a.precision == "bf16"):
            drowsy = []
            out = self.net(b["planes"], b["globals"], drowsy)
        parts = losses(out, b)
        parts["drowsy"] = sum(drowsy) / len(drowsy)
        loss = sum(WEIGHTS[k] * v for k, v in parts.items())
        self.net.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        rate = self.rate()
        for optimizer, full in ((self.muon, a.muon), (self.adam, a.adam)):
            for group in optimizer.param_groups:
                group["lr"] = full * group["share"] * rate
            optimizer.step()
        self.step += 1
        self.seen += n * a.world
        if a.world > 1 and self.step % a.average == 0:
            with torch.no_grad():
                for p in self.net.parameters():
                    torch.distributed.all_reduce(p)
                    p /= a.world
        with torch.no_grad():
            keep = min(a.ema, self.step / (self.step + 10))
            for m, p in zip(self.mean.parameters(), self.net.parameters()):
                m.lerp_(p, 1 - keep)
        return side, parts

    @torch.no_grad()
    def measure(self, side):
        """On positions held out: first choice the teacher's, cross-entropy, mean errors of winning chance, lead, owner."""
        positions = self.held[side]
        step = max(1, len(positions) // self.args.holdout)
        indices = np.arange(0, len(positions), step)
        sums, n = np.zeros(6), 0
        for chunk in np.array_split(indices, max(1, len(indices) // 256)):
            b = data.batch(positions.take(chunk), side)
            b = {k: v.to(self.args.device) for k, v in b.items()}
            with torch.autocast(self.args.device.split(":")[0], dtype=torch.bfloat16, enabled=self.args.precision == "bf16"):
                out = self.mean(b["planes"], b["globals"])
            own = torch.tanh(out["own"])
            win = torch.sigmoid(out["win"])
            sums += len(chunk) * np.array([
                (out["policy"].argmax(1) == b["policy"].argmax(1)).float().mean().item(),
                losses(out, b)["policy"].item(),
                (win - b["win"]).abs().mean().item(),
                (out["lead"] - b["lead"]).abs().mean().item(),
                (own - b["own"]).abs().mean().item(),
                ((win > 0.5) == (b["win"] > 0.5)).float().mean().item(),
            ])
            n += len(chunk)
        return sums / n


def main():
    args = parse()
    torch.set_num_threads(args.threads)
    Path(args.out).mkdir(parents=True, exist_ok=True)
    if args.world > 1:
        os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
        os.environ.setdefault("MASTER_PORT", "29511")
        torch.distributed.init_process_group("gloo", rank=args.rank, world_size=args.world)
    t = Trainer(args)
    log = Path(args.out) / "curve.csv"
    began = time.time()
    until = min(args.until or args.steps, args.steps)
    sums, count = {}, 0
    mark = time.time()
    if args.start and t.step == 0 and args.world == 1:
        print(f"dormant at the start: {t.wake()}", flush=True)
    while t.step < until:
        _, parts = t.once()
        for k, v in parts.items():
            sums[k] = sums.get(k, 0.0) + v.item()
        count += 1
        enough = bool(args.seconds and time.time() - began > args.seconds)
        if args.world > 1 and t.step % args.average == 0:
            flag = torch.tensor(float(enough))
            torch.distributed.all_reduce(flag)
            enough = flag.item() > 0
        elif args.world > 1:
            enough = False
        if t.step % args.report == 0 or t.step == until or enough:
            t.spent += time.time() - mark
            row = {"step": t.step, "seen": t.seen, "seconds": round(t.spent), "rate": round(t.rate(), 4)}
            if t.rate() == 1.0 and args.world == 1:
                row["dormant"] = t.wake()
            t.save()
            if args.rank == 0:
                row |= {f"loss_{k}": round(v / count, 4) for k, v in sums.items()}
                for side in (9, 13, 19):
                    if side in t.held:
                        names = ("top1", "ce", "win", "lead", "own", "side")
                        row |= {f"{side}_{name}": round(float(x), 4) for name, x in zip(names, t.measure(side))}
                new = not log.exists()
                with log.open("a", newline="") as f:
                    w = csv.DictWriter(f, row.keys())
                    if new:
                        w.writeheader()
                    w.writerow(row)
                print(" ".join(f"{k}={v}" for k, v in row.items()), flush=True)
            sums, count = {}, 0
            mark = time.time()
        if enough:
            break


if __name__ == "__main__":
    main()
