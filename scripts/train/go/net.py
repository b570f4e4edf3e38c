"""The network of Go, as src/eval/net computes it.

A residual tower without normalisation: the second convolution of each block starts at zero, so that the tower begins as the
identity (Zhang, Dauphin and Ma, "Fixup initialization", 2019). Global pooling as in KataGo (Wu, "Accelerating self-play learning
in Go", 2019) lets it see the whole board of any size; the value head sees the sum of the predicted owners against the komi.
"""

from dataclasses import asdict, dataclass, replace

import torch
import torch.nn.functional as F
from torch import nn

PLANES = 22
GLOBALS = 7
KOMI_SCALE = 20.0
SCORE_SCALE = 20.0


@dataclass(frozen=True)
class Shape:
    """The sizes of a network."""

    channels: int = 64
    blocks: int = 6
    policy: int = 24
    value: int = 32
    hidden: int = 64

    def pools(self, block):
        return block % 2 == 1

    def asdict(self):
        return asdict(self)


def pool(x):
    """Mean, mean scaled by the board's side, and maximum over the points: [B, K, H, W] to [B, 3K], f32."""
    x = x.float()
    side = (x.shape[2] * x.shape[3]) ** 0.5
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * ((side - 14.0) / 10.0), x.amax((2, 3))], 1)


class Block(nn.Module):
    def __init__(self, channels, pools):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.kaiming_normal_(self.conv1.weight, nonlinearity="relu")
        nn.init.zeros_(self.conv2.weight)
        self.pool = nn.Linear(3 * channels, channels, bias=False) if pools else None
        if pools:
            nn.init.normal_(self.pool.weight, std=0.2 * (3 * channels) ** -0.5)
        for conv in (self.conv1, self.conv2):
            nn.init.zeros_(conv.bias)

    def forward(self, x, drowsy=None):
        h = self.conv1(F.relu(x))
        if self.pool is not None:
            with torch.autocast(x.device.type, enabled=False):
                bias = self.pool(pool(F.relu(h)))
            h = h + bias.to(h.dtype)[:, :, None, None]
        if drowsy is not None:
            drowsy.append(drowsiness(h))
        return x + self.conv2(F.relu(h))


def drowsiness(h):
    """How far the channels of [B, K, H, W] lie more than a standard deviation below zero, where hardly a point excites them."""
    h = h.float()
    variance, mean = torch.var_mean(h, (0, 2, 3))
    return F.relu(-1.0 - mean / (variance + 1e-4).sqrt()).square().mean()


class Net(nn.Module):
    """Planes [B, PLANES, H, W] and globals [B, GLOBALS] to a dict:

    policy  [B, H*W + 1] logits, the pass last
    win     [B] logit of the player to move winning
    lead    [B] points he leads by; dev: its standard deviation
    own     [B, H*W] logits: tanh of it is +1 where he owns the point
    """

    def __init__(self, shape=Shape()):
        super().__init__()
        self.shape = shape
        c, q, v, d = shape.channels, shape.policy, shape.value, shape.hidden
        self.stem = nn.Conv2d(PLANES, c, 3, padding=1)
        nn.init.kaiming_normal_(self.stem.weight, nonlinearity="relu")
        nn.init.zeros_(self.stem.bias)
        self.stem_globals = nn.Linear(GLOBALS, c, bias=False)
        self.blocks = nn.ModuleList(Block(c, shape.pools(i)) for i in range(shape.blocks))
        self.policy_points = nn.Conv2d(c, q, 1)
        self.policy_pooled = nn.Conv2d(c, q, 1)
        self.policy_mix = nn.Linear(3 * q, q, bias=False)
        self.policy_logit = nn.Conv2d(q, 1, 1, bias=False)
        self.policy_pass = nn.Linear(3 * q + GLOBALS, 1)
        self.value = nn.Conv2d(c, v, 1)
        self.owner = nn.Conv2d(v, 1, 1)
        self.hidden = nn.Linear(3 * v + 4 + GLOBALS, d)
        self.out = nn.Linear(d, 3)
        self.skip = nn.Linear(4, 3, bias=False)
        with torch.no_grad():
            self.policy_logit.weight.mul_(0.5)
            self.out.weight.mul_(0.3)
            self.out.bias.zero_()
            # The sum of owners and the komi are the lead to begin with.
            self.skip.weight.copy_(torch.tensor([[0, 0, 0.5, 0.5], [1.0, 0, 0, 0], [0, 0, 0, 0]]))

    def forward(self, planes, g, drowsy=None):
        x = self.stem(planes)
        x = x + self.stem_globals(g).to(x.dtype)[:, :, None, None]
        for block in self.blocks:
            x = block(x, drowsy)
        with torch.autocast(planes.device.type, enabled=False):
            return self.heads(F.relu(x.float()), g.float())

    def scores(self, v, g):
        """What the sum of the owners and the komi come to, in four scales: [B, 4]."""
        d = torch.tanh(self.owner(v).flatten(1)).sum(1) + g[:, 0] * KOMI_SCALE
        return torch.stack([d / SCORE_SCALE, torch.tanh(d / 2), torch.tanh(d / 8), torch.tanh(d / 30)], 1)

    def heads(self, t, g):
        p, q = self.policy_points(t), F.relu(self.policy_pooled(t))
        u = pool(q)
        p = F.relu(p + self.policy_mix(u)[:, :, None, None])
        points = self.policy_logit(p).flatten(1)
        policy = torch.cat([points, self.policy_pass(torch.cat([u, g], 1))], 1)
        v = F.relu(self.value(t))
        e = self.scores(v, g)
        z = F.relu(self.hidden(torch.cat([pool(v), e, g], 1)))
        o = self.out(z) + self.skip(e)
        return {
            "policy": policy,
            "win": o[:, 0],
            "lead": SCORE_SCALE * o[:, 1],
            "dev": SCORE_SCALE * F.softplus(o[:, 2]),
            "own": self.owner(v).flatten(1),
        }


def grown(net, channels, blocks):
    """A larger network that says the same: what is old does not hear what is new yet, and new blocks add nothing (Chen, Goodfellow
    and Shlens, "Net2Net", 2016)."""
    old = net.shape
    assert channels >= old.channels and blocks >= old.blocks, "a network can only grow"
    new = Net(replace(old, channels=channels, blocks=blocks))

    def put(to, of):
        to[: of.shape[0]] = 0
        to[tuple(slice(n) for n in of.shape)] = of

    def put_pooled(to, of):
        thirds = of.shape[1] // 3
        to[: of.shape[0]] = 0
        for third in range(3):
            to[: of.shape[0], third * channels :][:, :thirds] = of[:, third * thirds :][:, :thirds]

    weights = dict(net.named_parameters())
    with torch.no_grad():
        for name, to in new.named_parameters():
            if name in weights:
                trunk = name.startswith("blocks") and "pool" in name
                (put_pooled if trunk else put)(to, weights[name])
    return new


def weights_in_order(net):
    """The tensors in the order of the file (src/eval/net/format.rs)."""
    yield from (net.stem.weight, net.stem.bias, net.stem_globals.weight)
    for b in net.blocks:
        yield from (b.conv1.weight, b.conv1.bias)
        if b.pool is not None:
            yield b.pool.weight
        yield from (b.conv2.weight, b.conv2.bias)
    yield from (net.policy_points.weight, net.policy_points.bias, net.policy_pooled.weight, net.policy_pooled.bias)
    yield from (net.policy_mix.weight, net.policy_logit.weight, net.policy_pass.weight, net.policy_pass.bias)
    yield from (net.value.weight, net.value.bias, net.owner.weight, net.owner.bias)
    yield from (net.hidden.weight, net.hidden.bias, net.out.weight, net.skip.weight, net.out.bias)
