"""Merkle trees: known roots, and proofs against a second statement of RFC 6962."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from senpu.logs.merkle import EMPTY, compute_roots, is_consistent, prove_consistency

LEAVES = [bytes.fromhex(each) for each in (
    "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
)]  # fmt: skip
"""The leaves of the test vectors of Certificate Transparency (RFC 6962)."""
ROOTS = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    4: "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    5: "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    6: "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    7: "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}
PROOFS = {
    (1, 1): [],
    (1, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}  # fmt: skip
"""The consistency proofs of the same test vectors."""


def test_the_roots_of_the_published_vectors() -> None:
    found = compute_roots(LEAVES, range(9))
    assert found.pop(0) == EMPTY == sha256().digest()
    assert {size: root.hex() for size, root in found.items()} == ROOTS
    assert compute_roots(LEAVES, [9]) == {}


@pytest.mark.parametrize(("old", "new"), PROOFS)
def test_the_proofs_of_the_published_vectors(old: int, new: int) -> None:
    proof = prove_consistency(LEAVES[:new], old)
    assert [node.hex() for node in proof] == PROOFS[old, new]


@given(st.data(), st.integers(1, 70))
def test_a_proof_holds_for_its_two_trees_alone(data: st.DataObject, new: int) -> None:
    old = data.draw(st.integers(1, new))
    lines = [b"%d\n" % at for at in range(new)]
    roots = compute_roots(lines, (old, new))
    proof = prove_consistency(lines, old)
    assert is_consistent(old, roots[old], new, roots[new], proof)
    changed = data.draw(st.integers(0, old - 1))
    fork = compute_roots([*lines[:changed], b"x", *lines[changed + 1 : old]], [old])[old]
    assert not is_consistent(old, fork, new, roots[new], proof)
    for at in range(len(proof)):
        assert not is_consistent(old, roots[old], new, roots[new], proof[:at] + proof[at + 1 :])
        assert not is_consistent(
            old, roots[old], new, roots[new], [*proof[:at], bytes(32), *proof[at + 1 :]]
        )
    assert not is_consistent(old, roots[old], new, roots[new], [*proof, bytes(32)])
    assert not is_consistent(0, EMPTY, new, roots[new], [])
