"""Mutants of each module that a verdict or a safe append depends on."""

import json
import subprocess
import sys
from collections.abc import Iterator

from tests.reliability.figures import Figure, skipped

QUICK = ("-k", "not every_bit and not every_cut and not random_bits and not as_fast")
"""Options that exclude slow tests, which notice no other mutants."""
VERIFIER = "tests/reliability/test_verifier.py"
LOGS, REPLAY = "tests/logs/test_", "tests/replay/test_"
MODULES: dict[str, tuple[str, ...]] = {
    "logs/chain.py": (
        VERIFIER, f"{LOGS}seals.py", f"{LOGS}chain.py", f"{REPLAY}rules_conformance.py", *QUICK
    ),
    "logs/record.py": (
        VERIFIER, f"{LOGS}record.py", f"{LOGS}growth.py", f"{LOGS}seals.py", f"{LOGS}chain.py",
        f"{LOGS}dice.py", f"{REPLAY}audit.py", *QUICK
    ),
    "logs/seals.py": (VERIFIER, f"{LOGS}seals.py"),
    "logs/dice.py": (f"{LOGS}dice.py", f"{REPLAY}fairness.py"),
    "logs/hands.py": (f"{LOGS}hands.py", f"{REPLAY}audit.py"),
    "logs/machine_lines.py": (f"{LOGS}seals.py", f"{LOGS}dice.py", f"{LOGS}hands.py"),
    "replay/disputes/fairness.py": (f"{REPLAY}fairness.py", f"{REPLAY}rules_conformance.py"),
    "replay/disputes/verification.py": (
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
GOAL = "each noticed by a test, except equivalent mutants"

QUICK_WAY = 'if row[-11:-9] == b" ~" and body and not self.lost:'
SAME = {
    "logs/chain.py": {
        # The fast path is not used, or is used when faults are no longer reported: the same result.
        f"{QUICK_WAY}  =>  row[-11:-9] != b' ~'", f"{QUICK_WAY}  =>  self.lost",
        f"{QUICK_WAY}  =>  10", f"{QUICK_WAY}  =>  12",
        "tag = row[-9:-1]  =>  2", "body = row[:-11]  =>  12",
        "tag = row[-9:-1]  =>  10", "if new[:4].hex().encode() == tag:  =>  5",
        # One more row is passed than is checked.
        "append(self._other(row, rows[at + 1 : at + 2], following))  =>  3",
        # The number of a row in unused faults.
        "text = decode_row(0, row[:-1])[0]  =>  1",
        "column = len(decode_row(0, body)[0]) + (2 if body else 1)  =>  1",
    },
    "logs/record.py": {
        # The number of bytes per read, and the number of a row in unused faults.
        *(f"FIRST, BLOCK = 1 << 12, 1 << 16  =>  {number}" for number in (2, 13, 17)),
        # Set again before it is read.
        "self.first_fault = 0  =>  1", "self.has_incomplete_row = False  =>  True",
        'return decode_row(0, self._reader.row(number).rstrip(b"\\n"))[0]  =>  1',
        # Both values mean that there is no nonce.
        'return self.hands.nonce if self.chain.on and self.hands.declared else ""  =>  return None',
    },
    "logs/seals.py": {
        # Invalid base64 differs from its re-encoded form.
        "data = base64.b64decode(text, validate=True)  =>  False",
    },
    "replay/disputes/face_down.py": {'return ""  =>  return None'},  # equivalent
    "replay/disputes/verification.py": {
        "while batch := list(islice(lines, RECENT // 2)):  =>  3",  # lines are read in blocks
    },
}  # fmt: skip
"""Equivalent mutants, each checked by hand."""


def measure(small: bool) -> Iterator[Figure]:
    for module, tests in MODULES.items():
        what = f"mutants of `{module}`"
        every = "20" if small else "1"
        command = [sys.executable, "-m", "tests.reliability.mutants", module, every, *tests]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            yield skipped(what, GOAL, done.stderr.strip().splitlines()[-1])
            continue
        result = json.loads(done.stdout)
        same = [each for each in result["alive"] if each in SAME.get(module, ())]
        alive = [each for each in result["alive"] if each not in same]
        for each in alive:
            print(f"  not noticed: {each}")
        noticed = result["tried"] - len(result["alive"])
        found = f"{noticed} noticed, {len(same)} equivalent"
        found += f", **{len(alive)} not noticed**" if alive else ""
        yield Figure(what, result["tried"], GOAL, found, not alive)
