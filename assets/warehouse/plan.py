"""Which relation takes which table, and what that does to the structure of the warehouse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from msgspec import Struct
from msgspec.structs import replace

from assets.relations.columns import Style, decide, style_of, weigh_all
from assets.relations.forms import Texts, look_at
from assets.relations.identifiers import free_name, is_numbered
from assets.relations.naming import UNTITLED
from assets.relations.same import Match, letters, match
from assets.warehouse import ddl
from records.relation import Assignment, Candidate, Change, Column, Evidence, Plan, Relation, Statement

Former = Mapping[tuple[str, int], str]
"""The relation in which a document's table was until now."""


def is_loadable(candidate: Candidate) -> bool:
    """Whether there are rows: a table of nothing but headers and notes makes no relation."""
    return bool(candidate.rows and candidate.columns)


class Weighed(Struct, frozen=True):
    """A candidate with its columns' texts, what it means by a comma, and what its values say of the types."""

    candidate: Candidate
    columns: tuple[Texts, ...]
    style: Style
    evidence: tuple[Evidence, ...]


def weighed(candidate: Candidate) -> Weighed:
    """A candidate, ready to be placed."""
    columns = tuple(
        look_at([None if field is None else field.text for field in column])
        for column in zip(*candidate.rows, strict=True)
    )
    style = style_of(columns)
    return Weighed(candidate, columns, style, tuple(weigh_all(column, style) for column in columns))


@dataclass
class _Draft:
    """A relation while tables are being assigned to it."""

    relation: Relation
    old: Relation | None
    columns: list[Column] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)

    @property
    def now(self) -> Relation:
        return replace(self.relation, columns=tuple(self.columns), evidence=tuple(self.evidence))

    @property
    def headers(self) -> set[str]:
        return {letters(column.header) for column in self.columns}

    def take(self, candidate: Candidate, evidence: Sequence[Evidence], places: Sequence[int | None]) -> Assignment:
        """Assign a table: its columns go to their places, and those without one are added."""
        names = []
        for column, weight, place in zip(candidate.columns, evidence, places, strict=True):
            if place is None:
                place = len(self.columns)
                self.columns.append(replace(column, name=free_name(column.name, [c.name for c in self.columns])))
                self.evidence.append(Evidence())
            self.evidence[place] = self.evidence[place] + weight
            names.append(self.columns[place].name)
        return Assignment(candidate.document, candidate.table, self.relation.name, tuple(names))


def plan(candidates: Sequence[Candidate | Weighed], existing: Sequence[Relation], former: Former | None = None) -> Plan:
    """Assign each candidate that has rows, in the order given, to a relation that is there or a new one.

    ``existing`` are the warehouse's relations without the evidence of what the candidates replace; ``former`` keeps a
    table that is read again in its relation, where it still fits. Types follow from the sum of the evidence, so they
    are the same for any order of the documents.
    """
    drafts = {r.name: _Draft(r, r, list(r.columns), list(r.evidence)) for r in existing}
    assignments = []
    for given in candidates:
        candidate = given.candidate if isinstance(given, Weighed) else given
        if not is_loadable(candidate):
            continue
        evidence = (given if isinstance(given, Weighed) else weighed(given)).evidence
        draft, places = _choose(candidate, evidence, drafts, (former or {}).get((candidate.document, candidate.table)))
        assignments.append(draft.take(candidate, evidence, places))
    touched = {assignment.relation for assignment in assignments}
    touched.update(name for name, draft in drafts.items() if draft.old and _retyped(draft.now) != draft.old.columns)
    relations, changes, statements = [], [], []
    for name in sorted(touched):
        relation, change, statement = _settle(drafts[name])
        relations.append(relation)
        changes += change
        statements += statement
    return Plan(tuple(relations), tuple(assignments), tuple(changes), tuple(statements))


def _choose(
    candidate: Candidate, evidence: Sequence[Evidence], drafts: dict[str, _Draft], former: str | None
) -> tuple[_Draft, tuple[int | None, ...]]:
    """The relation most like the table, and the places of its columns there."""
    headers = {letters(column.header) for column in candidate.columns} - {""}
    found: tuple[tuple[float, bool, str], Match] | None = None
    for name, draft in drafts.items():
        if headers:
            if headers.isdisjoint(draft.headers):
                continue
        elif name != former and (candidate.name == UNTITLED or not is_numbered(name, candidate.name)):
            continue  # without headers and title, nothing tells that two tables are of the same things
        matched = match(candidate.columns, draft.now, evidence)
        if matched is not None:
            rank = (-matched.score, name != former, name)
            if found is None or rank < found[0]:
                found = rank, matched
    if found is not None:
        return drafts[found[0][2]], found[1].places
    name = free_name(candidate.name, set(drafts))
    drafts[name] = _Draft(Relation(name, 0, ()), None)
    return drafts[name], (None,) * len(candidate.columns)


def _retyped(relation: Relation) -> tuple[Column, ...]:
    """The columns with the types for which the evidence speaks, and whether each row has a value there."""
    rows = max((e.values + e.nulls for e in relation.evidence), default=0)
    return tuple(
        replace(column, type=decide(evidence) if evidence.values else column.type, nullable=evidence.values < rows)
        for column, evidence in zip(relation.columns, relation.evidence, strict=True)
    )


def _settle(draft: _Draft) -> tuple[Relation, list[Change], list[Statement]]:
    """The relation as it will be, and how it gets there."""
    relation, old = draft.now, draft.old
    relation = replace(relation, columns=_retyped(relation))
    if old is None:
        relation = replace(relation, version=1)
        return relation, [Change("relation_new", relation.name)], ddl.create(relation)
    changes: list[Change] = []
    statements: list[Statement] = []
    for before, column in zip(old.columns, relation.columns, strict=False):
        if before.type != column.type:
            changes.append(Change("type_changed", relation.name, column.name, f"{before.type} to {column.type}"))
            statements.append(ddl.change_type(relation.name, column.name, column.type))
    for column in relation.columns[len(old.columns) :]:
        changes.append(Change("column_added", relation.name, column.name, column.type))
        statements += [ddl.add_column(relation.name, column), ddl.comment(relation.name, column)]
    if len(relation.columns) > len(old.columns):
        statements.append(ddl.view(relation))
    return (replace(relation, version=old.version + 1) if changes else relation), changes, statements
