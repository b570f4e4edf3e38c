#!/usr/bin/env python3
"""Writes a trained network, or one that knows nothing yet, as a file of src/eval/net/format.rs, and what it says of a made-up
position.

    export.py --state OUT/state.pt --name NAME --out NAME.net [--golden NAME.json]
    export.py --untrained CHANNELSxBLOCKS [--seed N] --name NAME --out NAME.net
"""

import argparse
import hashlib
import json
import struct
from pathlib import Path

import numpy as np
import torch

from net import GLOBALS, KOMI_SCALE, PLANES, Net, Shape, weights_in_order


def write(net, name):
    shape = net.shape
    mask = sum(1 << i for i in range(shape.blocks) if shape.pools(i))
    head = b"TSGN" + struct.pack(
        "<9I", 1, PLANES, GLOBALS, shape.channels, shape.blocks, mask, shape.policy, shape.value, shape.hidden
    )
    text = name.encode()
    numbers = np.concatenate([w.detach().cpu().float().numpy().reshape(-1) for w in weights_in_order(net)])
    halves = numbers.astype("<f2")
    assert np.isfinite(halves).all(), "a weight is too large for 16 bits"
    body = head + struct.pack("<I", len(text)) + text + struct.pack("<I", len(halves)) + halves.tobytes()
    return body + hashlib.sha256(body).digest()[:8]


def read(path):
    """The network of such a file."""
    data = Path(path).read_bytes()
    if data[:4] != b"TSGN" or hashlib.sha256(data[:-8]).digest()[:8] != data[-8:]:
        raise SystemExit(f"{path}: no network, or a broken one")
    version, planes, numbers, channels, blocks, mask, policy, value, hidden = struct.unpack_from("<9I", data, 4)
    shape = Shape(channels, blocks, policy, value, hidden)
    if (version, planes, numbers) != (1, PLANES, GLOBALS) or mask != sum(1 << i for i in range(blocks) if shape.pools(i)):
        raise SystemExit(f"{path}: a network of another kind")
    net = Net(shape)
    at = 40
    at += 4 + struct.unpack_from("<I", data, at)[0]
    halves = np.frombuffer(data, "<f2", struct.unpack_from("<I", data, at)[0], at + 4)
    at = 0
    with torch.no_grad():
        for weight in weights_in_order(net):
            part = torch.from_numpy(halves[at : at + weight.numel()].astype(np.float32))
            weight.copy_(part.reshape(weight.shape))
            at += weight.numel()
    assert at == len(halves), f"{path}: {len(halves)} weights for {at}"
    return net


def golden(net, width=7, height=6):
    """A position of made-up planes and the answer of the network with its weights rounded to 16 bits."""
    rounded = Net(net.shape)
    rounded.load_state_dict({k: v.half().float() for k, v in net.state_dict().items()})
    n = np.arange(PLANES * width * height)
    planes = ((n * n + 3 * n) % 7 == 0).astype(np.float32).reshape(PLANES, height, width)
    planes[0] = 1
    g = (np.arange(GLOBALS) % 3 - 0.5).astype(np.float32) * 0.4
    with torch.no_grad():
        out = rounded.eval()(torch.from_numpy(planes)[None], torch.from_numpy(g)[None])
    win, dev = torch.sigmoid(out["win"]).item(), out["dev"].item()
    return {
        "width": width,
        "height": height,
        "planes": ["".join(str(int(b)) for b in plane.reshape(-1)) for plane in planes],
        "globals": [round(float(x), 6) for x in g],
        "komi": float(g[0] * KOMI_SCALE),
        "policy": [round(x, 5) for x in out["policy"][0].tolist()],
        "ownership": [round(x, 5) for x in torch.tanh(out["own"])[0].tolist()],
        "win": win,
        "lead": out["lead"].item(),
        "deviation": dev,
    }


def main():
    p = argparse.ArgumentParser(description="Writes a trained network of Go")
    kind = p.add_mutually_exclusive_group(required=True)
    kind.add_argument("--state", help="what train.py has written")
    kind.add_argument("--untrained", metavar="CHANNELSxBLOCKS", help="a network of that shape with weights by chance")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--name", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--golden")
    args = p.parse_args()
    if args.state:
        state = torch.load(args.state, map_location="cpu", weights_only=True)
        net = Net(Shape(**state["shape"]))
        net.load_state_dict(state["mean"])
        history = f"step {state['step']}, {state['seen']} samples"
    else:
        channels, blocks = map(int, args.untrained.split("x"))
        torch.manual_seed(args.seed)
        net, history = Net(Shape(channels=channels, blocks=blocks)), "untrained"
    data = write(net, args.name)
    Path(args.out).write_bytes(data)
    print(f"{args.out}: {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}, {history}")
    if args.golden:
        Path(args.golden).write_text(json.dumps(golden(net), indent=1) + "\n")


if __name__ == "__main__":
    main()
