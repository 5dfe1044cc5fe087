"""The statements that shape and fill the warehouse, as trees of sqlglot: no SQL is made by joining strings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sqlglot import exp

from records.relation import Column, Relation, SqlType, Statement

PROVENANCE: tuple[tuple[str, str], ...] = (
    ("document", "TEXT"),
    ("table_ordinal", "INT"),
    ("page", "INT[]"),
    ("box", "REAL[]"),
    ("confidence", "REAL[]"),
    ("text", "TEXT[]"),
)
"""Columns of a relation's provenance beside ``_row``; the arrays have a place (``box``: four) a column of the
relation, in its order. A text that is NULL: the table has no such cell."""

KEYS = ("_row", "_document")


def create(relation: Relation) -> list[Statement]:
    """A new relation: its table, its provenance, its view of the original texts, and where each column comes from."""
    types = {"_row": "BIGINT", "_document": "TEXT"}
    keys = [_column(name, types[name], primary=name == "_row") for name in KEYS]
    columns = [_column(column.name, column.type, nullable=True) for column in relation.columns]
    provenance = [_column("_row", "BIGINT", primary=True), *(_column(name, kind) for name, kind in PROVENANCE)]
    return [
        _definition(_create_table("warehouse", relation.name, keys + columns), f"create {relation.name}"),
        _definition(
            _create_table("provenance", relation.name, provenance), f"create the provenance of {relation.name}"
        ),
        view(relation),
        *(comment(relation.name, column) for column in relation.columns),
    ]


def add_column(relation: str, column: Column) -> Statement:
    """A column more, empty in the rows that are there."""
    return _alter(relation, _column(column.name, column.type, nullable=True), f"add {column.name} to {relation}")


def change_type(relation: str, column: str, to: SqlType) -> Statement:
    """Another type for a column. Its values go, to be read again from the original texts."""
    action = exp.AlterColumn(
        this=exp.to_identifier(column, quoted=True), dtype=exp.DataType.build(to, dialect="postgres"), using=exp.null()
    )
    return _alter(relation, action, f"make {column} of {relation} {to}")


def comment(relation: str, column: Column) -> Statement:
    """What the paper says above the column, kept in the database."""
    tree = exp.Comment(
        this=exp.column(column.name, table=relation, db="warehouse", quoted=True),
        kind="COLUMN",
        expression=exp.Literal.string(column.header),
    )
    return _definition(tree, f"tell the header of {column.name}")


def view(relation: Relation) -> Statement:
    """The texts as they were read, under the names of the relation's columns."""
    places = [
        exp.alias_(exp.Bracket(this=_name("text"), expressions=[exp.Literal.number(i)]), column.name, quoted=True)
        for i, column in enumerate(relation.columns)
    ]
    query = exp.select(_name("_row"), exp.alias_(_name("document"), "_document", quoted=True), *places).from_(
        _table("provenance", relation.name)
    )
    tree = exp.Create(this=_table("original", relation.name), kind="VIEW", replace=True, expression=query)
    return _definition(tree, f"show the original texts of {relation.name}")


def remove(schema: Literal["warehouse", "provenance"], relation: str) -> Statement:
    """Take the rows of documents away; $1 and $2 are a document's first and last possible row."""
    rows = exp.Between(this=_name("_row"), low=_parameter(1), high=_parameter(2))
    return _rows(exp.delete(_table(schema, relation)).where(rows), f"remove former rows of {relation}")


def copy_values(relation: Relation) -> Statement:
    """Take rows in; text format."""
    names = [*KEYS, *(column.name for column in relation.columns)]
    return _rows(_copy("warehouse", relation.name, names), f"load {relation.name}")


def copy_provenance(relation: Relation) -> Statement:
    """Take the rows' provenance in; binary format."""
    names = ["_row", *(name for name, _ in PROVENANCE)]
    return _rows(_copy("provenance", relation.name, names, binary=True), f"load the provenance of {relation.name}")


def _copy(schema: str, relation: str, names: Sequence[str], binary: bool = False) -> exp.Copy:
    target = exp.Schema(this=_table(schema, relation), expressions=[exp.to_identifier(n, quoted=True) for n in names])
    parameter = exp.CopyParameter(this=exp.var("FORMAT"), expression=exp.var("BINARY" if binary else "TEXT"))
    return exp.Copy(this=target, kind=True, files=[exp.to_identifier("STDIN")], params=[parameter])


def _create_table(schema: str, relation: str, columns: Sequence[exp.ColumnDef]) -> exp.Create:
    return exp.Create(this=exp.Schema(this=_table(schema, relation), expressions=list(columns)), kind="TABLE")


def _column(name: str, kind: str, primary: bool = False, nullable: bool = False) -> exp.ColumnDef:
    constraint = exp.PrimaryKeyColumnConstraint() if primary else exp.NotNullColumnConstraint()
    return exp.ColumnDef(
        this=exp.to_identifier(name, quoted=True),
        kind=exp.DataType.build(kind, dialect="postgres"),
        constraints=[] if nullable else [exp.ColumnConstraint(kind=constraint)],
    )


def _alter(relation: str, action: exp.Expression, purpose: str) -> Statement:
    return _definition(exp.Alter(this=_table("warehouse", relation), kind="TABLE", actions=[action]), purpose)


def _table(schema: str, relation: str) -> exp.Table:
    return exp.table_(relation, db=schema, quoted=True)


def _name(column: str) -> exp.Column:
    return exp.column(column, quoted=True)


def _parameter(number: int) -> exp.Parameter:
    return exp.Parameter(this=exp.Literal.number(number))


def _definition(tree: exp.Expression, purpose: str) -> Statement:
    return Statement(tree.sql(dialect="postgres"), "definition", purpose)


def _rows(tree: exp.Expression, purpose: str) -> Statement:
    return Statement(tree.sql(dialect="postgres"), "rows", purpose)
