"""`senpu help TOPIC`: the pages of the manual as text."""

import pytest

from senpu.notation.faults import text_width
from senpu.notation.messages import LANGUAGES
from senpu.tui.command_line.options import GLOBAL
from senpu.tui.command_line.table import TABLE
from senpu.tui.commands.generated_pages import make_commands_page
from senpu.tui.commands.help_pages import (
    find_summary,
    find_topic,
    list_topics,
    render_link,
    render_page,
    render_topics,
)
from senpu.tui.commands.topics import find_folder
from senpu.tui.render.markdown import render_markdown
from tests.command.conftest import Run

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
and a link (`senpu help notation`), two
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

id     what it means    remedy
-----  ---------------  ---------------
`a`    a short text     none

`bad`  a text of many   write `it`
       words that is    again
       wrapped"""
JAPANESE = """\
# 署名

署名は、どの行を誰が
書いたかを示します。ログ（記録）の各行は「タグ」で守られます。

- `senpu seal`で署名します。

| コマンド | 説明 |
| --- | --- |
| `seal` | ログの行に署名します。 |
"""
JAPANESE_ROWS = """\
署名
====

署名は、どの行を誰が書いたかを
示します。ログ（記録）の各行は
「タグ」で守られます。

- `senpu seal`で署名します。

コマンド  説明
--------  --------------------
`seal`    ログの行に署名しま
          す。"""


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
        ("the fault", "../reference/faults.md#rules", "the fault (`senpu help faults`)"),
        ("the rules", "../../800/en/rules.md", "the rules (`senpu rules 800`)"),
        ("below", "#events", "below"),
        ("changes", "../../../CHANGELOG.md", "changes (CHANGELOG.md)"),
        ("notes", "https://c2sp.org/note", "notes <https://c2sp.org/note>"),
    ],
)
def test_links_name_the_command_that_prints_the_page(text: str, target: str, printed: str) -> None:
    assert render_link(text, target) == printed


@pytest.mark.slow
def test_pages_fit_80_columns_except_code() -> None:
    for topic in {topic for language in LANGUAGES for topic in list_topics(language)}:
        rows = list(render_page(topic, topic.language, 80))
        wide = [row for row in rows if text_width(row) > 80 and not row.startswith("    ")]
        long = [row for row in wide if max(map(text_width, row.split())) < 60]
        assert (topic.name, long) == (topic.name, [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_summary_in_the_list(language: str) -> None:
    rows = list(render_topics(language))
    for topic in list_topics(language):
        assert len(find_summary(topic)) > 10, topic
        assert any(row.startswith(f"  {topic.name} ") for row in rows)


def test_a_page_without_a_translation_is_in_english() -> None:
    topic = find_topic("notation", "ja")
    assert topic is not None
    assert next(render_page(topic, "ja", 80)) == "このページは英語版だけです。"
    assert next(render_page(topic, "en", 80)) == "The notation"
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
    assert run("help", "hash-chain").status == 2
    assert "\n1. The log\n" in run("help", "chain").out
    answer = run("help", "--lang", "ja")
    assert answer.out.count("  verify ") == answer.out.count("\n  notation ") == 1
