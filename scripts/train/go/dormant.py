"""Units that are silent on every point of every position: no gradient wakes them again. They are found and begun anew while a
network is trained (Sokar and others, "The dormant neuron phenomenon in deep reinforcement learning", 2023).
"""

import torch
import torch.nn.functional as F

from net import pool


def _silent(x):
    """Which channels of [B, K, H, W] or [B, K] are nowhere above zero."""
    return x.transpose(0, 1).flatten(1).amax(1) <= 0


def _fresh(weight, which, generator):
    """Rows of a weight by chance, with the scale of a layer before a rectifier."""
    row = weight[0].numel()
    numbers = torch.randn(int(which.sum()), row, generator=generator) * (2.0 / row) ** 0.5
    weight[which] = numbers.view(-1, *weight.shape[1:]).to(weight)


def _deafen(weight, which):
    """A matrix hears no more of these channels by a pool."""
    c = len(which)
    for third in range(3):
        weight[:, third * c : (third + 1) * c][:, which] = 0


@torch.no_grad()
def wake(net, planes, g, generator):
    """Begins the units anew that are silent on these positions, in such a way that what the network says stays as it is: nothing
    hears of them until they have learnt something. Returns how many there were."""
    count = 0
    x = net.stem(planes) + net.stem_globals(g)[:, :, None, None]
    for block in net.blocks:
        h = block.conv1(F.relu(x))
        mute = _silent(h)
        if block.pool is not None:
            h = h + block.pool(pool(F.relu(h)))[:, :, None, None]
        silent = _silent(h)
        # What the pool alone excites is heard, and stays.
        mute &= silent
        x = x + block.conv2(F.relu(h))
        # What silences a channel is mostly what the pool adds to it.
        if block.pool is not None:
            block.pool.weight[silent] = 0
            _deafen(block.pool.weight, mute)
        block.conv2.weight[:, silent] = 0
        _fresh(block.conv1.weight, mute, generator)
        block.conv1.bias[mute] = 0
        count += int(silent.sum())
    t = F.relu(x)
    q = F.relu(net.policy_pooled(t))
    p = net.policy_points(t) + net.policy_mix(pool(q))[:, :, None, None]
    v = F.relu(net.value(t))
    z = net.hidden(torch.cat([pool(v), net.scores(v, g), g], 1))
    silent = _silent(p)
    net.policy_mix.weight[silent] = 0
    net.policy_points.bias[silent] = 0
    net.policy_logit.weight[:, silent] = 0
    _fresh(net.policy_points.weight, silent, generator)
    count += int(silent.sum())
    silent = _silent(z)
    net.hidden.bias[silent] = 0
    net.out.weight[:, silent] = 0
    _fresh(net.hidden.weight, silent, generator)
    count += int(silent.sum())
    for conv, listeners in ((net.policy_pooled, (net.policy_mix, net.policy_pass)), (net.value, (net.hidden,))):
        silent = _silent(conv(t))
        for matrix in listeners:
            _deafen(matrix.weight, silent)
        if conv is net.value:
            net.owner.weight[:, silent] = 0
        conv.bias[silent] = 0
        _fresh(conv.weight, silent, generator)
        count += int(silent.sum())
    return count
