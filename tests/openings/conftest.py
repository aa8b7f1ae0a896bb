"""Close the books that a test has opened."""

from collections.abc import Iterator

import pytest

from tests.openings.shelves import OPENED


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while OPENED:
        OPENED.pop().close()
