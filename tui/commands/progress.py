"""The progress of long work: a bar on the error stream, if that is a terminal."""

import sys
from time import monotonic

from senpu.notation.messages import topic_renderer
from senpu.tui.printing import draw_progress, end_progress

WIDTH = 24
EVERY = 0.1
"""The seconds between two drawings."""


class Progress:
    """A bar that shows how much work is done.

    Args:
        unit: What is counted: `games`, `logs`, `events`, `shards` or `training`.
        language: The language of the text.
        fields: Further fields of the text.
    """

    def __init__(self, unit: str, language: str, **fields: object) -> None:
        self.unit = unit
        self.language = language
        self.fields = fields
        self._shown = sys.stderr.isatty()
        self._begun = self._drawn = 0.0
        self._first = 0

    def __call__(self, done: int, of: int) -> None:
        """Draw the bar, if its time has come."""
        if not self._shown or not of:
            return
        now = monotonic()
        if not self._begun:
            self._begun, self._first = now, done
        if done < of and now - self._drawn < EVERY:
            return
        self._drawn = now
        full = WIDTH * done // of
        bar = f"[{'#' * full}{'.' * (WIDTH - full)}]"
        message = topic_renderer("screens", self.language)
        text = message(f"progress_{self.unit}", done=done, of=of, **self.fields)
        if left := self._left(done, of, now):
            text = message("progress_left", text=text, time=left)
        draw_progress(f"{bar} {text}")

    def _left(self, done: int, of: int, now: float) -> str:
        """Return the remaining time as minutes and seconds, or "" if it is not known yet."""
        made = done - self._first
        if not made or now - self._begun < 1 or done == of:
            return ""
        seconds = round((now - self._begun) / made * (of - done))
        return f"{seconds // 60}:{seconds % 60:02}"

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *_: object) -> None:
        """End the row of the bar."""
        self.end_row()

    def end_row(self) -> None:
        """End the row of the bar, if it was drawn; it is drawn again in the next one."""
        if self._drawn:
            self._drawn = 0.0
            end_progress()
