"""What the model says of a page, as probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import get_args

from gpu_ops.graph.sheet import Floats, Indices
from records.table import Role

ROLE_NAMES: tuple[Role, ...] = tuple(r for r in get_args(Role) if r != "unknown")
ROLES = len(ROLE_NAMES)

WORD_HEADS = 5
"""In a table; its cell over several rows; over several columns; its column a primary key; a foreign key."""
PAIR_HEADS = 4
"""Words of one cell; of one row; of one column; of one table."""


@dataclass(frozen=True)
class Scores:
    """Probabilities of words ([N]) and of pairs ([P], ``pairs`` [2, P]); ``roles`` is [N, ROLES]."""

    pairs: Indices
    inside: Floats
    over_rows: Floats
    over_columns: Floats
    primary: Floats
    foreign: Floats
    roles: Floats
    cell: Floats
    row: Floats
    column: Floats
    table: Floats
