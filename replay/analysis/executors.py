"""Who does the work: this program alone, others on this machine, or a cluster.

Work is handed out through the interface of `concurrent.futures`, so that whoever hands it out need
not know which of them does it. Knows nothing of games.
"""

import gc
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from typing import Any, ParamSpec, Protocol, TypeVar

from senpu.notation.faults import Error

P = ParamSpec("P")
T = TypeVar("T")
Piece = TypeVar("Piece")

DASK = "dask://"
AHEAD = 3
"""How many pieces of work wait for each worker: so many that none idles, so few that a corpus of
any size is never held as a whole."""


class ExecutorError(Error):
    """Nobody of that name does work here: says what is missing."""


class Alone(Executor):
    """Does each piece of work at once, in this program."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def worth_having(jobs: int | None, pieces: int) -> int:
    """How many programs to begin for so many pieces of work: as many as asked for, or as there are
    cores, and none that would have nothing to do.
    """
    return min(jobs or os.cpu_count() or 1, max(pieces, 1))


@contextmanager
def executor(name: str = "", jobs: int | None = None) -> Iterator[Executor]:
    """Whoever does the work: `jobs` programs on this machine (as many as it has cores, unless
    said), or the cluster whose scheduler is at `dask://HOST:PORT` (`dask://` alone begins one on
    this machine). Raises ExecutorError.
    """
    if name:
        with _cluster(name, jobs) as found:
            yield found
    elif (count := jobs or os.cpu_count() or 1) == 1:
        yield Alone()
    else:
        pool = ProcessPoolExecutor(count, initializer=_begin)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _begin() -> None:
    # Ctrl+C is for the program that hands out the work: it ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what stands now is not searched for garbage


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
        # Two pieces of work that look alike are still two: files may have changed between them.
        yield client.get_executor(pure=False)
    except Exception as error:
        if type(error).__module__.partition(".")[0] != "distributed":
            raise
        raise ExecutorError("clusterFailed", name=name, why=str(error)) from None
    finally:
        client.close()


def in_order(
    executor: Executor, work: Callable[[Piece], T], pieces: Iterable[Piece], jobs: int | None = None
) -> Iterator[T]:
    """What `work` makes of each piece, in their order, a few of them ahead of what is asked for.
    Raises ExecutorError if a worker is lost, and whatever `work` raises.
    """
    coming = iter(pieces)
    begun: deque[Future[T]] = deque()
    ahead = 0 if isinstance(executor, Alone) else AHEAD * (jobs or os.cpu_count() or 1)
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
