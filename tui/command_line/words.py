"""Words that the completion offers and that texts of the help name; loaded for these alone."""

from senpu.notation.messages import Message


def list_games() -> list[str]:
    """Return the ids of the games and of their rule sets."""
    from senpu.replay.core.registry import GAMES, list_rule_sets

    return [*GAMES, *list_rule_sets()]


def list_positions() -> tuple[str, ...]:
    """Return the positions that each log has."""
    return "start", "end"


def list_options() -> list[str]:
    """Return the optional rules of all rule sets."""
    from senpu.tui.api.rule_sets import rule_sets

    return sorted({option for each in rule_sets() for option in each.available_options})


def list_glyphs() -> list[str]:
    """Return the glyphs of notes."""
    from senpu.notation.lexer import GLYPHS

    return sorted(GLYPHS)


def list_strengths() -> list[str]:
    """Return the programs that play, and programs of existing logs, the weakest first."""
    from senpu.replay.openings.strengths import PROGRAM_STRENGTHS

    return [*PROGRAM_STRENGTHS]


def list_settings() -> list[str]:
    """Return the names of the settings."""
    from senpu.tui.settings import SETTINGS

    return [*SETTINGS]


def list_data_sets() -> list[str]:
    """Return the names of the shipped data sets, such as `russojapanese/port-arthur-1201`."""
    from senpu.replay.core.registry import GAMES
    from senpu.spec.loader import list_set_files

    return [f"{game}/{name}" for game in GAMES for name in list_set_files(GAMES[game].folder)]


def list_programs() -> list[str]:
    """Return the programs that play."""
    from senpu.replay.analysis.players import PROGRAMS, format_player

    return [*map(format_player, PROGRAMS)]


def find_program() -> str:
    """Return the program that plays if none is named."""
    from senpu.replay.analysis.players import DEFAULT
    from senpu.tui.settings import find_default_program

    return find_default_program(DEFAULT)


def list_match_programs() -> tuple[str, ...]:
    """Return the programs of a match if none is named."""
    from senpu.tui.commands.match import list_default_programs

    return list_default_programs()


def find_keys() -> object:
    """Return the name of the file of keys."""
    from senpu.tui.user_files import find_keys_file

    return find_keys_file()[0] or Message("help.view.none")


def find_settings() -> object:
    """Return the name of the file of settings."""
    from senpu.tui.user_files import find_settings_file

    return find_settings_file() or Message("help.view.none")
