"""A state machine: an honest player and a cheat exchange copies of a game.

The honest player uses the functions of the program, with its own state folder. The cheat writes any
line for either side, with its own keys and all secrets that it knows, onto any copy that it has
seen, and sends what it likes. `verify` checks each text.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from shutil import rmtree
from tempfile import mkdtemp
from unittest import mock

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from senpu.logs.chain import split_tag
from senpu.replay.disputes.comparison import compare as compare_copies
from senpu.replay.disputes.verdict import LogVerdict
from senpu.replay.recording.log_writing import append_draft
from senpu.replay.recording.rolling import commit_secrets, roll_dice
from senpu.replay.recording.sealing import sign
from tests.protocol.acts import SIDES, Act, NoTextError, Pendulum
from tests.protocol.copies import (
    TRACE,
    TRACES,
    Copy,
    add,
    begin,
    compare,
    make_signer,
    strip,
    verify_text,
)

POOL = 12
"""The number of copies that the cheat keeps."""
LENGTH = 2
"""The number of secrets of a commitment: they are soon used up."""
LONG = 120
"""The rows of a log after which the players no longer hurry on."""
FOLDER = "/dev/shm" if os.path.isdir("/dev/shm") else None

BOTH = st.sampled_from(SIDES)
COUNTS = st.integers(1, 4)
CHEATS = st.one_of(
    st.builds(Act, st.just("decide"), st.just(""), st.integers(0, 1)),
    st.builds(Act, st.just("roll"), st.just(""), st.integers(0, 5)),
    st.builds(Act, st.just("undo"), st.just(""), COUNTS),
    st.builds(Act, st.just("resign"), BOTH),
    st.sampled_from([Act(kind) for kind in ("agree", "end", "comment", "source")]),
    st.builds(Act, st.just("commit"), BOTH, st.integers(1, LENGTH)),
    st.builds(Act, st.just("reveal"), BOTH, st.integers(0, 2)),
    st.builds(Act, st.just("seal"), BOTH, st.integers(0, 3)),
    st.builds(Act, st.just("rotate"), BOTH),
)  # fmt: skip


class Steps:
    """The number of steps of all runs."""

    steps = lines = accepted = delivered = taken = proofs = 0


class Play(RuleBasedStateMachine):
    """A game between an honest player and a cheat."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(mkdtemp(dir=FOLDER))
        self.path = self.folder / "mine.senpu"

    def teardown(self) -> None:
        rmtree(self.folder)

    # ---- the honest player ----------------------------------------------------------------------

    @initialize(side=BOTH, cheat_has_key=st.booleans(), fair=st.booleans())
    def begin(self, side: str, cheat_has_key: bool, fair: bool) -> None:
        self.me, (self.cheat,) = side, (other for other in SIDES if other != side)
        self.key = 0
        self.permitted: set[int] = set()
        """The numbers of the events whose undo the honest player has permitted."""
        self.signed: set[int] = set()
        self.mine = begin(Pendulum, frozenset(SIDES if cheat_has_key else (side,)))
        self.save()
        if fair:
            self.use([Act("commit", side, LENGTH)], self.commit)
            self.use([Act("seal", side)], self.seal)
        self.pool = [self.mine]
        if fair:
            for act in (Act("commit", self.cheat, LENGTH), Act("seal", self.cheat)):
                self.forge(self.pool[-1], act)
            self.deliver(self.pool[-1])

    def save(self) -> None:
        self.path.write_text(self.mine.text)

    @contextmanager
    def at_home(self) -> Iterator[None]:
        """Use the state folder of the honest player, and known secrets."""
        chain = self.mine.ledger.chains.get(self.me, 0)
        seed = sha256(f"{self.me} {chain}".encode()).digest()
        with (
            mock.patch.dict(os.environ, SENPU_STATE=str(self.folder)),
            mock.patch("os.urandom", lambda count: seed[:count]),
        ):
            yield

    def use(self, acts: list[Act], function: Callable[[], object]) -> None:
        """Let a function of the program write these acts."""
        with self.at_home():
            function()
        added = self.path.read_text()[len(self.mine.text) :]
        lines: list[str] = []
        for row in added.encode().splitlines(keepends=True):
            found = split_tag(row)
            assert found is not None
            body = f"{found[0].decode()}\n"
            if row.startswith(b"  "):
                lines[-1] += body
            else:
                lines.append(body)
        for act, line in zip(acts, lines, strict=True):
            self.mine, found_ = self.mine.follow(act, line, ())
            self.accept(found_)
            if act.kind in ("seal", "rotate"):
                self.signed.update(self.mine.ledger.in_effect)
        assert self.mine.text == self.path.read_text()
        self.accept([*compare(self.verify_text(), self.mine.ledger)])

    def accept(self, found: list[str]) -> None:
        assert not found, "\n".join([*found, self.mine.render()])

    def verify_text(self) -> LogVerdict:
        verdict = verify_text(self.mine.text)
        assert verdict.valid, verdict.faults
        return verdict

    def commit(self) -> None:
        commit_secrets(self.path, self.me, LENGTH)

    def seal(self, count: int = 0) -> None:
        offer = self.mine.ledger.offer
        accepts = offer is not None and self.me in offer.awaited and not count
        sign(self.path, make_signer(self.me, self.key), self.me, undo=count, accepts_offer=accepts)

    def send(self) -> None:
        self.remember(self.mine)
        Steps.delivered += 1

    @rule(accepts=st.booleans(), other=st.booleans())
    def act(self, accepts: bool, other: bool) -> None:
        """Do all awaited acts of the honest player, seal and send."""
        Steps.steps += 1
        if self.mine.ledger.is_ended:
            return
        for _ in range(4):
            awaited = {x.act for x in self.verify_text().awaited if x.actor in (self.me, "chance")}
            if "decide" in awaited:
                decision = Act("decide", count=int(other))
                text = self.mine.ledger.spell(decision)
                self.use([decision], partial(self.append, text))
            elif "commit" in awaited:
                self.use([Act("commit", self.me, LENGTH)], self.commit)
                self.seal_all(accepts)
            elif "reveal" in awaited:
                fixed = self.mine.ledger.fixed
                last = [Act("roll")] if fixed and fixed.shown else []
                self.use(
                    [Act("reveal", self.me), *last],
                    lambda: roll_dice(self.path, Random(1), self.me),
                )
            elif "roll" in awaited:
                self.use([Act("roll")], lambda: roll_dice(self.path, Random(1), self.me))
            else:
                break
        self.seal_all(accepts)
        self.send()

    def append(self, text: str) -> None:
        append_draft(self.path, lambda scribe, _: scribe.draft(text))

    def seal_all(self, accepts: bool) -> None:
        """Seal; an end is accepted only if the player wants to."""
        offer = self.mine.ledger.offer
        count = int(offer is not None and self.me in offer.awaited and not accepts)
        self.use([Act("seal", self.me, count)], lambda: self.seal(count))
        if count:
            self.permitted.update(self.mine.ledger.in_effect[-count:])

    @rule(
        count=COUNTS, kind=st.sampled_from(("permit", "permit", "rotate", "commit_again", "offer"))
    )
    def act_freely(self, count: int, kind: str) -> None:
        """Do an act that is not awaited."""
        Steps.steps += 1
        if not self.mine.ledger.is_ended:
            getattr(self, kind)(count)

    def permit(self, count: int) -> None:
        events = self.mine.ledger.in_effect
        if count > len(events):
            return
        self.use([Act("seal", self.me, count)], lambda: self.seal(count))
        self.permitted.update(events[-count:])
        self.send()

    def rotate(self, _: int) -> None:
        new = make_signer(self.me, self.key + 1).raw

        def change() -> None:
            sign(self.path, make_signer(self.me, self.key), self.me, new_key=new)

        self.use([Act("rotate", self.me)], change)
        self.key += 1
        self.send()

    def offer(self, count: int) -> None:
        """Offer a draw, or resign without sealing it, and send it."""
        if self.mine.ledger.outcome:
            return
        act = Act("agree") if count > 1 else Act("resign", self.me)
        text = self.mine.ledger.spell(act)
        self.use([act], lambda: self.append(text))
        self.send()

    def commit_again(self, _: int) -> None:
        ledger = self.mine.ledger
        if ledger.fixed or ledger.outcome or ledger.is_ended:
            return
        self.use([Act("commit", self.me, LENGTH)], self.commit)
        self.seal_all(accepts=False)
        self.send()

    # ---- the cheat ------------------------------------------------------------------------------

    def remember(self, copy: Copy) -> None:
        self.pool = [*self.pool[1 - POOL :], copy]

    def forge(self, copy: Copy, act: Act) -> bool:
        """Add an act to a copy, and check what follows; return whether it is accepted."""
        Steps.lines += 1
        if act.side == self.me:
            forged = act.kind in ("commit", "seal", "rotate")
            act = act._replace(forged=forged)
            if act.kind == "reveal" and act.count < 2:
                made = (copy.ledger.waiting if act.count else copy.ledger.committed).get(self.me)
                if made is None or made.chain >= 0:
                    return False  # a secret that the cheat does not know
        try:
            done = add(copy, act)
        except NoTextError:
            return False
        if done is None:
            return False
        Steps.accepted += 1
        after, _, found = done
        assert not found, "\n".join([*found, after.render()])
        self.remember(after)
        for side, place in after.signed:
            if side == self.me:
                assert self.mine.text.startswith(after.text[:place]), "I2: a forged signature"
        self.check_proof(after)
        return True

    @rule(
        at=st.integers(0, POOL - 1),
        back=st.integers(0, 3),
        acts=st.lists(CHEATS, min_size=1, max_size=3),
    )
    def cheat_with(self, at: int, back: int, acts: list[Act]) -> None:
        """Continue a copy, or its beginning."""
        Steps.steps += 1
        copy = self.pool[-1 - at % len(self.pool)]
        for _ in range(back if at % 2 else 0):
            copy = copy.before or copy
        for act in acts:
            if self.forge(copy, act):
                copy = self.pool[-1]

    @rule(at=st.integers(0, 2), seals=st.booleans(), other=st.booleans())
    def play_along(self, at: int, seals: bool, other: bool) -> None:
        """Do the awaited act of the cheat."""
        Steps.steps += 1
        self.answer(self.pool[-1 - at % len(self.pool)], seals, other)

    def answer(self, copy: Copy, seals: bool, other: bool) -> None:
        for each in verify_text(copy.text).awaited:
            if each.actor in (self.cheat, "chance") and each.act != "accept":
                count = LENGTH if each.act == "commit" else int(other and each.act == "decide")
                side = "" if each.act in ("decide", "roll") else self.cheat
                if self.forge(copy, Act(each.act, side, count)) and seals:
                    self.forge(self.pool[-1], Act("seal", self.cheat))
                return

    @precondition(lambda self: self.mine.row < LONG)
    @rule(rounds=st.integers(1, 3), others=st.integers(0, 3))
    def exchange(self, rounds: int, others: int) -> None:
        """Play on, both as the rules want it."""
        for at in range(rounds):
            self.act(accepts=False, other=at == others)
            self.answer(self.mine, seals=True, other=at + 1 == others)
            self.answer(self.pool[-1], seals=True, other=False)
            self.deliver(self.pool[-1])

    @rule(at=st.integers(0, POOL - 1))
    def mail(self, at: int) -> None:
        """Send a copy to the honest player."""
        Steps.steps += 1
        self.deliver(self.pool[-1 - at % len(self.pool)])

    @rule(at=st.integers(0, POOL - 1), parts=st.sets(st.sampled_from(TRACES)))
    def strip_chain(self, at: int, parts: set[str]) -> None:
        """I7: a log without its chain is not valid while it has another trace of it."""
        Steps.steps += 1
        text = strip(self.pool[-1 - at % len(self.pool)].text, parts)
        if TRACE.search(text):
            assert not verify_text(text).valid, f"I7: valid without {sorted(parts)}\n{text}"

    def deliver(self, copy: Copy) -> None:
        """Let the honest player have a copy; it takes what extends its own by others' acts."""
        if copy is self.mine or not copy.text.startswith(self.mine.text):
            return
        new = copy.acts[len(self.mine.acts) :]
        before = self.mine.ledger.number
        accounts = verify_text(copy.text).accountability[before:]
        if any(each.actor == self.me for each in accounts):
            return
        if any(act.side == self.me and act.kind in ("commit", "reveal") for act in new):
            return
        Steps.taken += 1
        self.mine = copy
        self.save()

    # ---- what always holds ----------------------------------------------------------------------

    def check_proof(self, copy: Copy) -> None:
        """I4: two continuations with signatures of the cheat give a proof."""
        pairs = enumerate(zip(copy.text, self.mine.text, strict=False))
        shorter = min(len(copy.text), len(self.mine.text))
        common = next((at for at, (one, other) in pairs if one != other), shorter)
        ours, theirs = (
            [place for side, place in each.signed if side == self.cheat and place > common]
            for each in (self.mine, copy)
        )
        if not ours or not theirs:
            return
        other = self.folder / "theirs.senpu"
        other.write_text(copy.text)
        result = compare_copies(self.path, other)
        Steps.proofs += 1
        assert any(proof.first.key.name == self.cheat for proof in result.proofs), "\n".join(
            ["I4", self.mine.render(), copy.render()]
        )

    @invariant()
    def check_mine(self) -> None:
        """I2: what the honest player signed is in effect, unless it permitted the undo."""
        if not hasattr(self, "mine"):
            return
        removed = self.signed - {*self.mine.ledger.in_effect} - {*self.mine.ledger.undos}
        assert removed <= self.permitted, f"I2: {removed - self.permitted} disappeared"


__all__ = ["Play", "Steps"]
