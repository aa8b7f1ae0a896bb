"""Scripts that complete commands in bash, zsh and fish, made from the table of commands.

A script has all words in it: completing does not start the program.
"""

import re
from collections.abc import Callable, Iterator
from shlex import quote

from senpu.notation.messages import program_catalogue
from senpu.tui.command_line.help_texts import Texts
from senpu.tui.command_line.options import KINDS, Argument, Kind
from senpu.tui.command_line.table import COMMANDS, TABLE, Command, list_actions

CLAUSE = re.compile(r"; | \(|: |, such as |。|（|：")
"""The end of the first clause of a text."""
REST = ("*", "+")
"""The counts of arguments that take all words that follow."""


def render_completion(shell: str, language: str) -> str:
    """Return the script of a shell, with descriptions in a language."""
    return "\n".join(SHELLS[shell](language)) + "\n"


def list_values(given: Argument) -> tuple[str, ...]:
    """Return the words that a value can be."""
    kind = KINDS[given.kind]
    return given.list_choices() or tuple(kind.words.find()() if kind.words else ())


def has_value(given: Argument) -> bool:
    """Return whether an option has a value."""
    return given.kind != "flag"


def list_names(given: Argument) -> list[str]:
    """Return the forms of an option, such as -o and --output, or one for each side."""
    if given.per_side:
        from senpu.tui.commands.arguments import list_sides

        return [f"--{side}" for side in list_sides()]
    return [given.short, given.name] if given.short else [given.name]


def list_options(command: Command) -> Iterator[tuple[str, Argument]]:
    """Yield each form of each option of a command."""
    for each in command.list_options():
        for name in list_names(each):
            yield name, each


def shorten(text: str, language: str) -> str:
    """Return the first clause of a text."""
    stop = program_catalogue(language).topic("language")["stop"]
    return CLAUSE.split(text)[0].removesuffix(stop)


def describe_paths(language: str) -> dict[str, str]:
    """Return the commands and actions with their summaries."""
    return {name: shorten(Texts(name, language).find("summary"), language) for name in TABLE}


# ---- bash -----------------------------------------------------------------------------------

BASH = r"""# Completion of senpu in bash.
_senpu() {{
    local cur=${{COMP_WORDS[COMP_CWORD]}} path='' kind='' last='' at=0 i word
    local options actions arguments
    COMPREPLY=()
    [[ $cur == '=' ]] && cur=''
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${{COMP_WORDS[i]}}
        if [[ $word == '=' ]]; then
            continue
        elif [[ -n $kind ]]; then
            kind=''
        elif [[ $word == -* ]]; then
            _senpu_option "$path" "$word"
        elif ((at == 0)) && _senpu_path "${{path:+$path }}$word"; then
            path="${{path:+$path }}$word"
        else
            ((at += 1))
            last=$word
        fi
    done
    _senpu_path "$path"
    if [[ -z $kind && $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
        return
    elif [[ -z $kind ]]; then
        ((at == 0)) && mapfile -t COMPREPLY < <(compgen -W "$actions" -- "$cur")
        set -- $arguments
        kind=${{@:at+1:1}}
        if [[ -z $kind && ${{!#}} == *+ ]]; then kind=${{!#}}; fi
        kind=${{kind%+}}
    fi
    _senpu_values "$kind"
}}
_senpu_files() {{ # the ends of names; folders are always completed
    local end
    compopt -o filenames
    for end in "$@"; do
        mapfile -O "${{#COMPREPLY[@]}}" -t COMPREPLY < <(compgen -f -X "!*$end" -- "$cur")
    done
    mapfile -O "${{#COMPREPLY[@]}}" -t COMPREPLY < <(compgen -d -- "$cur")
}}
_senpu_words() {{
    local word words
    mapfile -t words < <(compgen -W "$*" -- "$cur")
    for word in "${{words[@]}}"; do
        printf -v word '%q' "$word"
        COMPREPLY+=("$word")
    done
}}
_senpu_path() {{ # the options, the actions and the arguments of a command
    case $1 in
{paths}
        *) return 1 ;;
    esac
}}
_senpu_option() {{ # the values of an option of a command
    kind=''
    case "$1 $2" in
{options}
    esac
}}
_senpu_values() {{
    case $1 in
{values}
    esac
}}
complete -F _senpu senpu"""


def render_bash(language: str) -> Iterator[str]:
    """Yield the script for bash, which shows no descriptions."""
    del language
    paths: list[str] = []
    options: dict[str, dict[str, list[str]]] = {}
    """The keys of the values of each option, with the commands that have them."""
    values: dict[str, Argument] = {}
    for name, command in {"": Command(), **TABLE}.items():
        names = [each for each, _ in list_options(command)] + ["--help"]
        actions = list_actions(name) if name else COMMANDS
        kinds = []
        for each in command.arguments:
            key = find_key(each)
            values[key] = each
            kinds.append(f"{key}+" if each.number in REST else key)
        texts = (f"options={quote(' '.join(names))}", f"actions={quote(' '.join(actions))}")
        kind = f"arguments={quote(' '.join(kinds))}"
        paths.append(f"        {quote(name)}) {' '.join(texts)} {kind} ;;")
        for option, each in list_options(command):
            if has_value(each):
                options.setdefault(option, {}).setdefault(find_key(each), []).append(name)
                values[find_key(each)] = each
    yield BASH.format(
        paths="\n".join(paths),
        options="\n".join(_list_bash_options(options)),
        values="\n".join(_list_bash_values(values)),
    )


def find_key(given: Argument) -> str:
    """Return the name of the values of an argument: of its choices, or its kind."""
    is_own = given.choices is not None or given.after is not None
    return f"{given.key}_values" if is_own else given.kind.replace("-", "_")


def _list_bash_options(options: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    """Yield the cases of options; an option can have other values in some commands."""
    for option, keys in options.items():
        usual, *others = sorted(keys, key=lambda key: -len(keys[key]))
        for key in others:
            names = "|".join(quote(f"{name} {option}") for name in keys[key])
            yield f"        {names}) kind={key} ;;"
        yield f"        *' {option}') kind={usual} ;;"


def _list_bash_values(values: dict[str, Argument]) -> Iterator[str]:
    for key, each in sorted(values.items()):
        if each.after:
            cases = (
                f"{value}) {found} ;;"
                for value, one in each.after.items()
                if (found := _find_bash_values(one))
            )
            yield f"        {key}) case $last in {' '.join(cases)} esac ;;"
        elif commands := _find_bash_values(each):
            yield f"        {key}) {commands} ;;"


def _find_bash_values(given: Argument) -> str:
    """Return the commands that complete the values of an argument."""
    kind, commands = KINDS[given.kind], []
    if words := list_values(given):
        commands.append(f"_senpu_words {' '.join(map(_quote_twice, words))}")
    if kind.is_file:
        commands.append(f"_senpu_files {' '.join(map(quote, kind.suffixes))}".rstrip())
    return "; ".join(commands)


def _quote_twice(word: str) -> str:
    """Return a word for a list that bash expands again."""
    return quote(quote(word))


# ---- zsh ------------------------------------------------------------------------------------


def render_zsh(language: str) -> Iterator[str]:
    """Yield the script for zsh."""
    summaries = describe_paths(language)
    yield "#compdef senpu"
    yield "# Completion of senpu in zsh."
    for command in TABLE.values():
        for each in command.arguments:
            yield from _render_zsh_cases(each)
    for name in TABLE:
        yield f"{_zsh_function(name)}() {{"
        specs = [*_list_zsh_specs(name, language)]
        if actions := list_actions(name):
            yield from _render_zsh_menu(name, actions, summaries, specs)
        else:
            yield from _render_zsh_call(specs, "    ")
        yield "}"
    yield "_senpu() {"
    yield from _render_zsh_menu("", list(COMMANDS), summaries, _list_zsh_global(language))
    yield "}"
    yield 'if [ "$funcstack[1]" = _senpu ]; then _senpu "$@"; else compdef _senpu senpu; fi'


def _render_zsh_cases(given: Argument) -> Iterator[str]:
    """Yield the function that completes an argument by the previous one, if it depends on it."""
    if not given.after:
        return
    yield f"{_zsh_function(find_key(given))}() {{"
    yield "    case $words[CURRENT-1] in"
    for value, each in given.after.items():
        if words := list_values(each):
            yield f"    {value}) compadd -- {' '.join(map(quote, words))} ;;"
        elif files := _find_zsh_files(KINDS[each.kind]):
            yield f"    {value}) {files} ;;"
    yield "    esac"
    yield "}"


def _zsh_function(name: str) -> str:
    return "_senpu_" + name.replace(" ", "_")


def _render_zsh_call(specs: list[str], margin: str) -> Iterator[str]:
    yield f"{margin}_arguments -s -S : \\"
    yield from (f"{margin}    {quote(each)} \\" for each in specs[:-1])
    yield f"{margin}    {quote(specs[-1])}"


def _render_zsh_menu(
    name: str, actions: list[str], summaries: dict[str, str], specs: list[str]
) -> Iterator[str]:
    """Yield the body of a function that completes actions, and then the words of an action."""
    path = f"{name} ".lstrip()
    options = [each for each in specs if each[:1] not in ("*", "1") or each.startswith("*--")]
    yield "    local context state state_descr line"
    yield "    typeset -A opt_args"
    yield from _render_zsh_call([*options, "1: :->action", "*:: :->rest"], "    ")
    yield "    case $state in"
    yield "    action)"
    yield "        local -a actions=("
    for each in actions:
        text = summaries[f"{path}{each}"].replace(":", "\\:")
        yield f"            {quote(f'{each}:{text}')}"
    yield "        )"
    yield "        _describe action actions ;;"
    yield "    rest)"
    yield "        case $line[1] in"
    for each in actions:
        yield f"        {each}) {_zsh_function(f'{path}{each}')} ;;"
    yield "        esac ;;"
    yield "    esac"


def _list_zsh_global(language: str) -> list[str]:
    """Return the specifications of the options of all commands."""
    texts = Texts("", language)
    return [_zsh_option(each, each.name, texts) for each in Command().list_options()]


def _list_zsh_specs(name: str, language: str) -> Iterator[str]:
    """Yield the specifications of the options and arguments of a command for `_arguments`."""
    texts, command = Texts(name, language), TABLE[name]
    for each in command.list_options():
        for form in list_names(each):
            yield _zsh_option(each, form, texts)
    for at, each in enumerate(command.arguments, 1):
        place = "*" if each.number in REST else f"{at}:" if each.number == "?" else str(at)
        yield f"{place}:{_escape_zsh(each.label)}:{_find_zsh_action(each)}"


def _zsh_option(given: Argument, form: str, texts: Texts) -> str:
    text = _escape_zsh(shorten(texts.describe(given), texts.language))
    star = "*" if given.repeats else ""
    value = f":{_escape_zsh(given.label)}:{_find_zsh_action(given)}" if has_value(given) else ""
    if isinstance(given.number, int):
        value *= given.number
    return f"{star}{form}[{text}]{value}"


def _escape_zsh(text: str) -> str:
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def _find_zsh_action(given: Argument) -> str:
    """Return the action that completes the values of an argument."""
    kind = KINDS[given.kind]
    if given.after:
        return f" {_zsh_function(find_key(given))}"
    words = list_values(given)
    files = _find_zsh_files(kind)
    texts = " ".join(re.sub(r"([!?*])", r"\\\1", _escape_zsh(word)) for word in words)
    if words and files:
        return f" _alternative 'words:word:({texts})' 'files:file:{files}'"
    return f"({texts})" if words else files or " "


def _find_zsh_files(kind: Kind) -> str:
    ends = [f"*{each}" for each in kind.suffixes if each]
    if ends:
        pattern = ends[0] if len(ends) == 1 else f"({'|'.join(ends)})"
        return f'_files -g "{pattern}"'
    return "_files" if kind.suffixes else "_files -/" if kind.has_folders else ""


# ---- fish -----------------------------------------------------------------------------------

FISH = r"""# Completion of senpu in fish.
function __senpu_path
    set -l path
    for word in (commandline -opc)[2..-1]
        if string match -q -- '-*' $word
            continue
        end
        set -l longer (string join ' ' $path $word)
        if contains -- $longer {paths}
            set path $longer
        end
    end
    echo $path
end
function __senpu_at
    test (__senpu_path) = "$argv[1]"
end
function __senpu_after
    test (commandline -opc)[-1] = "$argv[1]"
end
function __senpu_files
    for file in (complete -C "'' "(commandline -ct))
        for end in / $argv
            if string match -q -- "*$end" $file
                echo $file
                break
            end
        end
    end
end
complete -c senpu -f"""


def render_fish(language: str) -> Iterator[str]:
    """Yield the script for fish."""
    yield FISH.format(paths=" ".join(f"'{name}'" for name in TABLE))
    summaries = describe_paths(language)
    for name, summary in summaries.items():
        above, _, own = name.rpartition(" ")
        yield f"complete -c senpu -n {_fish_condition(above)} -a {own} -d {_quote_fish(summary)}"
    for name, command in {"": Command(), **TABLE}.items():
        texts = Texts(name, language)
        start = f"complete -c senpu -n {_fish_condition(name)}"
        for each in command.list_options():
            text = _quote_fish(shorten(texts.describe(each), language))
            for form in list_names(each):
                if form.startswith("--"):
                    short = f" -s {each.short[1:]}" if each.short else ""
                    yield f"{start} -l {form[2:]}{short}{_fish_values(each, True)} -d {text}"
        is_first = any(each.after for each in command.arguments)
        for each in command.arguments:
            cases = each.after or {name if is_first else "": each}
            for value, one in cases.items():
                if values := _fish_values(one, False):
                    yield f"complete -c senpu -n {_fish_condition(name, value)}{values}"


def _fish_condition(name: str, last: str = "") -> str:
    """Return the condition that a command is typed, and that its last word is `last`, if given."""
    after = f'; and __senpu_after "{last}"' if last else ""
    return _quote_fish(f'__senpu_at "{name}"{after}')


def _fish_values(given: Argument, is_option: bool) -> str:
    """Return the options of `complete` for the values of an argument."""
    if not has_value(given):
        return ""
    kind = KINDS[given.kind]
    words = [re.sub(r"([?*])", r"\\\1", word) for word in list_values(given)]
    ends = [each for each in kind.suffixes if each]
    found = " -x" if is_option else ""
    if ends:
        words.append(f"(__senpu_files {' '.join(ends)})")
    elif kind.suffixes:
        found = " -r -F" if is_option else " -F"
    elif kind.has_folders:
        words.append("(__fish_complete_directories)")
    return found + (f" -a {_quote_fish(' '.join(words))}" if words else "")


def _quote_fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS: dict[str, Callable[[str], Iterator[str]]] = {
    "bash": render_bash, "zsh": render_zsh, "fish": render_fish,
}  # fmt: skip
"""The function that makes the script of each shell."""
