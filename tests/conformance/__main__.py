"""`python -m tests.conformance`: run the conformance suite of the rules.

`python -m tests.conformance --write` chooses and writes the frozen positions first.
"""

import sys

from tests.conformance.freezing import write_all
from tests.conformance.suite import CASES, FROZEN, find_case_faults, find_frozen_faults, load

if sys.argv[1:] == ["--write"]:
    for path in write_all():
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
