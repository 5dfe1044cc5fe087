"""Loading rows with provenance, against a bare COPY of the same rows in the same run.

    python -m benchmarks.warehouse --rows 100000

The bare COPY writes the same typed values into a table like the warehouse's, row by row with psycopg, without
provenance, typing or original texts; ``blocks`` is the same from text that lies ready in memory.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterator
from hashlib import sha256

import psycopg

from assets.relations.columns import decide, weigh_all
from assets.relations.forms import look_at
from assets.relations.identifiers import column_names
from assets.warehouse.load import load
from records.relation import Candidate, Column, Field
from records.settings import Settings
from resources.postgres import serve, stop

HEADERS = ("Date", "Code", "Description", "Quantity", "Unit price", "Amount")
WORDS = ("bolt", "nut", "washer", "bracket", "hinge", "panel", "frame", "sensor", "cable", "bearing")


def candidate(number: int, rows: int) -> Candidate:
    """A document with one table of invented goods."""
    chance = random.Random(number)
    fields = []
    for row in range(rows):
        quantity, price = chance.randint(1, 500), chance.randint(100, 999_999)
        texts = (
            f"2024-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            f"{chance.randint(0, 99999):05}",
            " ".join(chance.choices(WORDS, k=4)),
            str(quantity),
            f"{price // 100:,}.{price % 100:02}",
            f"{quantity * price // 100:,}.{quantity * price % 100:02}",
        )
        y = 100.0 + 20 * (row % 50)
        fields.append(
            tuple(
                Field(text, row // 50, (100.0 + 150 * i, y, 240.0 + 150 * i, y + 16), 0.9 + i / 100)
                for i, text in enumerate(texts)
            )
        )
    columns = [
        Column(name, decide(weigh_all(look_at([f.text for f in column]))), False, header)
        for name, header, column in zip(column_names(HEADERS), HEADERS, zip(*fields, strict=True), strict=True)
    ]
    return Candidate(sha256(str(number).encode()).hexdigest(), 0, "goods", tuple(columns), tuple(fields))


def register(connection: psycopg.Connection, candidates: list[Candidate]) -> None:
    with connection.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO catalogue.documents (sha256, media_type, size, pages) VALUES (%s, 'application/pdf', 1, 1)",
            [(c.document,) for c in candidates],
        )
    connection.commit()


def bare(connection: psycopg.Connection, blocks: bool) -> tuple[int, float]:
    """Copy the loaded rows once more into a table of the same form; rows and seconds."""
    rows = connection.execute("SELECT * FROM warehouse.goods ORDER BY _row").fetchall()
    connection.execute("CREATE TABLE warehouse.bare (LIKE warehouse.goods INCLUDING INDEXES)")
    text = ["\t".join(map(str, row)) + "\n" for row in rows] if blocks else []
    started = time.perf_counter()
    with connection.cursor().copy("COPY warehouse.bare FROM STDIN") as copy:
        if blocks:
            for at in range(0, len(text), 1000):
                copy.write("".join(text[at : at + 1000]))
        else:
            for row in rows:
                copy.write_row(row)
    connection.commit()
    seconds = time.perf_counter() - started
    connection.execute("DROP TABLE warehouse.bare")
    connection.commit()
    return len(rows), seconds


def measure(rows: int, rows_a_document: int) -> Iterator[tuple[str, float]]:
    """What was measured, by name."""
    with tempfile.TemporaryDirectory(prefix="bench-") as home:
        settings = Settings(home=home)
        dsns = serve(settings)
        try:
            candidates = [candidate(i, rows_a_document) for i in range(rows // rows_a_document)]
            with dsns.connect("owner") as connection:
                register(connection, candidates)
                started = time.perf_counter()
                report = load(connection, "bench", candidates)
                seconds = time.perf_counter() - started
                yield "rows", report.rows
                yield "load_seconds", seconds
                started = time.perf_counter()
                load(connection, "bench", candidates)
                yield "again_seconds", time.perf_counter() - started
                for name, blocks in (("bare", False), ("blocks", True)):
                    _, alone = bare(connection, blocks)
                    yield f"{name}_seconds", alone
                    yield f"share_of_{name}", alone / seconds
        finally:
            stop(settings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--rows-a-document", type=int, default=1000)
    arguments = parser.parse_args()
    print(json.dumps({name: round(value, 3) for name, value in measure(arguments.rows, arguments.rows_a_document)}))


if __name__ == "__main__":
    main()
