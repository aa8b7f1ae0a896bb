"""`senpu config`: the settings, where each comes from, and how to change them."""

import os
from argparse import Namespace
from collections.abc import Iterator

from senpu.notation.faults import text_width
from senpu.notation.layout import add_style
from senpu.notation.messages import topic_renderer
from senpu.tui.commands.arguments import UnusableLogError
from senpu.tui.printing import print_notice, print_record, print_text
from senpu.tui.render.text_layout import wrap_rows
from senpu.tui.settings import (
    VARIABLES,
    SettingValue,
    change_setting,
    find_setting,
    read_settings,
)
from senpu.tui.user_files import find_settings_file


def run_config(given: Namespace) -> int:
    """Print the settings, print one, or change one."""
    if given.unset is not None and given.name is not None:
        raise UnusableLogError("optionsExclude", one="--unset", other="KEY")
    if given.unset is not None or given.value is not None:
        name = given.name if given.unset is None else given.unset
        _report_change(change_setting(name, given.value), given)
        return 0
    if given.name is not None:
        find_setting(given.name)
    found = [each for each in read_settings() if given.name in (None, each.name)]
    for each in found:
        _report_ignored(each, given.lang)
    if given.name is not None:
        print_record(found[0].value)
    else:
        print_text("\n".join(render_settings(found, given.lang)))
    return 0


def _report_change(new: SettingValue, given: Namespace) -> None:
    """Print the value in use, and a notice if a variable determines it."""
    message = topic_renderer("settings", given.lang)
    origin = _describe_origin(new, given.lang)
    value = new.value or message("none")
    _report_ignored(new, given.lang)
    print_text(message("changed", name=new.name, value=value, origin=origin))
    if new.origin == "variable" and given.unset is None:
        print_notice(message("covered", name=new.name, variable=new.source))


def _report_ignored(each: SettingValue, language: str) -> None:
    for error in each.ignored:
        print_notice(error.text(language))


def _describe_origin(each: SettingValue, language: str) -> str:
    message = topic_renderer("settings", language)
    if each.origin == "variable":
        return f"${each.source}"
    return message(each.origin)


def render_settings(found: list[SettingValue], language: str) -> Iterator[str]:
    """Yield the rows of the settings, the settings file, and the variables."""
    message = topic_renderer("settings", language)
    values = [each.value or message("none") for each in found]
    names = max(len(each.name) for each in found)
    wide = max(map(text_width, values))
    for each, value in zip(found, values, strict=True):
        space = " " * (wide - text_width(value))
        name = f"{add_style(each.name, 'heading')}{' ' * (names - len(each.name))}"
        yield f"{name}  {value}{space}  {_describe_origin(each, language)}"
    yield ""
    path = find_settings_file()
    yield message("file_is", path=path) if path else message("no_file")
    yield ""
    yield add_style(message("variables"), "heading")
    size = max(map(len, VARIABLES))
    for name in VARIABLES:
        meaning = topic_renderer("variables", language)(name)
        named = os.environ.get(name)
        text = meaning if named is None else f"{meaning} [{named}]"
        yield from wrap_rows(text, f"  {name.ljust(size)}  ")
