"""`senpu help`: the help of a command, or a page of the manual."""

from argparse import Namespace

from senpu.notation.messages import SOURCE, program_catalogue
from senpu.tui.command_line.help_texts import render_help, render_overview
from senpu.tui.command_line.parsing import UnknownWordError
from senpu.tui.command_line.table import COMMANDS, TABLE
from senpu.tui.commands.help_pages import find_topic, list_topics, render_page, render_topics
from senpu.tui.printing import print_text
from senpu.tui.render.text_layout import get_prose_width


def list_words() -> list[str]:
    """Return the commands and topics, which `senpu help` explains."""
    return [*COMMANDS, *(topic.name for topic in list_topics(SOURCE))]


def run_help(given: Namespace) -> int:
    """Print the help of a command, a page, or the list of commands and pages."""
    name = " ".join(given.topic)
    if not name:
        topics = program_catalogue(given.lang).render("help.help.topics", {})
        rows = [*render_overview(given.lang), "", topics, "", *render_topics(given.lang)][:-1]
    elif name in TABLE:
        rows = render_help(name, given.lang)
    elif topic := find_topic(name, given.lang):
        rows = list(render_page(topic, given.lang, get_prose_width()))
    else:
        raise UnknownWordError("unknownTopic", name, list_words())
    print_text("\n".join(rows))
    return 0
