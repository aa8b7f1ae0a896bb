"""`senpu verify`: the verdict on logs, and on proofs of a double signature."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from senpu.logs.record import open_record
from senpu.logs.witness import Seen
from senpu.notation.faults import Fault
from senpu.notation.messages import Message
from senpu.replay.core.registry import rules_for
from senpu.replay.core.rules import AnyRules
from senpu.replay.core.views import Sight
from senpu.replay.disputes.verdict import Verdict, visible_verdict
from senpu.replay.disputes.verification import verify
from senpu.tui.commands.arguments import (
    UnusableLogError,
    add_data,
    add_jobs,
    add_json,
    add_language,
    add_sight,
    side_of,
)
from senpu.tui.commands.parsing import Parser
from senpu.tui.render.verdict_report import Speaker, proven, told, weights

PROOF = b"senpu-proof/1\n"
"""How a proof begins, and no log does."""
MANY = 256
"""From so many files on, all cores judge them."""
BATCH = 32
"""How many of them are one piece of work."""


def prepare_verify(parser: Parser) -> Callable[[Namespace], int]:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--report", type=Path, metavar="OUT.md")
    parser.add_argument(
        "--accept", action="store_true",
    )  # fmt: skip
    add_sight(parser)
    add_json(parser)
    add_data(parser)
    add_jobs(parser)
    add_language(parser)
    return run_verify


def run_verify(given: Namespace) -> int:
    if given.report is not None and len(given.files) > 1:
        raise UnusableLogError("reportOneFile")
    status = 0
    for code, said in _answers(given):
        print(said)
        status = max(status, code)
    return status


Answer = tuple[int, str]
"""The exit status that a file makes, and what is told of it."""


def _answers(given: Namespace) -> Iterator[Answer]:
    """What is told of each file, in their order."""
    paths = given.files
    if len(paths) < MANY:
        yield from (_answer(path, given) for path in paths)
        return
    from senpu.replay.analysis.executors import executor, in_order  # few verify so many

    batches = [paths[at : at + BATCH] for at in range(0, len(paths), BATCH)]
    asked = {name: getattr(given, name) for name in ("all", "data", "json", "lang", "seen_by")}
    work = ((batch, asked) for batch in batches)
    with executor(jobs=given.jobs) as hands:
        done = in_order(hands, _answered_apart, work, given.jobs)
        for batch, answers in zip(batches, done, strict=True):
            for path, answer in zip(batch, answers, strict=True):
                yield answer or _answer(path, given)


def _answered_apart(work: tuple[list[Path], dict[str, Any]]) -> list[Answer | None]:
    """What is told of some files: work for another program."""
    paths, asked = work
    given = Namespace(**asked, report=None, accept=False)
    return [_answer_apart(path, given) for path in paths]


def _answer_apart(path: Path, given: Namespace) -> Answer | None:
    """What is told of a file, if that does not rest on what was seen of its game before: this is
    looked up and remembered in the order of the files."""
    if _is_proof(path):
        return _proof(path, given)
    verdict = verify(path, given.all, given.data)
    return None if verdict.chain == "good" else _log(path, verdict, given)


def _answer(path: Path, given: Namespace) -> Answer:
    if _is_proof(path):
        return _proof(path, given)
    return _log(path, verify(path, given.all, given.data, Seen(), given.accept), given)


def _is_proof(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(PROOF)) == PROOF
    except OSError:
        return False  # the verdict says why


def _proof(path: Path, given: Namespace) -> Answer:
    """0 if a proof proves what it says, else 1; and which."""
    from senpu.logs.equivocation import ProofError, check, read  # most files are logs

    say = Speaker("en" if given.json else given.lang)
    try:
        good, said = True, proven(check(read(path.read_text("utf-8"))), say)
    except ProofError as error:
        good, said = False, say.word("no_proof", why=error)
    except UnicodeDecodeError:
        good, said = False, say.word("no_proof", why=Message("errors.notUtf8"))
    if given.json:
        said = msgspec.json.encode({"file": str(path), "good": good, "proof": said}).decode()
    else:
        said = f"{path}: {said}"
    return 0 if good else 1, said


def _log(path: Path, verdict: Verdict, given: Namespace) -> Answer:
    """0 if a log is good, 1 if it is not, 2 if it cannot be read; and the verdict, told."""
    english = given.lang == "en"
    whole = verdict.good and given.report is None and given.seen_by is None and english
    rules, headers = (None, {}) if whole else _opened(path, given)
    side = side_of(given, rules) if rules is not None else ""
    if rules is not None:
        verdict = visible_verdict(verdict, Sight(rules, side))
    speaker = Speaker(given.lang, rules)
    if given.json:
        said = msgspec.json.encode(shown(verdict)).decode()
    else:
        said = "\n".join(told(verdict, speaker, side))
    if given.report is not None and not verdict.unreadable:
        from senpu.tui.commands.exports import write
        from senpu.tui.render.arbiter_page import page

        digest = sha256(path.read_bytes()).hexdigest()
        write(given.report, page(verdict, speaker, headers, digest, side))
        print(given.report, file=sys.stderr)
    return 2 if verdict.unreadable else 0 if verdict.good else 1, said


def _opened(path: Path, given: Namespace) -> tuple[AnyRules | None, dict[str, str]]:
    """The rules and the header of a log, as far as they are known."""
    try:
        record = open_record(path)
    except OSError:
        return None, {}
    rules = rules_for(record, given.data)
    return None if isinstance(rules, Fault) else rules, record.headers


def shown(verdict: Verdict) -> dict[str, object]:
    """A verdict as `--json` prints it, in English; `spec/json.md` lists the keys."""
    english = Speaker()
    raw = {name: getattr(verdict, name) for name in verdict.__struct_fields__}
    raw["faults"] = [keys_of(fault) for fault in verdict.faults]
    return raw | {name: [*map(english.finding, each)] for name, each in weights(verdict).items()}


def keys_of(fault: Fault) -> dict[str, object]:
    """A fault as `--json` prints it."""
    keys = ("id", "layer", "line", "column", "event", "rule", "message", "legal")
    return {key: getattr(fault, key) for key in keys}


PREPARE = {"verify": prepare_verify}
