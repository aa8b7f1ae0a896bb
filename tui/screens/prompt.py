"""A line to type into, in place of the last line of a screen. Loaded when first needed."""

from typing import Any

from textual.screen import Screen


def asked(screen: Screen[Any], hint: str, text: str = "") -> None:
    """Open the prompt; the screen hears what is typed as `Input.Changed` and `Input.Submitted`."""
    from textual.widgets import Input

    prompt = Input(text, placeholder=hint, name="prompt", compact=True, select_on_focus=True)
    screen.mount(prompt)
    prompt.focus()


def closed(screen: Screen[Any]) -> None:
    """Close it again."""
    screen.query("Input").remove()
    screen.set_focus(next(reversed(screen.query("Chooser")), None))
