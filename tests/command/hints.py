"""Hints that name a command: the sentences, their cases, and a user who follows them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from string import Formatter

import pytest

import tests.toy  # noqa: F401 (registers the rule set)
import tests.toy_cards  # noqa: F401
from senpu.notation.messages import MESSAGES, SOURCE
from senpu.spec.texts import read_catalogue
from tests import sealed
from tests.command.conftest import SET_UP, Answer, Run

LOG, GAME, HEAD = "game.senpu", "800/bonsai-2021", "Senpu: 1\nGame: 800/bonsai-2021\n\n"
NAMED = re.compile(r"`?senpu ([a-z]+)")
CATALOGUE = read_catalogue(MESSAGES, SOURCE)
SUBJECTS = {"errors.needsRepository", "errors.viewerFailedAt"}
"""Sentences in which a command or a suffix is the subject, or is for the report of an error."""
CASES: dict[str, Callable[["Scenario"], None]] = {}


TOPICS = ("faults.", "errors.", "findings.", "comparison.", "repair.", "restoration.")


def list_hints() -> dict[str, set[str]]:
    """Return the commands that each sentence of a fault, an error or a report names."""
    found = {}
    for ident, sentence in CATALOGUE.items():
        if ident.startswith(TOPICS) and ident not in SUBJECTS:
            text = json.dumps(sentence) if isinstance(sentence, dict) else str(sentence)
            if named := set(NAMED.findall(text)):
                found[ident] = named
    return found


def case(*idents: str) -> Callable[[Callable[["Scenario"], None]], Callable[["Scenario"], None]]:
    """Register the case of one or more sentences."""

    def register(function: Callable[["Scenario"], None]) -> Callable[["Scenario"], None]:
        CASES.update(dict.fromkeys(idents, function))
        return function

    return register


class Scenario:
    """The log, the computers and the commands of a user."""

    def __init__(self, ident: str, run: Run, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.ident, self.run, self.folder, self.patch = ident, run, folder, patch
        self.is_shown = False
        self.used: set[str] = set()
        """The commands that were run as a hint says."""
        self.log = folder / LOG
        self.sit("state")

    def sit(self, state: str) -> None:
        """Use another computer."""
        self.patch.setenv("SENPU_STATE", str(self.folder / state))
        self.patch.setenv("SENPU_CONFIG", str(self.folder / f"{state}-config"))

    def do(self, *words: object, status: int = 0, stdin: bytes = b"") -> Answer:
        """Run a command that must have a status."""
        answer = self.run(*words, stdin=stdin)
        assert answer.status == status, (words, answer)
        return answer

    def shows(self, *words: object) -> Answer:
        """Run a command that must print the sentence of the case."""
        sentence = CATALOGUE[self.ident]
        texts = sentence.values() if isinstance(sentence, dict) else [sentence]
        patterns = []
        for text in texts:
            parts = [(each[0], each[1] is not None) for each in Formatter().parse(str(text))]
            patterns.append("".join(re.escape(plain) + ".*" * field for plain, field in parts))
        answer = self.run(*words)
        output = " ".join(f"{answer.out} {answer.err}".split())
        assert re.search("|".join(patterns), output), (words, answer)
        assert answer.status or not self.ident.startswith(("faults.", "errors."))
        self.is_shown = True
        return answer

    def helps(self, *words: object, status: int = 0, stdin: bytes = b"") -> Answer:
        """Run a command that a hint names."""
        self.used.add(str(words[0]))
        return self.do(*words, status=status, stdin=stdin)

    # ---- files ------------------------------------------------------------------------------

    def start(self, *options: object, text: str = SET_UP, game: str = GAME) -> Path:
        """Create a log and play it."""
        self.do("new", game, self.log, *options)
        if text:
            self.do("append", self.log, text)
        return self.log

    def start_keyed(self) -> Path:
        """Create a chained log with a key of each side."""
        for side in ("japan", "china"):
            self.do("keygen", f"{side}.pem", "--no-passphrase")
        return self.start("--chain", "--public", "japan=japan.pub", "--public", "china=china.pub")

    def start_dice(self, japan: int = 9, china: int = 9) -> Path:
        """Create a chained log with commitments of both sides to numbers of secrets."""
        self.start("--chain", text="")
        for side, secrets in (("japan", japan), ("china", china)):
            self.do("roll", self.log, "--commit", "--secrets", secrets, "--side", side)
        self.do("append", self.log, "C: x1+c1@D c2+c3+k1@C\nJ: i1+i2+g1@A")
        return self.log

    def add(self, rows: str) -> bytes:
        """Append rows to a chained log without a check, and return the log before."""
        before = self.log.read_bytes()
        self.log.write_text(sealed.go_on(before.decode(), rows), "utf-8")
        return before

    def valid(self, path: Path | str = LOG) -> None:
        """Require that a log is valid."""
        self.do("verify", path)

    def continues(self, path: Path | str = LOG) -> None:
        """Require that a log can be continued."""
        self.do("append", path, "{so}")
