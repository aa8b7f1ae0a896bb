"""11.4 to 11.6: repairs, Makarov's flagship, the fall of Port Arthur."""

from senpu.replay.games.russojapanese.state import CARDS, JAPAN, MOVEMENT, RUSSIA
from tests.games.russojapanese.naval_positions import (
    FLEET,
    RULES,
    NavalTestGame,
    at_sea,
    fleets,
    fresh_game,
    in_battle,
    in_raid,
)
from tests.games.russojapanese.positions import spending

# ---- 11.4 -------------------------------------------------------------------------------


def test_11_4_a_fleet_that_stays_at_home_repairs() -> None:
    one = at_sea(hurt="r3 m1 m2").play("no")
    assert one.kinds("repaired") == ["repaired russia r3", "repaired japan m1+m2"]
    assert (one.hurt, one.asks) == ("", "cards russia"), "no choice, no question"
    several = at_sea(hurt="r3 r5 m1 m2 m4").play("no")
    assert (several.asks, several.rule) == ("repair russia r3+r5", "11.4")
    assert several.legal() == ["repair r3", "repair r5"]
    assert several.refusal("repair r4") == "repairWhich 11.4"
    assert several.refusal("repair r3+r5") == "repairWhich 11.4"
    assert several.refusal("no") == "wrongAnswer 11.4", "compulsory"
    several.play("repair r5")
    assert several.asks == "repair japan m1+m2+m4"
    assert several.legal() == ["repair m1+m2", "repair m1+m4", "repair m2+m4"]
    assert several.canonical_form("repair m4 m1") == "repair m1+m4"
    assert several.play("repair m1+m4").hurt == "m2 r3"
    second = at_sea(hurt="k1").play("no")
    assert (second.asks, second.legal()) == ("second japan k1", ["repair k1", "no"])
    assert second.refusal("m1/repair k1") == "repairFree 11.4"
    assert second.play("repair k1").hurt == ""
    assert at_sea(hurt="k1").play("no", "no").hurt == "k1"


def test_a_fleet_that_sortied_is_not_repaired() -> None:
    out = at_sea(hurt="r3 m1 m2").play("sortie", "go", "no")
    assert out.hurt == "r3", "the First Fleet did not go out"
    battle = in_battle(hurt="r3 m1 m2").lined().fire()
    assert battle.hurt == "m1 m2 r3"
    raid = in_raid(hurt="k1 r1").fire()
    assert raid.hurt == "k1", "the Port Arthur fleet stayed, the Second Fleet did not"
    assert raid.asks == "cards russia"


def test_11_4_vladivostok_never_repairs() -> None:
    table = at_sea(hurt="v1").play("no")
    assert (table.hurt, table.asks) == ("v1", "cards russia")


def test_11_4_a_ship_of_the_first_fleet_brings_the_second_back() -> None:
    table = at_sea(sunk="k1 m6", hurt="m1 m2 m3").play("no", "repair m2+m3")
    assert table.asks == "second japan k1"
    assert table.legal() == [
        "m2/repair k1", "m3/repair k1", "m4/repair k1", "m5/repair k1", "no"
    ]  # fmt: skip
    assert table.refusal("m1/repair k1") == "repairFor 11.4"
    assert table.refusal("repair k1") == "repairFor 11.4"
    assert table.refusal("m2/repair m1") == "repairWhich 11.4"
    table.play("m4/repair k1")
    assert table.happened[:2] == ["givenUp japan m4 k1", "repaired japan k1"]
    assert (table.ship("k1"), table.sunk) == ("whole", "m4 m6")
    assert at_sea(sunk="k1").play("no", "no").sunk == "k1"
    empty = at_sea(sunk="k1 m1 m2 m3 m4", hurt="m5 m6")
    assert empty.play("sortie", "go", "go").lined().fire().asks == "cards russia"


# ---- 11.5 -------------------------------------------------------------------------------


def test_11_5_the_flagship_is_chosen_in_secret() -> None:
    table = fresh_game()
    assert (table.asks, table.rule) == ("flagship russia", "11.5")
    assert table.legal() == [f"mark {ship}" for ship in FLEET]
    assert table.refusal("mark v1") == "markOne 11.5"
    assert table.refusal("mark r1+r2") == "markOne 11.5"
    assert table.refusal("no") == "wrongAnswer 11.5"
    assert (table.render_for("mark r3", JAPAN), table.render_for("mark r3", RUSSIA)) == (
        "mark r?",
        "mark r3",
    )
    assert table.seen_by(JAPAN).legal() == ["mark r?"]
    table.play("mark r3")
    assert table.asks == "draw chance japan", "then the deal"
    assert table.happened == ["marked russia", "markedShip russia r3 (russia)"]
    assert flag(table, JAPAN) == ((), "secret")
    assert flag(table, RUSSIA) == (("r3",), "")
    assert RULES.board(table.seen_by(RUSSIA).state) == RULES.board(
        table.with_state(hands=table.seen_by(RUSSIA).state.hands).state
    )


def flag(table: NavalTestGame, side: str) -> tuple[tuple[str, ...], str]:
    """The flagship as a side's board has it."""
    tallies = RULES.board(RULES.view(table.state, side)).tallies
    (found,) = [tally for tally in tallies if tally.label == "flagship"]
    return found.units, found.text


def test_11_5_its_loss_is_reported_and_costs_a_point() -> None:
    table = in_battle(flag="r3", sunk="r7").lined().fire(m3=2)
    assert table.kinds("shipSunk", "flagshipSunk", "moraleDown") == [
        "shipSunk russia r3", "flagshipSunk russia r3", "moraleDown russia 5"
    ]  # fmt: skip
    assert table.state.morale == (6, 5)
    assert flag(table, JAPAN) == (("r3",), ""), "now all know it"
    mines = at_sea(flag="r3", japan="03").play("sortie", "play #03", "[2]", "hit r3 r3")
    assert (mines.state.morale, mines.navy.revealed) == ((6, 5), True), "however it is sunk"
    other = in_battle(flag="r3", sunk="r7").lined().fire(m2=2, m3=1)
    assert (other.state.morale, other.navy.revealed) == ((6, 6), False)
    again = at_sea(flag="r3", sunk="r3", morale=(6, 5)).play("sortie", "go", "no")
    assert again.state.morale == (6, 5), "it is lost once, and brings nothing afterwards"
    later = in_battle(flag="r3", sunk="r3", morale=(6, 5)).lined().fire(m1=2)
    assert (later.kinds("flagshipSunk"), later.state.morale) == ([], (6, 5))


def test_11_5_success_with_three_ships_gains_a_point() -> None:
    def russia(**more: object) -> int:
        table = at_sea(morale=(6, 4), **more)  # type: ignore[arg-type]
        return table.play("sortie", "go", "no").state.morale[1]

    assert russia() == 5
    assert russia(hurt="r1 r2 r3 r4") == 5, "a damaged flagship floats"
    assert russia(hurt="r1 r2 r3 r4 r5") == 4, "two ships are too few"
    assert russia(sunk="r1") == 4
    table = at_sea(morale=(6, 4)).play("sortie", "go", "no")
    assert table.kinds("moraleUp") == ["moraleUp russia 5"]
    assert flag(table, JAPAN) == ((), "secret"), "which ship it is stays hidden"
    assert at_sea().play("sortie", "go", "no").state.morale == (6, 6), "never above six (4.3.3)"
    assert at_sea(morale=(6, 4)).play("sortie", "halt").state.morale == (6, 4)
    assert at_sea(morale=(6, 4)).play("no").state.morale == (6, 4)


# ---- 11.6 -------------------------------------------------------------------------------


def near_port_arthur(**more: object) -> NavalTestGame:
    """Japan moves into the empty Port Arthur."""
    return at_sea("1301 d1", JAPAN, MOVEMENT, **more)  # type: ignore[arg-type]


def test_11_6_the_fall_of_port_arthur_eliminates_its_fleet() -> None:
    table = near_port_arthur(flag="r3", sunk="r1", hurt="m1 r5")
    before = table.state.morale
    table.play("d1>1202")
    assert table.kinds("fleetLost") == ["fleetLost japan r2+r3+r4+r5+r6+r7"]
    assert table.sunk == "r1 r2 r3 r4 r5 r6 r7"
    assert table.hurt == "m1"
    assert table.state.morale == (before[0], before[1] - 1), "for the key hex alone (4.3.1)"
    assert flag(table, JAPAN) == ((), "secret")
    assert not table.state.locked
    late = at_sea(sunk=" ".join(FLEET), flag="r3", russia="01 06", held="1202")
    assert late.asks == "raid russia", "no more sorties"
    again = near_port_arthur(sunk=" ".join(FLEET)).play("d1>1202")
    assert again.kinds("fleetLost") == []


def test_a_fleet_lost_with_port_arthur_does_not_come_back_with_it() -> None:
    table = at_sea("1302 s3", RUSSIA, MOVEMENT, sunk=" ".join(FLEET), held="1202")
    table.play("s3>1301", "|", "|")
    assert table.asks == "cards russia"


def test_11_6_with_two_undamaged_ships_all_ports_are_open() -> None:
    def ports(**more: object) -> set[str]:
        table = at_sea(side=JAPAN, kind=CARDS, japan="09", **more)  # type: ignore[arg-type]
        return table.goals("d6", "@") - {"Korea"}

    southern = {"1203", "1206", "1211"}
    everywhere = southern | {"1202", "1809"}
    assert ports() == southern
    assert ports(hurt="r1 r2 r3 r4") == southern, "three are whole"
    assert ports(hurt="r1 r2 r3 r4 r5") == everywhere
    assert ports(hurt="r1 r2", sunk="r3 r4 r5") == everywhere
    assert ports(sunk=" ".join(FLEET)) == everywhere
    table = at_sea(side=JAPAN, japan="09")
    assert table.refusal("#09/d6@1809") == "portGuarded 11.6"
    assert table.refusal("#09/d6@1208") == "noPort 10.2.5"
    assert ports(held="1202", sunk=" ".join(FLEET)) == everywhere


def test_reading_75_stopped_transport_stays_stopped_when_port_arthur_falls() -> None:
    table = near_port_arthur(japan="02", blockaded=True, limit=1).play("d1>1202", "|", "|")
    assert table.sunk == " ".join(FLEET)
    assert table.asks == "cards japan"
    assert table.refusal("#02/d6@1202") == "shippingStopped 11.2.5"
    assert table.refusal("#02/d6@Korea") == "shippingStopped 11.2.5"
    table.play("|")
    assert not table.state.blockaded, "for that player turn"
    land = spending("1202 d1", japan="02", blockaded=True)
    assert land.state.locked
    assert land.refusal("#02/d6@1202") == "blockaded 10.2.1", "so it is with Makarov on land"


def test_landing_in_port_arthur_ends_its_fleet() -> None:
    table = at_sea(side=JAPAN, japan="09", hurt="r1 r2 r3 r4 r5").play("#09/d6@1202")
    assert table.sunk == " ".join(FLEET)
    assert fleets(sunk="r1").revealed
