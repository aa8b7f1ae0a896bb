"""`senpu help`: the help of a command, a page of the manual, or a search in the pages."""

from argparse import Namespace

from senpu.notation.layout import add_style
from senpu.notation.messages import SOURCE, program_catalogue
from senpu.tui.command_line.help_texts import render_help, render_overview
from senpu.tui.command_line.parsing import UnknownWordError
from senpu.tui.command_line.table import COMMANDS, TABLE
from senpu.tui.commands.help_pages import find_topic, list_topics, render_page, render_topics
from senpu.tui.printing import print_text
from senpu.tui.render.text_layout import get_prose_width


def list_entries() -> list[str]:
    """Return the commands and the topics, which `senpu help` explains."""
    return [*COMMANDS, *(topic.name for topic in list_topics(SOURCE))]


def run_help(given: Namespace) -> int:
    """Print the help of a command, a page or a part of the manual, or the lists of both."""
    words, language, width = " ".join(given.topic).split(), given.lang, get_prose_width()
    name = " ".join(words).casefold()
    if not name:
        heading = program_catalogue(language).render("help.help.topics", {})
        rows = [*render_overview(language), "", heading, "", *render_topics(language)]
    elif name in TABLE:
        rows = render_help(name, language)
    elif topic := find_topic(name.replace(" ", "-"), language):
        rows = [*render_page(topic, language, width)]
    else:
        from senpu.tui.commands.page_search import list_names, render_search
        from senpu.tui.commands.rule_search import render_games

        rows = [*render_search(words, language, width)]
        if games := [*render_games(words, language)]:
            heading = program_catalogue(language).render("pages.in_games", {"words": name})
            rows += ["", add_style(heading, "heading"), *games]
        if not rows:
            raise UnknownWordError("unknownTopic", name, [*list_entries(), *list_names(language)])
    print_text("\n".join(rows).strip("\n"))
    return 0
