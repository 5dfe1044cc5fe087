"""Files come out of the inbox whole, once, and are never lost."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

from document_files import price_list
from places import Place

from orchestration.inbox import close_batches, empty_inbox, look_around, refused_files, take, whole
from resources.platform import open_workshop
from resources.workshop import Workshop


def test_a_file_that_still_grows_is_left_alone(inbox_folder: Path) -> None:
    (inbox_folder / "whole.pdf").write_bytes(b"all of it")
    (inbox_folder / "growing.pdf").write_bytes(b"first")
    (inbox_folder / ".hidden.pdf").write_bytes(b"x")
    (inbox_folder / "copied.pdf.part").write_bytes(b"x")
    before = look_around(inbox_folder)
    (inbox_folder / "growing.pdf").write_bytes(b"first and more")
    assert whole(look_around(inbox_folder), before) == ["whole.pdf"]
    assert set(before) == {"whole.pdf", "growing.pdf"}


def test_a_document_is_stored_before_its_file_goes(work: Workshop, inbox_folder: Path) -> None:
    data = price_list()
    (inbox_folder / "list.pdf").write_bytes(data)
    [intake] = empty_inbox(work, ["list.pdf"])
    assert intake.document is not None
    assert work.store.get_bytes("documents", sha256(data).hexdigest()) == data
    assert not (inbox_folder / "list.pdf").exists()
    assert work.catalogue.states([intake.sha256])[0].status == "registered"


def test_a_refused_file_is_set_aside_as_it_came(work: Workshop, inbox_folder: Path) -> None:
    (inbox_folder / "letter.txt").write_bytes(b"Dear Sir or Madam")
    [intake] = empty_inbox(work, ["letter.txt"])
    assert intake.failure is not None and intake.failure.category == "not_a_document"
    kept = refused_files(work.settings) / f"{intake.sha256[:12]}-letter.txt"
    assert kept.read_bytes() == b"Dear Sir or Madam"
    assert any(refusal.source == "letter.txt" for refusal in work.catalogue.quarantine())


def test_the_same_bytes_twice_are_one_document_with_two_sources(work: Workshop, tmp_path: Path) -> None:
    data = price_list()
    for name in ("a.pdf", "b.pdf"):
        (tmp_path / name).write_bytes(data)
    taken = take(work, [(tmp_path / name, name) for name in ("a.pdf", "b.pdf")])
    assert [outcome for _, outcome in taken] == ["document", "duplicate"]
    rows = work.catalogue.connection.execute(
        "SELECT name FROM catalogue.sources WHERE sha256 = %s ORDER BY name", [taken[0][0].sha256]
    ).fetchall()
    assert rows == [("a.pdf",), ("b.pdf",)]


def test_what_was_begun_and_cut_off_is_not_counted_twice(work: Workshop, tmp_path: Path) -> None:
    (tmp_path / "cut.pdf").write_bytes(price_list())
    work.catalogue.announce(["cut.pdf"])  # and then the process was killed
    before = work.catalogue.account()
    take(work, [(tmp_path / "cut.pdf", "cut.pdf")])
    after = work.catalogue.account()
    assert (after.files, after.documents, after.open) == (before.files + 1, before.documents + 1, 0)


def test_two_at_once_take_each_file_once(place: Place, inbox_folder: Path) -> None:
    names = [f"list-{i}.pdf" for i in range(12)]
    for name in names:
        (inbox_folder / name).write_bytes(price_list())

    def both(_: int) -> int:
        workshop = open_workshop(place.settings)
        with workshop.catalogue:
            taken = empty_inbox(workshop, names)
            close_batches(workshop, time.time())
            return len(taken)

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(both, range(2))) == len(names)
    with open_workshop(place.settings).catalogue as catalogue:
        placed = catalogue.connection.execute(
            "SELECT count(*), count(DISTINCT sha256) FROM catalogue.batch_documents"
        ).fetchone()
        assert placed is not None and placed[0] == placed[1]
        assert catalogue.waiting() == []


def test_a_closed_batch_never_changes(work: Workshop, tmp_path: Path) -> None:
    for i in range(3):
        (tmp_path / f"{i}.pdf").write_bytes(price_list())
    first = take(work, [(tmp_path / "0.pdf", "0.pdf"), (tmp_path / "1.pdf", "1.pdf")])
    [manifest] = close_batches(work, time.time())
    take(work, [(tmp_path / "2.pdf", "2.pdf")])
    assert [d.sha256 for d in work.catalogue.documents([manifest.batch])] == [i.sha256 for i, _ in first]
    [other] = close_batches(work, time.time())
    assert other.batch != manifest.batch


def test_an_unreadable_file_is_told_of_and_stays(work: Workshop, tmp_path: Path) -> None:
    [(intake, outcome)] = take(work, [(tmp_path / "gone.pdf", "gone.pdf")])
    assert outcome == "quarantined" and intake.failure is not None
    assert intake.failure.category == "unreadable" and "gone.pdf" in intake.failure.message


def test_a_link_back_to_its_folder_is_no_trap(inbox_folder: Path) -> None:
    (inbox_folder / "loop").symlink_to(inbox_folder)
    assert look_around(inbox_folder) == {}
