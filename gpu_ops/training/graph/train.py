"""Training: seeded, resumable, one line of metrics an epoch."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import torch
from msgspec import Struct, to_builtins
from torch_geometric.data import HeteroData
from torch_geometric.loader import DataLoader

from gpu_ops.training.graph.graphs import inputs, load
from gpu_ops.training.graph.loss import figures, loss, tally
from gpu_ops.training.graph.net import TableGraph


class Plan(Struct, frozen=True):
    """How to train. ``batch`` counts pages; ``minutes`` ends training early, with the learning rate brought down to
    fit: 0 for no end."""

    epochs: int = 8
    batch: int = 4
    rate: float = 2e-3
    decay: float = 1e-4
    seed: int = 1
    minutes: float = 0.0


Told = Callable[[int, int, float], None]
"""Told the steps done, how many there are, and the loss of late."""


def train(pages: Sequence[Path], held: Sequence[Path], out: Path, plan: Plan, told: Told) -> TableGraph:
    """Train on pages, tell after each epoch how the held ones fare (``metrics.jsonl``), and keep ``last.pt`` to go on
    from: an interrupted training is taken up at the epoch that it was in."""
    torch.manual_seed(plan.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    net = TableGraph().to(device)
    optimiser = torch.optim.AdamW(net.parameters(), plan.rate, weight_decay=plan.decay)
    data = [load(p) for p in pages]
    steps = plan.epochs * -(-len(data) // plan.batch)
    kept = out / "last.pt"
    first = step = 0
    spent = 0.0
    if kept.is_file():
        state = torch.load(kept, map_location=device)
        if state["plan"] == to_builtins(plan):
            net.load_state_dict(state["net"])
            optimiser.load_state_dict(state["optimiser"])
            first, step, spent = state["epoch"], state["step"], state["seconds"]
    recent = 0.0
    started = time.monotonic() - spent
    for epoch in range(first, plan.epochs):
        order = torch.Generator().manual_seed(plan.seed * 1000 + epoch)
        net.train()
        for batch in DataLoader(data, plan.batch, shuffle=True, generator=order):
            share = _share(step, steps, time.monotonic() - started, plan.minutes)
            if share >= 1:
                break
            for group in optimiser.param_groups:
                group["lr"] = plan.rate * _rate(share)
            batch = batch.to(device)
            words, pairs = net(**inputs(batch))
            value = loss(words, pairs, batch)
            optimiser.zero_grad()
            value.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            step += 1
            recent = float(value.detach()) if not recent else 0.98 * recent + 0.02 * float(value.detach())
            told(step, steps, recent)
        seconds = time.monotonic() - started
        line = {"epoch": epoch + 1, "step": step, "seconds": round(seconds), "loss": round(recent, 4)}
        line |= evaluate(net, [load(p) for p in held], device)
        with (out / "metrics.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")
        state = {
            "plan": to_builtins(plan),
            "net": net.state_dict(),
            "optimiser": optimiser.state_dict(),
            "epoch": epoch + 1,
            "step": step,
            "seconds": seconds,
        }
        torch.save(state, kept)
        if plan.minutes and seconds >= 60 * plan.minutes:
            break
    return net.cpu().eval()


def _share(step: int, steps: int, seconds: float, minutes: float) -> float:
    """How much of the training is done, from 0 to 1, by steps or by the clock, whichever is further."""
    return max(step / steps, seconds / (60 * minutes) if minutes else 0.0)


def _rate(share: float) -> float:
    """The learning rate as a share of the highest: up over the first twentieth, then down along a cosine."""
    if share < 0.05:
        return max(0.02, share / 0.05)
    return 0.01 + 0.99 * 0.5 * (1 + float(torch.cos(torch.tensor((share - 0.05) / 0.95 * torch.pi))))


@torch.no_grad()
def evaluate(net: TableGraph, pages: Sequence[HeteroData], device: torch.device) -> dict[str, float]:
    """F1 a head on pages."""
    net.eval()
    counts: Counter[str] = Counter()
    for batch in DataLoader(list(pages), 4):
        batch = batch.to(device)
        words, pairs = net(**inputs(batch))
        tally(words, pairs, batch, counts)
    return figures(counts)
