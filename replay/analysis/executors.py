"""Executors of work: this process, other processes on this machine, or a cluster.

All have the interface of `concurrent.futures`. The module knows no games.
"""

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from typing import Any, ParamSpec, Protocol, TypeVar

from senpu.notation.faults import Error

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
def open_executor(name: str = "", jobs: int | None = None) -> Iterator[Executor]:
    """Open an executor.

    Args:
        name: `dask://HOST:PORT` for a Dask cluster, `dask://` for a new one on this machine; else
            empty.
        jobs: The number of processes (default: the number of cores).

    Yields:
        The executor.

    Raises:
        ExecutorError: The executor is not available, or the cluster failed.
    """
    if name:
        with _cluster(name, jobs) as found:
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

    def get_executor(self, *, pure: bool) -> Executor: ...

    def close(self) -> None: ...


@contextmanager
def _cluster(name: str, jobs: int | None) -> Iterator[Executor]:
    if not name.startswith(DASK):
        raise ExecutorError("unknownExecutor", name=name, have=f"{DASK}HOST:PORT")
    try:
        import distributed
    except ImportError:
        install = "pip install 'senpu[cluster]'"
        raise ExecutorError("noCluster", name=name, install=install) from None
    address = name.removeprefix(DASK)
    connect: Callable[..., _Client] = distributed.Client
    own: dict[str, Any] = {"n_workers": jobs, "threads_per_worker": 1, "dashboard_address": None}
    try:
        client = connect(f"tcp://{address}", timeout=10) if address else connect(**own)
    except (OSError, ValueError) as error:
        raise ExecutorError("noScheduler", name=name, why=str(error)) from None
    try:
        # Equal pieces of work are still two: files may have changed between them.
        yield client.get_executor(pure=False)
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "distributed":
            raise
        raise ExecutorError("clusterFailed", name=name, why=str(error)) from None
    finally:
        client.close()


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
    ahead = 0 if isinstance(executor, SerialExecutor) else AHEAD * (jobs or os.cpu_count() or 1)
    while True:
        begun.extend(
            executor.submit(work, piece) for piece in islice(coming, ahead + 1 - len(begun))
        )
        if not begun:
            return
        try:
            yield begun.popleft().result()
        except BrokenExecutor:
            raise ExecutorError("workerLost") from None
