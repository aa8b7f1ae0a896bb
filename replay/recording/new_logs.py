"""New logs: the header, and the file."""

from pathlib import Path

from senpu.logs.chain import add_tags
from senpu.logs.dates import find_date_error
from senpu.logs.journal import create_file
from senpu.notation.mistakes import cut
from senpu.replay.core.rules import AnyRules
from senpu.replay.recording.headers import HeaderError, format_header


def create_log(path: Path, rules: AnyRules, fields: dict[str, str | None]) -> None:
    """Create a log with its header, chained if a field requires it.

    Args:
        path: The new file.
        rules: The rule set.
        fields: More header fields.

    Raises:
        HeaderError: A value cannot be in a header, or the date is not a date.
        JournalError: The file exists.
        OSError: The file could not be written.
    """
    date = fields.get("Date")
    if date and (error := find_date_error(date)) is not None:
        raise HeaderError("headerDate", value=cut(date), why=error)
    create_file(path, add_tags(format_header(rules, fields)))
