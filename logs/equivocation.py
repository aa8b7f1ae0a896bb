"""Contradictory signatures in copies of a game: the pairs that prove equivocation.

An honest side signs along one line of history, also if its logs are damaged. This module finds
two notes of one side's keys that cannot belong to one history, in any copies of one game. It
needs no valid log. :mod:`senpu.logs.proofs` checks what is found, and writes it.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from senpu.logs.evidence import Evidence, Statement
from senpu.logs.keys import PublicKey
from senpu.logs.proofs import WHOLE, Link, Proof, ProofError, check_proof, names_two_keys

MANY = 32
"""Maximum number of signatures of a new key that are compared with its `%key` line."""


def find_proofs(copies: Sequence[Sequence[bytes]]) -> list[Proof]:
    """Return a proof for each side whose keys have signed two histories of a game.

    Args:
        copies: The whole rows of two copies, with line feeds.

    Returns:
        The simplest proof for each first key of a side, checked.
    """
    evidence = Evidence(copies)
    found = []
    for nonce in sorted({one.content.nonce for one in evidence.statements}):
        statements = [one for one in evidence.statements if one.content.nonce == nonce]
        links = list(_find_links(evidence, statements))
        for family in _list_families(statements, links):
            own = [one for one in statements if one.key in family]
            proofs = (proof for proof in _list_proofs(evidence, own, links) if _is_proven(proof))
            if proof := next(proofs, None):
                found.append(proof)
    return found


def _is_proven(proof: Proof) -> bool:
    try:
        check_proof(proof)
    except ProofError:
        return False
    return True


# ---- keys that replaced each other ----------------------------------------------------------


def _find_links(evidence: Evidence, statements: Sequence[Statement]) -> Iterator[Link]:
    """Yield the replaced keys whose `%key` line a signature of the new key covers."""
    for rotation in statements:
        new = rotation.new_key
        later_ones = (one for one in statements if one.key == new and one.line > rotation.line)
        for later in islice(later_ones, MANY) if new else ():
            found = evidence.rows_between(rotation.line, later)
            own = rotation.rows
            if found and found[0] == rotation.content.head and found[1][: len(own)] == own:
                yield Link(rotation, later, tuple(found[1]))
                break


def _list_families(
    statements: Sequence[Statement], links: Sequence[Link]
) -> list[dict[PublicKey, None]]:
    """Return the keys of each side: a key that replaced no other key, and its successors."""
    newer: dict[PublicKey, list[PublicKey]] = {}
    for link in links:
        newer.setdefault(link.rotation.key, []).append(link.accepted.key)
    replaced = {key for keys in newer.values() for key in keys}
    families, seen = [], set[PublicKey]()
    keys = dict.fromkeys(one.key for one in statements)
    for root in sorted(keys, key=lambda key: key in replaced):  # keys in a circle are last
        if root in seen:
            continue
        family, rest = dict[PublicKey, None](), [root]
        while rest:
            key = rest.pop()
            if key not in family:
                family[key] = None
                rest += newer.get(key, [])
        seen |= family.keys()
        families.append(family)
    return families


def _choose_links(first: PublicKey, second: PublicKey, links: Sequence[Link]) -> tuple[Link, ...]:
    """Return the links that join two keys to a common older key, if they are two keys."""
    if first == second:
        return ()
    older: dict[PublicKey, Link] = {}
    for link in links:
        older.setdefault(link.accepted.key, link)
    lines = [[*_follow(key, older)] for key in (first, second)]
    common = {key for key, _ in lines[0]} & {key for key, _ in lines[1]}
    chosen = dict[int, Link]()
    for line in lines:
        for key, step in line:
            if key in common or step is None:
                break
            chosen[id(step)] = step
    return tuple(chosen.values())


def _follow(
    key: PublicKey, older: dict[PublicKey, Link]
) -> Iterator[tuple[PublicKey, Link | None]]:
    """Yield a key and its older keys, each with the link to the next."""
    seen = set[PublicKey]()
    while key not in seen:
        seen.add(key)
        yield key, older.get(key)
        if key not in older:
            return
        key = older[key].rotation.key


# ---- contradictions -------------------------------------------------------------------------


def _list_proofs(
    evidence: Evidence, statements: Sequence[Statement], links: Sequence[Link]
) -> Iterator[Proof]:
    """Yield pairs of contradictory statements of one side's keys, the simplest first."""
    for one, other in _list_equal_lines(statements):
        yield Proof(one, other, links=_choose_links(one.key, other.key, links))
    for proof in _list_later_lines(evidence, statements):
        yield proof._replace(links=_choose_links(proof.first.key, proof.second.key, links))


def _list_equal_lines(statements: Sequence[Statement]) -> Iterator[tuple[Statement, Statement]]:
    """Yield the contradictions in one line; first the pairs of a single key."""
    pairs = [
        (one, other)
        for one, other in pairwise(sorted(statements, key=_sort_key))
        if one.line == other.line
        and (one.content.head != other.content.head or names_two_keys(one, other))
    ]
    yield from sorted(pairs, key=lambda pair: pair[0].key != pair[1].key)


def _sort_key(one: Statement) -> tuple[int, bytes, str, bytes]:
    return one.line, one.key.raw, one.content.kind, one.content.head


def _list_later_lines(evidence: Evidence, statements: Sequence[Statement]) -> Iterator[Proof]:
    """Yield the contradictions in two lines: first those with few rows."""
    compared = set[bytes]()
    for top in reversed(statements):
        if top.content.head in compared:
            continue  # it is in the history of another one
        heads, header = _find_heads(evidence, top, statements)
        on_path = [one for one in statements if heads.get(one.line) == one.content.head]
        compared.update(one.content.head for one in on_path)
        pairs = [
            (one, next(each for each in on_path if each.line > one.line))
            for one in statements
            if one.line < top.line and heads.get(one.line, one.content.head) != one.content.head
        ]
        for one, later in sorted(pairs, key=lambda pair: pair[1].line - pair[0].line):
            if found := evidence.rows_between(one.line, later):
                yield Proof(one, later, found[0], tuple(found[1]))
        if inside := next((one for one in statements if one.line < header), None):
            yield Proof(inside, top, WHOLE, tuple(evidence.rows_from_start(top) or ()))
        if all(one.line in heads for one in statements) and not pairs:
            break  # the others are in the history of this one
    yield from _list_left_out(evidence, statements)


def _find_heads(
    evidence: Evidence, top: Statement, statements: Sequence[Statement]
) -> tuple[dict[int, bytes], int]:
    """Return the heads in the history of a statement, by the lines of earlier statements.

    Returns:
        The known heads, and the number of rows of the header if lines of statements are in it.
    """
    head, line = top.content.head, top.line
    heads = {line: head}
    for wanted in sorted({one.line for one in statements if one.line < line}, reverse=True):
        while line > wanted:
            step = evidence.step_back(head)
            if step is None:
                header = evidence.headers.get(head, ())
                return heads, len(header) if len(header) == line else 0
            head, line = step.before, line - 1
        heads[wanted] = head
    return heads, 0


def _list_left_out(evidence: Evidence, statements: Sequence[Statement]) -> Iterator[Proof]:
    """Yield the lines of a side that a later signature of the side leaves out of the history.

    These are the `%key` lines of one key that name two keys, and seals that accept an end.
    """
    for one in statements:
        for other in statements if one.new_key or one.is_final else ():
            if one.line >= other.line or not (one.is_final or names_two_keys(one, other)):
                continue
            if found := evidence.rows_between(one.line, other):
                yield Proof(one, other, found[0], tuple(found[1]))
