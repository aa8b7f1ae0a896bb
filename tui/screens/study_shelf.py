"""The studies in the folders of the library."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from senpu.logs.record import find_logs
from senpu.logs.study_files import STUDY_SUFFIX
from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.annotation.studies import Study, load_study
from senpu.tui.jobs.studies import name_chapter, name_study
from senpu.tui.screens.study import StudyScreen
from senpu.tui.screens.title_list import TitleListScreen
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.chapter_list import ListedTitle
from senpu.tui.widgets.painting import Look


class StudyShelf(TitleListScreen):
    """A list of studies.

    Args:
        look: The look.
        folders: The folders, which are searched with their subfolders.
    """

    def __init__(self, look: Look, folders: Sequence[Path]) -> None:
        super().__init__(look)
        self.folders = folders
        self.studies: list[tuple[Path, Study | Error | OSError]] = []
        """The files in order, each with its study or with the reason why it cannot be read."""
        self.found = False
        """True if the folders were searched."""

    def on_mount(self) -> None:
        """Show the screen, and search."""
        self.present()
        self.run_worker(self._find())

    async def _find(self) -> None:
        self.studies = await asyncio.to_thread(find_studies, self.folders)
        self.found = True
        self.present()

    def present(self) -> None:
        """Show the studies."""
        look, language = self.look, self.look.language
        count = look.word("study_studies", n=len(self.studies))
        self.header.present(
            [HeaderPart(look.word("studies"), "text", "b", 60)],
            [HeaderPart(count, "dim", priority=40)],
        )
        titles = []
        for path, study in self.studies:
            is_valid, title = isinstance(study, Study), path.name
            if isinstance(study, Study):
                title = name_study(study, path, language).title
            titles.append(ListedTitle(title, str(path.parent), is_valid))
        self.show_titles(titles, self._list_details())

    def _list_details(self) -> list[tuple[str, str]]:
        """Return the comment and the chapters of the selected study."""
        look = self.look
        if not self.studies:
            return [(look.word("study_none" if self.found else "study_finding"), "dim")]
        path, study = self.studies[self.chosen]
        if not isinstance(study, Study):
            return [(f"{look.signs.bad} {look.reason(study)}", "error")]
        texts = name_study(study, path, look.language)
        titles = [
            f"{number}. {name_chapter(each, look.language).title or look.word('study_untitled')}"
            for number, each in enumerate(study.chapter, 1)
        ]
        found = [(texts.comment, "note"), ("  ".join(titles), "text"), (str(path), "dim")]
        return [(make_printable(text), role) for text, role in found if text]

    def action_open(self) -> None:
        """Open the selected study."""
        if not self.studies:
            return
        path, study = self.studies[self.chosen]
        try:
            self.senpu.check_permission(path)
        except OSError as error:
            self.show_message(self.look.word("cannot_open", why=self.look.reason(error)))
            return
        if isinstance(study, Study):
            self.app.push_screen(StudyScreen(self.look, study, path, self.senpu.data))


def find_studies(folders: Sequence[Path]) -> list[tuple[Path, Study | Error | OSError]]:
    """Return the studies in some folders and their subfolders, with the errors of invalid ones."""
    paths = {Path(each) for folder in folders for each in find_logs(folder, STUDY_SUFFIX)}
    found: list[tuple[Path, Study | Error | OSError]] = []
    for path in sorted(paths):
        try:
            found.append((path, load_study(path)))
        except (Error, OSError) as error:
            found.append((path, error))
    return found
