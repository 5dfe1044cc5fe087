"""The embedded server's life, and the same on a server that is somebody else's."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import msgspec
import psycopg
import pytest

from records.settings import Settings
from resources.embedded import Cluster
from resources.postgres import DatabaseError, Dsns, connect, serve, stop

NOBODY = 65534


@pytest.fixture(scope="module")
def dsns(postgres: Dsns) -> Dsns:
    return postgres


@pytest.fixture(scope="module")
def settings(dsns: Dsns) -> Settings:
    assert dsns.cluster is not None
    return Settings(home=str(dsns.cluster.parent))


def wait_for_end(pid: int) -> None:
    for _ in range(200):
        if not Path(f"/proc/{pid}/cwd").exists():
            return
        time.sleep(0.05)
    raise AssertionError(f"process {pid} did not end")


def test_processes_that_serve_at_once_share_one_server() -> None:
    """In a folder so deep that its socket must lie elsewhere."""
    with tempfile.TemporaryDirectory(prefix="tw-") as folder:
        home = str(Path(folder) / ("deep" * 20) / ("deeper" * 10))
        code = (
            "import sys; from records.settings import Settings; from resources.postgres import serve\n"
            "from resources.embedded import Cluster\n"
            "print(Cluster(serve(Settings(home=sys.argv[1])).cluster).pid())"
        )
        started = [
            subprocess.Popen([sys.executable, "-c", code, home], stdout=subprocess.PIPE, text=True) for _ in range(3)
        ]
        pids = {process.communicate(timeout=120)[0].strip() for process in started}
        assert len(pids) == 1 and pids != {"None"}
        # All who started it are gone, and it is there.
        settings = Settings(home=home)
        dsns = serve(settings)
        with dsns.connect("reader") as connection:
            assert connection.execute("SELECT current_user").fetchone() == ("tablewright_reader",)
        assert dsns.cluster is not None
        sockets = Cluster(dsns.cluster).sockets
        assert sockets != dsns.cluster and len(str(sockets)) < 60
        assert stop(settings)
        assert not stop(settings)
        sockets.rmdir()


def test_killed_server_is_started_again(dsns: Dsns) -> None:
    with dsns.connect("owner") as connection:
        connection.execute("CREATE TABLE warehouse.kept AS SELECT 1 AS n")
    assert dsns.cluster is not None
    pid = Cluster(dsns.cluster).pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    wait_for_end(pid)
    assert (dsns.cluster / "data" / "postmaster.pid").exists()
    with dsns.connect("reader") as connection:
        assert connection.execute("SELECT n FROM warehouse.kept").fetchone() == (1,)
    with dsns.connect("owner") as connection:
        connection.execute("DROP TABLE warehouse.kept")


def test_pid_file_with_the_number_of_another_process(settings: Settings, dsns: Dsns) -> None:
    assert dsns.cluster is not None
    stop(settings)
    lines = f"{os.getpid()}\n{dsns.cluster}/data\n0\n5432\n\n\n0 0\nready\n"
    (dsns.cluster / "data" / "postmaster.pid").write_text(lines)
    serve(settings).connect("reader").close()


def test_killed_backend_does_not_stop_the_next_connection(dsns: Dsns) -> None:
    victim = dsns.connect("loader")
    os.kill(victim.info.backend_pid, signal.SIGKILL)  # the server now ends and restarts all its children
    deadline = time.monotonic() + 30
    while True:
        try:
            with dsns.connect("loader") as connection:
                assert connection.execute("SELECT 1").fetchone() == (1,)
            break
        except psycopg.OperationalError:  # one that it let in before it noticed
            assert time.monotonic() < deadline


def test_starter_that_is_killed_leaves_nothing_half_made() -> None:
    """He is killed while the cluster is being made. He is not root: where we are, he first becomes nobody."""
    with tempfile.TemporaryDirectory(prefix="tw-") as folder:
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
        code = (
            "import os, sys; from records.settings import Settings; from resources.postgres import serve\n"
            f"if os.geteuid() == 0: os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})\n"
            "print(serve(Settings(home=sys.argv[1])).connect('reader').execute('SELECT 1').fetchone())"
        )
        command = [sys.executable, "-c", code, folder]
        first = subprocess.Popen(command)
        while not list(Path(folder).glob("postgres/data.new-*")):
            assert first.poll() is None
            time.sleep(0.01)
        first.kill()
        first.wait()
        again = subprocess.run(command, capture_output=True, text=True)
        assert again.stdout.strip() == "(1,)", again.stderr
        assert stop(Settings(home=folder))


def test_nothing_listens_on_tcp(dsns: Dsns) -> None:
    with dsns.connect("reader") as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)


@pytest.mark.parametrize(
    ("role", "statement", "allowed"),
    [
        ("owner", "CREATE TABLE warehouse.t (n int)", True),
        ("loader", "CREATE TABLE warehouse.t (n int)", False),
        ("loader", "INSERT INTO catalogue.batches (batch) VALUES ('b')", True),
        ("loader", "ALTER TABLE catalogue.batches ADD COLUMN n int", False),
        ("reader", "SELECT * FROM catalogue.documents", False),
        ("reader", "CREATE TABLE warehouse.t (n int)", False),
        ("reader", "CREATE TABLE public.t (n int)", False),
        ("reader", "CREATE TEMPORARY TABLE t (n int)", False),
        ("reader", "SET ROLE tablewright_owner", False),
    ],
)
def test_rights(dsns: Dsns, role: str, statement: str, allowed: bool) -> None:
    with dsns.connect(role) as connection:  # type: ignore[arg-type]
        if allowed:
            connection.execute(statement.encode())
            connection.rollback()
        else:
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute(statement.encode())


def test_reader_reads_what_the_owner_makes_later(dsns: Dsns) -> None:
    with dsns.connect("owner") as connection:
        connection.execute("CREATE TABLE warehouse.later AS SELECT 1 AS n")
    try:
        with dsns.connect("reader") as connection:
            assert connection.execute("SELECT n FROM warehouse.later").fetchone() == (1,)
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                connection.execute("DELETE FROM warehouse.later")
    finally:
        with dsns.connect("owner") as connection:
            connection.execute("DROP TABLE warehouse.later")


def external(dsns: Dsns, name: str, user: str, attributes: str) -> Settings:
    """Settings for a database of the same server, as if it were somebody else's, with a user of its own."""
    assert dsns.cluster is not None
    cluster = Cluster(dsns.cluster)
    with psycopg.connect(cluster.url("postgres", "postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {user} LOGIN PASSWORD 'p@ss' {attributes}".encode())
        connection.execute(f"CREATE DATABASE {name}".encode())
        if "CREATEROLE" in attributes:
            connection.execute(f"GRANT CREATE ON DATABASE {name} TO {user}".encode())
            roles = "tablewright_owner, tablewright_loader, tablewright_reader"
            connection.execute(f"GRANT {roles} TO {user} WITH ADMIN OPTION".encode())
    return Settings(database=cluster.url(user, name).replace("@", ":p%40ss@", 1))


def test_a_database_of_somebody_else(dsns: Dsns) -> None:
    settings = external(dsns, "theirs", "able", "CREATEROLE")
    theirs = serve(settings)
    with theirs.connect("owner") as connection:
        connection.execute("CREATE TABLE warehouse.t AS SELECT 1 AS n")
        connection.execute("SET LOCAL ROLE tablewright_loader")  # as a load does
        connection.execute("INSERT INTO warehouse.t VALUES (2)")
        with pytest.raises(psycopg.errors.InsufficientPrivilege), connection.transaction():
            connection.execute("ALTER TABLE warehouse.t ADD COLUMN m int")
        connection.execute("DELETE FROM warehouse.t WHERE n = 2")
    with theirs.connect("reader") as connection:
        assert connection.execute("SELECT n FROM warehouse.t").fetchone() == (1,)
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("SELECT * FROM catalogue.documents")
    assert serve(settings) == theirs
    assert not stop(settings)
    write_an_event(theirs.dagster)


def test_a_database_where_we_may_do_nothing(dsns: Dsns) -> None:
    with pytest.raises(DatabaseError, match="give it CREATEROLE"):
        serve(external(dsns, "closed", "unable", ""))


def test_a_database_that_is_not_there(dsns: Dsns) -> None:
    settings = msgspec.structs.replace(Settings(), database=dsns.reader.replace("@/tablewright", "@/nowhere"))
    with pytest.raises(DatabaseError, match='"nowhere" does not exist'):
        serve(settings)


def test_a_dsn_that_is_none() -> None:
    with pytest.raises(DatabaseError, match="no DSN"):
        serve(Settings(database="hello"))


def test_connect_gives_up_at_once_where_waiting_does_not_help(dsns: Dsns) -> None:
    started = time.monotonic()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        connect(dsns.reader.replace("@/tablewright", "@/nowhere"))
    assert time.monotonic() - started < 5


def write_an_event(url: str) -> None:
    """Dagster's own storage opens the URL, makes its tables, and keeps an event."""
    from dagster import AssetKey, AssetMaterialization, DagsterInstance
    from dagster._core.instance import InstanceRef

    with tempfile.TemporaryDirectory() as folder:
        ref = InstanceRef.from_dir(
            folder, overrides={"storage": {"postgres": {"postgres_url": url}}, "telemetry": {"enabled": False}}
        )
        with DagsterInstance.from_ref(ref) as instance:
            instance.report_runless_asset_event(AssetMaterialization("warehouse"))
            assert len(instance.fetch_materializations(AssetKey("warehouse"), limit=10).records) == 1


def test_dagster_keeps_an_event(dsns: Dsns) -> None:
    write_an_event(dsns.dagster)


def test_dagsters_events_do_not_wait_for_the_disk(dsns: Dsns) -> None:
    with connect(dsns.dagster.replace("+psycopg2", "")) as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("off",)
