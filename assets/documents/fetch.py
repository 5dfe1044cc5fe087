"""Gets the bytes that an envelope's URL names: from allowed folders and allowed internal hosts, nowhere else."""

from __future__ import annotations

import http.client
import os
import stat
import time
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from assets.documents.shape import Refused
from records.settings import IntakeSettings, Limits

CHUNK = 1 << 20
PORTS = {"http": 80, "https": 443}
MAX_REDIRECTS = 4


def fetch(url: str, settings: IntakeSettings, limits: Limits, inbox: Path | None = None) -> bytes:
    """The bytes behind a URL. Raises Refused: forbidden_url, over_limit, or unreadable (which may pass)."""
    try:
        parts = urlsplit(url.strip())
        _ = parts.port
    except ValueError as error:
        raise Refused("bad_envelope", f"the URL {url!r} can't be understood: {error}") from error
    if parts.scheme == "file":
        roots = [Path(root) for root in settings.file_roots]
        return read_file(parts, [*roots, inbox] if inbox else roots, limits)
    check_host(parts, settings.allowed_hosts)
    return read_url(url.strip(), settings, limits)


def read_file(parts: SplitResult, roots: Sequence[Path], limits: Limits) -> bytes:
    """The bytes of a file below one of the roots, links followed before that is decided."""
    if parts.netloc not in ("", "localhost"):
        raise Refused("forbidden_url", f"a file URL names no other machine, and this one names {parts.netloc!r}")
    try:
        path = Path(unquote(parts.path)).resolve()
        allowed = any(path.is_relative_to(root.resolve()) for root in roots)
    except (OSError, ValueError, RuntimeError) as error:
        raise Refused("forbidden_url", f"the file URL names no path: {error}") from error
    if not allowed:
        raise Refused("forbidden_url", f"{path} lies in none of the folders that may be read (file_roots)")
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)  # a pipe would wait for ever
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise Refused("forbidden_url", f"{path} is not a plain file")
        with os.fdopen(handle, "rb") as file:
            return read_limited(file, str(path), limits, deadline=None)
    except OSError as error:
        raise Refused("unreadable", f"{path} can't be read: {error.strerror}") from error


def check_host(parts: SplitResult, allowed: Sequence[str]) -> None:
    """Raises Refused (forbidden_url) where a URL leads to no host on the list. An entry without a port allows the
    scheme's own port only."""
    if parts.scheme not in PORTS:
        raise Refused("forbidden_url", f"a URL may begin with file:, http: or https:, not with {parts.scheme!r}")
    if parts.username is not None or parts.password is not None:
        raise Refused("forbidden_url", "a URL may not carry a user or a password")
    host, port = (parts.hostname or "").lower(), parts.port or PORTS[parts.scheme]
    shown = f"[{host}]" if ":" in host else host
    names = {f"{shown}:{port}"} | ({shown} if port == PORTS[parts.scheme] else set())
    if not names & {name.lower() for name in allowed}:
        raise Refused("forbidden_url", f"{shown}:{port} is not on the list of internal hosts (allowed_hosts)")


class Redirects(HTTPRedirectHandler):
    """Follows a redirect only to a host on the list."""

    max_redirections = MAX_REDIRECTS

    def __init__(self, allowed: Sequence[str]) -> None:
        self.allowed = allowed

    def redirect_request(
        self, req: Request, fp: object, code: int, msg: str, headers: object, newurl: str
    ) -> Request | None:
        """The request to follow. Raises Refused (forbidden_url)."""
        check_host(urlsplit(newurl), self.allowed)
        return super().redirect_request(req, fp, code, msg, headers, newurl)  # type: ignore[arg-type]


def opener(allowed: Sequence[str]) -> OpenerDirector:
    """Opens URLs directly: a proxy would decide by itself where a name leads."""
    return build_opener(ProxyHandler({}), Redirects(allowed))


def read_url(url: str, settings: IntakeSettings, limits: Limits) -> bytes:
    """The bytes that a host on the list answers with, within the time and the size that are set."""
    deadline = time.monotonic() + settings.url_timeout
    try:
        with opener(settings.allowed_hosts).open(url, timeout=settings.url_timeout) as answer:
            length = answer.headers.get("Content-Length") or ""
            if length.isdigit() and int(length) > limits.max_bytes:
                raise too_large(url, limits)
            data = read_limited(answer, url, limits, deadline)
    except HTTPError as error:
        error.close()
        led_astray = error.code < 400  # a redirect that is not followed: to another scheme, or without end
        raise Refused("forbidden_url" if led_astray else "unreadable", f"{url} answers {error.code}") from error
    except (URLError, http.client.HTTPException, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise Refused("unreadable", f"{url} can't be read: {reason or type(error).__name__}") from error
    if length.isdigit() and len(data) != int(length):
        raise Refused("unreadable", f"{url} broke off after {len(data)} of {length} bytes")
    return data


def read_limited(file: BinaryIO, name: str, limits: Limits, deadline: float | None) -> bytes:
    """All bytes, read piece by piece. Raises Refused as soon as they are too many or too slow in coming."""
    data = bytearray()
    read = getattr(file, "read1", file.read)  # what has come, without waiting until a whole piece is there
    while piece := read(CHUNK):
        data += piece
        if len(data) > limits.max_bytes:
            raise too_large(name, limits)
        if deadline is not None and time.monotonic() > deadline:
            raise Refused("unreadable", f"{name} takes too long (url_timeout)")
    return bytes(data)


def too_large(name: str, limits: Limits) -> Refused:
    """The refusal of a file that is larger than allowed."""
    return Refused("over_limit", f"{name} has more than {limits.max_bytes} bytes (max_bytes)")
