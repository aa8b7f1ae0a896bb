"""The facts of a ledger tested on the data sets of a game."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from senpu.logs.inputs import Source
from senpu.replay.core.registry import get_registration, list_shipped_sets, open_rules
from senpu.replay.core.rules import AnyRules
from senpu.replay.evidence.assertions import FactFinding, check_fact
from senpu.replay.evidence.ledger import EvidenceFact, EvidenceLedger
from senpu.spec.loader import read_folder


class ExaminedSet:
    """A data set of a game, and what the tests of the ledger find on it.

    Args:
        ledger: The ledger.
        name: The name of the set; empty for the default.
        digests: The digest of its values by edition; empty for the values of the file.
        title: What a shipped alternative is, by language.
        data_file: A data file of the user; None for a shipped set.
    """

    def __init__(
        self,
        ledger: EvidenceLedger,
        name: str,
        digests: Mapping[str, str],
        title: Mapping[str, str],
        data_file: Source | None = None,
    ) -> None:
        self.ledger, self.name, self.title, self.data_file = ledger, name, title, data_file
        self._digests = digests
        self.editions = tuple(digests)
        self._rules: dict[tuple[str, tuple[str, ...]], AnyRules] = {}

    @cached_property
    def findings(self) -> Mapping[str, FactFinding]:
        """The finding of each fact with a test, by the id of the fact.

        A fact holds if it holds in each edition that it names, or in all.
        """
        found = {}
        for fact in self.ledger.fact:
            if not fact.untested:
                tested = [*self._check(fact)]
                if tested:
                    found[fact.id] = next((each for each in tested if not each.holds), tested[0])
        return found

    def _check(self, fact: EvidenceFact) -> Iterator[FactFinding]:
        for edition in self.editions:
            if fact.edition in ("", edition):
                yield check_fact(fact, self.open(edition, fact.options))

    def open(self, edition: str, options: tuple[str, ...] = ()) -> AnyRules:
        """Return the rules of an edition on the set. Raises Error if it cannot be played."""
        key = edition, options
        if key not in self._rules:
            ident, digest = f"{self.ledger.game}/{edition}", self._digests[edition]
            self._rules[key] = open_rules(ident, options, digest, data_file=self.data_file)
        return self._rules[key]

    @property
    def satisfied(self) -> int:
        """The number of facts that hold."""
        return sum(finding.holds for finding in self.findings.values())

    @property
    def digests(self) -> dict[str, str]:
        """The digest of the values of each edition."""
        return {edition: self.open(edition).spec.values.digest() for edition in self.editions}


def examine_sets(
    ledger: EvidenceLedger, data_file: Source | None = None, editions: tuple[str, ...] = ()
) -> list[ExaminedSet]:
    """Return the data sets of a game with their findings, the default first.

    Args:
        ledger: The ledger of the game.
        data_file: A data file of the user, which comes last.
        editions: The editions to test; empty for all.

    Returns:
        The sets.
    """
    editions = editions or tuple(read_folder(get_registration(ledger.game).folder).game.edition)
    shipped: dict[str, dict[str, str]] = {}
    titles: dict[str, Mapping[str, str]] = {}
    for edition in editions:
        for each in list_shipped_sets(f"{ledger.game}/{edition}"):
            shipped.setdefault(each.name, {})[edition] = each.values.digest()
            titles[each.name] = each.title
    sets = [ExaminedSet(ledger, name, each, titles[name]) for name, each in shipped.items()]
    if data_file is not None:
        unknown = dict.fromkeys(editions, "")
        sets.append(ExaminedSet(ledger, str(data_file), unknown, {}, data_file))
    return sets
