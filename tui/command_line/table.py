"""The table of all commands. The parser, the help, the completion and the reference read it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from senpu.tui.command_line.options import (
    GLOBAL,
    KINDS,
    OPTIONS,
    WIN,
    Argument,
    Ref,
    use,
)


class Command(NamedTuple):
    """A command, or an action of one, such as `openings build`."""

    arguments: tuple[Argument, ...] = ()
    """The arguments that are not options, in their order."""
    options: tuple[str | Argument, ...] = ()
    """The names of the options, or options with values of this command; apart from `GLOBAL`."""
    run: str = ""
    """Module and function that run the command; empty if only its actions do."""
    pages: tuple[str, ...] = ()
    """Topics of the manual with more."""
    fields: tuple[tuple[str, Ref], ...] = ()
    """Fields of the texts, with references to their values or to functions that return them."""
    is_paged: bool = False
    """True if a long output, to be read from its start, is shown page by page on a terminal.

    The output of a check or of a change is not: what it ends with must stay on the screen.
    """
    is_page: bool = False
    """True if the output is a page, whose sentences are wrapped without a terminal too."""
    writes: bool = False
    """True if it writes a file that no argument names."""

    def list_options(self) -> list[Argument]:
        """Return the options of the command, the options of all commands last."""
        every = (*self.options, *GLOBAL)
        return [OPTIONS[each] if isinstance(each, str) else each for each in every]

    def may_write(self, words: Sequence[str]) -> bool:
        """Return whether the command writes a file or folder if it is called with these words."""
        named = find_named_options(words)
        return self.writes or any(
            KINDS[each.kind].is_written and (not each.is_option or {each.name, each.short} & named)
            for each in (*self.arguments, *self.list_options())
        )

    def prints_json(self, words: Sequence[str]) -> bool:
        """Return whether standard output is JSON if the command is called with these words."""
        names = {each.name for each in self.list_options()}
        if "--json" in names and "--json" in words:
            return True
        is_form = "--to=json" in words or ("--to", "json") in pairwise(words)
        return "--to" in names and is_form and not {"--output", "-o"} & find_named_options(words)


def find_named_options(words: Sequence[str]) -> set[str]:
    """Return the names of the options in the words of a command, without their values."""
    options = [each for each in words if each[:1] == "-"]
    return {each.partition("=")[0] if each[:2] == "--" else each[:2] for each in options}


FILE = Argument("file", "source")
LOG = Argument("file", "log", text="log")
GAME = Argument("game", "game")
START = ("--from", "--at", "--option")
AT_END = use("--at", default="end")
WORKING = ("--data", "--jobs")
VIEWED = ("--as", "--data")
FILTERED = (
    "--game", "--digest", "--player", "--since", "--until", "--by", "--programs",
    use("--min-strength", default=Ref("replay.openings.strengths", "LEAST")),
)  # fmt: skip
BOOK = Argument("book", "book")
PROGRAMS = ("programs", Ref("tui.command_line.words", "list_programs"))
STRENGTHS = (("strengths", Ref("replay.openings.strengths", "PROGRAM_STRENGTHS")),)
STUDY, REPERTOIRE = Argument("study", "own-study"), Argument("repertoire", "own-repertoire")
CHAPTER = Argument("number", "number")
PLAYER = Argument("name", "name")

PLAYED_BY = use("--SIDE", kind="program")
SETTINGS = {
    "language": OPTIONS["--lang"],
    "program": OPTIONS["--program"],
    "theme": Argument("theme", "theme"),
    "author": Argument("author"),
    "book": BOOK,
}
"""The values of each setting."""

GROUPS = {
    "record": ("new", "append", "roll", "deal", "hand", "reveal"),
    "read": ("view", "show", "legal"),
    "verify": (
        "verify", "dice", "diff", "keygen", "seal", "keys", "repair", "fmt", "restore", "migrate",
    ),
    "annotate": ("note", "review", "bridge", "export"),
    "study": ("openings", "repertoire", "study", "drill"),
    "programs": ("play", "match", "train"),
    "data": ("games", "rules", "data"),
    "program": ("help", "config", "completion"),
}  # fmt: skip
"""The commands of each job, in the order of the help."""

TABLE = {
    # ---- record -----------------------------------------------------------------------------
    "new": Command(
        (GAME._replace(number="?"), Argument("file", "output", "FILE")),
        (*START, "--event", "--date", "--annotator", "--SIDE", "--hands", "--chain", "--public",
         "--data"),
        "log_writing:new",
        ("record-a-game", "play-by-mail", "notation"),
    ),
    "append": Command(
        (LOG, Argument("text")), ("--side", "--data"), "log_writing:append",
        ("record-a-game", "notation"),
    ),
    "roll": Command(
        (LOG,), ("--side", "--commit", "--secrets", "--server", "--receipt", "--dice", "--data"),
        "log_writing:roll", ("fair-dice", "dice-proofs"),
    ),
    "deal": Command(
        (LOG, Argument("cards", metavar="CARD", number="*")), ("--output", "--force", "--data"),
        "cards:run_deal", ("hidden-hands", "hands"),
    ),
    "hand": Command(
        (LOG, Argument("sheet", "sheet", number="?")), ("--data",), "cards:run_hand",
        ("hidden-hands", "hands"),
    ),
    "reveal": Command(
        (LOG, Argument("cards", metavar="CARD", number="*")), ("--all", "--data"),
        "cards:run_reveal", ("hidden-hands", "hands"),
    ),
    # ---- read -------------------------------------------------------------------------------
    "view": Command(
        (Argument("paths", "game-files", number="*"),),
        (use("--at", default=""), *VIEWED, "--book", "--repertoire", "--author", "--read-only",
         "--ascii", "--print-keys", "--serve", "--host", "--port", "--write"),
        "viewer:view", ("viewer", "keys-and-themes", "library"),
        (("keys", Ref("tui.command_line.words", "find_keys")),
         ("memory", Ref("tui.command_line.words", "find_settings"))),
    ),
    "show": Command(
        (FILE,),
        (AT_END, *VIEWED, "--text", "--json", "--win-probability",
         use("--games", heading=WIN, most=10**6), "--turns", "--program",
         use("--seed", heading=WIN), use("--uncertain", heading=WIN), use("--jobs", heading=WIN)),
        "positions:show", ("positions-and-studies", "what-win-probabilities-are-worth"),
        is_paged=True,
    ),
    "legal": Command(
        (FILE,), (AT_END, *VIEWED, "--json"), "positions:legal", ("record-a-game", "notation"),
        is_paged=True,
    ),
    # ---- verify and settle ------------------------------------------------------------------
    "verify": Command(
        (Argument("files", "sources", number="+"),),
        ("--all", "--strict", "--report", use("--force", requires=("--report",)),
         "--accept-copy", "--checkpoint", "--witness-key", "--json", *VIEWED, "--jobs"),
        "verification:run_verify",
        ("how-a-log-is-verified", "settle-a-dispute", "faults", "scripts"),
    ),
    "dice": Command(
        (Argument("files", "sources", number="+"),), ("--json", "--data"), "dice_audit:dice",
        ("fair-dice", "dice-proofs"),
    ),
    "diff": Command(
        (Argument("a", "source", "A"), Argument("b", "source", "B")),
        ("--proof", use("--force", requires=("--proof",)), "--json", *VIEWED), "comparison:diff",
        ("settle-a-dispute", "what-a-seal-proves", "scripts"),
    ),
    "keygen": Command(
        (Argument("file", "new-key", number="?"),), ("--passphrase-file", "--no-passphrase"),
        "seals:keygen", ("play-by-mail", "what-a-seal-proves"),
    ),
    "seal": Command(
        (LOG,),
        ("--side", "--key", "--passphrase-file", "--undo", "--new-key", "--accept",
         "--foreign-secrets", "--chain", "--public", "--witness", "--name", "--request",
         "--output", "--force", "--data"),
        "seals:seal", ("play-by-mail", "what-a-seal-proves", "protocol", "witness"),
    ),
    "keys": Command(pages=("play-by-mail", "what-a-seal-proves", "protocol")),
    "keys list": Command((), ("--json",), "player_keys:run_list", is_paged=True),
    "keys trust": Command(
        (PLAYER, Argument("key", "public")), ("--log",), "player_keys:run_trust", writes=True,
    ),
    "keys forget": Command(
        (PLAYER, Argument("key", "public", number="?", default="")), (), "player_keys:run_forget",
        writes=True,
    ),
    "keys history": Command(
        (PLAYER,), ("--json",), "player_keys:run_history", is_paged=True,
    ),
    "repair": Command((LOG,), (), "repair:run_repair", ("files-and-variables", "reliability")),
    "fmt": Command(
        (Argument("files", "sources", number="+"),), ("--check",), "canonical_form:run_fmt",
        ("notation",), writes=True,
    ),
    "restore": Command(
        (Argument("file", "input", number="?", default="-"),),
        (use("--output", has_stdout=True),),
        "restoration:run_restore", ("play-by-mail", "reliability"),
    ),
    "migrate": Command(
        (FILE,), ("--output", "--cut", "--data", "--json"), "migration:migrate",
        ("owners-data", "versions"),
    ),
    # ---- annotate and share -----------------------------------------------------------------
    "note": Command(
        (LOG, Argument("text", number="?")),
        ("--at", "--in", "--glyph", "--arrow", "--highlight", "--bookmark", "--date",
         "--source", "--variation", "--translate", "--author", "--remove", "--import", "--json",
         "--data"),
        "notes:note", ("notes-and-sources", "annotate-a-battle", "notes"), is_paged=True,
    ),
    "review": Command(
        (FILE,),
        ("--quick", "--dry-run", "--side", "--worst", use("--games", least=24, most=10**7),
         use("--seed", default=Ref("replay.analysis.review", "USUAL.seed")), "--uncertain",
         "--problems", use("--force", requires=("--problems",)), "--json", *WORKING),
        "review:review", ("review-a-game", "review-method"), is_paged=True, writes=True,
    ),
    "bridge": Command(
        (FILE,),
        ("--gap", "--budget", "--positions", "--ways", "--pick", "--author", "--json", "--data"),
        "bridge:bridge", ("annotate-a-battle", "notation"), is_paged=True, writes=True,
    ),
    "export": Command(
        (Argument("file", "game-file"),),
        (use("--to", is_required=True), use("--output", has_stdout=True), "--at", "--maps",
         "--theme",
         use("--force", requires=("--output", "--maps")),
         *VIEWED),
        "exports:export", ("share-a-game", "json"),
    ),
    # ---- openings and studies ---------------------------------------------------------------
    "openings": Command(pages=("openings-guide", "study-an-opening", "opening-books")),
    "openings build": Command(
        (Argument("folders", "collection", number="+"),),
        (use("--output", is_required=True), "--depth", "--jobs", "--executor"),
        "openings:run_build",
    ),
    "openings show": Command(
        (BOOK, FILE._replace(number="?")),
        (use("--at", default=""), "--line", "--sort", "--all", "--rows", "--uncertain",
         use("--seed", default=1, requires=("--uncertain",)), *FILTERED, "--json", "--data"),
        "books:run_show", fields=STRENGTHS, is_paged=True,
    ),
    "openings top": Command(
        (BOOK, FILE._replace(number="?")),
        (use("--at", default=""), "--side", "--min-games", "--rows", *FILTERED, "--json", "--data"),
        "books:run_top", fields=STRENGTHS, is_paged=True,
    ),
    "repertoire": Command(pages=("openings-guide", "study-an-opening", "repertoires")),
    "repertoire add": Command(
        (REPERTOIRE, FILE), (AT_END, "--line", "--answer", "--side", "--comment", "--data"),
        "repertoire:run_add",
    ),
    "repertoire remove": Command(
        (REPERTOIRE, Argument("keys", metavar="KEY", number="+")), (), "repertoire:run_remove",
    ),
    "repertoire list": Command(
        (Argument("repertoire", "repertoire"),), ("--side", "--json", "--data"),
        "repertoire:run_list", is_paged=True,
    ),
    "repertoire gaps": Command(
        (Argument("repertoire", "repertoire"),),
        ("--side", "--book", use("--min-share", default=Ref("tui.commands.repertoire", "SHARE")),
         "--rows", "--json", "--data"),
        "repertoire:run_gaps", is_paged=True,
    ),
    "study": Command(pages=("positions-and-studies", "study-an-opening", "studies")),
    "study add": Command(
        (STUDY, FILE),
        ("--title", use("--at", default=""), use("--line", default=""),
         use("--answer", repeats=True), "--comment", "--data"),
        "study:run_add",
    ),
    "study move": Command((STUDY, CHAPTER, Argument("to", "number", "TO")), (), "study:run_move"),
    "study remove": Command((STUDY, CHAPTER), (), "study:run_remove"),
    "study list": Command(
        (Argument("study", "study"),), ("--json", "--data"), "study:run_list", is_paged=True,
    ),
    "drill": Command(
        (Argument("file", "drill"),),
        ("--side", "--book", "--questions", "--on", "--seed", "--ascii", "--data"),
        "drill:drill", ("openings-guide", "positions-and-studies"),
    ),
    # ---- programs ---------------------------------------------------------------------------
    "play": Command(
        (GAME._replace(number="?"),),
        (*START, use("--output", is_required=True, has_stdout=True), "--games", PLAYED_BY,
         "--seed", "--chain", *WORKING),
        "program_games:play", ("scripts", "programs"),
        (PROGRAMS, ("usual", Ref("tui.command_line.words", "find_program"))),
    ),
    "match": Command(
        (GAME._replace(number="?"), Argument("programs", "program", number="*")),
        (*START, use("--games", default=20), use("--seed", default=1), "--uncertain", "--json",
         *WORKING),
        "match:match", ("what-win-probabilities-are-worth", "programs"),
        (PROGRAMS, ("usual", Ref("tui.command_line.words", "list_match_programs"))),
    ),
    "train": Command(
        (GAME,),
        (use("--games", least=20), "--generations", use("--seed", default=1), "--value", "--output",
         "--force", *WORKING),
        "train:train", ("win-probability",),
        tuple((name, Ref("replay.training.generations", f"USUAL.{name}"))
              for name in ("games", "generations", "patience")), writes=True,
    ),
    # ---- data and rule sets -----------------------------------------------------------------
    "games": Command(
        (), ("--json",), "rule_sets:games", ("rule-sets", "adding-a-game"), is_paged=True,
    ),
    "games new": Command(
        (Argument("game", metavar="GAME/EDITION"),), ("--areas", "--units", "--sides"),
        "game_skeleton:run_new", ("adding-a-game",), writes=True,
    ),
    "games record": Command(
        (GAME,), (), "game_skeleton:run_record", ("adding-a-game",), writes=True,
    ),
    "games check": Command(
        (GAME,), (), "game_skeleton:run_check", ("adding-a-game",), is_paged=True,
    ),
    "rules": Command(
        (GAME, Argument("number", metavar="NUMBER|WORD", number="*")), (), "rule_sets:rules",
        ("rule-sets",), is_paged=True, is_page=True,
    ),
    "data": Command(pages=("owners-data", "data-files")),
    "data export": Command((GAME,), (), "data:export"),
    "data names": Command((GAME,), (), "data:list_names", is_paged=True),
    "data ranges": Command(
        (GAME,), ("--option", "--json", "--data"), "data:list_ranges", is_paged=True,
    ),
    "data check": Command(
        (Argument("file", "data", "FILE|GAME"),), (), "data:check", is_paged=True,
    ),
    "data fill": Command(
        (GAME, Argument("file", "values", number="?")), ("--source", "--changes", "--screen"),
        "data_entry:fill", writes=True,
    ),
    "data evidence": Command(
        (GAME._replace(number="?"),), ("--all", "--json", "--data"), "data_evidence:show_evidence",
        ("evidence",), is_paged=True,
    ),
    # ---- the program ------------------------------------------------------------------------
    "help": Command(
        (Argument("topic", "command", "COMMAND|TOPIC|WORD", number="*"),), (), "help:run_help",
        is_paged=True, is_page=True,
    ),
    "config": Command(
        (Argument("name", "setting", number="?"),
         Argument("value", metavar="VALUE", number="?", after=SETTINGS)),
        ("--unset",), "settings:run_config", ("files-and-variables",), writes=True,
    ),
    "completion": Command(
        (Argument("shell", "choice", "SHELL", choices=("bash", "zsh", "fish")),), (),
        "completion:run_completion", ("files-and-variables",),
    ),
}  # fmt: skip
"""The commands and their actions, by name."""

COMMANDS = tuple(name for names in GROUPS.values() for name in names)
"""The names of the commands, in the order of the help."""

SYNONYMS = {
    # commands
    "add": "append", "write": "append", "record": "append", "追記": "append", "記録": "append",
    "init": "new", "create": "new", "start": "new", "作成": "new", "新規": "new",
    "throw": "roll", "ダイス": "roll", "draw": "deal", "配る": "deal",
    "open": "view", "replay": "view", "watch": "view", "browse": "view", "再生": "view",
    "log": "show", "print": "show", "cat": "show", "status": "show", "board": "show",
    "表示": "show", "局面": "show", "moves": "legal", "候補": "legal",
    "check": "verify", "validate": "verify", "lint": "verify", "検証": "verify",
    "compare": "diff", "比較": "diff", "sign": "seal", "署名": "seal", "fix": "repair",
    "修復": "repair", "format": "fmt", "recover": "restore", "復元": "restore",
    "upgrade": "migrate", "update": "migrate", "移行": "migrate",
    "comment": "note", "annotate": "note", "メモ": "note",
    "analyse": "review", "analyze": "review", "eval": "review", "検討": "review",
    "convert": "export", "render": "export", "html": "export", "svg": "export", "出力": "export",
    "book": "openings", "定跡": "openings", "quiz": "drill", "simulate": "play", "対局": "play",
    "tournament": "match", "learn": "train", "学習": "train",
    "settings": "config", "設定": "config", "man": "help", "ヘルプ": "help",
    # actions
    "rm": "remove", "delete": "remove", "ls": "list",
    # options
    "--out": "--output", "--language": "--lang", "--colour": "--color", "--position": "--at",
    "--view": "--as", "--perspective": "--as", "--format": "--to", "--overwrite": "--force",
    "--count": "--games", "--threads": "--jobs", "--workers": "--jobs", "--values": "--data",
}  # fmt: skip
"""Words of other programs and languages for commands, actions and options."""


def list_actions(name: str) -> list[str]:
    """Return the names of the actions of a command, such as `build` of `openings`."""
    start = f"{name} "
    return [each.removeprefix(start) for each in TABLE if each.startswith(start)]
