"""How walks are written: the shortest of one effect, and the first of those."""

from senpu.replay.parts.hexes import Grid, Walk
from senpu.replay.parts.walks import Walks

GRID = Grid(
    {"top": 1, "bottom": 3, "left": 1, "right": 5, "shifted": "even"},
    [f"0{row}0{column}" for row in (1, 2, 3) for column in (1, 2, 3, 4, 5)],
)
TOWN = GRID.index["0203"]
MARK = [int(h == TOWN) for h in range(len(GRID.ids))]
WALKS = Walks(GRID, MARK)


def walk(*path: str) -> Walk:
    found = WALKS.of(path)
    assert found is not None
    return found


def written(start: str, *path: str, shut: str = "", news: int = 1) -> tuple[str, ...]:
    here = GRID.index[start] if start else -1
    closed = GRID.index.get(shut)
    chosen = WALKS.written(here, walk(*path), news, lambda way: closed not in way, dict)
    return GRID.ids_of(chosen)


def test_a_path_with_a_hex_that_is_not_on_the_map_is_no_walk() -> None:
    assert WALKS.of(("0101", "0909")) is None


def test_a_single_step_stands_for_itself() -> None:
    assert WALKS.before(GRID.index["0101"], walk("0102")) == ()


def test_a_roundabout_way_is_written_as_the_straight_one() -> None:
    assert written("0101", "0201", "0102") == ("0102",)


def test_unless_the_straight_one_is_shut() -> None:
    assert written("0101", "0201", "0202", "0103", shut="0102") == ("0201", "0202", "0103")


def test_a_way_that_leaves_another_mark_is_another_walk() -> None:
    assert written("0202", "0303", "0204") == ("0303", "0204")
    assert written("0202", "0303", "0204", news=0) == ("0203", "0204")


def test_from_off_the_map_the_first_hex_is_given() -> None:
    assert written("", "0101", "0201", "0102") == ("0101", "0102")
    assert written("", "0101", "0201", "0101") == ("0101",)
    assert WALKS.before(-1, walk("0101")) == ()


def test_where_the_alternatives_are_too_many_the_search_decides() -> None:
    far = walk("0102", "0103", "0104", "0105", "0104", "0103")
    assert WALKS.before(GRID.index["0101"], far) is None
    found = {(far[-1], 0): far[:2]}
    chosen = WALKS.written(GRID.index["0101"], far, 1, lambda _: True, lambda: found)
    assert chosen == far[:2]
