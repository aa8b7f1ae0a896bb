"""How far long work is: a bar on the error stream, where that is a terminal."""

import sys
from time import monotonic

WIDTH = 24
EVERY = 0.1
"""Seconds between two pictures of it."""


class Progress:
    """A bar to be told how much is done of how much."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._shown = sys.stderr.isatty()
        self._begun = self._told = 0.0
        self._first = 0

    def __call__(self, done: int, of: int) -> None:
        if not self._shown or not of:
            return
        now = monotonic()
        if not self._begun:
            self._begun, self._first = now, done
        if done < of and now - self._told < EVERY:
            return
        self._told = now
        full = WIDTH * done // of
        bar = f"[{'#' * full}{'.' * (WIDTH - full)}]"
        print(
            f"\r{bar} {done} of {of} {self.what}{self._left(done, of, now)}\x1b[K",
            end="",
            file=sys.stderr,
        )
        sys.stderr.flush()

    def _left(self, done: int, of: int, now: float) -> str:
        """How long it will still take, once that can be told."""
        made = done - self._first
        if not made or now - self._begun < 1 or done == of:
            return ""
        seconds = round((now - self._begun) / made * (of - done))
        return f", {seconds // 60}:{seconds % 60:02} left"

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        """The work is over, or broken off: what is said next begins on a line of its own."""
        if self._told:
            print(file=sys.stderr)
