"""Where the notes to a log stand: alone, so that asking whether there are any loads no more."""

from pathlib import Path


def beside(log: Path) -> Path:
    """The file of notes of a log. By its real name: two names of one log have the same notes."""
    real = log.resolve()
    return real.with_name(f"{real.name.removesuffix('.senpu')}.notes.toml")


def stamp(notes: Path) -> tuple[int, ...]:
    """What is another when a file of notes has become another; empty where none is."""
    try:
        stat = notes.stat()
    except OSError:
        return ()
    return stat.st_size, stat.st_mtime_ns, stat.st_ino
