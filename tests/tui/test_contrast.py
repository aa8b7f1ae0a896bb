"""Every letter and digit on every screen, in every theme, has a contrast of at least 4.5.

It reads the colours of the cells of all screens of `tests/tui/test_every_screen.py`. New screens
belong there.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot

from senpu.tui.app import SenpuApp
from senpu.tui.theme import CONTRAST, DAY, NIGHT, THEMES
from tests.tui.sight import contrast
from tests.tui.stage import perform, settled
from tests.tui.test_every_screen import SCREENS

LEAST = 4.5
QUICK = ("recording on hexes",)


def list_weak_texts(pilot: Pilot[None]) -> Iterator[str]:
    """Yield each text with less contrast, with its contrast and its colours."""
    app = pilot.app
    assert isinstance(app, SenpuApp)
    roles = {colour: role for role, colour in app.look().palette.colours.items()}
    for y, strip in enumerate(app.screen._compositor.render_strips()):
        for segment in strip:
            if not any(map(str.isalnum, segment.text)):
                continue
            style = segment.style
            assert style is not None
            ink, ground = style.color, style.bgcolor
            assert ink is not None, (y, segment.text)
            assert ground is not None, (y, segment.text)
            found = contrast(ink.get_truecolor(), ground.get_truecolor())
            if style.dim or found < LEAST:
                names = f"{roles.get(ink, ink.name)} on {roles.get(ground, ground.name)}"
                text = segment.text.strip()
                yield f"row {y}: {text!r}: {found:.1f}: {names}{' dim' * bool(style.dim)}"


@pytest.mark.parametrize(
    "screen",
    [pytest.param(each, marks=[] if each in QUICK else pytest.mark.slow) for each in SCREENS],
)
def test_every_letter_and_digit_can_be_read(screen: str, tmp_path: Path) -> None:
    make, keys = SCREENS[screen]
    weak: set[str] = set()

    async def script(pilot: Pilot[None]) -> None:
        for key in keys.split():
            await pilot.press(key)
            await settled(pilot)
        most = (NIGHT, DAY, CONTRAST)
        small = {(80, 24): most if screen in QUICK else THEMES}
        for size, themes in (small if screen in QUICK else small | {(160, 50): most}).items():
            await pilot.resize_terminal(*size)
            for theme in themes:
                pilot.app.theme = theme.name
                await settled(pilot)
                weak.update(f"{theme.name} {size[0]}: {each}" for each in list_weak_texts(pilot))

    perform(make(tmp_path), script)
    assert not weak, "\n".join(sorted(weak))
