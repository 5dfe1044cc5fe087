"""What the network is to bring down, and how well it does."""

from __future__ import annotations

from collections import Counter

import torch
from torch import Tensor
from torch.nn import functional as F
from torch_geometric.data import HeteroData

from gpu_ops.graph.scores import PAIR_HEADS, ROLES, WORD_HEADS

KEYS = 0.2
"""Weight of what is told of keys: the rest of the platform sees more of them than one page shows."""


def loss(words: Tensor, pairs: Tensor, data: HeteroData) -> Tensor:
    """The sum over heads of the mean cross entropy where the truth is known."""
    truth, links, roles = data["word"].truth, data["word", "with", "word"].truth, data["word"].roles
    weights = (1.0, 0.5, 0.5, KEYS, KEYS)
    parts = [w * _binary(words[:, k], truth[:, k]) for k, w in enumerate(weights)]
    parts += [_binary(pairs[:, k], links[:, k]) for k in range(PAIR_HEADS)]
    known = roles >= 0
    if known.any():
        parts.append(0.5 * F.cross_entropy(words[known, WORD_HEADS:], roles[known].long(), label_smoothing=0.02))
    return torch.stack(parts).sum()


def _binary(logits: Tensor, truth: Tensor) -> Tensor:
    known = truth >= 0
    if not known.any():
        return logits.sum() * 0
    return F.binary_cross_entropy_with_logits(logits[known], truth[known].float())


def tally(words: Tensor, pairs: Tensor, data: HeteroData, counts: Counter[str]) -> None:
    """Count hits, wrong and missing answers a head, and right and wrong roles, for ``figures``."""
    heads = ("inside", "over_rows", "over_columns", "primary", "foreign")
    for k, name in enumerate(heads):
        _count(name, words[:, k] > 0, data["word"].truth[:, k], counts)
    for k, name in enumerate(("cell", "row", "column", "table")):
        _count(name, pairs[:, k] > 0, data["word", "with", "word"].truth[:, k], counts)
    known = data["word"].roles >= 0
    said, true = words[known, WORD_HEADS:].argmax(1), data["word"].roles[known]
    for k in range(ROLES):
        _count(f"role {k}", said == k, (true == k).int(), counts)


def _count(name: str, said: Tensor, truth: Tensor, counts: Counter[str]) -> None:
    known = truth >= 0
    said, true = said[known], truth[known] == 1
    counts[f"{name} hit"] += int((said & true).sum())
    counts[f"{name} all"] += int(said.sum()) + int(true.sum())


def figures(counts: Counter[str]) -> dict[str, float]:
    """F1 a head; ``roles`` is the mean over the roles that occur."""
    names = sorted({k.rsplit(" ", 1)[0] for k in counts})
    each = {n: 2 * counts[f"{n} hit"] / counts[f"{n} all"] for n in names if counts[f"{n} all"]}
    roles = [v for n, v in each.items() if n.startswith("role ")]
    return {n: round(v, 5) for n, v in each.items() if not n.startswith("role ")} | {
        "roles": round(sum(roles) / max(1, len(roles)), 5)
    }
