"""`senpu games`, `rules`, `data`, and the command as a whole."""

import json
import os
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from senpu.logs.record import LIBRARY
from senpu.notation.faults import text_width
from senpu.replay.core.registry import GAMES, RegisteredGame, complete_id, list_rule_sets
from senpu.spec.data import PROVENANCES
from senpu.tui.command_line.table import COMMANDS
from senpu.tui.render.text_layout import get_text
from tests.command.conftest import Run

SHIPPED = [ident for ident in list_rule_sets() if GAMES[ident.partition("/")[0]].library]

# ---- games ----------------------------------------------------------------------------------


def test_games_reports_each_rule_set_and_where_its_values_stand(run: Run) -> None:
    answer = run("games")
    assert answer.status == 0
    for ident in SHIPPED:
        assert f"\n{ident}  " in f"\n{answer.out}"
    for provenance in PROVENANCES:
        assert get_text("en", provenance) in answer.out
    assert "differ from the printed games" in answer.out


def test_games_json(run: Run) -> None:
    rows = json.loads(run("games", "--json").out)
    assert [row["id"] for row in rows if row["id"] in SHIPPED] == SHIPPED
    for row in rows:
        assert list(row)[:5] == ["id", "title", "options", "sides", "values"]
        assert list(row["values"]) == list(PROVENANCES)
        assert all(isinstance(count, int) for count in row["values"].values())


def test_games_speaks_japanese(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "エイトハンドレッド" in run("games", "--lang", "ja").out
    monkeypatch.setenv("SENPU_LANG", "ja")
    assert "エイトハンドレッド" in run("games").out
    monkeypatch.setenv("SENPU_LANG", "fr")
    assert "Eight Hundred" in run("games").out


# ---- rules ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "ident"),
    [
        ("800", "800"), ("8", "800"), ("nanj", "nanjing1937"), ("", ""), ("/", "/"),
        ("nanjing1937/b", "nanjing1937/bonsai-2016"),
        ("nanj/bonsai-2016", "nanjing1937/bonsai-2016"),
        ("chess", "chess"), ("nanj/zzz", "nanjing1937/zzz"), ("nanjing1937x", "nanjing1937x"),
    ],
)  # fmt: skip
def test_a_unique_start_of_an_id_names_a_game(text: str, ident: str) -> None:
    assert complete_id(text) == ident


def test_a_start_of_an_id_is_accepted_wherever_a_game_is(run: Run) -> None:
    for words in (("rules", "nanj", "8.0"), ("data", "names", "nanj"), ("new", "nanj", "g.senpu"),
                  ("data", "check", "nanj")):  # fmt: skip
        answer = run(*words)
        assert answer.status == 0, answer.err
    assert "available: 800/" in run("rules", "z").err


def test_rules_lists_the_numbers_of_an_edition_and_reports_one(run: Run) -> None:
    answer = run("rules", "800/bonsai-2021")
    assert answer.status == 0
    assert "7.2-1" in answer.out
    answer = run("rules", "800/bonsai-2021", "7.2-1")
    assert answer.status == 0
    assert answer.out.startswith("7.2-1  ")


def test_rules_reports_what_is_below_a_number(run: Run) -> None:
    out = run("rules", "800/bonsai-2021", "7.2").out
    assert "7.2-1" in out
    assert "7.2-7" in out


def test_rules_are_printed_in_the_language_and_width_of_the_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    for ask in ("reading 38", "解釈38", "38"):
        answer = run("rules", "incident1932", ask, "--lang", "ja")
        assert answer.out.startswith("解釈38  ")
        rows = answer.out.splitlines()
        assert max(map(text_width, rows)) <= 50
        numbers = [row.partition(". ")[0] for row in rows if re.match(r"\d+\. ", row)]
        assert numbers == [str(n) for n in range(1, 12)]
    assert "マップ" in run("rules", "incident1932", "--lang", "ja").out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [(("801/x",), "unknown rule set"),
     (("800/bonsai-2021", "99"), "hint: list its rules with `senpu rules ")],
)  # fmt: skip
def test_rules_that_are_not_there_are_reported(
    run: Run, arguments: tuple[str, ...], why: str
) -> None:
    answer = run("rules", *arguments)
    assert answer.status == 2
    assert why in answer.err


# ---- data -----------------------------------------------------------------------------------


def test_what_data_exports_data_checks_as_shipped(run: Run, folder: Path) -> None:
    exported = run("data", "export", "800")
    assert exported.status == 0
    assert "\n[[rerolls]]\n" in exported.out, "all tables have one form"
    (folder / "mine.toml").write_text(exported.out, "utf-8")
    answer = run("data", "check", "mine.toml")
    assert answer.status == 0
    assert answer.out.count("equal to the default values") == 2
    shipped = [row["data"] for row in json.loads(run("games", "--json").out)]
    assert all(f"Data: {data}" in answer.out for data in shipped[:2])


def test_a_corrected_number_is_counted_and_selects_the_data_of_a_log(
    run: Run, folder: Path
) -> None:
    own = tomllib.loads(run("data", "export", "800/bonsai-2021").out)
    assert own["game"] == "800/bonsai-2021"
    text = run("data", "export", "800/bonsai-2021").out.replace("flag_from = 4", "flag_from = 1")
    (folder / "mine.toml").write_text(text, "utf-8")
    answer = run("data", "check", "mine.toml")
    assert "limit.flag_from (limits): 4, now 1" in answer.out
    assert "800/battles-2011" not in answer.out
    assert run("new", "800/bonsai-2021", "logs.senpu", "--data", "mine.toml").status == 0
    digest = (folder / "logs.senpu").read_text("utf-8").partition("Data: ")[2].split()[0]
    assert f"Data: {digest}" in answer.out
    assert run("append", "logs.senpu", "C: x1+c1@D").status == 0  # found in the folder of the log
    (folder / "mine.toml").rename(folder / "mine.off")
    assert run("data", "check", "mine.off").status == 0


def test_data_check_of_a_game_reports_the_shipped_values(run: Run) -> None:
    answer = run("data", "check", "800")
    assert answer.status == 0
    assert answer.out.count("the default values") == 2


def test_check_reports_the_other_stagger_and_what_falls_off_the_map(run: Run) -> None:
    text = """
senpu-data = 1
game = "nanjing1937"
grid = [{ provenance = "printed", source = "map", shifted = "odd" }]
"""
    more = """
[[place]]
provenance = "printed"
source = "map"
port = ["0811", "0613", "0612", "0512", "0411"]

[[river]]
provenance = "placeholder"
source = "not entered yet"
new = ["0105-0106"]
"""
    Path("odd.toml").write_text(text + more, "utf-8")
    answer = run("data", "check", "odd.toml")
    assert answer.status == 0
    assert "2 values differ" in answer.out
    rows = [row.strip() for row in answer.out.splitlines()]
    assert "place.port (cities, towns and ports): +0613 -0410 -0910" in rows
    assert rows.count("printed: map") == 1
    assert "1 more value is not entered yet." in rows
    assert "Off the map: 0101 0301 0501 0701 0901 1101" in " ".join(answer.out.split())
    # Without the start of gunfire, which the game needs, the reason is given.
    Path("odd.toml").write_text(text.replace('shifted = "odd"', "top = 3"), "utf-8")
    answer = run("data", "check", "odd.toml")
    assert answer.status != 0
    assert "place.gunfire_from in the default values names hexes" in answer.err


def test_data_check_of_a_game_lists_its_shipped_sets_which_new_takes_by_name(
    run: Run, folder: Path
) -> None:
    listed = run("data", "check", "russojapanese").out
    assert "(--data russojapanese/port-arthur-1201)" in listed
    answer = run("new", "russojapanese", "a.senpu", "--data", "russojapanese/port-arthur-1201")
    assert (answer.status, "find its values" in answer.out) == (0, False)
    digest = (folder / "a.senpu").read_text("utf-8").partition("Data: ")[2].split()[0]
    assert f"Data: {digest}" in listed
    assert "start.pa1" in run("data", "check", "russojapanese/port-arthur-1201").out
    assert run("verify", "a.senpu").status == 0
    assert "1201" in run("show", "a.senpu", "--text").out


def test_data_check_lists_values_that_are_stated_as_more_certain_than_their_unit(
    run: Run, folder: Path
) -> None:
    text = 'senpu-data = 1\ngame = "russojapanese"\n[[strength]]\nprovenance = "printed"\nc1 = 3\n'
    (folder / "mine.toml").write_text(text)
    assert (
        "1 value counts as no more certain than its unit" in run("data", "check", "mine.toml").out
    )
    roster = '[[roster]]\nprovenance = "printed"\nc1 = "russia"\n'
    (folder / "mine.toml").write_text(text + roster)
    assert "more certain" not in run("data", "check", "mine.toml").out


def test_data_check_of_no_game_reports_the_games_there_are(run: Run) -> None:
    answer = run("data", "check", "801")
    assert answer.status == 2
    assert "unknown rule set 801; available: 800/bonsai-2021" in answer.err


def test_data_check_of_a_game_without_rules_reports_its_values_and_what_is_missing(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "800", RegisteredGame("tests.spec", GAMES["800"].folder))
    monkeypatch.setattr("senpu.replay.core.registry._built", {})
    answer = run("data", "check", "800/bonsai-2021")
    assert answer.status == 2
    assert "the default values" in answer.out
    assert "800/bonsai-2021 has no rules: there is no module tests.spec.rules" in answer.err
    assert run("verify", LIBRARY / "nanjing1937" / "learn.senpu").status == 0, (
        "other games still work"
    )


@pytest.mark.parametrize("command", ["new", "play", "games", "data"])
def test_what_is_wrong_with_a_game_s_folder_is_reported_by_every_command(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    shutil.copytree(GAMES["800"].folder, folder / "spoiled")
    page = folder / "spoiled" / "game.toml"
    page.write_text(page.read_text("utf-8").replace('letter = "C"', 'letter = "J"'), "utf-8")
    monkeypatch.setitem(
        GAMES, "800", RegisteredGame("senpu.replay.games.eight_hundred", folder / "spoiled")
    )
    monkeypatch.setattr("senpu.replay.core.registry._built", {})
    given = {"games": (), "data": ("check", "800")}
    answer = run(command, *given.get(command, ("800/bonsai-2021", "-o", "x")))
    assert (answer.status, answer.out) == (2, "")
    assert "spoiled/game.toml: the letter J is given twice" in answer.err


def test_data_check_reports_a_name_that_no_shipped_value_has(run: Run, folder: Path) -> None:
    (folder / "mine.toml").write_text(
        'senpu-data = 1\ngame = "800"\n[[cover]]\nprovenance = "printed"\nH = 3\n'
    )
    assert "cover.H (cover): new, 3" in run("data", "check", "mine.toml").out


HEAD = 'senpu-data = 1\ngame = "{}"\n[[{}]]\nprovenance = "printed"\nsource = "mine"\n'


@pytest.mark.parametrize(
    ("game", "table", "values", "why"),
    [
        ("801", "role", "", "unknown rule set 801; available: "),
        ("800", "pints", "a = 1", "there is no table pints"),
        ("800", "cover", f"{'C' * 500} = 1", f"cover.{'C' * 40}…: the name is too long"),
        ("800", "role", 'warehouse = "Q"', 'role.warehouse is "Q"; expected one of A, B, C'),
        ("800", "role", 'bridge = "J"', "role.concession is J, like role.bridge; expected another"),
        ("800", "kinds", 'x1 = "infantry"', "800/bonsai-2021: kinds: the roster has 0 units of"),
        ("800", "roster", 'x1 = "japan"', "800/bonsai-2021: roster.x1: the leader is Xie"),
        ("800", "unit_name", 'language = "en"\ni9 = "A"', "unit_name.i9: nothing in the game has"),
        ("800/bonsai-2021", "limit", 'edition = "battles-2011"', "limit: the block is for the"),
        ("nanjing1937", "grid", 'left = "x"', 'grid.left is "x"; expected a number from 0 to 40'),
        ("nanjing1937", "grid", "right = 0", "grid.right: grid.left is 1, grid.right is 0; expect"),
        ("nanjing1937", "grid", "right = 8", "place.port in the default values names hexes that"),
        ("nanjing1937", "place", 'city = ["0813"]', 'place.city is ["0813"]; expected a list of'),
        ("nanjing1937", "start", 's1 = "9999"', 'start.s1 is "9999"; expected a hex of the map'),
        ("incident1932", "landing", "LEVEL", "landing has no entry in effect; the rules need one"),
        ("russojapanese", "repairs", "first = 0", "repairs.first is 0; expected a number from 1"),
        ("russojapanese", "limit", "cards = 17", "limit.cards is 17; expected the number 16"),
        ("russojapanese", "fleet", 'm3 = "second"', "fleet: the fleet second has 2 ships; expect"),
        ("russojapanese", "grid", 'shifted = "even"', "yalu: 1113-1214: the hexes are not adjacent"
         " on a map with grid.shifted = even"),
        ("russojapanese", "naval", "replaced = []", "event.J01 is stop, which chapter 11 replaces"),
    ],
)  # fmt: skip
def test_data_check_rejects_a_file_by_its_name_with_the_key_and_what_is_accepted(
    run: Run, folder: Path, game: str, table: str, values: str, why: str
) -> None:
    every = "".join(f"{area:02} = false\n" for area in range(1, 13))
    text = HEAD.format(game, table) + values.replace("LEVEL", every)
    (folder / "mine.toml").write_text(text)
    answer = run("data", "check", "mine.toml")
    assert answer.status == 2
    assert answer.err.startswith("senpu: mine.toml: ")
    assert why in answer.err


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "expected senpu-data = 1"),
        (b'senpu-data = true\ngame = "800"\n', "expected senpu-data = 1"),
        (b"no toml [", "not a TOML file"),
        ((HEAD.format("800", "cover") + "C = 3\n").encode("utf-16"), "in the encoding UTF-8"),
        ((HEAD.format("800", "cover") + "C = 3\n").encode("utf-8-sig"), ""),
    ],
)
def test_a_data_file_is_utf_8_with_or_without_a_mark(
    run: Run, folder: Path, content: bytes, why: str
) -> None:
    (folder / "mine.toml").write_bytes(content)
    answer = run("data", "check", "mine.toml")
    assert (answer.status == 2) is bool(why)
    assert why in answer.err


def test_a_search_for_data_passes_over_files_that_cannot_be_used(run: Run, folder: Path) -> None:
    left = HEAD.format("800", "limit") + 'stacking = "x"\n'
    (folder / "bad.toml").write_text(left)
    (folder / "coded.toml").write_bytes(left.encode("utf-16"))
    (folder / "huge.toml").write_text(left + "#" * (1 << 20))
    os.mkfifo(folder / "pipe.toml")
    shutil.copy(LIBRARY / "800" / "example-j-7-2.senpu", folder / "log.senpu")
    assert run("verify", "log.senpu").status == 0


@pytest.mark.parametrize("arguments", [("export", "801"), ("check", "none.toml"), ("export",), ()])
def test_data_of_nothing_is_rejected(run: Run, arguments: tuple[str, ...]) -> None:
    answer = run("data", *arguments)
    assert answer.status == 2
    assert answer.err
    assert answer.out == ""


# ---- the command as a whole -----------------------------------------------------------------


def test_without_a_command_the_overview_is_reported(run: Run) -> None:
    answer = run()
    assert answer.status == 2
    assert all(f"\n  {name} " in answer.out for name in COMMANDS)
    assert run("--help") == (0, answer.out, "")
    assert run("help").out.startswith(answer.out)


def test_an_unknown_command_is_reported_with_the_known_ones(run: Run) -> None:
    answer = run("verfy")
    assert answer.status == 2
    assert answer.err.startswith("senpu: unknown command verfy\nhint: did you mean verify?\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_reports_its_arguments(run: Run, name: str) -> None:
    answer = run(name, "--help")
    assert answer.status == 0
    assert answer.out.startswith(f"usage: senpu {name}")


def test_the_version_is_that_of_the_package(run: Run) -> None:
    pyproject = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert run("--version").out == f"senpu {pyproject['project']['version']}\n"


@pytest.mark.parametrize("command", ["rules 800", "new 800 x.senpu", "match 800 random -n 1"])
def test_a_game_without_an_edition_is_its_first_edition(run: Run, command: str) -> None:
    answer = run(*command.split())
    assert answer.status == 0
    assert "800: using the edition 800/bonsai-2021; other editions: 800/" in answer.err
    assert (
        answer.out == run(*command.replace("800", "800/bonsai-2021").split()).out
        or "new" in command
    )


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (("games",), "陣営       日本軍、国民党軍"),
        (("data", "check", "800"), "800/bonsai-2021：既定の値\n"),
        (("data", "check", "mine.toml"), ".i1（行動ポイント、歩兵1）：2から3に変更"),
        (("play", "800/bonsai-2021", "-o", "g.senpu", "--seed", "3"), "（シード3）"),
        (("fmt", "--check", "loose.senpu"), "loose.senpu：標準形ではありません"),
        (("openings", "build", "games", "-o", "b.sqlite", "--jobs", "1"), "ログ1件を読み込み"),
    ],
)
def test_what_short_answers_say_is_said_in_japanese_too(
    run: Run, arguments: tuple[str, ...], output: str
) -> None:
    values = run("data", "export", "800").out
    Path("mine.toml").write_text(values.replace("i1 = 2\n", "i1 = 3\n", 1), "utf-8")
    Path("loose.senpu").write_text("Senpu: 1\nGame: 800/bonsai-2021\n\nC:  x1+c1@D\n", "utf-8")
    Path("games").mkdir()
    Path("games/loose.senpu").write_bytes(Path("loose.senpu").read_bytes())
    answer = run(*arguments, "--lang", "ja")
    assert output in answer.out
    assert answer.err == ""


OWN = (
    'senpu-data = 1\ngame = "800"\n[[points]]\nprovenance = "printed"\nsource = "my copy"\ni1 = 3\n'
)


@pytest.mark.parametrize("command", ["show", "verify", "legal", "review --quick"])
def test_data_that_a_log_does_not_use_are_reported(run: Run, folder: Path, command: str) -> None:
    (folder / "mine.toml").write_text(OWN, "utf-8")
    log = folder / "a.senpu"
    assert run("new", "800/bonsai-2021", log).status == 0
    pinned = log.read_text("utf-8")
    run("append", log, "C: x1+c1@D")
    name, *options = command.split()
    digest = pinned.partition("sha256:")[2][:12]
    said = f"--data mine.toml is not used: the log pins other data, and these count ({digest})"
    assert said in run(name, log, *options, "--data", "mine.toml").err
    own = "".join(row for row in log.read_text("utf-8").splitlines(True) if "Data" not in row)
    log.write_text(own, "utf-8")
    assert "not used" not in run(name, log, *options, "--data", "mine.toml").err


@pytest.mark.parametrize("command", ["new", "play", "play several"])
def test_a_new_log_that_does_not_find_its_data_file_says_where_to_put_it(
    run: Run, folder: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mine.toml").write_text(OWN, "utf-8")
    (folder / "games").mkdir()

    def start(where: str) -> str:
        out = Path(where) / "own.senpu" if command != "play several" else Path(where) / "many"
        options = ["--seed", 1] if command != "new" else []
        if command == "play several":
            options += ["-n", 1, "--jobs", 1]
        file = [out] if command == "new" else ["-o", out]
        words = command.split()[0], "800/bonsai-2021", *file, "--data", "mine.toml", *options
        answer = run(*words)
        assert answer.status == 0, answer.err
        return " ".join(answer.out.split())

    hint = "Put a copy of mine.toml into that folder"
    assert hint in start("games")
    if command != "play several":
        assert hint not in start(".")
    monkeypatch.setenv("SENPU_DATA", str(folder))
    (folder / "games" / "more").mkdir()
    assert hint not in start("games/more")
