"""The short cut for whole columns says what the rules say of each text."""

from __future__ import annotations

from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from assets.relations.columns import Style, read_all, style_of, weigh_all
from assets.relations.forms import FORMS, look_at
from records.relation import SqlType

PARTS = st.sampled_from(["0", "1", "12", "123", "007", "2024", "20240305", ",", ".", "-", "/", " ", "$", "%", "(", ")"])
LINES = st.one_of(
    *(st.from_regex(pattern.pattern.replace("*+", "{1}"), fullmatch=True).map(str.strip) for _, pattern in FORMS),
    st.lists(PARTS, max_size=7).map("".join),
    st.sampled_from(["yes", "N/A", "—", "Mar 5, 2024", "14:05", "bolts", "1.234,5", "３", "", " ", "a\nb", None]),
)
ONE_FORM = st.one_of(
    *(
        st.lists(st.from_regex(pattern.pattern.replace("*+", "{1}"), fullmatch=True).map(str.strip), max_size=5)
        for _, pattern in FORMS
    )
)


@given(st.one_of(ONE_FORM, st.lists(LINES, max_size=5)), st.booleans())
@settings(max_examples=200, deadline=None)
def test_whole_columns(texts: list[str | None], comma: bool) -> None:
    quick = look_at(texts)
    slow = replace(quick, form="mixed")
    assert style_of([quick]) == style_of([slow])
    style = Style(decimal_comma=comma)
    assert weigh_all(quick, style) == weigh_all(slow, style)
    for sql_type in get_args(SqlType):
        assert read_all(quick, sql_type, style) == read_all(slow, sql_type, style)


def test_the_forms_are_found() -> None:
    columns = {
        "numbers": ["12", "-1,234.50", "0", "—", "00421"],
        "dates": ["2024-02-28", "1999-12-31"],
        "words": ["Steel bolts", "a nut etc."],
        "mixed": ["2024-02-29", "x"],
        "none": ["", None, "-"],
    }
    assert {form: look_at(texts).form for form, texts in columns.items()} == {form: form for form in columns}
