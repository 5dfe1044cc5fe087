"""The table graph as an engine: tables, grids, roles and confidence from what the model says."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from assets.tables.caption import title_of
from assets.tables.graph.decode import Decoded, decode
from assets.tables.graph.judge import header_rows, raw_confidence, roles_of
from assets.tables.graph.sheet import sheet_of
from assets.tables.rules import Image, find_rules
from assets.tables.settle import settle
from assets.tables.text import Token, tokens
from gpu_ops.graph.model import GraphModel
from gpu_ops.graph.scores import Scores
from records.geometry import Box, area
from records.page import Line, Page
from records.table import Piece, Region, Table


class Graph:
    """Finds tables by the graph alone."""

    def __init__(self, model: GraphModel) -> None:
        self.model, self.version = model, model.version

    def find(self, page: Page, image: Image, lines: Sequence[Line], regions: Sequence[Region]) -> tuple[Table, ...]:
        every = tokens(page.index, lines)
        words = [t for t in every if t.text.strip()]
        if not words:
            return ()
        rules = find_rules(image, page.dpi, [t.box for t in words])
        scores = self.model.score(sheet_of(image, words, rules))
        found = _apart(decode(words, scores))
        return tuple(self._table(page, d, words, every, scores, lines, regions) for d in found)

    def _table(
        self,
        page: Page,
        decoded: Decoded,
        words: Sequence[Token],
        every: Sequence[Token],
        scores: Scores,
        lines: Sequence[Line],
        regions: Sequence[Region],
    ) -> Table:
        grid, box = decoded.grid, decoded.box
        number = {words[i].ref: i for i in decoded.words}
        roles = roles_of(grid, number, scores)
        sure = {p: self.model.calibrated(c) for p, c in raw_confidence(grid, number, scores).items()}
        inside = [t for t in every if _holds(box, t)]
        cells, leftovers = settle(
            page.index, grid, inside, lambda s: (roles[s.row, s.column], sure.get((s.row, s.column), 1.0))
        )
        return Table(
            rows=grid.rows,
            columns=grid.columns,
            cells=cells,
            pieces=(Piece(page.index, box, 0, grid.rows),),
            confidence=fmean(sure.values()),
            engine=self.version,
            header_rows=header_rows(grid, roles),
            title=title_of(box, lines, regions),
            leftovers=leftovers,
        )


def _apart(found: Sequence[Decoded]) -> list[Decoded]:
    """Tables from the top, none of which reaches into another: of two that do, the smaller one goes."""
    kept: list[Decoded] = []
    for d in sorted(found, key=lambda d: -area(d.box)):
        if not any(_meet(d.box, k.box) for k in kept):
            kept.append(d)
    return sorted(kept, key=lambda d: (d.box[1], d.box[0]))


def _meet(a: Box, b: Box) -> bool:
    return min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])


def _holds(box: Box, token: Token) -> bool:
    return box[0] <= token.x <= box[2] and box[1] <= token.y <= box[3]
