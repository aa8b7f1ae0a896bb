"""The evidence of a game as text: data sets, facts by source, dated claims."""

from collections.abc import Iterator, Mapping
from typing import Any

from senpu.replay.evidence.evaluation import ExaminedSet
from senpu.replay.evidence.ledger import (
    FINDINGS,
    DatedClaim,
    EvidenceFact,
    EvidenceLedger,
    EvidenceSource,
    choose_text,
)
from senpu.tui.render.text_layout import get_text, wrap_rows

HOLDS, FAILS, DEPENDS, UNTESTED = "+", "-", "~", "?"
"""The signs of a fact: it holds on all sets, on none, on some; it has no test."""


class EvidenceReport:
    """The rows of a report.

    Args:
        ledger: The ledger.
        sets: The tested data sets, the default first.
        language: The language.
        width: The columns of a row.
    """

    def __init__(
        self, ledger: EvidenceLedger, sets: list[ExaminedSet], language: str, width: int
    ) -> None:
        self.ledger, self.sets, self.language, self.width = ledger, sets, language, width
        tested = sets[0].findings
        self.facts = [fact for fact in ledger.fact if fact.untested or fact.id in tested]
        """The facts of the tested editions."""

    def text(self, ident: str, **fields: object) -> str:
        """Return a text of the screens."""
        return get_text(self.language, ident, **fields)

    def wrap(self, text: str, margin: str) -> Iterator[str]:
        """Yield the rows of a text after a margin."""
        return wrap_rows(text, margin, self.width)

    def name_set(self, each: ExaminedSet) -> str:
        """Return the name of a data set."""
        return each.name or self.text("evidence_default")

    def render_summary(self) -> Iterator[str]:
        """Yield the number of facts, and the facts that each data set satisfies."""
        untested = sum(bool(fact.untested) for fact in self.facts)
        count = {"n": len(self.facts), "untested": untested}
        yield from self.wrap(self.text("evidence_facts", game=self.ledger.game, **count), "")
        for each in self.sets:
            row = {"n": each.satisfied, "of": len(each.findings), "name": self.name_set(each)}
            yield f"  {self.text('evidence_set', **row)}"
            yield from self.wrap(each.title.get(self.language, ""), "    ")

    def render_failures(self) -> Iterator[str]:
        """Yield the facts that each data set does not satisfy, by source, with the finding.

        Data sets with the same findings are reported together.
        """
        groups: dict[tuple[tuple[str, str], ...], list[ExaminedSet]] = {}
        for each in self.sets:
            failed = tuple(
                (ident, finding.found.text(self.language) if finding.found else "")
                for ident, finding in each.findings.items()
                if not finding.holds
            )
            groups.setdefault(failed, []).append(each)
        for failed, sets in groups.items():
            if failed:
                name = self.text("comma_list").join(map(self.name_set, sets))
                yield ""
                yield from self.wrap(self.text("evidence_failed", name=name), "")
                yield from self._render_sources(dict(failed))

    def render_facts(self) -> Iterator[str]:
        """Yield all facts by source, with a sign for whether they hold."""
        yield ""
        signs = {"holds": HOLDS, "depends": DEPENDS, "fails": FAILS, "untested": UNTESTED}
        yield from self.wrap(self.text("evidence_signs", **signs), "")
        yield from self._render_sources({fact.id: "" for fact in self.facts})

    def _render_sources(self, chosen: Mapping[str, str]) -> Iterator[str]:
        """Yield facts by source.

        Args:
            chosen: What was found in place of each fact, by its id; empty if nothing is reported.
        """
        for source in self.ledger.source:
            facts = [fact for fact in self.facts if fact.source == source.id and fact.id in chosen]
            if facts:
                yield from self.wrap(self._format_source(source), "  ")
            for fact in facts:
                why = chosen[fact.id]
                yield from self._render_fact(fact, FAILS if why else self._find_sign(fact))
                if why:
                    yield from self.wrap(self.text("evidence_found", why=why), "      ")

    def _find_sign(self, fact: EvidenceFact) -> str:
        if fact.untested:
            return UNTESTED
        held = {each.findings[fact.id].holds for each in self.sets}
        return DEPENDS if len(held) > 1 else HOLDS if held.pop() else FAILS

    def _render_fact(self, fact: EvidenceFact, sign: str) -> Iterator[str]:
        yield from self.wrap(choose_text(fact.claim, self.language), f"    {sign} ")
        at = choose_text(fact.at, self.language)
        facts = [self.text(fact.provenance), self.text(f"evidence_kind_{fact.kind}"), at]
        row = self.text("comma_list").join(filter(None, facts))
        yield from self.wrap(row, "      ")
        yield from self.wrap(choose_text(fact.untested, self.language), "      ")

    def _format_source(self, source: EvidenceSource) -> str:
        parts = filter(None, (source.title, source.address, source.date))
        text = self.text("comma_list").join(parts)
        part = choose_text(source.part, self.language)
        if not source.read:
            why = choose_text(source.unread, self.language)
            return self.text("evidence_unread", source=text, why=why)
        ident = "evidence_read_part" if part else "evidence_read"
        fields = {"part": part} if part else {}
        return self.text(ident, source=text, date=source.read, **fields)

    # ---- dated claims ---------------------------------------------------------------------------

    def render_claims(self, every: bool) -> Iterator[str]:
        """Yield the number of dated claims by finding, and the claims.

        Args:
            every: Whether all claims are listed, not only the claims that differ from a source.
        """
        claims = self.ledger.claim
        if not claims:
            return
        counts = {
            finding: sum(claim.finding == finding for claim in claims) for finding in FINDINGS
        }
        yield ""
        yield from self.wrap(self.text("evidence_claims", n=len(claims), **counts), "")
        signs = {"agrees": HOLDS, "differs": FAILS, "unread": UNTESTED}
        yield from self.wrap(self.text("evidence_claim_signs", **signs), "  ")
        for claim in claims:
            if every or claim.finding == "differs":
                yield from self._render_claim(claim)

    def _render_claim(self, claim: DatedClaim) -> Iterator[str]:
        sign = {"agrees": HOLDS, "differs": FAILS, "unread": UNTESTED}[claim.finding]
        yield from self.wrap(choose_text(claim.claim, self.language), f"  {sign} ")
        places = (
            self.text("evidence_events", log=log, events=tuple(map(str, events)))
            for log, events in claim.events.items()
        )
        yield from self.wrap(self.text("comma_list").join(places), "    ")
        if claim.source:
            yield from self.wrap(self._format_source(self.ledger.find_source(claim.source)), "    ")
        else:
            yield from self.wrap(self.text("evidence_no_source", cited=claim.cited), "    ")
        if note := choose_text(claim.note, self.language):
            yield from self.wrap(note, "    ")


def make_evidence_object(
    ledger: EvidenceLedger, sets: list[ExaminedSet], language: str
) -> dict[str, Any]:
    """Return the evidence of a game for `--json`.

    Args:
        ledger: The ledger.
        sets: The tested data sets.
        language: The language of the texts.
    """
    return {
        "game": ledger.game,
        "sets": [
            {
                "name": each.name,
                "title": each.title.get(language, ""),
                "digests": [f"sha256:{digest}" for digest in each.digests.values()],
                "satisfied": each.satisfied,
                "tested": len(each.findings),
            }
            for each in sets
        ],
        "sources": [
            {
                "id": source.id,
                "title": source.title,
                "address": source.address,
                "date": source.date,
                "read": source.read,
                "part": choose_text(source.part, language),
                "unread": choose_text(source.unread, language),
            }
            for source in ledger.source
        ],
        "facts": [
            {
                "id": fact.id,
                "claim": choose_text(fact.claim, language),
                "source": fact.source,
                "at": choose_text(fact.at, language),
                "provenance": fact.provenance,
                "edition": fact.edition,
                "kind": fact.kind,
                "untested": choose_text(fact.untested, language),
                "results": [
                    {
                        "set": each.name,
                        "holds": found.holds,
                        "found": found.found.text(language) if found.found else "",
                    }
                    for each in sets
                    if (found := each.findings.get(fact.id)) is not None
                ],
            }
            for fact in ledger.fact
        ],
        "claims": [
            {
                "events": [
                    {"log": log, "numbers": list(numbers)} for log, numbers in claim.events.items()
                ],
                "date": claim.date,
                "claim": choose_text(claim.claim, language),
                "cited": claim.cited,
                "source": claim.source,
                "finding": claim.finding,
                "note": choose_text(claim.note, language),
            }
            for claim in ledger.claim
        ],
    }
