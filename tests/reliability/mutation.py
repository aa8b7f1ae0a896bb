"""A wrong verifier: each module that a verdict or a safe append rests on, changed in each place,
and whether the tests notice it.
"""

import json
import subprocess
import sys
from collections.abc import Iterator

from tests.reliability.figures import Figure, skipped

QUICK = ("-k", "not every_bit and not every_cut and not random_bits and not as_fast")
"""Without the tests that take long: what they notice the others notice too."""
ANEW = "tests/reliability/test_verifier.py"
LOGS, REPLAY = "tests/logs/test_", "tests/replay/test_"
MODULES: dict[str, tuple[str, ...]] = {
    "logs/chain.py": (
        ANEW, f"{LOGS}seals.py", f"{LOGS}chain.py", f"{REPLAY}rules_conformance.py", *QUICK
    ),
    "logs/record.py": (
        ANEW, f"{LOGS}record.py", f"{LOGS}growth.py", f"{LOGS}seals.py", f"{LOGS}chain.py",
        f"{LOGS}dice.py", f"{REPLAY}audit.py", *QUICK
    ),
    "logs/seals.py": (ANEW, f"{LOGS}seals.py"),
    "logs/dice.py": (f"{LOGS}dice.py", f"{REPLAY}fairness.py"),
    "logs/hands.py": (f"{LOGS}hands.py", f"{REPLAY}audit.py"),
    "logs/machine_lines.py": (f"{LOGS}seals.py", f"{LOGS}dice.py", f"{LOGS}hands.py"),
    "replay/disputes/fairness.py": (f"{REPLAY}fairness.py", f"{REPLAY}rules_conformance.py"),
    "replay/disputes/verdict.py": (
        f"{REPLAY}verify.py", f"{REPLAY}verify_data.py", f"{REPLAY}audit.py",
        f"{REPLAY}fairness.py", f"{REPLAY}migration.py", f"{REPLAY}rules_conformance.py",
        "tests/command/test_seals.py",
    ),
    "replay/core/rejections.py": (f"{REPLAY}verify.py", f"{REPLAY}audit.py"),
    "replay/disputes/face_down.py": (
        f"{REPLAY}audit.py", f"{REPLAY}verify.py", f"{REPLAY}fairness.py", f"{LOGS}hands.py"
    ),
    "replay/disputes/card_audit.py": (f"{REPLAY}audit.py", f"{REPLAY}verify.py"),
    "logs/journal.py": (f"{LOGS}journal.py", f"{LOGS}whole_files.py"),
    "logs/repair.py": (f"{LOGS}repair.py",),
}  # fmt: skip
GOAL = "each detected by a test, unless it changes nothing"

QUICK_WAY = 'if row[-11:-9] == b" ~" and body and not self.lost:'
SAME = {
    "logs/chain.py": {
        # The quick way is not taken, or is taken where nothing is told any more: slower, no other.
        f"{QUICK_WAY}  =>  row[-11:-9] != b' ~'", f"{QUICK_WAY}  =>  self.lost",
        f"{QUICK_WAY}  =>  10", f"{QUICK_WAY}  =>  12",
        "tag = row[-9:-1]  =>  2", "body = row[:-11]  =>  12",
        "tag = row[-9:-1]  =>  10", "if new[:4].hex().encode() == tag:  =>  5",
        # One row more is handed on than is looked at.
        "append(self._other(row, rows[at + 1 : at + 2], following))  =>  3",
        # The number of a row in faults that are not used.
        "return located(ident, number, decoded(0, row[:-1])[0], message, column, hint, "
        '"chain")  =>  1',
        "column = len(decoded(0, body)[0]) + (2 if body else 1)  =>  1",
    },
    "logs/record.py": {
        # How many bytes are read at a time, and the number of a row in faults that are not used.
        *(f"FIRST, BLOCK = 1 << 12, 1 << 16  =>  {number}" for number in (2, 13, 17)),
        # Set anew before anybody reads them.
        "self.amiss = 0  =>  1", "self._torn = False  =>  True",
        'return decoded(0, self._reader.row(number).rstrip(b"\\n"))[0]  =>  1',
        # Either says that there is none.
        'return self.hands.nonce if self.chain.on and self.hands.declared else ""  =>  return None',
    },
    "logs/seals.py": {
        # What is no base64 is not what encoding it again gives.
        "data = base64.b64decode(text, validate=True)  =>  False",
    },
    "replay/disputes/face_down.py": {'return ""  =>  return None'},  # equivalent
    "replay/disputes/verdict.py": {
        "while batch := list(islice(lines, RECENT // 2)):  =>  3",  # lines are read some at a time
        "class Sealed(msgspec.Struct, frozen=True):  =>  False",  # nobody changes one
    },
    # A letter more of a long text is shown.
    "logs/dice.py": {
        'raise Wrong("diceMalformed", 0, f"no source of dice is written so: {first[:60]}", FORMS)'
        "  =>  61",
    },
    # The message is told by its own name.
    "replay/disputes/fairness.py": {"super().__init__(message)  =>  pass"},
    "logs/journal.py": {"PIECE = 1 << 20  =>  21", "PIECE = 1 << 20  =>  2"},  # other pieces
}  # fmt: skip
"""Mutants that do the same as the module: looked at one by one."""


def measure(small: bool) -> Iterator[Figure]:
    for module, tests in MODULES.items():
        what = f"mutants of `{module}`"
        every = "20" if small else "1"
        command = [sys.executable, "-m", "tests.reliability.mutants", module, every, *tests]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            yield skipped(what, GOAL, done.stderr.strip().splitlines()[-1])
            continue
        told = json.loads(done.stdout)
        same = [said for said in told["alive"] if said in SAME.get(module, ())]
        alive = [said for said in told["alive"] if said not in same]
        for said in alive:
            print(f"  not noticed: {said}")
        noticed = told["tried"] - len(told["alive"])
        found = f"{noticed} detected, {len(same)} change nothing"
        found += f", **{len(alive)} not detected**" if alive else ""
        yield Figure(what, told["tried"], GOAL, found, not alive)
