"""The position that is being edited: its draft, the check of the draft, undo, and its map."""

from senpu.notation.position_text import PositionText
from senpu.replay.core.position_drafts import (
    DraftCheck,
    PositionDraft,
    check_draft,
    draft_position,
    draft_text,
    read_board_state,
)
from senpu.replay.core.position_format import STAGE
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.states import State
from senpu.replay.parts.position_values import NONE
from senpu.tui.boards.scene import Scene, build_position_scene


class EditedPosition:
    """A position that is being edited.

    Args:
        rules: The rule set.
        state: The position to start with, or the view of a side.
        side: The side whose view it is; empty for a whole position.
    """

    def __init__(self, rules: AnyRules, state: State, side: str = "") -> None:
        self.rules = rules
        self._drafts = [draft_position(rules, state, side)]
        self._at = 0
        self._legal = state
        """The last legal position."""
        self._first = self.draft
        """The draft that was opened."""
        self._check()

    def _check(self) -> None:
        self.check: DraftCheck = check_draft(self.draft)
        shown = self.check.state or read_board_state(self.draft, self._legal)
        self._legal = self.check.state or self._legal
        self.scene: Scene = build_position_scene(self.rules, shown, self.rules.board(shown))

    @property
    def draft(self) -> PositionDraft:
        """The current draft."""
        return self._drafts[self._at]

    @property
    def is_changed(self) -> bool:
        """Return whether the draft differs from the opened draft."""
        return self.draft.text != self._first.text

    def find_usual_value(self, key: str) -> tuple[str, ...] | None:
        """Return the words of a field that is left out; None if it has none."""
        state, field = self.check.state, self.rules.position_format.get_field(key)
        if state is None:
            return None
        if field is None:
            return (state.stage,) if key == STAGE and state.stage else None
        value = getattr(state, field.attribute)
        if value is None or value is False or value in ("", ()):
            return None
        try:
            words = tuple(field.codec.write(value))
        except LookupError:  # a value that is never written, such as "no hex", has no word
            return None
        return None if words == (NONE,) else words

    # ---- changes ----------------------------------------------------------------------------

    def change(self, draft: PositionDraft) -> None:
        """Replace the draft."""
        if draft.text != self.draft.text:
            self._drafts[self._at + 1 :] = [draft]
            self._at += 1
            self._check()

    def load(self, parts: PositionText) -> None:
        """Replace the draft by a text. Raises PositionError if its fields cannot be read."""
        self.change(draft_text(self.rules, parts))

    @property
    def can_undo(self) -> bool:
        """Return whether a change can be undone."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Return whether an undone change can be made again."""
        return self._at < len(self._drafts) - 1

    def undo(self, by: int) -> None:
        """Undo a change (1), or make it again (-1)."""
        at = self._at - by
        if 0 <= at < len(self._drafts):
            self._at = at
            self._check()
