"""The programs that played a game, and how strong they are.

A player is a program if the name in the header is the name of a program, with or without a budget:
`tree:400`. All other players count as humans, however weak they are.
"""

from collections.abc import Iterable

from senpu.notation.faults import Error

PROGRAM_STRENGTHS = {"random": 0, "brisk": 1, "greedy": 2, "one-ply": 3, "tree": 4}
"""The strength of each program, now and in existing logs; only the order has a meaning."""
WEAKEST, LEAST = "random", "brisk"
"""The weakest program, and the weakest one whose games count by default."""


class ProgramNameError(Error):
    """No program has this name."""


def check_program(name: str) -> str:
    """Return the name of a program, with or without a budget.

    Returns:
        The name.

    Raises:
        ProgramNameError: No program has this name.
    """
    if not is_program(name):
        raise ProgramNameError("unknownProgram", name=name, have=tuple(PROGRAM_STRENGTHS))
    return name


def is_program(name: str) -> bool:
    """Return whether a name is the name of a program, with or without a budget."""
    return _find_word(name) in PROGRAM_STRENGTHS and " " not in name


def list_programs(players: Iterable[str]) -> str:
    """Return the programs among some players, sorted, each once: `greedy tree:400`."""
    return " ".join(sorted({name for name in players if is_program(name)}))


def find_weakest(programs: str) -> str:
    """Return the weakest of some programs without its budget, or "" if there are none."""
    return min(map(_find_word, programs.split()), key=PROGRAM_STRENGTHS.__getitem__, default="")


def is_as_strong(programs: str, least: str) -> bool:
    """Return whether no program is weaker than `least`; true for games of humans."""
    weakest = find_weakest(programs)
    return not weakest or PROGRAM_STRENGTHS[weakest] >= PROGRAM_STRENGTHS[_find_word(least)]


def is_played_by(programs: str, accepted: Iterable[str]) -> bool:
    """Return whether programs played, and only accepted ones; `tree` accepts all its budgets."""
    names = set(accepted)
    played = programs.split()
    return bool(played) and all(name in names or _find_word(name) in names for name in played)


def _find_word(name: str) -> str:
    return name.partition(":")[0]
