"""`senpu bridge`: the legal ways through a gap of a log; one of them as a conjecture."""

from argparse import Namespace
from time import monotonic

from senpu.tui.commands.arguments import (
    UnusableLogError,
    encode_json,
    make_narrator,
)
from senpu.tui.commands.notes import make_authorship
from senpu.tui.commands.progress import Progress
from senpu.tui.jobs.bridge import (
    SECONDS,
    BridgeRequest,
    find_notes_path,
    open_gap,
    search_gap,
    write_conjecture,
)
from senpu.tui.printing import print_text
from senpu.tui.render.bridge_report import make_bridges_object, render_bridges
from senpu.tui.render.text_layout import get_text


def bridge(given: Namespace) -> int:
    """Print the ways through a gap, and write one as a conjecture if it is picked.

    Returns:
        The exit status: 0 if there is a way, else 1.

    Raises:
        UnusableLogError: The log has no such gap, or there is no way with the picked number.
    """
    if given.author is not None and given.pick is None:
        raise UnusableLogError("optionNeeds", option="--author", other="--pick")
    seconds = given.budget
    if seconds is None:
        seconds = 0 if given.positions else SECONDS
    asked = BridgeRequest(
        given.file, given.data, given.gap, seconds, given.positions or 0,
        max(given.ways, given.pick or 0),
    )  # fmt: skip
    timeline, gap = open_gap(asked)
    narrator = make_narrator(timeline.rules, given)
    if given.pick is not None:
        find_notes_path(timeline)  # before the work, not only after it
    begun = monotonic()
    with Progress("seconds" if seconds else "positions", given.lang) as progress:

        def show(positions: int) -> None:
            if seconds:
                progress(min(int(monotonic() - begun), seconds), seconds)
            else:
                progress(positions, asked.positions)

        found = search_gap(asked, timeline, gap, show)
    written = ""
    if given.pick is not None:
        if given.pick > len(found.texts):
            raise UnusableLogError("bridgeNoWay", number=given.pick, n=len(found.texts))
        written = write_conjecture(found, given.pick, make_authorship(given))
    if given.json:
        print_text(encode_json(make_bridges_object(found, narrator) | {"note": written or None}))
        return 0 if found.texts else 1
    print_text("\n".join(render_bridges(found, narrator)))
    if written:
        path = find_notes_path(timeline)
        print_text()
        print_text(
            get_text(
                given.lang, "bridge_picked", number=given.pick, file=path.name, note=written[:6]
            )
        )
    return 0 if found.texts else 1
