"""The mark of a legal position that no game reaches, with the reasons."""

from collections.abc import Iterable

from senpu.replay.core.narration import Narrator
from senpu.replay.core.rules import IllegalEventError
from senpu.tui.render.text_layout import get_text


def list_reasons(unreachable: Iterable[IllegalEventError], narrator: Narrator) -> list[str]:
    """Return the reasons why no game reaches a position, each with its printed rule."""
    return [
        get_text(
            narrator.language, "unreachable_reason", why=narrator.rejection(each), rule=each.rule
        )
        for each in unreachable
    ]


def describe_unreachable(unreachable: Iterable[IllegalEventError], narrator: Narrator) -> str:
    """Return the mark of a legal position that no game reaches; empty without a reason."""
    reasons = list_reasons(unreachable, narrator)
    if not reasons:
        return ""
    joined = narrator.label("comma").join(reasons)
    return get_text(narrator.language, "unreachable_because", reasons=joined)
