"""The pictures of README.md and of the page of recorded games."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from senpu.logs.record import LIBRARY, open_record
from senpu.notation.messages import LANGUAGES, SOURCE
from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.registry import get_registration, list_rule_sets
from senpu.replay.core.timeline import Timeline
from senpu.replay.disputes.log_timeline import open_timeline
from senpu.tui.commands.game_checks import list_recorded_logs

HERE = Path(__file__).parent


class Picture(NamedTuple):
    """The viewer at a position of a library log."""

    name: str
    log: str
    at: str
    """A position in the form of the commands."""
    size: tuple[int, int] = (120, 40)
    """Columns and rows of the terminal."""
    language: str = SOURCE

    @property
    def path(self) -> Path:
        """Return the path of the picture."""
        folder = HERE if self.language == SOURCE else HERE / self.language
        return folder / f"{self.name}.svg"

    @property
    def command(self) -> str:
        """Return the command that shows the position."""
        return f"senpu view {self.log}.senpu"


CHOSEN = (
    Picture("800-bonsai", "800/historical-bonsai", "63"),
    Picture("800-battles", "800/historical-battles", "110"),
    Picture("incident1932", "incident1932/historical", "19"),
    Picture("nanjing1937", "nanjing1937/historical", "102", (160, 50)),
    Picture("russojapanese", "russojapanese/historical", "205", (160, 50)),
)


def choose_others() -> Iterator[Picture]:
    """Yield the end of a recorded game of each rule set without a chosen picture."""
    for ident in list_rule_sets():
        logs = [f"{ident.partition('/')[0]}/{game.path.stem}" for game in list_recorded_logs(ident)]
        if get_registration(ident).library and not {*logs} & {picture.log for picture in CHOSEN}:
            found = [log for log in logs if "/historical" in log] or logs
            yield from (Picture(ident.replace("/", "-"), log, "end") for log in found[:1])


TRANSLATED = tuple(
    picture._replace(language=language)
    for language in LANGUAGES
    for picture in CHOSEN
    if language != SOURCE
)
"""The chosen pictures in the other languages, for the home pages of the site."""
GALLERY = (*CHOSEN, *choose_others(), *TRANSLATED)


class PictureContent(NamedTuple):
    """The content of a picture."""

    timeline: Timeline
    number: int
    """The number of the last event."""
    title: str
    """The title of the game."""
    effects: str
    """The effects of the event, in sentences."""


def read_content(picture: Picture) -> PictureContent:
    """Read the log up to the position."""
    timeline = open_timeline(open_record(LIBRARY / f"{picture.log}.senpu"))
    number = timeline.find(picture.at)
    timeline.extend(number)
    spec = timeline.rules.spec
    narrator = Narrator(spec, picture.language)
    effects = " ".join(narrator.describe(each) for each in timeline.get_position(number).effects)
    event = format_event(timeline.get_full_event(number))
    return PictureContent(timeline, number, spec.title(picture.language), effects or event)
