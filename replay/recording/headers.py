"""The header of a new log."""

import unicodedata

from senpu.logs.position_logs import POSITION
from senpu.notation.faults import Error, NotationError
from senpu.notation.lines import Header
from senpu.notation.mistakes import cut
from senpu.notation.writer import format_line
from senpu.replay.core.positions import format_start
from senpu.replay.core.rules import AnyRules


class HeaderError(Error):
    """A value that a header cannot contain."""


def format_header(rules: AnyRules, fields: dict[str, str | None]) -> str:
    """Return the header of a new log and the empty line below it.

    It has the position from which the rules start, if that is not the usual start.

    Args:
        rules: The rule set.
        fields: More fields; those without a value are left out.

    Returns:
        The lines.

    Raises:
        HeaderError: A value does not fit on a line.
    """
    spec = rules.spec
    keys: dict[str, str | None] = {
        "Senpu": "1",
        "Game": spec.id,
        "Rules": str(spec.edition.rules),
        "Data": f"sha256:{spec.values.digest()}",
        "Options": " ".join(spec.options),
        POSITION: format_start(rules),
        **fields,
    }
    rows = [_format_header_row(key, value.strip(" ")) for key, value in keys.items() if value]
    return "".join(f"{row}\n" for row in (*rows, ""))


def _format_header_row(key: str, value: str) -> str:
    try:
        return format_line(Header(key, unicodedata.normalize("NFC", value)))
    except NotationError as error:
        if error.fault == "notWritable":
            raise HeaderError(error.message) from None
        raise HeaderError("headerValue", field=key, value=cut(value), why=error.message) from None
