"""`senpu help TOPIC`: the pages of the manual as text."""

import re
import shlex

import pytest

from senpu.notation.faults import text_width
from senpu.notation.layout import STYLE_END, STYLES, Layout, use_layout
from senpu.notation.messages import LANGUAGES
from senpu.tui.command_line.options import GLOBAL
from senpu.tui.command_line.table import TABLE
from senpu.tui.commands.generated_pages import make_commands_page
from senpu.tui.commands.help_pages import (
    find_anchor,
    find_label,
    find_title,
    find_topic,
    list_topics,
    render_link,
    render_page,
    render_topics,
)
from senpu.tui.commands.page_search import (
    cut_around,
    find_sections,
    list_lines,
    make_pattern,
    read_sections,
)
from senpu.tui.commands.topics import find_folder
from senpu.tui.render.markdown import SPACE, render_markdown
from tests.command.conftest import Run

HELP = re.compile(r"`senpu help ([^`]+)`")
PAGE = """\
# The *title*

A sentence with `code that stays whole` and
a [link](../reference/notation.md#4-events), **two** lines.\\
A new row. ![A map](map.svg) <b>bold</b>

## Lists

1. first
   - inner item of several words that is long
2. second

> quoted

```sh
senpu show game.senpu --at 12 --win-probability --games 100
```

| id | what it means | remedy |
| --- | --- | --- |
| `a` | a short text | none |
| `bad` | a text of many words that is wrapped | write `it` again |
"""
ROWS = """\
The title
=========

A sentence with `code that stays whole`
and a link
(`senpu help notation 4-events`), two
lines.
A new row. [A map] bold

Lists
-----

1. first
   - inner item of several words that is
     long
2. second

  quoted

senpu show game.senpu --at 12 --win-probability --games 100

id     what it means       remedy
-----  ------------------  -------------
`a`    a short text        none

`bad`  a text of many      write `it`
       words that is       again
       wrapped"""
JAPANESE = """\
# 署名

署名は、どの行を誰が
書いたかを示します。ログ（記録）の各行は「タグ」で守られます。

- `senpu seal`で署名します。
- **改行。** あり

| コマンド | 説明 |
| --- | --- |
| `seal` | ログの行に署名します。 |
| `fmt` | 標準形にします。 |
| `new` | 作成します。 |
"""
JAPANESE_ROWS = """\
署名
====

署名は、どの行を誰が書いたかを
示します。ログ（記録）の各行は
「タグ」で守られます。

- `senpu seal`で署名します。
- 改行。あり

コマンド  説明
--------  --------------------
`seal`    ログの行に署名しま
          す。

`fmt`     標準形にします。

`new`     作成します。"""


@pytest.mark.parametrize(
    ("page", "width", "rows"), [(PAGE, 40, ROWS), (JAPANESE, 30, JAPANESE_ROWS)]
)
def test_a_page_in_a_width(page: str, width: int, rows: str) -> None:
    assert "\n".join(render_markdown(page, width, render_link)) == rows


def test_a_table_that_is_too_wide_is_a_list() -> None:
    table = PAGE[PAGE.index("| id") :]
    assert list(render_markdown(table, 20, render_link))[:4] == [
        "id: `a`", "what it means: a", "short text", "remedy: none",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "target", "printed"),
    [
        ("json", "json.md", "`senpu help json`"),
        ("chain, section 4", "../reference/chain.md#4-seals", "`senpu help chain`, section 4"),
        ("the fault", "../reference/faults.md#rules", "the fault (`senpu help faults rules`)"),
        ("the rules", "../../800/en/rules.md", "the rules (`senpu rules 800`)"),
        ("below", "#events", "below"),
        ("changes", "../../../CHANGELOG.md", "changes (CHANGELOG.md)"),
        ("notes", "https://c2sp.org/note", "notes <https://c2sp.org/note>"),
    ],
)
def test_links_name_the_command_that_prints_the_page(text: str, target: str, printed: str) -> None:
    assert render_link(text, target) == printed
    assert render_link(text, target, "ja") == printed.replace(" (", "（").replace(")", "）")


def test_a_block_of_code_keeps_its_rows_where_they_fit() -> None:
    for size, indent in ((40, 4), (77, 3), (80, 0)):
        page = f"```text\n{'x' * size}\n{'y' * 90}\n```"
        assert next(render_markdown(page, 80, render_link)) == f"{' ' * indent}{'x' * size}"


def test_styles_are_marks_that_no_row_break_divides() -> None:
    page = "A **bold text in\n*several* words**, *new*.\n\n| a |\n| - |\n| **b c** d |"
    with use_layout(Layout(12, True, True)):
        rows = list(render_markdown(page, 12, render_link))
    start, other, end = STYLES["strong"], STYLES["emphasis"], STYLE_END
    assert rows[:3] == [
        f"A {start}bold text{end}",
        f"{start}in several{end}",
        f"{start}words{end}, {other}new{end}.",
    ]
    assert list(render_markdown(page, 12, render_link))[:2] == ["A bold text", "in several"]


@pytest.mark.slow
def test_pages_fit_80_columns_except_code() -> None:
    for topic in {topic for language in LANGUAGES for topic in list_topics(language)}:
        code = {row.strip() for row in topic.read().split("\n")}
        rows = list(render_page(topic, topic.language, 80))
        wide = [row for row in rows if text_width(row) > 80 and row.strip() not in code]
        long = [row for row in wide if max(map(text_width, row.split())) < 60]
        assert (topic.name, long) == (topic.name, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_listed_with_its_title_in_one_row(language: str) -> None:
    rows = list(render_topics(language))
    for topic in list_topics(language):
        is_own = topic.language == language
        title = find_title(topic.read()) if is_own else find_label(topic, language)
        (row,) = (row for row in rows if row.startswith(f"  {topic.name} "))
        assert title in row
        assert text_width(row) <= 80


def test_a_page_without_a_translation_is_in_english() -> None:
    topic = find_topic("json", "ja")
    assert topic is not None
    assert next(render_page(topic, "ja", 80)) == "このページは英語版だけです。"
    assert next(render_page(topic, "en", 80)) == "JSON output"
    assert find_topic("nothing", "en") is None


def test_the_page_of_commands_has_every_command_and_option() -> None:
    page = make_commands_page("en")
    for name, command in TABLE.items():
        part = page.partition(f"# `senpu {name}`\n")[2].partition("\n###")[0]
        own = [each.name for each in command.list_options() if each.name not in GLOBAL]
        assert part, name
        assert [each for each in own if each not in part] == [], name


def test_every_page_that_a_command_names_is_a_topic() -> None:
    pages = {page for command in TABLE.values() for page in command.pages}
    assert {page for page in pages if not find_folder(page)} == set()


def test_help_prints_commands_topics_and_pages(run: Run) -> None:
    assert "\n1. The log\n" in run("help", "chain").out
    answer = run("help", "--lang", "ja")
    assert answer.out.count("  verify ") == answer.out.count("\n  notation ") == 1


@pytest.mark.parametrize(
    ("words", "language", "parts"),
    [
        ("SEAL", "en", ["usage: senpu seal "]),
        ("Play by mail", "en", ["Play by mail\n====="]),
        ("json TYPES", "en", ["Types\n-----\n"]),
        ("badtoken", "en", ["(`senpu help faults syntax`)\n\nid: `badToken`\nmeaning: "]),
        ("署名", "ja", ["用語：署名（`%seal`）\n英語：seal\n意味：", "`senpu help seal`"]),
        ("zone of CONTROL", "ja", ["英語：zone of control"]),
        ("senpu_pager", "en", ["variable: `SENPU_PAGER`"]),
        ("exit status", "en", ["\n1  ", "(`senpu help verify`)", "help faults`)\n  …"]),
        *((each, "en", ["(`senpu help diff`)\n  Compare two"]) for each in ("compare", "compar")),
        ("check", "ja", ["（`senpu help verify`）\n  ログの記法"]),
        ("board", "en", ["(`senpu help show`)\n  Print a position"]),
        ("比較", "ja", ["（`senpu help diff`）\n", "（`senpu help opening-books 比較`）"]),
        ("notation 4-events", "en", ["4. Events\n------"]),
        ("notation EVENTS", "en", ["4. Events\n------", "9. Numbers of events\n-----"]),
        ("faq vassal", "en", ["(`senpu help faq players-of-board-wargames`)\n  Can I import"]),
        ("ｖａｓｓａｌ", "ja", ["VASSALなどの対局"]),
        ("JSON", "ja", ["JSON output\n======="]),
    ],
)  # fmt: skip
def test_words_find_commands_pages_sections_and_entries(
    run: Run, words: str, language: str, parts: list[str]
) -> None:
    answer = run("help", *words.split(), "--lang", language)
    assert (answer.status, answer.err) == (0, "")
    for part in parts:
        assert part in answer.out
    is_page = find_topic(words.casefold().replace(" ", "-"), language)  # with wide code
    assert is_page or max(map(text_width, answer.out.splitlines())) <= 80


def test_a_suggestion_has_a_word_once(run: Run) -> None:
    assert run("help", "versions", "stable").err.endswith("did you mean versions?\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_of_a_search_prints_its_section(language: str) -> None:
    for topic in list_topics(language):
        for section in read_sections(topic):
            name, *words = section.command.removeprefix("senpu help ").split(" ", 1)
            if " ".join((name, *words)) in TABLE:
                continue
            assert name == topic.name
            found = find_sections(topic, words) if words else [[section]]
            assert section in [each[0] for each in found]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_link_prints_a_command_that_finds_its_section(language: str) -> None:
    commands = set()
    for topic in list_topics(language):
        for row in render_page(topic, language, 10**6):
            commands |= {each.replace(SPACE, " ") for each in HELP.findall(row)}
    assert any("-" in each for each in commands)
    for command in commands:
        name, *words = shlex.split(command)
        page = find_topic(name, language)
        if page is None:
            assert " ".join((name, *words)) in TABLE or name.isupper() or name == "badTag", command
        elif words:
            found = find_sections(page, words)
            anchors = [find_anchor(each[0].title) for each in found]
            english = find_topic(name, "en")
            assert english is not None
            titles = [find_anchor(each.title) for each in read_sections(english)]
            assert len(found) == 1, command
            assert anchors == words or words[0] in titles, command


def test_the_line_of_a_search_keeps_code_unchanged() -> None:
    text = "An **attack** is `x1*B.i1` or *`i3*D`*.\n\n```text\nx1*B.i1 | 58%*\n```"
    assert [*list_lines(text)] == ["An attack is `x1*B.i1` or `i3*D`.", "x1*B.i1 | 58%*"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_lists_the_games_whose_rules_have_a_word(run: Run, language: str) -> None:
    for word in ("\u88dc\u7d66", "supply"):
        out = run("help", word, "--lang", language).out
        assert f"`senpu rules russojapanese {word}`" in out
        assert "`senpu rules 800 " not in out
        hits = run("rules", "russo", word, "--lang", language)
        assert (hits.status, hits.out.count("\n  ") > 2) == (0, True)
        assert max(map(text_width, hits.out.splitlines())) <= 80


def test_a_row_of_a_search_has_the_word_and_fits() -> None:
    pattern = make_pattern("words")
    for text, row in (
        ("a word", "a word"),
        ("a word that is followed by others", "a word that is…"),
        ("others are before this last word", "…this last word"),
        ("多くの語の後にある最後のwordです", "…ある最後のwordです"),
        ("before these words-without-any", "before these words…"),
    ):
        assert cut_around(text, pattern, 19) == row


def test_what_no_page_has_is_an_error_with_like_names(run: Run) -> None:
    answer = run("help", "badtokn")
    assert (answer.status, answer.out) == (2, "")
    assert "hint: did you mean badToken?" in answer.err
    assert run("help", "faq", "nothingatall").status == 2
