"""Arguments and options of commands, as data: a name of an option has one meaning in all commands.

A command that needs other values of an option calls :func:`use`. Texts are in the catalogues:
`help.options.NAME` for an option, `help.arguments.NAME` for another argument, and
`help.COMMAND.NAME` for the text of one command, which an option has only if `own` has a reason.
"""

from importlib import import_module
from operator import attrgetter
from typing import Any, NamedTuple


class Ref(NamedTuple):
    """A value of a module that is loaded only for the command that needs the value."""

    module: str
    name: str

    def find(self) -> Any:
        """Return the value."""
        return attrgetter(self.name)(import_module(f"senpu.{self.module}"))


class Kind(NamedTuple):
    """A kind of values: how a text is converted, and how it is completed."""

    metavar: str = ""
    convert: str = "str"
    """The name of the converter in `parsing.py`."""
    suffixes: tuple[str, ...] = ()
    """Ends of the names of files that are completed; "" for all files."""
    has_folders: bool = False
    """True if folders are completed."""
    has_stream: bool = False
    """True if - is standard input."""
    must_exist: bool = False
    """True if the file must exist, and a folder is an error."""
    is_written: bool = False
    """True if the command writes the file or folder."""
    words: Ref | None = None
    """A function that returns the words that are completed."""

    @property
    def is_file(self) -> bool:
        """Return whether a value names a file or a folder."""
        return bool(self.suffixes or self.has_folders)


LOG, GAMES = (".senpu",), (".senpu", ".study.toml")
KINDS = {
    "flag": Kind(),
    "text": Kind("TEXT"),
    "utf8": Kind("TEXT", "utf8"),
    "number": Kind("N", "number"),
    "percent": Kind("PERCENT", "float"),
    "name": Kind("NAME"),
    "date": Kind("DATE"),
    "position": Kind("POS", words=Ref("tui.command_line.words", "list_positions")),
    "option": Kind("OPTION", words=Ref("tui.command_line.words", "list_options")),
    "glyph": Kind("GLYPH", words=Ref("tui.command_line.words", "list_glyphs")),
    "theme": Kind("THEME", words=Ref("tui.settings", "list_themes")),
    "setting": Kind("KEY", words=Ref("tui.command_line.words", "list_settings")),
    "note": Kind("ID"),
    "side": Kind("SIDE", words=Ref("tui.commands.arguments", "list_sides")),
    "choice": Kind(),
    "command": Kind("COMMAND", words=Ref("tui.commands.help", "list_entries")),
    "game": Kind("GAME", "game", words=Ref("tui.command_line.words", "list_games")),
    "program": Kind("PROGRAM", words=Ref("tui.command_line.words", "list_programs")),
    "strength": Kind("PROGRAM", words=Ref("tui.command_line.words", "list_strengths")),
    "strengths": Kind("NAMES", words=Ref("tui.command_line.words", "list_strengths")),
    "log": Kind("FILE", "log", LOG, must_exist=True, is_written=True),
    "source": Kind("FILE", "input", LOG, has_stream=True, must_exist=True),  # a position text too
    "sources": Kind("PATH", "input", LOG, has_folders=True, has_stream=True),
    "game-file": Kind("FILE", "input", GAMES, has_stream=True, must_exist=True),
    "game-files": Kind("PATH", "input", GAMES, has_folders=True, has_stream=True),
    "collection": Kind("DIR", "path", LOG, has_folders=True),
    "output": Kind("OUT", "output", ("",), has_folders=True, is_written=True),
    "folder": Kind("DIR", "output", has_folders=True, is_written=True),
    "input": Kind("FILE", "input", ("",), has_stream=True, must_exist=True),
    "data": Kind("FILE", "data", (".toml",), words=Ref("tui.command_line.words", "list_data_sets")),
    "values": Kind("FILE", "output", (".toml",), is_written=True),
    "book": Kind("BOOK", "path", (".sqlite",), must_exist=True),
    "study": Kind("STUDY", "input", (".study.toml",), has_stream=True, must_exist=True),
    "own-study": Kind("STUDY", "output", (".study.toml",), is_written=True),
    "repertoire": Kind(
        "REPERTOIRE", "input", (".repertoire.toml",), has_stream=True, must_exist=True
    ),
    "own-repertoire": Kind("REPERTOIRE", "output", (".repertoire.toml",), is_written=True),
    "drill": Kind("FILE", "input", (".repertoire.toml", ".study.toml"), must_exist=True),
    "key": Kind("KEY", "input", (".pem", ".key")),
    "new-key": Kind("FILE", "output", (".pem", ".key"), is_written=True),
    "public": Kind("KEY", "str", (".pub",)),
    "sheet": Kind("SHEET", "input", (".hand",), has_stream=True, must_exist=True),
}


class Argument(NamedTuple):
    """An option, or an argument without an option."""

    name: str
    kind: str = "text"
    metavar: str | tuple[str, ...] = ""
    """The name of the value in the help; empty for the name of the kind."""
    short: str = ""
    """The short form of an option, such as `-o`."""
    dest: str = ""
    """The name of the value in a program, if it is not the name of the argument."""
    default: Any = None
    choices: Any = None
    """The values, if they are few: texts, or a reference to them."""
    number: str | int = ""
    """The number of values: one, a number, `?` (0 or 1), `*` (0 or more), `+` (1 or more)."""
    repeats: bool = False
    """True if the option can be repeated; the value is then a list."""
    is_required: bool = False
    least: int = 1
    """The least number, for numbers."""
    most: int = 0
    """The largest number; 0 for no limit."""
    const: Any = None
    """The value of an option without a value, if it can have one."""
    text: str = ""
    """The key of the text that commands share, if it is not the name."""
    may_be_empty: bool = False
    """True if the value can be an empty text."""
    has_stdout: bool = False
    """True if - is standard output, for a kind that the command writes; the value is then None."""
    requires: tuple[str, ...] = ()
    """Options without any of which this one has no effect."""
    heading: str = ""
    """The heading of the option in the help; empty for "options"."""
    per_side: bool = False
    """True if there is an option for each side of all games; the name is then `--SIDE`."""
    after: Any = None
    """For each value of the previous argument, the values that this one can have."""
    own: str = ""
    """The reason for texts of single commands; empty if all have the same text."""

    @property
    def is_option(self) -> bool:
        """Return whether the argument is an option."""
        return self.name.startswith("-")

    @property
    def key(self) -> str:
        """The key of the text."""
        return self.name.strip("-").replace("-", "_")

    @property
    def target(self) -> str:
        """The name of the value among the parsed arguments."""
        return self.dest or self.key

    @property
    def label(self) -> str:
        """The name of the value in the help: `FILE`, or `{md,html}` for choices."""
        if self.choices is not None and not self.metavar:
            return f"{{{','.join(self.list_choices())}}}"
        named = self.metavar or KINDS[self.kind].metavar
        return named if isinstance(named, str) else " ".join(named)

    def list_choices(self) -> tuple[str, ...]:
        """Return the values, if they are few, else none."""
        found = self.choices.find() if isinstance(self.choices, Ref) else self.choices
        return tuple(found or ())

    def find_default(self) -> Any:
        """Return the default value."""
        return self.default.find() if isinstance(self.default, Ref) else self.default


MOST_SEED = 10**12 - 1
"""The largest seed that a command accepts."""
FILTERS, BROWSER, WIN = "group_filters", "group_browser", "group_win_probability"
GLOBAL = ("--lang", "--color", "--no-pager")
"""The options of all commands, which can also be before the command."""

OPTIONS = {each.name: each for each in (
    Argument("--lang", "choice", "LANGUAGE", choices=Ref("notation.messages", "LANGUAGES")),
    Argument("--color", "choice", "WHEN", default="auto",
             choices=Ref("tui.printing", "COLOUR_CHOICES")),
    Argument("--no-pager", "flag"),
    Argument("--json", "flag"),
    Argument("--data", "data", own="`migrate` converts to the data"),
    Argument("--force", "flag"),
    Argument("--jobs", "number"),
    Argument("--output", "output", short="-o", own="each command writes something else"),
    Argument("--games", "number", short="-n", own="the games are played for something else"),
    Argument("--rows", "number", default=12),
    Argument("--seed", "number", least=0, most=MOST_SEED, own="the defaults differ"),
    Argument("--uncertain", "number", least=2, most=10_000),
    Argument("--all", "flag", own="errors, rows, facts or cards"),
    # positions and sides
    Argument("--at", "position", own="the position is used for something else"),
    Argument("--as", "side", dest="view"),
    Argument("--side", "side", own="the side acts, or is examined"),
    Argument("--line", "utf8", own="in `study add` the rows have annotations too"),
    # new games
    Argument("--from", "source", "TEXT|FILE", dest="start"),
    Argument("--option", "option", repeats=True),
    Argument("--event"),
    Argument("--date", "date", own="of the game, or of the event in history"),
    Argument("--annotator", "name"),
    Argument("--SIDE", "name", "PLAYER", per_side=True, own="a name, or a program"),
    Argument("--hands", "choice", choices=("recorded", "dealer"), default="recorded"),
    Argument("--chain", "flag", own="`seal` adds it to a log that exists"),
    Argument("--public", "public", "SIDE=KEY", repeats=True),
    # recording
    Argument("--commit", "flag"),
    Argument("--secrets", "number", default=Ref("logs.dice_secrets", "LENGTH"), most=10**6,
             requires=("--commit",)),
    Argument("--server", "name"),
    Argument("--receipt"),
    Argument("--dice"),
    # checking and signing
    Argument("--report", "output"),
    Argument("--accept-copy", "flag"),
    Argument("--checkpoint", "input"),
    Argument("--witness-key", "public", repeats=True),
    Argument("--strict", "flag"),
    Argument("--proof", "output"),
    Argument("--passphrase-file", "input"),
    Argument("--no-passphrase", "flag"),
    Argument("--key", "key"),
    Argument("--undo", "number", default=0, most=9_999),
    Argument("--new-key", "public"),
    Argument("--witness", "flag"),
    Argument("--name", "name"),
    Argument("--request", "number", number="?", least=0, const=-1),
    Argument("--foreign-secrets", "flag"),
    Argument("--accept", "flag"),
    Argument("--log", "source"),
    Argument("--check", "flag"),
    Argument("--cut", "flag"),
    # reading and annotating
    Argument("--text", "flag"),
    Argument("--win-probability", "flag", heading=WIN),
    Argument("--turns", "number", least=0, most=1000, heading=WIN),
    Argument("--program", "program", heading=WIN),
    Argument("--to", "choice", "FORM", choices=Ref("tui.jobs.exports", "FORMS")),
    Argument("--maps", "folder"),
    Argument("--theme", "choice", choices=Ref("tui.jobs.exports", "THEMES")),
    Argument("--in", "note", dest="inside"),
    Argument("--glyph", "glyph", repeats=True),
    Argument("--arrow", metavar="A>D", repeats=True),
    Argument("--highlight", metavar="D+E", repeats=True),
    Argument("--bookmark", "name"),
    Argument("--source", own="of a date, or of values"),
    Argument("--variation", repeats=True),
    Argument("--translate", metavar=("NOTE", "LANGUAGE", "TEXT"), number=3, repeats=True),
    Argument("--author", "name", may_be_empty=True),
    Argument("--remove", "note", repeats=True),
    Argument("--import", "source", dest="taken"),
    Argument("--gap", "number", default=1),
    Argument("--budget", "number", "SECONDS", most=86_400),
    Argument("--positions", "number", most=100_000_000),
    Argument("--ways", "number", default=Ref("replay.analysis.bridges", "WAYS"), most=1000),
    Argument("--pick", "number", "K", most=1000),
    Argument("--quick", "flag"),
    Argument("--dry-run", "flag"),
    Argument("--worst", "number", default=Ref("replay.analysis.review", "USUAL.worst"), most=10**7),
    Argument("--problems", "output"),
    # the viewer
    Argument("--ascii", "flag"),
    Argument("--book", "book", own="the viewer also opens a book alone"),
    Argument("--repertoire", "own-repertoire", "FILE"),
    Argument("--read-only", "flag"),
    Argument("--print-keys", "flag"),
    Argument("--serve", "flag", heading=BROWSER),
    Argument("--host", metavar="HOST", heading=BROWSER),
    Argument("--port", "number", "PORT", most=65_535, heading=BROWSER),
    Argument("--write", "flag", heading=BROWSER),
    # openings, repertoires, studies
    Argument("--depth", "number", default=Ref("replay.openings.reading", "DEPTH")),
    Argument("--executor", metavar="dask://HOST:PORT", default=""),
    Argument("--sort", "choice", default="games", choices=("games", "rate", "value")),
    Argument("--min-games", "number", default=5),
    Argument("--game", "game", heading=FILTERS),
    Argument("--digest", metavar="HEX", heading=FILTERS),
    Argument("--player", "name", default="", heading=FILTERS),
    Argument("--since", "date", default="", heading=FILTERS),
    Argument("--until", "date", default="", heading=FILTERS),
    Argument("--by", "choice", default="", choices=("human", "program"), heading=FILTERS),
    Argument("--programs", "strengths", default="", heading=FILTERS),
    Argument("--min-strength", "strength", heading=FILTERS),
    Argument("--min-share", "percent"),
    Argument("--answer", "utf8", own="a choice, or the solution of a problem"),
    Argument("--comment", "utf8", default=""),
    Argument("--title", "utf8", default=""),
    Argument("--questions", "number", default=Ref("replay.openings.drill", "MOST")),
    Argument("--on", "date"),
    # programs, games and data
    Argument("--generations", "number"),
    Argument("--value", "input"),
    Argument("--areas", "number", default=3, least=2, most=26),
    Argument("--units", "number", default=2, most=99),
    Argument("--sides", metavar=("FIRST", "SECOND"), number=2, default=("north", "south")),
    Argument("--unset", "setting"),
    Argument("--changes", "flag"),
    Argument("--screen", "flag"),
)}  # fmt: skip


def use(name: str, **changes: Any) -> Argument:
    """Return an option with other values for one command."""
    return OPTIONS[name]._replace(**changes)
