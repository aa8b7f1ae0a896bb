"""Tests of zones of control."""

from senpu.replay.parts.zones import ENEMY_THERE, FREE, ZONE, Zones

AROUND = ((1,), (0, 2), (1, 3), (2,))
ZONES = Zones(AROUND, {"red": slice(0, 1), "blue": slice(1, 3)})


def test_zones_are_around_enemy_units() -> None:
    assert ZONES.field("blue", (0, 3, -1)) == bytes((ENEMY_THERE, ZONE, FREE, FREE))
    assert ZONES.field("red", (0, 3, -1)) == bytes((FREE, FREE, ZONE, ENEMY_THERE))


def test_an_enemy_in_the_zone_of_another_is_there() -> None:
    assert ZONES.field("red", (0, 3, 2)) == bytes((FREE, ZONE, ENEMY_THERE, ENEMY_THERE))


def test_a_unit_without_a_zone_is_still_there() -> None:
    assert ZONES.field("red", (0, 3, 1), zoneless=0b010) == bytes((ZONE, ENEMY_THERE, ZONE, 2))
    assert ZONES.field("blue", (0, 3, 1), zoneless=0b001) == bytes((ENEMY_THERE, 0, 0, 0))


def test_the_places_of_both_sides_by_name() -> None:
    found = ZONES.places(("a", "b", "c", "d"), (0, 3, -1))
    assert found == {"red": ("a", "b"), "blue": ("c", "d")}
