"""Face-down hands: each player works in a separate folder, with a separate state."""

import json
import re
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

import tests.toy_cards  # noqa: F401 - registers a game with hands
from senpu.logs.hand_sheets import HandSheet
from tests import hands
from tests.command.conftest import Answer, At, Run
from tests.sealed import NONCE

LOG = "game.senpu"
Mail = Callable[..., None]


@pytest.fixture
def mail(folder: Path) -> Mail:
    """Send files from one to another."""

    def mail(name: str, to: str, *files: str) -> None:
        (folder / to).mkdir(exist_ok=True)
        for file in files or (LOG,):
            shutil.copy(folder / name / file, folder / to / file)

    return mail


def held(answer: Answer) -> list[str]:
    """Return the cards that `senpu hand` prints."""
    return re.findall(r"^\w+: (#\d\d), dealt as", answer.out, re.MULTILINE)


def good(answer: Answer) -> Answer:
    assert answer.status == 0, answer.err
    return answer


def begun(at: At, mail: Mail, game: str, sides: tuple[str, ...]) -> None:
    """A game whose dealer has dealt all that was awaited."""
    good(at("dealer", "new", game, LOG, "--hands", "dealer"))
    deal(at, mail, *sides)


def deal(at: At, mail: Mail, *sides: str) -> None:
    good(at("dealer", "deal", LOG))
    for side in ("north", "south", "japan", "russia"):
        if side in sides:
            mail("dealer", side, LOG, f"game.{side}.hand")
            good(at(side, "hand", LOG, f"game.{side}.hand"))


def test_a_card_game_is_dealt_played_and_opened_between_three(
    at: At, mail: Mail, folder: Path
) -> None:
    begun(at, mail, "blind/toy", ("north", "south"))
    north, south = (held(at(side, "hand", LOG)) for side in ("north", "south"))
    assert len({*north, *south}) == 4
    text = (folder / "south" / LOG).read_text()
    assert not any(card in text for card in (*north, *south))
    answer = good(at("north", "append", LOG, f"N: play {north[0]}"))
    assert "%reveal ?" in answer.out
    assert f" {north[0]}" in answer.out
    good(at("north", "roll", LOG))
    mail("north", "south")
    assert "1 of 4 face-down cards are revealed" in good(at("south", "verify", LOG)).out
    name = re.findall(rf"{south[1]}, dealt as (\?\w+)", at("south", "hand", LOG).out)[0]
    good(at("south", "append", LOG, f"S: lay {name}"))
    answer = good(at("south", "reveal", LOG))
    mail("south", "dealer")
    assert "Reveal the face-down cards" in answer.out
    answer = good(at("dealer", "reveal", LOG))
    verdict = json.loads(good(at("dealer", "verify", LOG, "--json")).out)
    assert verdict["hands"] == {"sealed": 4, "proven": 4, "open": 0}
    assert verdict["ending"] in ("North 4", "South 4", "Draw 4")
    assert "each was legally dealt" in "".join(verdict["proven"])


def test_some_turns_of_the_russo_japanese_war(at: At, mail: Mail, folder: Path) -> None:
    begun(at, mail, "russojapanese/bonsai-2018", ("japan",))
    at("japan", "append", LOG, "J: | |")
    cards = held(at("japan", "hand", LOG))
    good(at("japan", "append", LOG, f"J: {cards[0]}/d3@Korea"))
    good(at("japan", "append", LOG, "J: |"))
    mail("japan", "russia")
    good(at("russia", "append", LOG, "R: refill 3"))
    mail("russia", "dealer")
    deal(at, mail, "russia")
    good(at("russia", "append", LOG, "R: | |"))
    cards = held(at("russia", "hand", LOG))
    assert cards
    refused = at("japan", "hand", LOG, "../russia/game.russia.hand")
    assert refused.status == 1
    assert "is not the card that was dealt" in refused.err  # his copy has no such cards yet
    good(at("russia", "append", LOG, f"R: {cards[0]}/s3@Siberia |"))
    good(at("russia", "append", LOG, "J: resign\nEnd: Russia resign"))
    verdict = good(at("russia", "verify", LOG))
    assert "face-down cards are not revealed yet" in verdict.out
    mail("russia", "japan")
    good(at("japan", "reveal", LOG))
    mail("japan", "russia")
    good(at("russia", "reveal", LOG))
    verdict = json.loads(good(at("russia", "verify", LOG, "--json")).out)
    assert verdict["hands"]["open"] == 0
    assert verdict["ending"] == "Russia resign"


def test_a_dealer_enters_the_cards_of_a_real_deck(at: At, mail: Mail, folder: Path) -> None:
    good(at("dealer", "new", "russojapanese/bonsai-2018", LOG, "--hands", "dealer"))
    before = (folder / "dealer" / LOG).read_bytes()
    for cards in (["#01"], ["#01", "#01", "#02"], ["#01", "#02", "#99"], ["?zz"], ["#01 J:"]):
        assert at("dealer", "deal", LOG, *cards).status == 1
    assert (folder / "dealer" / LOG).read_bytes() == before
    good(at("dealer", "deal", LOG, "#11", "#03", "#01"))
    mail("dealer", "japan", LOG, "game.japan.hand")
    answer = good(at("japan", "hand", LOG, "game.japan.hand"))
    assert held(answer) == ["#01", "#03", "#11"]
    assert answer.out.count("must be revealed") == 1, "10.4.6"


def test_who_reads_the_files_of_another_needs_rights_that_no_user_has(
    at: At, mail: Mail, folder: Path
) -> None:
    begun(at, mail, "blind/toy", ("north",))
    for path in (*folder.glob("*/state/hands/*"), *folder.glob("dealer/*.hand")):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_dealer_who_reports_another_card_than_was_sealed_is_found(
    at: At, mail: Mail, folder: Path
) -> None:
    begun(at, mail, "blind/toy", ("north",))
    path = folder / "north" / "game.north.hand"
    path.write_text(re.sub(r"#(\d)(\d)", r"#9\2", path.read_text(), count=1))
    answer = at("north", "hand", LOG, path)
    assert answer.status == 1
    assert "the dealer reports another card than was dealt" in answer.err


@pytest.mark.parametrize(
    ("arguments", "expected", "status"),
    [
        (("roll", LOG), "the dealer", 1),
        (("append", LOG, "draw #01+#02"), "handOpen", 1),
        (
            ("append", LOG, "draw ?00000000+?00000001"),
            "does not answer the pending decision: two cards to draw",
            1,
        ),
        (("reveal", LOG), "the game is not over", 2),
        (("reveal", LOG, "#05"), "there is no face-down card that you can reveal", 2),
        (("reveal", LOG, "--all"), "there is no face-down card that you can reveal", 1),
        (("hand", LOG, "nowhere"), "no such file", 2),
        (("hand", LOG, LOG), "not a sheet of cards", 2),
        (("deal", "plain.senpu"), "this log has no face-down hands", 2),
        (("new", "800/bonsai-2021", "x.senpu", "--hands", "dealer"), "has no hands", 2),
    ],
)
def test_what_is_rejected_says_why(
    at: At, arguments: tuple[str, ...], expected: str, status: int
) -> None:
    good(at("dealer", "new", "blind/toy", LOG, "--hands", "dealer"))
    good(at("dealer", "new", "blind/toy", "plain.senpu"))
    answer = at("dealer", *arguments)
    assert (answer.status, expected in answer.err or answer.err) == (status, True)


def test_who_has_not_dealt_cannot_deal_on(at: At, mail: Mail) -> None:
    begun(at, mail, "russojapanese/bonsai-2018", ())
    good(at("dealer", "append", LOG, "J: | | |"))
    good(at("dealer", "append", LOG, "R: refill 3"))
    mail("dealer", "russia")
    answer = at("russia", "deal", LOG)
    assert answer.status == 1
    assert "hint: the dealer who dealt these cards must continue" in answer.err


def test_without_a_folder_no_salt_is_kept_and_nothing_is_dealt(
    at: At, run: Run, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    good(at("dealer", "new", "blind/toy", LOG, "--hands", "dealer"))
    before = (folder / "dealer" / LOG).read_bytes()
    monkeypatch.setenv("SENPU_STATE", "")
    answer = run("deal", LOG)
    assert answer.status == 2
    assert "there is no state folder for salts" in answer.err
    assert (folder / "dealer" / LOG).read_bytes() == before


def test_the_dealer_signs_what_was_dealt(at: At, mail: Mail) -> None:
    good(at("dealer", "keygen", "--no-passphrase"))
    begun(at, mail, "blind/toy", ("north",))
    answer = good(at("dealer", "seal", LOG, "--side", "dealer"))
    assert "Dealer signed lines 1 to 18" in answer.out
    verdict = json.loads(good(at("dealer", "verify", LOG, "--json")).out)
    assert [(seal["side"], seal["checked"]) for seal in verdict["seals"]][-1] == ("dealer", True)
    good(at("dealer", "new", "blind/toy", "plain.senpu", "--chain"))
    assert "unknown side" in at("dealer", "seal", "plain.senpu", "--side", "dealer").err


@pytest.mark.parametrize("side", ["north", "south"])
def test_an_export_through_the_view_of_a_side_reports_no_card_of_the_other(
    at: At, mail: Mail, folder: Path, side: str
) -> None:
    begun(at, mail, "blind/toy", ("north", "south"))
    north = held(at("north", "hand", LOG))
    good(at("north", "append", LOG, f"N: play {north[0]}"))
    good(at("north", "roll", LOG))
    mail("north", "south")
    other = "south" if side == "north" else "north"
    secret = set(held(at(other, "hand", LOG)))
    assert secret
    for kind in ("senpu", "md", "json"):
        text = at(other, "export", LOG, "--to", kind, "--as", side).out
        assert not any(card in text for card in secret), kind
        salts = (folder / other / "state" / "hands").glob("*")
        for path in salts:
            assert not any(row.split()[-1] in text for row in path.read_text().splitlines()[1:])


def test_a_player_sees_the_own_hand_and_what_it_allows(at: At, mail: Mail) -> None:
    begun(at, mail, "russojapanese/bonsai-2018", ("japan",))
    answer = good(at("japan", "append", LOG, "J: | |"))
    cards = held(at("japan", "hand", LOG))
    shown = good(at("japan", "show", LOG)).out
    assert "can use no card" not in answer.out
    allowed = good(at("japan", "legal", LOG)).out
    mail("japan", "russia")
    for card in cards:
        assert card in shown
        assert f"{card}/move" in allowed
        for seen in (("show", LOG), ("show", LOG, "--as", "japan"), ("legal", LOG)):
            assert card not in re.sub("such as .*", "", at("russia", *seen).out)
        assert card not in at("japan", "show", LOG, "--as", "russia").out
    assert "#??/move" in at("russia", "legal", LOG).out


def test_a_card_that_must_be_shown_at_once_is_shown_by_the_next_append(
    at: At, folder: Path
) -> None:
    numbers = (hands.must_show("japan"), 3, 4)
    cards = tuple(hands.card(at, "japan", f"#{each:02}") for at, each in enumerate(numbers, 1))
    (folder / "japan").mkdir()
    (folder / "japan" / LOG).write_text(hands.log(hands.dealt(*cards), hands.RUSSO))
    (folder / "japan" / "sheet").write_text(HandSheet(NONCE, cards).text)
    reported = good(at("japan", "hand", LOG, "sheet")).out
    assert re.findall(r"(#\d\d), dealt as \S+; must be revealed now", reported) == [cards[0].card]
    answer = good(at("japan", "append", LOG, "J: |"))
    assert f"%reveal {hands.name(cards[0])} {cards[0].card}" in answer.out
    assert "hand #03 #04\n" in good(at("japan", "show", LOG)).out
    assert good(at("japan", "verify", LOG))


def test_a_view_of_a_side_does_not_depend_on_the_cards_that_this_machine_knows(
    at: At, mail: Mail
) -> None:
    """The dealer's machine shows south as much as the machine of south, with `--as`."""
    begun(at, mail, "blind/toy", ("north", "south"))
    north, south = (held(at(side, "hand", LOG)) for side in ("north", "south"))
    for words in (
        ("show",), ("show", "--json"), ("legal",), ("verify", "--json"), ("export", "--to", "json"),
        ("append", f"N: play {north[0]}"), ("append", f"N: play {south[0]}"),
    ):  # fmt: skip
        command, *rest = words
        answers = [at(who, command, LOG, *rest, "--as", "south") for who in ("dealer", "south")]
        assert answers[0] == answers[1], words
        assert not any(card in answers[0].out for card in north)
