"""What can be run: everything for a batch, its last stages again, and tidying up."""

from collections.abc import Sequence

from dagster import AssetSelection, JobDefinition, OpExecutionContext, define_asset_job, in_process_executor, job, op
from dagster._core.definitions.unresolved_asset_job_definition import UnresolvedAssetJobDefinition

from orchestration.tidy import forget
from resources.platform import Platform

read_batch = define_asset_job(
    "read_batch",
    AssetSelection.all(),
    description="Takes batches through all stages, from their documents to rows in the warehouse.",
)

reload = define_asset_job(
    "reload",
    AssetSelection.assets("relations", "warehouse"),
    description="Makes relations and rows of batches again from the tables that were read.",
)


@op
def forget_old_runs(context: OpExecutionContext, platform: Platform) -> None:
    """Deletes finished runs and their events after the days that are set; artefacts and rows stay."""
    days = platform.workshop.settings.keep.run_days
    context.log.info(f"{forget(context.instance, days)} runs older than {days} days deleted")


@job(executor_def=in_process_executor, description="Forgets finished runs and their events after keep.run_days.")
def tidy() -> None:
    forget_old_runs()


JOBS: Sequence[JobDefinition | UnresolvedAssetJobDefinition] = [read_batch, reload, tidy]
