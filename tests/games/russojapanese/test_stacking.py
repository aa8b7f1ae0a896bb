"""Chapter 7: stacking."""

from tests.games.russojapanese.positions import RUSSIA, moving, spending


def test_7_0_an_enemys_hex_is_shut() -> None:
    table = moving("1309 s1  1308 g1")
    assert table.refusal("g1>1309") == "enemyThere 7.0"
    assert "1309" not in table.goals("g1")
    other = moving("1309 s1  1308 g1", RUSSIA)
    assert other.refusal("s1>1308") == "enemyThere 7.0"


def test_7_0_boxes_hold_any_number() -> None:
    table = spending("g1+d1+d2@Korea", japan="04 09 12")
    table.play("#04/d3@Korea", "#09/d4@Korea", "#12/d5@Korea")
    assert table.units("g1", "d1", "d2", "d3", "d4", "d5") == ["Korea"] * 6
    russian = spending("s1+s2+s3@Siberia", RUSSIA, russia="04 12")
    russian.play("#04/s4@Siberia", "#12/s5@Siberia")
    assert russian.units("s1", "s2", "s3", "s4", "s5") == ["Siberia"] * 5


def test_7_1_two_japanese_units_a_hex() -> None:
    table = moving("1308 g1  1307 d1+d2")
    table.play("d1>1308")
    assert table.units("g1", "d1") == ["1308", "1308"]
    assert table.refusal("d2>1308") == "tooMany 7.3"
    assert "1308" not in table.goals("d2")


def test_7_2_one_russian_unit_a_hex() -> None:
    table = moving("1308 s1  1307 s2", RUSSIA)
    assert table.refusal("s2>1308") == "tooMany 7.3"
    assert "1308" not in table.goals("s2")
    assert table.play("s1>1309").allows("s2>1308"), "when it is empty"


def test_7_3_russians_do_not_pass_each_other() -> None:
    table = moving("1308 s1  1307 s2", RUSSIA)
    assert table.refusal("s2>1308>1309") == "tooMany 7.3"
    assert "1309" not in table.goals("s2"), "no other way is as short"


def test_7_3_japanese_pass_one_of_theirs_but_not_two() -> None:
    one = moving("1308 g1  1307 d1+d2")
    assert one.allows("d1>1308>1309")
    assert one.play("d1>1308>1309").allows("d2>1308>1309>1310"), "one after the other"
    two = moving("1308 g1+d3  1307 d1")
    assert two.refusal("d1>1308>1309") == "tooMany 7.3"
    assert two.refusal("d1>1308") == "tooMany 7.3"
    assert two.play("d3>1309").allows("d1>1308>1309"), "when one of them has left"


def test_7_3_a_unit_that_leaves_does_not_count_in_its_former_hex() -> None:
    assert moving("1913 s1", RUSSIA, held="1811").refusal("s1>1912>1913") == "noEffect 8.0"
    assert moving("1708 g1+d1", held="1708").refusal("g1>1709>1708") == "noEffect 8.0"


def test_7_3_the_limit_holds_for_landings_and_strategic_moves_too() -> None:
    table = spending("1206 g1+d1  1209 d2", japan="07")
    assert table.refusal("#07/d3@1206") == "tooMany 7.3"
    assert table.refusal("#07/d2~>1206") == "tooMany 7.3"
    assert table.refusal("#07/d2~>1305") == "tooMany 7.3", "nor through a full hex"
