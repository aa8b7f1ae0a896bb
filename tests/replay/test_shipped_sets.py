"""Shipped data sets: found by their digests like the default values, with names at their places."""

import re
from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY
from senpu.replay.core.registry import (
    DataSet,
    find_data_input,
    list_shipped_sets,
    open_rules,
)
from senpu.replay.core.rules import AnyRules
from senpu.replay.disputes.verification import verify

EARLIER = {
    "800/bonsai-2021": "74baf8a7eac463b0d2ab064fd3eaede3787f63ca53016b93af72140d4b337ae2",
    "800/battles-2011": "74baf8a7eac463b0d2ab064fd3eaede3787f63ca53016b93af72140d4b337ae2",
    "incident1932/bonsai-2016": "ceb96d41de3e860cc45af8724485898094d7e084029dc5e76a7bbff0150d7c9b",
    "nanjing1937/bonsai-2016": "bd8d518c30b30d566ff2b12c400772d610c81eefc1b4dfd689c5a19756e7f3f8",
    "russojapanese/bonsai-2018": "35d0a23f53a6786f5012af5c615e43924dcbcb639cc1f3e014b691fdad17a03d",
}
"""The digests that the logs of the library name."""
OTHER = [
    pytest.param(ident, each, id=f"{ident}-{each.name}")
    for ident in EARLIER
    for each in list_shipped_sets(ident)
    if each.name
]


def open_set(ident: str, each: DataSet) -> AnyRules:
    return open_rules(ident, digest=each.values.digest()[:16])


def test_the_digest_of_each_log_of_the_library_is_one_of_a_shipped_set() -> None:
    pinned = set()
    for path in LIBRARY.rglob("*.senpu"):
        header = path.read_text("utf-8").partition("\n\n")[0]
        game = re.search(r"^Game: (.+)$", header, re.MULTILINE)
        digest = re.search(r"^Data: sha256:(.+)$", header, re.MULTILINE)
        assert game, path
        pinned |= {(game[1], digest[1])} if digest else set()
    assert pinned == set(EARLIER.items())
    for ident, pinned_digest in pinned:
        assert open_rules(ident, digest=pinned_digest).spec.values.digest() == pinned_digest


def test_the_earlier_alternative_of_the_russo_japanese_war_is_shipped() -> None:
    digest = "cf711e993bbbe312305a7ec47e369e226ac5389868db03b68619034a90469ccf"
    rules = open_rules("russojapanese/bonsai-2018", digest=digest)
    assert rules.spec.values.table("place")["port_arthur"] == ["1202"]


@pytest.mark.parametrize(("ident", "each"), OTHER)
def test_a_shipped_set_is_played_without_its_file(
    ident: str, each: DataSet, tmp_path: Path
) -> None:
    rules = open_set(ident, each)
    assert rules.spec.values.digest() == each.values.digest()
    log = tmp_path / "a.senpu"
    log.write_text(f"Senpu: 1\nGame: {ident}\nData: sha256:{each.values.digest()}\n\n")
    verdict = verify(log)
    assert (verdict.valid, verdict.data) == (True, "pinned")
    assert each.title.keys() == {"en", "ja"}
    assert all(each.title.values())
    name = f"{ident.partition('/')[0]}/{each.name}"
    assert open_rules(ident, data_file=find_data_input(name)).spec.values == each.values


@pytest.mark.parametrize("ident", EARLIER)
def test_shipped_sets_differ(ident: str) -> None:
    digests = [each.values.digest() for each in list_shipped_sets(ident)]
    assert len(set(digests)) == len(digests)
    default = list_shipped_sets(ident)[0]
    assert (default.name, default.values) == ("", open_rules(ident).spec.values)


def test_the_fortress_has_its_name_in_each_shipped_set() -> None:
    ident, found = "russojapanese/bonsai-2018", {}
    for each in list_shipped_sets(ident):
        spec = open_set(ident, each).spec
        (place,) = spec.values.table("place")["port_arthur"]
        named = [at for at in spec.named_places if spec.name("en", "place", at) == "Port Arthur"]
        assert named == [place]
        assert (spec.name("ja", "place", place), spec.name("en", "short", place)) == (
            "旅順", "PArth",
        )  # fmt: skip
        block = spec.name_block(place)
        assert block
        assert (block.provenance, spec.name("en", "place", "1204")) == ("printed", "Nanshan")
        found[each.name] = place
    assert found[""] == "1202"
    assert found["port-arthur-1201"] == "1201"
