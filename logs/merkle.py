"""Merkle trees over the lines of a log, as in RFC 6962.

    leaf: SHA-256(0x00, line)      node: SHA-256(0x01, left, right)

The root over the first lines of a log is a name of these lines that cannot be forged. A
consistency proof shows, to a person without the log, that one root continues another.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256

EMPTY = sha256().digest()
"""The root of a tree without leaves."""


def hash_leaf(data: bytes) -> bytes:
    """Return the hash of a leaf."""
    return sha256(b"\x00" + data).digest()


def hash_pair(left: bytes, right: bytes) -> bytes:
    """Return the hash of a node above two others."""
    return sha256(b"\x01" + left + right).digest()


def compute_roots(lines: Iterable[bytes], sizes: Iterable[int]) -> dict[int, bytes]:
    """Return the root over the first lines of a log, for each size that the log has."""
    wanted, roots = set(sizes), dict[int, bytes]()
    if 0 in wanted:
        roots[0] = EMPTY
    whole = list[bytes]()  # the roots of the largest complete trees, from the left
    for size, line in enumerate(lines, 1):
        node, number = hash_leaf(line), size
        while number % 2 == 0:
            node, number = hash_pair(whole.pop(), node), number // 2
        whole.append(node)
        if size in wanted:
            root = node
            for left in whole[-2::-1]:
                root = hash_pair(left, root)
            roots[size] = root
    return roots


def prove_consistency(lines: Sequence[bytes], old: int) -> list[bytes]:
    """Return the proof that the tree over all lines continues the tree over the first ones.

    Args:
        lines: All lines.
        old: The number of the first lines, from 1 to the number of all lines.
    """
    return _prove([hash_leaf(line) for line in lines], old, True)


def _prove(leaves: Sequence[bytes], old: int, is_known: bool) -> list[bytes]:
    """Return SUBPROOF of RFC 6962, 2.1.2."""
    size = len(leaves)
    if old == size:
        return [] if is_known else [_compute_root(leaves)]
    split = _find_split(size)
    if old <= split:
        return [*_prove(leaves[:split], old, is_known), _compute_root(leaves[split:])]
    return [*_prove(leaves[split:], old - split, False), _compute_root(leaves[:split])]


def _find_split(size: int) -> int:
    """Return the largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1


def _compute_root(leaves: Sequence[bytes]) -> bytes:
    if len(leaves) == 1:
        return leaves[0]
    split = _find_split(len(leaves))
    return hash_pair(_compute_root(leaves[:split]), _compute_root(leaves[split:]))


def is_consistent(
    old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Return whether a proof shows that a tree of `new` lines continues a tree of `old` lines."""
    if not 0 < old <= new:
        return False
    if old == new:
        return not proof and old_root == new_root
    number, last = old - 1, new - 1
    while number % 2:
        number, last = number // 2, last // 2
    # The proof of a complete first tree does not repeat its root (RFC 9162, 2.1.4.2).
    rest = [*proof] if number else [old_root, *proof]
    if not rest:
        return False
    first = second = rest[0]
    for node in rest[1:]:
        if last == 0:
            return False
        if number % 2 or number == last:
            first, second = hash_pair(node, first), hash_pair(node, second)
            while number % 2 == 0 and number:
                number, last = number // 2, last // 2
        else:
            second = hash_pair(second, node)
        number, last = number // 2, last // 2
    return last == 0 and (first, second) == (old_root, new_root)
