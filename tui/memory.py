"""What the viewer remembers from one run to the next: its theme, and who writes notes.

A small file of the program's own, that may be thrown away. Never raises: who cannot read or write
it remembers nothing.
"""

from contextlib import suppress
from pathlib import Path

from notation.faults import SenpuError


class Memory:
    """A file, or none where nothing is to be remembered."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path

    @property
    def theme(self) -> str:
        """The name of the theme used last; empty if none is known."""
        return self._kept().get("theme", "")

    @property
    def author(self) -> str:
        """In whose name notes were written last, if a name was typed; empty if none is known."""
        return self._kept().get("author", "")

    def keep_theme(self, name: str) -> None:
        """Remember a theme."""
        self._keep("theme", name)

    def keep_author(self, name: str) -> None:
        """Remember who writes notes."""
        self._keep("author", name)

    def _kept(self) -> dict[str, str]:
        if self.path is None or not self.path.exists():
            return {}
        import tomllib  # most have nothing to remember yet

        try:
            kept = tomllib.loads(self.path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return {key: value for key, value in kept.items() if isinstance(value, str)}

    def _keep(self, what: str, name: str) -> None:
        kept = self._kept()
        if self.path is None or kept.get(what) == name:
            return
        import tomli_w  # nobody waits for it before a first picture

        from logs.journal import replace

        with suppress(OSError, SenpuError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace(self.path, tomli_w.dumps({**kept, what: name}).encode())
