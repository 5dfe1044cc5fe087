"""Writers: what was read of one document, as JSON, Markdown, CSV or HTML. Pure functions to text."""

from collections.abc import Callable

from assets.reading import FileReading
from orchestration.cli.output.csv import to_csv
from orchestration.cli.output.html import to_html
from orchestration.cli.output.json import to_json
from orchestration.cli.output.markdown import to_markdown

WRITERS: dict[str, Callable[[FileReading], str]] = {
    "json": to_json,
    "markdown": to_markdown,
    "csv": to_csv,
    "html": to_html,
}
"""Format to writer; each gives text that ends in a line feed."""

SUFFIXES = {"json": ".json", "markdown": ".md", "csv": ".csv", "html": ".html"}
