"""Envelopes: what they may hold, and where their URLs may lead. A real server on loopback answers."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import threading
from collections.abc import Iterator
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from intake_files import pdf_file

from assets.documents.envelope import Content, resolve
from assets.documents.receive import receive
from records.document import Category, Failure, Source
from records.settings import IntakeSettings, Limits

PDF = pdf_file()
LIMITS, NOWHERE = Limits(), IntakeSettings()


def envelope(**fields: object) -> bytes:
    inner = {"modality": "document", "encoding": "base64", "data": base64.b64encode(PDF).decode(), "metadata": {}}
    return json.dumps({k: v for k, v in {**inner, **fields}.items() if v is not None}).encode()


def reason(data: bytes, settings: IntakeSettings = NOWHERE, limits: Limits = LIMITS) -> Category:
    found = resolve(data, settings, limits)
    assert isinstance(found, Failure) and found.stage == "documents" and found.message
    return found.category


def test_base64() -> None:
    data = envelope(metadata={"from": "scanner 3", "copies": 2}, sha256=sha256(PDF).hexdigest().upper())
    assert resolve(data, NOWHERE, LIMITS) == Content(PDF, {"modality": "document", "from": "scanner 3", "copies": "2"})


def test_base64_in_lines_and_a_byte_order_mark() -> None:
    data = b"\xef\xbb\xbf" + envelope(data=base64.encodebytes(PDF).decode())
    assert isinstance(resolve(data, NOWHERE, LIMITS), Content)


def test_received_as_the_document_inside() -> None:
    intake, kept = receive(Source("in.json", {"by": "mail"}), envelope(metadata={"copies": 2}), NOWHERE, LIMITS)
    assert kept == PDF and intake.document is not None and intake.sha256 == sha256(PDF).hexdigest()
    assert intake.source == Source("in.json", {"by": "mail", "modality": "document", "copies": "2"})


def test_a_refused_envelope_is_kept_as_it_came() -> None:
    data = envelope(encoding="rot13")
    intake, kept = receive(Source("in.json"), data, NOWHERE, LIMITS)
    assert kept == data and intake.sha256 == sha256(data).hexdigest()
    assert intake.failure is not None and intake.failure.category == "bad_envelope"


def test_what_is_no_envelope_is_received_as_it_is() -> None:
    assert receive(Source("a.pdf"), PDF, NOWHERE, LIMITS)[0].document is not None


def test_hash_mismatch() -> None:
    assert reason(envelope(sha256="0" * 64)) == "hash_mismatch"


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"[1, 2]",
        b'{"modality": "document"}',
        b"{" * 100_000,
        b'{"a":' * 100_000,
        b'{"modality": "\xff\xfe"}',
        envelope(modality=None),
        envelope(encoding=None),
        envelope(data=None),
        envelope(modality=" "),
        envelope(data=""),
        envelope(encoding="gzip"),
        envelope(data="not base64!"),
        envelope(data="ä"),
        envelope(data=7),
        envelope(metadata=[1]),
        envelope(sha265="misspelt"),
        envelope(data=base64.b64encode(envelope()).decode()),
        envelope(encoding="url", data="http://[::1"),
    ],
)
def test_bad_envelope(data: bytes) -> None:
    assert reason(data) == "bad_envelope"


def test_an_envelope_larger_than_any_document() -> None:
    assert reason(envelope() + b" " * 2_000_000, limits=Limits(max_bytes=1000)) == "over_limit"


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_json_gives_an_answer(value: object) -> None:
    for data in (json.dumps({"modality": value}).encode(), envelope(data=value), envelope(encoding="url", data=value)):
        assert isinstance(resolve(data, NOWHERE, LIMITS), Content | Failure)


def url(data: str) -> bytes:
    return envelope(encoding="url", data=data)


def test_a_file_below_an_allowed_folder(tmp_path: Path) -> None:
    file = tmp_path / "a scan.pdf"
    file.write_bytes(PDF)
    for settings, inbox in ((IntakeSettings(file_roots=(str(tmp_path),)), None), (NOWHERE, tmp_path)):
        found = resolve(url(file.as_uri()), settings, LIMITS, inbox)
        assert isinstance(found, Content) and found.data == PDF


def test_files_elsewhere_are_forbidden(tmp_path: Path) -> None:
    root, secret = tmp_path / "open", tmp_path / "secret.pdf"
    root.mkdir()
    secret.write_bytes(PDF)
    (root / "link.pdf").symlink_to(secret)
    os.mkfifo(root / "pipe")
    settings = IntakeSettings(file_roots=(str(root),))
    for target in (
        secret.as_uri(),
        f"file://{root}/../secret.pdf",
        f"file://{root}/%2e%2e/secret.pdf",
        f"file://{root}/link.pdf",
        f"file://{root}/pipe",
        f"file://elsewhere{root}/a.pdf",
        "file:///a%00b",
        root.as_uri(),
    ):
        assert reason(url(target), settings) == "forbidden_url", target
    assert reason(url((root / "absent.pdf").as_uri()), settings) == "unreadable"
    (root / "large.pdf").write_bytes(PDF)
    assert reason(url((root / "large.pdf").as_uri()), settings, Limits(max_bytes=100)) == "over_limit"


class Answers(BaseHTTPRequestHandler):
    """A host that answers well and badly."""

    def do_GET(self) -> None:
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", self.path.removeprefix("/to/"))
            self.end_headers()
        elif self.path == "/good":
            self.answer(len(PDF), PDF)
        elif self.path == "/short":
            self.answer(len(PDF) + 9, PDF)
        elif self.path == "/endless":
            self.answer(None, b"x" * 10_000)
        elif self.path == "/slow":
            self.send_response(200)
            self.end_headers()
            for _ in range(50):
                self.wfile.write(b"x")
                self.wfile.flush()
                if threading.Event().wait(0.05):
                    break
        else:
            self.send_error(404)

    def answer(self, length: int | None, body: bytes) -> None:
        self.send_response(200)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        with contextlib.suppress(ConnectionError):  # the reader hung up, as it should
            super().handle()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_host_on_the_list(host: str) -> None:
    settings = IntakeSettings(allowed_hosts=(host,), url_timeout=5)
    for path in ("/good", "/to//good", f"/to/http://{host}/good"):
        found = resolve(url(f"http://{host}{path}"), settings, LIMITS)
        assert isinstance(found, Content) and found.data == PDF


def test_hosts_not_on_the_list(host: str) -> None:
    settings = IntakeSettings(allowed_hosts=(host, "files.internal"))
    port = host.rpartition(":")[2]
    for target in (
        "http://example.org/a.pdf",
        f"http://localhost:{port}/good",
        "http://127.0.0.1/good",
        "http://files.internal:8080/a.pdf",
        f"http://me:word@{host}/good",
        "ftp://files.internal/a.pdf",
        "data:application/pdf;base64,AAAA",
        "/etc/passwd",
        f"http://{host}/to/http://example.org/a.pdf",
        f"http://{host}/to/file:///etc/passwd",
    ):
        assert reason(url(target), settings) == "forbidden_url", target


def test_a_host_that_answers_badly(host: str) -> None:
    settings = IntakeSettings(allowed_hosts=(host, "127.0.0.1:9"), url_timeout=0.3)
    assert reason(url(f"http://{host}/absent"), settings) == "unreadable"
    assert reason(url(f"http://{host}/short"), settings) == "unreadable"
    assert reason(url(f"http://{host}/slow"), settings) == "unreadable"
    assert reason(url("http://127.0.0.1:9/closed"), settings) == "unreadable"
    assert reason(url(f"http://{host}/good"), settings, Limits(max_bytes=100)) == "over_limit"
    assert reason(url(f"http://{host}/endless"), settings, Limits(max_bytes=100)) == "over_limit"
