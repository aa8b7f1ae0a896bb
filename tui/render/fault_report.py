"""Faults in the language of the user."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senpu.notation.faults import Fault

if TYPE_CHECKING:
    from senpu.replay.core.rules import AnyRules


def told(fault: Fault, language: str, name: str = "", rules: AnyRules | None = None) -> str:
    """Return the diagnostic of a fault: place, id, message, the line with a caret, and a hint."""
    del rules  # the message explains itself
    return fault.render(name, language)


def message(fault: Fault, language: str, rules: AnyRules | None = None) -> str:
    """Return what a fault is."""
    del rules
    return fault.message.text(language)


def advice(fault: Fault, language: str) -> str:
    """Return what to do about a fault."""
    return fault.hint.text(language) if fault.hint else ""
