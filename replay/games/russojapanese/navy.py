"""The fleets in the state (chapter 11)."""

import msgspec


class Navy(msgspec.Struct, frozen=True, gc=False):
    """Ships are counted in the order of `units.toml`, those of Japan first."""

    steps: tuple[int, ...]
    """What is left of each ship: 2, 1 (damaged) or 0 (sunk)."""
