"""The network of the table graph (torch-geometric).

Words and rules pass messages: each edge computes MLP(target, source, edge), a node takes the maximum over its edges
of a kind, and the edges between words carry a state of their own from hop to hop, from which pairs are judged.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch_geometric.nn.aggr import MaxAggregation

from gpu_ops.graph.characters import ALPHABET
from gpu_ops.graph.links import BOUND_FEATURES, PAIR_FEATURES
from gpu_ops.graph.nodes import RULE_FEATURES, WORD_FEATURES
from gpu_ops.graph.scores import PAIR_HEADS, ROLES, WORD_HEADS


class Messages(nn.Module):
    """x'_i = max over edges j → i of MLP(x_i, x_j, e_ij), as in EdgeConv (arXiv:1801.07829) with a state on the edges.
    The first layer of the MLP is split by its inputs, so that it is computed once a node and not once an edge.

    Shapes: targets [N, H], sources [M, H], edges [2, E] (source, target), state [E, S]; gives [N, H], and [E, S] as an
    update of the edges' state."""

    def __init__(self, hidden: int, state: int) -> None:
        super().__init__()
        self.target = nn.Linear(hidden, hidden)
        self.source = nn.Linear(hidden, hidden, bias=False)
        self.edge = nn.Linear(state, hidden, bias=False)
        self.out = nn.Linear(hidden, hidden)
        self.update_edge = nn.Linear(hidden, state)
        self.gather = MaxAggregation()

    def forward(self, targets: Tensor, sources: Tensor, edges: Tensor, state: Tensor) -> tuple[Tensor, Tensor]:
        inner = self.target(targets)[edges[1]] + self.source(sources)[edges[0]] + self.edge(state)
        sent = torch.relu(self.out(torch.relu(inner)))
        return self.gather(sent, edges[1], dim_size=targets.shape[0]), self.update_edge(sent)


class Hop(nn.Module):
    """One round of messages: rules to rules and words, words to rules, words to words."""

    def __init__(self, hidden: int, state: int) -> None:
        super().__init__()
        self.words = Messages(hidden, state)
        self.bounds = Messages(hidden, BOUND_FEATURES)
        self.bounded = Messages(hidden, BOUND_FEATURES)
        self.crossings = Messages(hidden, 1)
        self.word = nn.Linear(2 * hidden, hidden)
        self.rule = nn.Linear(2 * hidden, hidden)
        self.norms = nn.ModuleList([nn.LayerNorm(hidden), nn.LayerNorm(hidden), nn.LayerNorm(state)])

    def forward(
        self, words: Tensor, rules: Tensor, state: Tensor, both: Tensor, bounds: Tensor, bound: Tensor, cross: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        from_words, change = self.words(words, words, both, state)
        from_rules, _ = self.bounds(words, rules, bounds, bound)
        to_rules, _ = self.bounded(rules, words, bounds.flip(0), bound)
        among, _ = self.crossings(rules, rules, cross, cross.new_zeros((cross.shape[1], 1), dtype=words.dtype))
        new = self.norms[0](words + self.word(torch.cat([from_words, from_rules], 1)))
        rules = self.norms[1](rules + self.rule(torch.cat([to_rules, among], 1)))
        return new, rules, self.norms[2](state + change)


class TableGraph(nn.Module):
    """Logits for words and for pairs of words; inputs as ``gpu_ops.graph.arrays`` names them."""

    def __init__(self, hidden: int = 96, state: int = 48, hops: int = 4, letters: int = 24) -> None:
        super().__init__()
        self.letters = nn.Embedding(ALPHABET, letters, padding_idx=0)
        self.reader = nn.Conv1d(letters, 64, 3, padding=1)
        self.word = nn.Linear(64 + WORD_FEATURES, hidden)
        self.rule = nn.Linear(RULE_FEATURES, hidden)
        self.pair = nn.Sequential(nn.Linear(PAIR_FEATURES + 1, state), nn.ReLU(), nn.Linear(state, state))
        self.hops = nn.ModuleList([Hop(hidden, state) for _ in range(hops)])
        self.word_heads = nn.Sequential(nn.Linear(hidden, hidden), nn.ReLU(), nn.Linear(hidden, WORD_HEADS + ROLES))
        self.pair_heads = nn.Sequential(
            nn.Linear(2 * hidden + 2 * state, hidden), nn.ReLU(), nn.Linear(hidden, PAIR_HEADS)
        )

    def forward(
        self,
        characters: Tensor,
        words: Tensor,
        rules: Tensor,
        pairs: Tensor,
        pair_features: Tensor,
        bounds: Tensor,
        bound_features: Tensor,
        crossings: Tensor,
    ) -> tuple[Tensor, Tensor]:
        """Logits [N, WORD_HEADS + ROLES] and [P, PAIR_HEADS]."""
        read = torch.relu(self.reader(self.letters(characters).transpose(1, 2))).amax(2)
        w = torch.relu(self.word(torch.cat([read, words], 1)))
        r = torch.relu(self.rule(rules))
        both = torch.cat([pairs, pairs.flip(0)], 1)
        there = torch.cat([pair_features, pair_features.new_ones((pair_features.shape[0], 1))], 1)
        back = torch.cat([pair_features, pair_features.new_zeros((pair_features.shape[0], 1))], 1)
        state = self.pair(torch.cat([there, back]))
        for hop in self.hops:
            w, r, state = hop(w, r, state, both, bounds, bound_features, crossings)
        a, b = w[pairs[0]], w[pairs[1]]
        forth, home = state[: pairs.shape[1]], state[pairs.shape[1] :]
        return self.word_heads(w), self.pair_heads(torch.cat([a + b, (a - b).abs(), forth, home], 1))
