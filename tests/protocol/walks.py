"""Random walks on which the search and `verify` must accept the same lines."""

from random import Random

from tests.protocol.acts import NoTextError
from tests.protocol.copies import add, begin
from tests.protocol.search import Root
from tests.protocol.stand import RejectedError


def walk(root: Root, lines: int, seed: int) -> int:
    """Write random acts both to a log of the search and to a text; return how many are accepted.

    Args:
        root: The start.
        lines: The number of acts.
        seed: The seed.
    """
    random = Random(seed)
    stand, copy, accepted = root.make(), begin(root.game, frozenset(root.keyed)), 0
    for act in root.before:
        done = add(copy, act)
        assert done is not None, act
        copy = done[0]
    for _ in range(lines):
        act = random.choice(root.acts)
        if copy.ledger.is_ended:
            break
        try:
            after = stand.copy()
            found = after.add(act)
        except NoTextError:
            continue
        except RejectedError:
            assert add(copy, act) is None, f"verify accepts {act} after {copy.render()}"
            continue
        done = add(copy, act)
        assert done is not None, f"verify rejects {act} after {copy.render()}"
        assert not [*found, *done[2]], (copy.render(), act, found, done[2])
        stand, copy = after, done[0]
        accepted += 1
    return accepted
