"""Counting words and cells finds what is lost, doubled, or in somebody else's place."""

from __future__ import annotations

from msgspec.structs import replace

from assets.lines.conserved import unlike
from assets.tables.conserved import miscounted, trespassing
from records.page import Line, Word
from records.table import Cell, Piece, Table, WordRef

WORDS = tuple(Word(t, (10.0 + 40 * i, 10.0, 40.0 + 40 * i, 20.0), 1.0) for i, t in enumerate("abc"))
LINES = [[Line("a b c", (10.0, 10.0, 120.0, 20.0), 1.0, "x", WORDS)]]
REFS = [WordRef(0, 0, i) for i in range(3)]
CELLS = tuple(Cell(0, 0, i, w.text, w.box, 1.0, words=(REFS[i],)) for i, w in enumerate(WORDS))
TABLE = Table(1, 3, CELLS, (Piece(0, (0.0, 0.0, 200.0, 30.0), 0, 1),), 1.0, "x")


def test_a_sound_table_counts_up() -> None:
    assert miscounted(TABLE, LINES) == [] and trespassing(TABLE, LINES) == []


def test_a_lost_word_is_named_unless_it_is_left_over() -> None:
    less = replace(TABLE, cells=CELLS[:2])
    assert miscounted(less, LINES) == [REFS[2]]
    assert miscounted(replace(less, leftovers=(REFS[2],)), LINES) == []


def test_a_doubled_word_is_named() -> None:
    assert miscounted(replace(TABLE, leftovers=(REFS[0],)), LINES) == [REFS[0]]


def test_a_word_outside_is_nobodys() -> None:
    assert miscounted(replace(TABLE, cells=CELLS[:2], pieces=(Piece(0, (0.0, 0.0, 85.0, 30.0), 0, 1),)), LINES) == []


def test_text_in_anothers_box_is_named() -> None:
    wide = replace(CELLS[0], box=(10.0, 10.0, 80.0, 20.0))
    assert trespassing(replace(TABLE, cells=(wide, *CELLS[1:])), LINES) == [(CELLS[1], wide)]


def test_a_line_that_is_not_its_words() -> None:
    assert unlike(LINES[0]) == []
    assert unlike([replace(LINES[0][0], text="a b d")]) == [0]
