"""Tests of walks over hexes: their canonical form, and which of them are legal."""

from senpu.replay.parts.hexes import NOWHERE, HexGrid, Walk
from senpu.replay.parts.walks import (
    CROSSING,
    CROWDED,
    GOAL,
    IN_ZONE,
    LATE_CROSSING,
    MARSH,
    NO_SIDE,
    OCCUPIED,
    ROUGH,
    TOO_FAR,
    WHOLE,
    ZONE_TO_ZONE,
    EntryCost,
    IllegalWalk,
    WalkConditions,
    Walks,
    canonicalize,
    find_walks,
    follow,
    resolve,
)
from senpu.replay.parts.zones import ENEMY_THERE, FREE, ZONE

GRID = HexGrid(
    {"top": 1, "bottom": 3, "left": 1, "right": 5, "shifted": "even"},
    [f"0{row}0{column}" for row in (1, 2, 3) for column in (1, 2, 3, 4, 5)],
)
TOWN = GRID.index["0203"]
MARK = [int(h == TOWN) for h in range(len(GRID.ids))]
WALKS = Walks(GRID, MARK)


def walk(*path: str) -> Walk:
    found = WALKS.find_walk(path)
    assert found is not None
    return found


def written(start: str, *path: str, shut: str = "", news: int = 1) -> tuple[str, ...]:
    here = GRID.index[start] if start else -1
    occupied = field(**{f"h{shut}": ENEMY_THERE} if shut else {})
    ways = [*entries(), {GRID.index["0101"]: (1, 0)}]
    ground = WalkConditions(ways, occupied, 9)
    chosen = canonicalize(WALKS, ground, here, news, walk(*path))
    assert chosen is not None
    return GRID.list_ids(chosen)


def test_a_path_with_a_hex_that_is_not_on_the_map_is_no_walk() -> None:
    assert WALKS.find_walk(("0101", "0909")) is None


def test_a_single_step_stands_for_itself() -> None:
    assert written("0101", "0102") == ("0102",)


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
    assert written("", "0101") == ("0101",)


def test_where_the_alternatives_are_too_many_the_search_decides() -> None:
    far = ("0102", "0103", "0104", "0105", "0104", "0103")
    assert WALKS.find_forms(GRID.index["0101"], walk(*far)).preceding is None
    assert written("0101", *far) == far[:2]


# ---- which walks are legal ------------------------------------------------------------------

START = GRID.index["0101"]
FREE_FIELD = bytes(len(GRID.ids))


def entries(**special: EntryCost) -> list[dict[int, EntryCost]]:
    """Return entries of cost 1 for every step, except into the special hexes."""
    given = {GRID.index[name.removeprefix("h")]: entry for name, entry in special.items()}
    return [
        {n: given.get(n, (1, 0)) for n in sorted(near) if n != NOWHERE}
        for near in GRID.neighbours
    ]  # fmt: skip


def field(**met: int) -> bytes:
    given = {GRID.index[name.removeprefix("h")]: each for name, each in met.items()}
    return bytes(given.get(h, FREE) for h in range(len(GRID.ids)))


def followed(ground: WalkConditions, *path: str) -> tuple[int, int]:
    return follow(ground, START, ground.allowance, walk(*path))


def test_a_walk_is_legal_as_far_as_its_allowance() -> None:
    ground = WalkConditions(entries(), FREE_FIELD, 2)
    assert followed(ground, "0102") == (1, 1)
    assert followed(ground, "0102", "0103") == (2, 0)
    assert followed(ground, "0102", "0103", "0104") == (2, TOO_FAR)
    assert followed(ground, "0103") == (0, NO_SIDE)


def test_a_unit_stops_in_a_zone_and_never_moves_from_zone_to_zone() -> None:
    ground = WalkConditions(entries(), field(h0102=ZONE, h0103=ZONE, h0201=ENEMY_THERE), 3)
    assert followed(ground, "0102") == (1, IN_ZONE)
    assert followed(ground, "0102", "0202") == (1, IN_ZONE)
    assert followed(ground, "0201") == (0, OCCUPIED)
    zoned = WalkConditions(entries(), field(h0101=ZONE, h0102=ZONE), 3)
    assert followed(zoned, "0102") == (0, ZONE_TO_ZONE)


def test_of_several_reasons_to_stop_the_strongest_is_reported() -> None:
    zone = field(h0102=ZONE)
    for stop, found in ((ROUGH, IN_ZONE), (MARSH, MARSH)):
        assert followed(WalkConditions(entries(h0102=(1, stop)), zone, 3), "0102") == (1, found)
    goal = GRID.index["0102"]
    assert followed(WalkConditions(entries(), zone, 3, goal=goal), "0102") == (1, GOAL)


def test_a_crossing_takes_a_whole_allowance() -> None:
    ground = WalkConditions(
        entries(h0102=(WHOLE, CROSSING), h0202=(WHOLE, CROSSING)), FREE_FIELD, 2
    )
    assert followed(ground, "0102") == (1, CROSSING)
    assert followed(ground, "0102", "0103") == (1, CROSSING)
    assert followed(ground, "0201", "0202") == (1, LATE_CROSSING)


def test_a_hex_that_friendly_units_fill_is_shut() -> None:
    there = GRID.index["0102"]
    assert followed(WalkConditions(entries(), FREE_FIELD, 2, (there,), 1), "0102") == (0, CROWDED)
    assert followed(WalkConditions(entries(), FREE_FIELD, 2, (there,), 2), "0102") == (1, 1)


def test_a_goal_alone_is_completed_and_a_walk_without_effect_is_illegal() -> None:
    ground = WalkConditions(entries(), FREE_FIELD, 2)
    assert resolve(WALKS, ground, START, 1, walk("0103")) == walk("0102", "0103")
    assert resolve(WALKS, ground, START, 1, walk("0102", "0101")) == IllegalWalk(2, 0)
    assert resolve(WALKS, ground, START, 1, walk("0105")) == IllegalWalk(0, NO_SIDE)


def test_every_walk_that_is_found_is_legal_and_in_canonical_form() -> None:
    ground = WalkConditions(entries(h0102=(2, MARSH)), field(h0202=ZONE, h0303=ENEMY_THERE), 3)
    found = find_walks(WALKS, ground, START, 1)
    assert len(found) == 5
    for each in found.values():
        assert followed(ground, *GRID.list_ids(each))[0] == len(each)
        assert resolve(WALKS, ground, START, 1, each) == each
