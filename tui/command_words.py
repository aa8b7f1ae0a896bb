"""The words of commands that print a few lines only, in English and Japanese."""

COMMANDS: dict[str, tuple[str, str]] = {
    # ---- senpu games
    "games_rulebook": ("rulebook", "ルール"),
    "games_sides": ("sides", "陣営"),
    "games_values": ("values", "数値"),
    "games_option": ("option", "選択ルール"),
    "games_standing": (
        "Values that are inferred or placeholders are not those of the printed games: their\n"
        "maps and counters are pictures that we do not have. Owners: senpu data export GAME",
        "推定と仮の値は実物のものではない（マップとユニットは画像で、手元にない）。\n"
        "実物を持つ人は senpu data export GAME",
    ),
    "values_of": ("{n} {standing}", "{standing}{n}"),
    # ---- senpu data check
    "values_shipped": ("the shipped values", "同梱の数値"),
    "values_same": ("as shipped", "同梱と同じ"),
    "values_differ": ("differing from the shipped values: {n}", "同梱と異なる数値：{n}"),
    "value_new": (
        "{name}: new, {value} (no shipped value has that name)",
        "{name}：新規、{value}（同梱にその名はない）",
    ),
    "value_now": ("{name}: {old}, now {value}", "{name}：{old}から{value}に"),
    # ---- senpu play
    "played_seed": ("{file}: {ending} (seed {seed})", "{file}：{ending}（シード{seed}）"),
    "played_again": (
        "seed {seed}: with --seed {seed} the same games are played, or more of them",
        "シード{seed}：--seed {seed} で同じ対局を再現し、続きも作れる",
    ),
    # ---- senpu deal, senpu hand
    "hand_for": ("{file}: for {side} alone", "{file}：{side}専用"),
    "hand_card": ("{side}: {card}, dealt as {name}", "{side}：{card}（{name}として配布）"),
    "hand_owed": (
        "; it has to be shown at once: your next senpu append does it",
        "。ただちに示す必要がある：次の senpu append が示す",
    ),
    "hand_none": (
        "{file}: no card that you know lies face down",
        "{file}：伏せたカードで知っているものはない",
    ),
    # ---- senpu fmt
    "fmt_left": ("{file}: left as it is", "{file}：変えていない"),
    "fmt_chained": (
        "{file}: chained, so its bytes are left as they are",
        "{file}：連鎖があるので変えていない",
    ),
    "fmt_other": ("{file}: not canonical", "{file}：標準の書き方でない"),
    "fmt_done": ("{file}: rewritten", "{file}：書き直した"),
    "mail_log": (
        "{name}: a log of {n} lines; undone: {undone}",
        "{name}：{n}行の記録。復元：{undone}",
    ),
    "mail_nothing": ("nothing", "なし"),
    "mail_proven": ("each line is proven by its tag", "各行はタグで証明されている"),
    "mail_unproven": (
        "no tags prove the lines: senpu verify says whether they are a good game",
        "行を証明するタグはない。正しい対局かどうかは senpu verify",
    ),
    "undone_quoted-printable": ("quoted-printable", "quoted-printable"),
    "undone_characters of HTML": ("characters of HTML", "HTMLの文字"),
    "undone_characters": ("characters", "文字"),
    "undone_rows quoted": ("rows quoted", "引用行"),
    "undone_rows joined": ("rows joined", "折り返された行"),
}
