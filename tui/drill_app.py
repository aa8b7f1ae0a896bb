"""The full-screen program with a drill."""

from functools import partial

from senpu.tui.app import SenpuApp
from senpu.tui.jobs.drill import DrillRequest, open_drill
from senpu.tui.printing import print_notice
from senpu.tui.screens.drill import DrillPage
from senpu.tui.user_files import Memory, find_settings_file
from senpu.tui.viewer_start import read_own_keys


def show_drill(asked: DrillRequest, language: str, ascii_only: bool) -> int:
    """Open a drill on the screen.

    Args:
        asked: The drill.
        language: The language.
        ascii_only: Whether only ASCII characters are used.

    Returns:
        The exit status.

    Raises:
        Error: The drill or the file of keys cannot be used.
        OSError: A file cannot be read.
        ViewerError: The program ended because of an error in it.
    """
    opened, keys = open_drill(asked), read_own_keys()
    app = SenpuApp(
        language=language, ascii_only=ascii_only, keyboard=keys.keyboard if keys else None,
        memory=Memory(find_settings_file()),
    )  # fmt: skip
    app.first_screen = partial(DrillPage, opened=opened)
    for notice in keys.notices if keys else ():
        print_notice(notice.text(language))
    app.run()
    if (failure := app.find_failure()) is not None:
        raise failure
    return 0
