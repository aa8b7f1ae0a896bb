"""The chapters of a study, and the player of a chapter.

A chapter that is a log is played like any log. A chapter that is a position has no file, so
nothing can be written there.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType

from senpu.logs.inputs import Source
from senpu.notation.faults import Error
from senpu.notation.printable import make_printable
from senpu.replay.annotation.studies import ChapterGame, Study
from senpu.tui.jobs.studies import CheckedChapter, check_chapter, name_chapter, name_study
from senpu.tui.keys import CHAPTER_HEX_PLAYER, CHAPTER_PLAYER, CHAPTERS, Key, make_bindings
from senpu.tui.render.study_report import describe_error, describe_game, describe_kind
from senpu.tui.screens.hex_player import HexPlayerScreen
from senpu.tui.screens.player import PlayerScreen
from senpu.tui.screens.title_list import TitleListScreen
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.chapter_list import ListedTitle
from senpu.tui.widgets.painting import Look
from senpu.tui.widgets.reading_pane import ChapterPreface


class StudyScreen(TitleListScreen):
    """The chapters of a study.

    Args:
        look: The look.
        study: The study.
        path: Its file.
        data_file: A file of data.
    """

    def __init__(
        self, look: Look, study: Study, path: Path, data_file: Source | None = None
    ) -> None:
        super().__init__(look)
        self.study, self.path, self.data_file = study, path, data_file
        self.chapters = [
            CheckedChapter(number, each, None, None) for number, each in enumerate(study.chapter, 1)
        ]
        self.checked = 0
        """The number of chapters that were checked."""

    def on_mount(self) -> None:
        """Show the chapters, and check them."""
        self.present()
        self.run_worker(self._check())

    async def _check(self) -> None:
        """Open every chapter in the background, to show its game or its error."""
        for at, each in enumerate(self.chapters):
            if each.game is None:
                self.chapters[at] = await asyncio.to_thread(self._open, each.number)
            self.checked = at + 1
            self.present()

    def _open(self, number: int) -> CheckedChapter:
        return check_chapter(self.study, number, self.path.absolute().parent, self.data_file)

    # ---- the display ---------------------------------------------------------------------

    def present(self) -> None:
        """Show the chapters."""
        look, language = self.look, self.look.language
        texts = name_study(self.study, self.path, language)
        left = [HeaderPart(make_printable(texts.title), "text", "b", 60)]
        count = look.word("study_chapters", n=len(self.chapters))
        right = [HeaderPart(count, "dim", priority=40)]
        if self.study.author:
            left.append(HeaderPart(make_printable(self.study.author), "dim", priority=20))
        self.header.present(left, right)
        titles = [
            ListedTitle(
                name_chapter(each.chapter, language).title or look.word("study_untitled"),
                describe_kind(each, language), each.is_valid,
            )
            for each in self.chapters
        ]  # fmt: skip
        self.show_titles(titles, list(self._list_details(texts.comment)))

    def _list_details(self, comment: str) -> Iterator[tuple[str, str]]:
        """Yield the game, the error and the comment of the selected chapter, then of the study."""
        look, language = self.look, self.look.language
        if self.chapters:
            found = self.chapters[self.chosen]
            if game := describe_game(found, language):
                yield game, "text"
            if error := describe_error(found, language):
                yield f"{look.signs.bad} {error}", "error"
            texts = name_chapter(found.chapter, language)
            if texts.comment and not found.chapter.answer:  # it would reveal the answer
                yield texts.comment, "note"
        if comment:
            yield comment, "dim"

    # ---- keys -----------------------------------------------------------------------------

    def can_use(self, word: str) -> bool:
        """Return whether the key of a word does something now."""
        if word == "drill_study":
            return any(each.answer for each in self.study.chapter)
        return super().can_use(word)

    def action_drill(self) -> None:
        """Ask the problems of the study."""
        from senpu.tui.screens.drill import push_drill

        if self.can_use("drill_study"):
            push_drill(self, self.path)

    def action_open(self) -> None:
        """Open the selected chapter."""
        if self.chapters and (player := self.make_player(self.chosen, self)) is not None:
            self.app.push_screen(player)

    def make_player(
        self, index: int, screen: "StudyScreen | ChapterPlayer", at: int = -1
    ) -> "ChapterPlayer | None":
        """Return the player of a chapter; None, with a message, if it cannot be opened.

        Args:
            index: The index of the chapter.
            screen: The screen that shows the message.
            at: The number of the position; the first position of the chapter if it is negative.

        Returns:
            The player.
        """
        chapter = self.study.chapter[index]
        source = self.path.absolute().parent / chapter.log if chapter.log else None
        try:
            if source is not None:
                self.senpu.check_permission(source)
            found = self._open(index + 1)  # a player changes its timeline
        except (Error, OSError) as error:
            screen.show_message(self.look.word("cannot_open", why=self.look.reason(error)))
            return None
        self.chapters[index] = found
        if found.game is None:
            why = self.look.reason(found.error) if found.error else ""
            screen.show_message(self.look.word("cannot_open", why=why))
            return None
        self.chosen = index
        is_hexes = found.game.timeline.rules.spec.game.board == "hexes"
        kind = HexChapterPlayer if is_hexes else ChapterPlayer
        return kind(self, found.game, index, source, at)


class ChapterPlayer(PlayerScreen):
    """The player of a chapter."""

    KEYS: ClassVar[tuple[Key, ...]] = CHAPTER_PLAYER
    BINDINGS: ClassVar[list[BindingType]] = [*make_bindings(CHAPTERS)]

    def __init__(
        self, study: StudyScreen, game: ChapterGame, index: int, source: Path | None, at: int = -1
    ) -> None:
        number = game.number if at < 0 else min(at, game.timeline.last)
        super().__init__(game.timeline, study.senpu.look(), source, number)
        self.study_screen, self.game, self.index = study, game, index
        self._show_chapter()

    def _show_chapter(self) -> None:
        """Show the title in the header, and the comment in the reading pane."""
        study, look = self.study_screen.study, self.look
        texts = name_chapter(study.chapter[self.index], look.language)
        place = look.word("study_place", n=self.index + 1, of=len(study.chapter))
        title = make_printable(texts.title) or look.word("study_untitled")
        self.start_parts = [
            HeaderPart(place, "now", "b", 80), HeaderPart(title, "now", "b", 30, gap=1),
            *self.start_parts,
        ]  # fmt: skip
        is_problem = bool(study.chapter[self.index].answer)
        comment = "" if is_problem else make_printable(texts.comment)
        self.notes.preface = ChapterPreface(self.game.number, f"{place} {title}", comment)

    def whole_log_read(self) -> None:
        """Show the notes of a chapter without a file."""
        super().whole_log_read()
        if self.source is None and self.game.notes.annotations and self.notebook.tree is None:
            from senpu.replay.annotation.variations import VariationTree

            self.notebook.tree = VariationTree(self.game.notes)
            self.notes_changed()

    @property
    def _has_notes(self) -> bool:
        """Return whether the chapter has a comment, or its log has notes."""
        return bool(self.notes.preface.text) or super()._has_notes

    def refresh_look(self) -> None:
        """Show everything after a change of the look."""
        super().refresh_look()
        self._show_chapter()
        self.present()

    def action_chapter(self, way: int) -> None:
        """Go to the next chapter, or to the previous one."""
        self._go_to_chapter(self.index + way)

    def action_reload(self) -> None:
        """Read the chapter again."""
        self._go_to_chapter(self.index, self.position)

    def _go_to_chapter(self, index: int, at: int = -1) -> None:
        if not 0 <= index < len(self.study_screen.study.chapter):
            self.show_message(self.look.word("study_no_more"))
            return
        player = self.study_screen.make_player(index, self, at)
        if player is not None:
            self.log_watcher.stop()
            self.app.switch_screen(player)


class HexChapterPlayer(ChapterPlayer, HexPlayerScreen):
    """The player of a chapter on hexes."""

    KEYS: ClassVar[tuple[Key, ...]] = CHAPTER_HEX_PLAYER
