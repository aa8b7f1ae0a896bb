"""The exit statuses, as data: what 0, 2 and above mean, and why a command returns 1.

The help, the manual and the tests read them. The texts are in the catalogue: `help.statuses.KEY`.
"""

SUCCESS, FAILURE, MISUSE, GAPS, INTERRUPTED, GONE = 0, 1, 2, 3, 130, 141
GENERAL = {
    SUCCESS: "success",
    FAILURE: "failure",
    MISUSE: "misuse",
    GAPS: "gaps",
    INTERRUPTED: "interrupted",
    GONE: "gone",
}
"""The keys of the meanings of all statuses. Only `verify` returns 3."""
FAILURES = {
    "invalid": (
        "view", "show", "legal", "dice", "study add", "openings show", "openings top",
        "review", "export", "new", "play", "match",
    ),
    "rejected": ("append", "roll", "deal", "hand", "reveal", "seal", "repertoire add"),
    "verdict": ("verify",),
    "differs": ("diff",),
    "form": ("fmt",),
    "damaged": ("repair",),
    "lost": ("restore",),
    "migration": ("migrate",),
    "notes": ("note",),
    "no_way": ("bridge",),
    "left_out": ("openings build",),
    "chapters": ("study list",),
    "incomplete": ("games check",),
    "answers": ("data fill",),
}  # fmt: skip
"""The keys of the reasons for status 1, with the commands that return it."""


def find_statuses(name: str) -> dict[int, str]:
    """Return the statuses of a command that not all commands have, with their reasons."""
    keys = [key for key, names in FAILURES.items() if name in names]
    found = {FAILURE: keys[0]} if keys else {}
    return found | ({GAPS: GENERAL[GAPS]} if name == "verify" else {})
