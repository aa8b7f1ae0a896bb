"""Files that the program keeps in the user's state folder: one reader, which checks everything.

A file may be damaged, or written by another program. Its content is checked against the types and
limits of its kind. A damaged file is reported and never replaced.
"""

from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from senpu.logs.inputs import IrregularFileError, read_file

T = TypeVar("T")

Count = Annotated[int, Meta(ge=0, le=10**12)]
"""A number of lines, events or secrets."""
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
"""32 bytes in hexadecimal digits."""
Time = Annotated[str, Meta(pattern=r"^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}Z\Z")]
"""A time in UTC."""
SideId = Annotated[str, Meta(pattern=r"^[a-z][a-z0-9]{0,31}\Z")]


class DamagedFileError(ValueError):
    """The content of a file is not of the kind; the message says where."""


def read_state(path: Path, kind: type[T]) -> T | None:
    """Return the content of a file of JSON; None if there is no file.

    Raises:
        OSError: The file cannot be read.
        DamagedFileError: The file is not a regular file, or its content is not of the kind.
    """
    try:
        return msgspec.json.decode(read_file(path), type=kind)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (IrregularFileError, IsADirectoryError) as error:
        raise DamagedFileError(str(error)) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DamagedFileError(str(error)) from None
