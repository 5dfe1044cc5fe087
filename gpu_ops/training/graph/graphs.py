"""Examples as graphs of torch-geometric."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch_geometric.data import HeteroData


def load(path: Path) -> HeteroData:
    """An example as a graph of torch-geometric, that can be batched with others."""
    with np.load(path) as file:
        given = {k: torch.from_numpy(file[k]) for k in file.files}
    data = HeteroData()
    data["word"].x, data["rule"].x = given["words"], given["rules"]
    data["word"].characters = given["characters"].to(torch.int16)
    data["word"].truth, data["word"].roles = given["word_truth"], given["roles"]
    data["word", "with", "word"].edge_index = given["pairs"].to(torch.int64)
    data["word", "with", "word"].edge_attr = given["pair_features"]
    data["word", "with", "word"].truth = given["pair_truth"]
    data["rule", "bounds", "word"].edge_index = given["bounds"].to(torch.int64)
    data["rule", "bounds", "word"].edge_attr = given["bound_features"]
    data["rule", "crosses", "rule"].edge_index = given["crossings"].to(torch.int64)
    return data


def inputs(data: HeteroData) -> dict[str, torch.Tensor]:
    """A graph (or a batch of them) as the network's inputs."""
    pairs, bounds = data["word", "with", "word"], data["rule", "bounds", "word"]
    return {
        "characters": data["word"].characters.long(),
        "words": data["word"].x.float(),
        "rules": data["rule"].x.float(),
        "pairs": pairs.edge_index,
        "pair_features": pairs.edge_attr.float(),
        "bounds": bounds.edge_index,
        "bound_features": bounds.edge_attr.float(),
        "crossings": data["rule", "crosses", "rule"].edge_index,
    }
