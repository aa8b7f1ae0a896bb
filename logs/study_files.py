"""The format of studies, and how their files are recognised; no command loads more for that."""

from pathlib import Path

from senpu.logs.inputs import Source, read_source
from senpu.logs.toml_files import begins_with_key

STUDY_KEY, STUDY_VERSION = "senpu-study", 1
"""The key and the version of a study."""
STUDY_SUFFIX = ".study.toml"
"""The suffix of the names of studies."""


def is_study(source: Source) -> bool:
    """Return whether a file is a study, from its name or its content. Can raise OSError."""
    named = Path(source).name.endswith(STUDY_SUFFIX)
    return named or begins_with_key(read_source(source), STUDY_KEY)
