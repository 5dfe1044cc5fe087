"""Holds what a file declares against the limits, before anything is decoded."""

from __future__ import annotations

from assets.documents.shape import Refused, Shape
from records.document import MediaType
from records.settings import Limits

FOLD = 100
"""Pixels a byte above which a file over a limit counts as made to unfold. Scans hold less: 1 to 20 as JPEG or PNG,
up to about 100 for a page of print as fax group 4."""


def check_bytes(size: int, limits: Limits) -> None:
    """Raises Refused (over_limit) for too many bytes."""
    if size > limits.max_bytes:
        raise Refused("over_limit", f"the file has {size} bytes; at most {limits.max_bytes} are allowed (max_bytes)")


def check_shape(shape: Shape, size: int, media_type: MediaType, limits: Limits) -> None:
    """Raises Refused: over_limit, or decompression_bomb where an image file is far too small for what it declares."""
    width, height = max(shape.pages, key=lambda page: page[0] * page[1])
    total = sum(w * h for w, h in shape.pages)
    image = media_type != "application/pdf"
    if image and len(shape.pages) > 1 and shape.stored > 2 * size:
        raise Refused(
            "decompression_bomb",
            f"its pages claim {shape.stored} bytes and the file has {size}: they share their pixels",
        )
    if len(shape.pages) > limits.max_pages:
        problem = f"more than {limits.max_pages} pages (max_pages)"
    elif width * height > limits.max_pixels:
        problem = f"a page of {width:.0f} x {height:.0f} pixels, more than {limits.max_pixels} (max_pixels)"
    else:
        return
    if image and width * height > limits.max_pixels and total > FOLD * size:
        raise Refused("decompression_bomb", f"a file of {size} bytes declares {problem}")
    raise Refused("over_limit", f"the file declares {problem}")
