"""Second tries: files that became no document, and documents that could not be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from assets.chain import STAGES
from assets.stage import FAILURES
from orchestration.inbox import refused_files, take
from records.document import Intake
from resources.catalogue import FAILED, Refusal, State
from resources.workshop import Workshop


def set_aside_as(work: Workshop, refusal: Refusal) -> Path | None:
    """Where a refused file lies now; None where it is gone."""
    kept = refused_files(work.settings) / f"{refusal.sha256[:12]}-{Path(refusal.source).name}"
    return next((path for path in (kept, Path(refusal.source)) if path.is_file()), None)


def retake(work: Workshop, refusals: Sequence[Refusal]) -> list[tuple[Intake, str]]:
    """Take refused files in once more, as after a changed limit, as far as they still lie somewhere."""
    taken = []
    for refusal in refusals:
        path = set_aside_as(work, refusal)
        if path is None:
            continue
        [(intake, outcome)] = take(work, [(path, refusal.source)])
        work.catalogue.resolve(refusal.id)
        if intake.document is not None and path.parent == refused_files(work.settings):
            path.unlink()
        taken.append((intake, outcome))
    return taken


def reread(work: Workshop, failed: Sequence[State]) -> list[str]:
    """Let failed documents be read once more, also where the failure seemed lasting; gives the batches to run."""
    for state in failed:
        for stage in STAGES:
            work.store.path(FAILURES, stage.key(work, state.sha256)).unlink(missing_ok=True)
    return work.catalogue.renew([state.sha256 for state in failed])


def failed_documents(work: Workshop) -> list[State]:
    """Documents that could not be read."""
    return work.catalogue.states(status=FAILED)
