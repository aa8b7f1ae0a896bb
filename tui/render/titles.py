"""The titles of recorded games in the language of the user."""

from functools import cache

from senpu.notation.messages import SOURCE, program_catalogue, topic_renderer


def translate_title(event: str, language: str) -> str:
    """Return the `Event:` of a log; of a game of the program, its title in a language."""
    ident = _list_titles().get(event)
    return topic_renderer("titles.library", language)(ident) if ident else event


@cache
def _list_titles() -> dict[str, str]:
    """Return the id of each title, by the title in English, which logs have."""
    titles = program_catalogue(SOURCE).topic("titles")["library"]
    return {title: ident for ident, title in titles.items()}
