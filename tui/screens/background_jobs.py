"""Long work on the log of a player, in the background: review, export, report for an arbiter.

One job runs at a time. It works in a thread on its own timeline, so that the screen is not blocked.
Esc and Ctrl+C cancel it: it then ends at its next report of progress and has written nothing.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from senpu.logs.inputs import Input
from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.core.timeline import find_log_number
from senpu.spec.data import DataError
from senpu.tui.screens.input_lines import InputLine, open_line
from senpu.tui.screens.job_progress import EVERY, JobCancelledError, JobProgress

if TYPE_CHECKING:
    from textual.timer import Timer
    from textual.worker import Worker

    from senpu.tui.jobs.bridge import GapBridges
    from senpu.tui.jobs.game_review import GameReview
    from senpu.tui.output_files import OutputFile
    from senpu.tui.screens.interfaces import Player
    from senpu.tui.screens.review_controller import ReviewController
    from senpu.tui.screens.win_probability import WinProbabilityController

T = TypeVar("T")

LASTING = 20.0
"""The seconds for which an error is shown."""
BAR = 12
"""The cells of the bar."""

FORMS = {".html": "html", ".svg": "svg", ".txt": "bbcode", ".md": "md", ".json": "json"}
"""The forms of an export by the end of the name of its file."""
ENDS = {"export": ".html", "report": ".md"}
"""The end of the default name of the file, by job."""
JOBS = ("review", "bridge", *ENDS)
"""The jobs; their keys and the commands of the palette have these words."""


class ExportError(Error):
    """The name of a file does not say the form of the export."""


class BackgroundJobs:
    """The jobs of a player."""

    def __init__(
        self,
        screen: "Player",
        take_review: "Callable[[GameReview], None]",
        show_ways: "Callable[[GapBridges], None]",
    ) -> None:
        self.screen = screen
        self._take_review = take_review
        """Shows a finished review."""
        self._show_ways = show_ways
        """Shows the ways through a gap, to choose one."""
        self._progress: JobProgress | None = None
        self._job = ""
        self._stack = ExitStack()
        """The programs of the job; closing it ends them."""
        self._timer: Timer | None = None
        self._worker: Worker[None] | None = None
        self._prompt: InputLine | None = None

    @property
    def can_start(self) -> bool:
        """Return whether jobs can be started: the user has the file, and may write next to it."""
        screen = self.screen
        served = screen.app.is_web or screen.timeline.is_locked
        return screen.source is not None and not screen.senpu.read_only and not served

    @property
    def sign(self) -> str:
        """The progress of the job for the last line; empty if none runs."""
        progress, look = self._progress, self.screen.look
        if progress is None:
            return ""
        name = look.word(f"job_{self._job}")
        if not progress.done:
            return look.word("job_starts", job=name)
        if self._job == "bridge":
            return look.word("job_searches", job=name, n=progress.done)
        if not progress.expected:
            return look.word("job_runs", job=name, n=progress.done)
        full = BAR * progress.done // progress.expected
        bar = look.signs.past * full + look.signs.level * (BAR - full)
        return look.word(
            "job_progress", job=name, bar=bar, done=progress.done, of=progress.expected
        )

    # ---- start and end --------------------------------------------------------------------

    def begin(self, job: str) -> None:
        """Begin a job of `JOBS`, or show why it cannot begin."""
        if message := self.start(job):
            self.screen.show_message(message)

    def start(self, job: str) -> str:
        """Begin a job of `JOBS`; ask for the name of its file if it writes one.

        Returns:
            Why the job cannot begin; empty if it can.
        """
        screen, word = self.screen, self.screen.look.word
        if not self.can_start:
            return word("job_not_here")
        if self._progress is not None:
            return word("job_busy", job=word(f"job_{self._job}"))
        if job == "review":
            self._run(job, self._review, self._show_review)
        elif job == "bridge":
            return self._begin_bridge()
        else:
            assert screen.source is not None
            self._ask_name(job, f"{screen.source.stem}{ENDS[job]}")
        return ""

    def cancel(self) -> bool:
        """Cancel the job, or close the prompt.

        Returns:
            Whether there was one.
        """
        if self._prompt is not None:
            self._close_prompt()
            return True
        if self._progress is None:
            return False
        self._progress.cancel()
        self._stack.close()
        self._finish()
        self.screen.show_message(self.screen.look.word("job_cancelled"))
        return True

    def _run(
        self, job: str, work: Callable[[JobProgress], T], show: Callable[[T], None]
    ) -> None:  # fmt: skip
        screen = self.screen
        self._job, self._progress = job, JobProgress()
        self._timer = screen.set_interval(EVERY, screen.show_footer)
        self._worker = screen.run_worker(self._work(self._progress, work, show), group="jobs")
        screen.show_message("")
        screen.show_footer()

    async def _work(
        self, progress: JobProgress, work: Callable[[JobProgress], T], show: Callable[[T], None]
    ) -> None:  # fmt: skip
        try:
            result = await asyncio.to_thread(work, progress)
        except JobCancelledError:
            return
        except (Error, DataError, OSError, ImportError) as error:
            if not progress.is_cancelled:
                self._finish()
                self._show_error(error)
            return
        if not progress.is_cancelled:
            self._finish()
            show(result)

    def _finish(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._stack.close()
        self._progress, self._timer = None, None
        self.screen.show_footer()

    def _show_error(self, error: Exception) -> None:
        """Show an error whole: the last line is too short for it."""
        screen, look = self.screen, self.screen.look
        why = error.text(look.language) if isinstance(error, Error) else str(error)
        screen.app.notify(
            make_printable(why.replace("\n", " ")), title=look.word("job_failed"),
            severity="error", timeout=LASTING, markup=False,
        )  # fmt: skip
        screen.show_message(look.word("job_failed"))

    # ---- files ----------------------------------------------------------------------------

    def _ask_name(self, job: str, name: str) -> None:
        self._open_prompt("job_file", name, lambda text: self._take_name(job, text.strip()))

    def _take_name(self, job: str, name: str) -> None:
        """Check the file; ask whether to replace it if it exists."""
        screen = self.screen
        self._close_prompt()
        if not name:
            return
        assert screen.source is not None
        from senpu.tui.output_files import OutputFile

        path = screen.source.parent / Path(name).expanduser()
        kind = "report" if job == "report" else FORMS.get(path.suffix.lower(), "")
        if not kind:
            self._show_error(ExportError("exportEnd", file=name, ends=tuple(FORMS)))
            return
        file = OutputFile(path, kind, (screen.source,))
        try:
            file.check()
            exists = path.exists()
        except (Error, OSError) as error:
            self._show_error(error)
            return
        if exists:
            self._open_prompt("job_replace", "", lambda _: self._write(job, file), path.name)
        else:
            self._write(job, file)

    def _write(self, job: str, file: "OutputFile") -> None:
        self._close_prompt()
        work = self._report if job == "report" else self._export
        self._run(job, work(file), self._show_file)

    def _show_file(self, path: Path) -> None:
        text = self.screen.look.word("job_written", file=make_printable(str(path)))
        self.screen.app.notify(text, timeout=LASTING, markup=False)
        self.screen.show_message(text)

    def _open_prompt(
        self, label: str, text: str, done: Callable[[str], None], file: str = ""
    ) -> None:
        screen, word = self.screen, self.screen.look.word
        fields = {"file": make_printable(file)} if file else {}
        screen.footer.label = word(label, **fields)
        self._prompt = InputLine(text, word(f"{label}_hint"), done, self._close_prompt)
        open_line(screen, self._prompt)
        screen.footer.repaint()

    def _close_prompt(self) -> None:
        if self._prompt is not None:
            self._prompt.remove()
        self._prompt, self.screen.footer.label = None, ""
        self.screen.footer.repaint()

    # ---- the jobs -------------------------------------------------------------------------

    def _review(self, progress: JobProgress) -> "GameReview":
        """Return the full review of the log: the work of a thread."""
        from senpu.tui.evaluator import start_programs
        from senpu.tui.jobs.game_review import review_in_thread

        screen, jobs = self.screen, self.screen.senpu.evaluator.jobs
        assert screen.source is not None
        try:
            return review_in_thread(
                screen.source, screen.senpu.data,
                lambda: self._stack.enter_context(start_programs(jobs)), jobs, progress,
            )  # fmt: skip
        except RuntimeError as error:  # the programs were closed while the review submitted work
            raise JobCancelledError from error

    def _show_review(self, found: "GameReview") -> None:
        """Show the review on the timeline, and how many errors it names."""
        self._take_review(found)
        errors = len(found.review.list_errors())
        self.screen.show_message(self.screen.look.word("review_done", n=errors))

    @property
    def gap_number(self) -> int:
        """The number of the gap at the position that is shown, or after it; 0 if there is none."""
        screen = self.screen
        gaps = screen.timeline.list_gap_events() if screen.course.parent is None else []
        here = (screen.position, screen.position + 1)
        return next((number for number, event in enumerate(gaps, 1) if event in here), 0)

    def _begin_bridge(self) -> str:
        screen, number = self.screen, self.gap_number
        if not number:
            return screen.look.word("bridge_not_here")
        if not screen.timeline.view.is_unrestricted:
            return screen.look.word("bridge_view")
        self._run("bridge", partial(self._bridge, number), self._show_bridges)
        return ""

    def _bridge(self, number: int, progress: JobProgress) -> "GapBridges":
        """Return the ways through a gap: the work of a thread."""
        from senpu.tui.jobs.bridge import BridgeRequest, open_gap, search_gap

        screen = self.screen
        assert screen.source is not None
        asked = BridgeRequest(screen.source, screen.senpu.data, number)
        timeline, gap = open_gap(asked)
        return search_gap(asked, timeline, gap, progress)

    def _show_bridges(self, found: "GapBridges") -> None:
        """Show the ways through a gap; one becomes a note if the user chooses it."""
        if found.texts:
            self._show_ways(found)
            return
        from senpu.replay.core.narration import Narrator
        from senpu.tui.render.bridge_report import list_rows
        from senpu.tui.screens.text_page import TextPage

        look = self.screen.look
        narrator = Narrator(found.timeline.rules.spec, look.language)
        title = look.word("bridge_title", gap=found.gap.number)
        rows = [f"{margin}{text}" for margin, text in list_rows(found, narrator)]
        page = TextPage(look, title, rows)
        self.screen.app.push_screen(page)

    def _export(self, file: "OutputFile") -> Callable[[JobProgress], Path]:
        """Return the export of the log in the view that is shown: the work of a thread."""
        screen = self.screen
        source, data, language = screen.source, screen.senpu.data, screen.look.language
        side, at = screen.timeline.view.side, find_log_number(screen.course, screen.position)
        assert source is not None

        def work(progress: JobProgress) -> Path:
            from senpu.replay.core.narration import Narrator
            from senpu.replay.disputes.log_timeline import open_timeline
            from senpu.tui.commands.arguments import open_log, read_notes
            from senpu.tui.jobs.exports import ExportJob, render_export

            timeline = open_timeline(*open_log(source, data))
            timeline.open_view(side)
            timeline.lock_view()
            progress(0)
            narrator = Narrator(timeline.rules.spec, language)
            wanted = ExportJob(timeline, narrator, read_notes(timeline), str(at or "start"))
            file.write(progress.count(render_export(file.kind, wanted)))
            return file.path

        return work

    def _report(self, file: "OutputFile") -> Callable[[JobProgress], Path]:
        """Return the report for an arbiter: the work of a thread."""
        screen = self.screen
        source, given, language = screen.source, screen.senpu.data, screen.look.language
        side = screen.timeline.view.side or None
        assert source is not None

        def work(progress: JobProgress) -> Path:
            from senpu.logs.memory import UserMemory
            from senpu.replay.disputes.verification import verify
            from senpu.tui.jobs.report import (
                LogContext,
                complete_verdict,
                open_log_rules,
                render_report,
            )

            log = Input(source)
            data = None if given is None else Input(given)
            verdict = verify(log, False, data, UserMemory, every_event=True)
            progress(0)
            rules, headers = open_log_rules(log, data)
            judged = complete_verdict(log, verdict, LogContext(rules, headers, side, language))
            file.write(progress.count(render_report(judged)))
            return file.path

        return work


def cancel_jobs(screens: Iterable[Any]) -> bool:
    """Cancel the job of the first of some screens that has one.

    Returns:
        Whether one has.
    """
    jobs = (getattr(screen, "jobs", None) for screen in reversed([*screens]))
    return any(each.cancel() for each in jobs if isinstance(each, BackgroundJobs))


class JobActions:
    """The actions of a screen with jobs."""

    jobs: BackgroundJobs
    win_probability: "WinProbabilityController"
    reviews: "ReviewController"

    def cancel_work(self, leaves_log: bool) -> bool:
        """Cancel the job, or the playouts if the log is not left. Return whether there were any."""
        return self.jobs.cancel() or (not leaves_log and self.win_probability.cancel())

    def action_job(self, job: str) -> None:
        """Begin a job in the background."""
        self.jobs.begin(job)

    def action_chances(self) -> None:
        """Show or hide the win probability."""
        self.win_probability.toggle()

    def action_playouts(self) -> None:
        """Start or stop the playouts of the position."""
        self.win_probability.toggle_playouts()

    def action_review(self) -> None:
        """Show the review of the game."""
        if self.reviews.prepare():
            from senpu.tui.screens.review import ReviewScreen

            player = self.reviews.screen
            player.app.push_screen(ReviewScreen(player.look, player, self.reviews))
