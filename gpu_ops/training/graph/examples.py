"""What the table graph learns from: a page's arrays, and what is true of its words and pairs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from gpu_ops.graph.arrays import Arrays, arrays
from gpu_ops.graph.sheet import Sheet

UNKNOWN = -1


class Truth(Struct, frozen=True):
    """Of one word in a table: which table, its cell's place (first row, the row after the last, the same for columns),
    its role (a number in ROLE_NAMES, or UNKNOWN), and whether its column is a primary or a foreign key (or UNKNOWN)."""

    table: int
    rows: tuple[int, int]
    columns: tuple[int, int]
    role: int = UNKNOWN
    primary: int = UNKNOWN
    foreign: int = UNKNOWN


def example(sheet: Sheet, truth: Sequence[Truth | None]) -> Arrays:
    """The arrays of a page with ``truth`` for each word (None: in no table): ``word_truth`` [N, 5] and ``roles`` [N]
    in the order of the model's heads, ``pair_truth`` [P, 4]; UNKNOWN where there is nothing to learn."""
    given = arrays(sheet)
    words = np.full((len(truth), 5), UNKNOWN, np.int8)
    roles = np.full(len(truth), UNKNOWN, np.int8)
    for i, t in enumerate(truth):
        words[i, 0] = t is not None
        if t is not None:
            over = t.rows[1] - t.rows[0] > 1, t.columns[1] - t.columns[0] > 1
            words[i, 1:] = (*over, t.primary, t.foreign)
            roles[i] = t.role
    given["word_truth"], given["roles"] = words, roles
    given["pair_truth"] = _pairs(given["pairs"], truth)
    return given


def _pairs(pairs: NDArray[np.generic], truth: Sequence[Truth | None]) -> NDArray[np.int8]:
    out = np.full((pairs.shape[1], 4), UNKNOWN, np.int8)
    for k, (i, j) in enumerate(pairs.T.tolist()):
        a, b = truth[i], truth[j]
        if a is None and b is None:
            continue
        out[k, 3] = a is not None and b is not None and a.table == b.table
        if out[k, 3] == 1 and a is not None and b is not None:
            out[k, 0] = a.rows == b.rows and a.columns == b.columns
            out[k, 1] = max(a.rows[0], b.rows[0]) < min(a.rows[1], b.rows[1])
            out[k, 2] = max(a.columns[0], b.columns[0]) < min(a.columns[1], b.columns[1])
    return out


def save(path: Path, given: Arrays) -> None:
    """Write an example; features in half precision."""
    np.savez(path, **{k: v.astype(np.float16) if v.dtype == np.float32 else v for k, v in given.items()})  # type: ignore[arg-type]
