"""`python -m tests.conformance`: run the conformance suite of the rules.

`--write` writes the legal events and digests of the frozen positions first, and
`--choose` chooses other positions.
"""

import sys

from tests.conformance.freezing import write_all
from tests.conformance.suite import CASES, FROZEN, find_case_faults, find_frozen_faults, load

if sys.argv[1:] in (["--write"], ["--choose"]):
    for path in write_all(is_new=sys.argv[1] == "--choose"):
        print(f"wrote {path.name}")
faults = [
    *(fault for path in CASES for case in load(path)["cases"] for fault in find_case_faults(case)),
    *(
        fault
        for path in FROZEN
        for each in load(path)["positions"]
        for fault in find_frozen_faults(each)
    ),
]
print(*faults, sep="\n", end="\n" * bool(faults))
sys.exit(1 if faults else 0)
