"""Executors of work: this process, other processes on this machine, or a cluster.

All have the interface of `concurrent.futures`. The module knows no games.
"""

import gc
import logging
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
)
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread, Timer
from typing import Any, ParamSpec, Protocol, TypeVar

from senpu.notation.extras import format_install
from senpu.notation.faults import Error
from senpu.notation.messages import Message
from senpu.notation.reasons import find_reason

P = ParamSpec("P")
T = TypeVar("T")
PieceT = TypeVar("PieceT")

DASK = "dask://"
AHEAD = 3
"""The number of waiting pieces of work for each worker.

No worker idles, and a corpus of any size is never held in memory as a whole.
"""


class ExecutorError(Error):
    """An executor of this name is not available."""


class SerialExecutor(Executor):
    """An executor that does each piece of work at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do a piece of work and return its finished future."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def count_workers(jobs: int | None, pieces: int) -> int:
    """Return the number of workers for some pieces: `jobs` or the cores, one per piece at most."""
    return min(jobs or os.cpu_count() or 1, max(pieces, 1))


@contextmanager
def open_executor(
    name: str = "",
    jobs: int | None = None,
    report: Callable[[Message], None] = lambda message: None,
) -> Iterator[Executor]:
    """Open an executor.

    Args:
        name: `dask://HOST:PORT` for a Dask cluster, `dask://` for a new one on this machine; else
            empty.
        jobs: The number of processes (default: the number of cores).
        report: Is called with a message when the work waits for a cluster.

    Yields:
        The executor.

    Raises:
        ExecutorError: The executor is not available, or the cluster failed.
    """
    if name:
        with _open_cluster(name, jobs, report) as found:
            yield found
    elif (count := jobs or os.cpu_count() or 1) == 1:
        yield SerialExecutor()
    else:
        pool = ProcessPoolExecutor(count, initializer=_begin)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    prepare_worker()
    gc.freeze()  # existing objects are not searched for garbage


def prepare_worker(*lines: Connection) -> None:
    """Let this process end with its parent, even if the parent is killed.

    Args:
        lines: Pipes; the process also ends when the parent closes one of them.
    """
    # Ctrl+C is for the program that distributes the work: it ends the workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:  # else an executor that uses threads
        Thread(target=_wait_for_end, args=([parent.sentinel, *lines],), daemon=True).start()


def _wait_for_end(signs: list[int | Connection]) -> None:
    wait(signs)
    os._exit(1)


class _Client(Protocol):
    """The untyped client of `distributed`."""

    status: str

    def get_executor(self, *, pure: bool) -> Executor: ...

    def nthreads(self) -> dict[str, int]: ...

    def close(self, *, timeout: float) -> None: ...


LOOK_SECONDS = 1.0
"""The seconds between two looks at a cluster that works on a piece."""
REPORT_SECONDS = 2.0
"""After this many seconds without a worker, the wait is reported."""
LONGEST_WAIT = 60.0
"""After this many seconds without a worker, the command ends."""
CONNECT_SECONDS = 10.0


class ClusterExecutor(Executor):
    """The executor of a Dask cluster, which notices when the cluster ends or has no worker."""

    def __init__(self, name: str, client: _Client, report: Callable[[Message], None]) -> None:
        self.name = name
        self._client = client
        self._report = report
        # Equal pieces of work are still two: files may have changed between them.
        self._executor = client.get_executor(pure=False)
        self.workers = 0
        """The number of threads of all workers, when the cluster was last examined."""
        self._waited = 0.0
        """The seconds for which the cluster has had no worker."""
        self._is_reported = False
        self._examine()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Give a piece of work to the cluster."""
        self._check_connection()
        return self._executor.submit(fn, *args, **kwargs)

    def wait_for(self, future: Future[T]) -> T:
        """Return the result of a piece of work.

        Args:
            future: The piece of work.

        Returns:
            The result.

        Raises:
            ExecutorError: The cluster ended, or has no worker for a long time.
            TimeoutError: The work raised it.
        """
        while True:
            try:
                return future.result(LOOK_SECONDS)
            except CancelledError:
                raise ExecutorError("clusterEnded", name=self.name) from None
            except TimeoutError:
                if future.done():  # the work itself raised it
                    raise
            self._examine(LOOK_SECONDS)

    def _examine(self, waited: float = 0.0) -> None:
        """Count the workers after some seconds; report a wait for them.

        Raises:
            ExecutorError: The cluster ended, or has no worker for a long time.
        """
        self._check_connection()
        try:
            self.workers = sum(self._client.nthreads().values())
        except (OSError, TimeoutError, CancelledError):
            raise ExecutorError("clusterEnded", name=self.name) from None
        if self.workers:
            self._waited, self._is_reported = 0.0, False
            return
        self._waited += waited
        start = f"dask worker tcp://{self.name.removeprefix(DASK)}"
        if self._waited >= LONGEST_WAIT:
            raise ExecutorError("noWorkers", name=self.name, n=round(self._waited), start=start)
        if self._waited >= REPORT_SECONDS and not self._is_reported:
            self._is_reported = True
            fields = {"name": self.name, "start": start, "n": round(LONGEST_WAIT)}
            self._report(Message("errors.waitingForWorkers", fields))

    def _check_connection(self) -> None:
        if self._client.status != "running":
            raise ExecutorError("clusterEnded", name=self.name)


@contextmanager
def _open_cluster(
    name: str, jobs: int | None, report: Callable[[Message], None]
) -> Iterator[ClusterExecutor]:
    if not name.startswith(DASK):
        raise ExecutorError("unknownExecutor", name=name, have=f"{DASK}HOST:PORT")
    try:
        import distributed
    except ImportError:
        install = format_install("cluster")
        raise ExecutorError("noCluster", name=name, install=install) from None
    # The errors of this module are reported; its own log would repeat them.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    address = name.removeprefix(DASK)
    connect: Callable[..., _Client] = distributed.Client
    own: dict[str, Any] = {"n_workers": jobs, "threads_per_worker": 1, "dashboard_address": None}
    fields = {"name": name, "n": round(CONNECT_SECONDS)}
    timer = Timer(REPORT_SECONDS, report, [Message("errors.waitingForScheduler", fields)])
    try:
        if address:
            timer.start()
            client = connect(f"tcp://{address}", timeout=CONNECT_SECONDS)
        else:
            client = connect(**own)
    except (OSError, ValueError) as error:
        raise ExecutorError("noScheduler", name=name, why=find_reason(error)) from None
    finally:
        timer.cancel()
    try:
        yield ClusterExecutor(name, client, report)
    except ExecutorError:
        raise
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "distributed":
            raise
        raise ExecutorError("clusterFailed", name=name, why=find_reason(error)) from None
    finally:
        with suppress(OSError, TimeoutError, CancelledError):
            client.close(timeout=CONNECT_SECONDS if client.status == "running" else 0.1)


def count_parallel(executor: Executor, jobs: int | None = None) -> int:
    """Return how many pieces of work an executor does at once; `jobs` are processes, if given."""
    if isinstance(executor, SerialExecutor):
        return 1
    if isinstance(executor, ClusterExecutor):
        return max(executor.workers, 1)
    return jobs or os.cpu_count() or 1


def map_in_order(
    executor: Executor,
    work: Callable[[PieceT], T],
    pieces: Iterable[PieceT],
    jobs: int | None = None,
) -> Iterator[T]:
    """Yield the results of `work` for each piece, in the order of the pieces.

    Args:
        executor: The executor.
        work: The function that workers call.
        pieces: Its arguments; a few are read in advance.
        jobs: The number of workers, if it is not the number of cores.

    Yields:
        The results.

    Raises:
        ExecutorError: A worker was lost.
    """
    coming = iter(pieces)
    begun: deque[Future[T]] = deque()
    while True:
        serial = isinstance(executor, SerialExecutor)
        most = 1 if serial else AHEAD * count_parallel(executor, jobs) + 1
        more = islice(coming, max(most - len(begun), 0))
        begun.extend(executor.submit(work, piece) for piece in more)
        if not begun:
            return
        future = begun.popleft()
        try:
            if isinstance(executor, ClusterExecutor):
                found = executor.wait_for(future)
            else:
                found = future.result()
        except BrokenExecutor:
            raise ExecutorError("workerLost") from None
        yield found
