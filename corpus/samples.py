"""The samples that the project ships: ``python -m corpus.samples FOLDER`` makes them again, byte for byte.

Needs the extra ``samples`` (reportlab) and, for Chinese, Debian's package ``fonts-wqy-microhei``. The bytes are the
same where the versions of reportlab, pypdfium2, OpenCV, NumPy and Pillow are those of constraints.txt.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from random import Random

from msgspec import Struct

from corpus.blocks import Document
from corpus.degrade import Gray, Scan, scan
from corpus.documents.delivery import delivery
from corpus.documents.inspection import inspection
from corpus.documents.invoice import invoice
from corpus.documents.prices import price_list
from corpus.documents.register import register
from corpus.documents.report import report
from corpus.documents.statement import statement
from corpus.fonts import FontMissing
from corpus.render import render, to_envelope, to_fax, to_jpeg, to_pdf, to_png, to_tiff
from corpus.truth import truth
from corpus.typeset import typeset

SEED = 20240630

Save = Callable[[Sequence[Gray], int], bytes]


class Sample(Struct, frozen=True):
    """A document, how it was scanned, and the file it became. Without ``how`` it is the PDF itself, with its text."""

    document: Document
    suffix: str
    how: Scan | None = None
    save: Save | None = None


def samples() -> Iterator[Sample]:
    """All of them, in a fixed order: each document has its own generator, so that one can change alone."""
    yield Sample(
        invoice(_rng("invoice", 1), 20817, date(2024, 3, 14), 0),
        ".jpg",
        Scan(skew=1.3, paper=240, fade=0.25, light=0.18, blur=0.7, noise=3.0, dust=20),
        _one(to_jpeg),
    )
    yield Sample(
        invoice(_rng("invoice", 2), 20844, date(2024, 4, 2), 1),
        ".json",
        Scan(skew=-0.8, paper=232, fade=0.35, light=0.1, blur=0.6, noise=3.5, dust=12),
        lambda images, dpi: to_envelope(to_jpeg(images[0], dpi), {"sender": "mail room", "received": "2024-04-05"}),
    )
    yield Sample(statement(_rng("statement", 1), date(2024, 4, 2), 62), ".pdf")
    yield Sample(
        register(_rng("register", 1), 58),
        ".pdf",
        Scan(skew=0.9, paper=244, fade=0.15, light=0.12, blur=0.6, noise=2.5, dust=14),
        to_pdf,
    )
    yield Sample(
        price_list(_rng("prices", 1), 2024, 1),
        ".png",
        Scan(skew=-1.1, paper=246, fade=0.2, blur=0.6, noise=4.0, levels=16),
        _one(to_png),
    )
    yield Sample(
        price_list(_rng("prices", 2), 2024, 2),
        ".jpg",
        Scan(skew=1.9, paper=228, fade=0.3, light=0.22, blur=0.8, noise=3.5, dust=14),
        _one(to_jpeg),
    )
    yield Sample(
        inspection(_rng("inspection", 1)),
        ".jpg",
        Scan(skew=0.6, paper=238, fade=0.2, light=0.15, blur=0.7, noise=3.0, dust=14, quarter_turns=1),
        _one(to_jpeg),
    )
    yield Sample(
        report(_rng("report", 1), 2023),
        ".tiff",
        Scan(skew=-1.5, paper=242, fade=0.2, light=0.14, blur=0.6, noise=2.5, dust=14),
        to_tiff,
    )
    yield Sample(
        delivery(_rng("delivery", 1), 5512, date(2024, 5, 21)),
        ".tif",
        Scan(skew=0.7, paper=235, fade=0.1, blur=0.6, noise=10.0, dust=120, fax=True),
        _one(to_fax),
    )


def write(folder: Path) -> None:
    """Write every sample, its truth, and the files that belong in quarantine. Raises FontMissing."""
    made = {sample.document.name: (sample, typeset(sample.document)) for sample in samples()}
    for name in ("truth", "quarantine"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    for i, (name, (sample, pages)) in enumerate(made.items()):
        data = pages.pdf
        if sample.how is not None and sample.save is not None:
            how = sample.how
            images = [scan(page, how, SEED + 100 * i + k) for k, page in enumerate(render(pages.pdf, how.dpi))]
            data = sample.save(images, how.dpi)
        (folder / (name + sample.suffix)).write_bytes(data)
        (folder / "truth" / f"{name}.json").write_text(truth(sample.document, pages), encoding="utf-8")
    statement_pdf = made["bank-statement"][1].pdf
    (folder / "quarantine" / "empty.pdf").write_bytes(b"")
    (folder / "quarantine" / "truncated.pdf").write_bytes(statement_pdf[: len(statement_pdf) // 2])


def _rng(kind: str, number: int) -> Random:
    return Random(f"{SEED}/{kind}/{number}")


def _one(save: Callable[[Gray, int], bytes]) -> Save:
    """A format of one page as one of a list of pages."""

    def first(images: Sequence[Gray], dpi: int) -> bytes:
        (image,) = images
        return save(image, dpi)

    return first


def main(folder: str) -> None:
    """Make the folder anew."""
    target = Path(folder)
    try:
        for name in ("truth", "quarantine"):
            shutil.rmtree(target / name, ignore_errors=True)
        write(target)
    except FontMissing as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "samples")
