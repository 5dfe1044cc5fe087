"""How a page that can't be opened is told."""

from __future__ import annotations

from records.document import Category, Failure

STAGE = "pages"


class Unreadable(Exception):
    """A page of a document that passed intake and still can't be opened. ``failure`` says which and why."""

    def __init__(self, category: Category, page: int, problem: str) -> None:
        self.failure = Failure(category, STAGE, f"page {page + 1} can't be opened: {problem}", page)
        super().__init__(self.failure.message)
