"""The vocabulary of a world. Frozen, and free of any typesetter, page or database."""

from __future__ import annotations

from datetime import date, time
from decimal import Decimal
from typing import Literal

from msgspec import Struct

from records.relation import SqlType

Language = Literal["en", "zh"]

Value = bool | int | Decimal | date | time | str | None
"""A value of a row, in the type that its column has in the warehouse; None where the paper says nothing."""


class Reference(Struct, frozen=True):
    """What a foreign key refers to."""

    relation: str
    columns: tuple[str, ...]


class Attribute(Struct, frozen=True):
    """A column: its identifier, what a paper prints above it, its type and unit, and what its values may be."""

    name: str
    header: str
    type: SqlType
    unit: str = ""
    nullable: bool = False
    measure: bool = False
    """Whether a sum or mean of it makes sense."""


class ForeignKey(Struct, frozen=True):
    """``columns`` of this relation hold values of ``target``, which are unique there."""

    columns: tuple[str, ...]
    target: Reference


class Entity(Struct, frozen=True):
    """A relation with its rows. ``title`` is what a paper calls it; ``primary_key`` is empty where rows have none of
    their own. Rows stand in the order in which a paper shows them."""

    name: str
    title: str
    attributes: tuple[Attribute, ...]
    rows: tuple[tuple[Value, ...], ...]
    primary_key: tuple[str, ...] = ()
    foreign_keys: tuple[ForeignKey, ...] = ()


class Question(Struct, frozen=True):
    """Something a person would ask of a world, the PostgreSQL that answers it, and the rows that come back.

    ``relations`` counts those that the query reads; ``shape`` names the kind of question (lookup, count, sum, group,
    top, join, compare, …). An unanswerable one has no SQL: what it asks for is not in the world.
    """

    language: Language
    text: str
    sql: str
    answer: tuple[tuple[Value, ...], ...]
    shape: str
    relations: int = 1


class World(Struct, frozen=True):
    """The relations of one domain in one language, made from one seed."""

    domain: str
    language: Language
    seed: int
    entities: tuple[Entity, ...]
