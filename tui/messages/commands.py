"""Messages of the commands, in English and Japanese."""

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


DICE: dict[str, tuple[str, str]] = {
    "logs": ("{n} logs, {dice} dice", "記録{n}件、ダイス{dice}個"),
    "log": ("1 log, {dice} dice", "記録1件、ダイス{dice}個"),
    "taken_back": (
        "{n} of them were taken back, and count",
        "うち{n}個は取り消し済み（集計に含む）",
    ),
    "left_out": (
        "{file}: counted only as far as it is good: {why}",
        "{file}：正しい部分のみ集計（{why}）",
    ),
    "none": ("no dice", "ダイスなし"),
    "all": ("all", "全体"),
    "proven": ("proven", "証明済み"),
    "receipts": ("by receipts", "サーバーの控え"),
    "recorded": ("recorded", "記録のみ"),
    "dice": ("dice", "個数"),
    "mean": ("mean", "平均"),
    "chi_square": ("chi-square", "カイ二乗"),
    "runs": ("runs", "連"),
    "expected": ("expected", "期待"),
    "few": ("too few to test (30 are needed)", "検定には少なすぎる（30個以上必要）"),
    "could_show": (
        "so many could have shown, four times of five, a face that falls {percent}% of the time"
        " instead of 16.7%; nothing smaller",
        "この個数で（5回中4回）見つけられるのは、ある目の確率が16.7%でなく{percent}%以上の偏り。"
        "それより小さい偏りは見えない",
    ),
    "odd": (
        "p below 0.05 in {n} of {of} tests; of good dice about {by_chance} would be",
        "{of}回の検定のうち{n}回でp<0.05（公正なダイスでも約{by_chance}回は出る）",
    ),
    "means": (
        "A small p says that good dice seldom look like this; it proves nothing of anybody.",
        "pが小さいのは、公正なダイスでは珍しいということだけで、誰かの不正の証明ではない。",
    ),
}  # fmt: skip


MIGRATION: dict[str, tuple[str, str]] = {
    "head": (
        "{file}: {game}, from rules {was}, data {was_data}, to rules {now}, data {now_data}",
        "{file}：{game}、ルール{was}・データ{was_data}からルール{now}・データ{now_data}へ",
    ),
    "not_compared": (
        "version {was} of the rules is not kept here: only what is written can be compared",
        "ルール第{was}版は手元にないため、記録の文字だけを比べた",
    ),
    "spelling": ("written otherwise: {was} -> {now}", "表記が変わる：{was} → {now}"),
    "meaning": ("means something else", "意味が変わる"),
    "asks": ("then asks: {was} -> {now}", "次に求められるもの：{was} → {now}"),
    "turn": ("turn: {was} -> {now}", "ターン：{was} → {now}"),
    "was": ("before: {text}", "以前：{text}"),
    "now": ("now:    {text}", "今回：{text}"),
    "event": ("event {n} (line {line}), {text}: {what}", "{n}番（{line}行目）{text}：{what}"),
    "nothing": ("nothing", "なし"),
    "more": ("and {n} more changes: --json", "他{n}件の変更：--json"),
    "positions": (
        "positions that differ: after {n} of {of} events, first after event {first}",
        "局面の相違：{of}手中{n}手の後（最初は{first}番の後）",
    ),
    "same": (
        "{of} events, each of which means what it meant, with the same positions",
        "{of}手すべて、意味も局面も変わらない",
    ),
    "taken": ("{of} events are taken", "{of}手を受け入れる"),
    "refused": ("refused now:", "受け入れられない最初の点："),
    "cut": ("--cut -o NEW writes what stands above it", "--cut -o NEW でそれより前だけを書き出す"),
    "not_written": (
        "nothing was written; -o NEW writes it",
        "何も書き込まれていない（-o NEW で書き出す）",
    ),
    "written": (
        "{out}: written; it names {file} by its end, and nobody has signed it",
        "{out}：書き出した。{file}の末尾を指し、まだ誰も署名していない",
    ),
    "notes": (
        "notes beside it: {n} bound to the new log, {left} that do not fit it",
        "注釈：{n}件を新しい記録に結び付けた。合わないもの{left}件",
    ),
    "keep": (
        "it is pinned to {data}: keep that file beside the log",
        "データ{data}を記録の横に置いておくこと",
    ),
}  # fmt: skip


REPAIR: dict[str, tuple[str, str]] = {
    "whole": (
        "{file}: the last line is whole; nothing was changed",
        "{file}: 最後の行は完全。何も変えていない",
    ),
    "cut": (
        "{file}: cut off behind line {line}: {size} bytes, kept in {beside}",
        "{file}: {line}行より後の{size}バイトを切り取り、{beside}に保存した",
    ),
    "more": ("and {n} rows more", "他{n}行"),
    "elsewhere": (
        "Rows among them have a newline: another copy may have them whole.",
        "改行のある行も含む。他の写しには完全な形であるかもしれない。",
    ),
    "reads": (
        "It reads like a line of a game: if it is complete, append it again.",
        "対局の行として読める。完全なら、もう一度加えること。",
    ),
    "verify": (
        "senpu verify {file} says how far the log is good.",
        "どこまで正しいかは senpu verify {file}",
    ),
}
"""By id: English, then Japanese."""


SEALING: dict[str, tuple[str, str]] = {
    # ---- a key of one's own
    "private": (
        "{file}: your private key; keep it, and keep it to yourself",
        "{file}: 秘密鍵。なくさず、人に渡さないこと",
    ),
    "public": (
        "{file}: your public key, for those you play with",
        "{file}: 公開鍵。対戦相手に渡す",
    ),
    "fingerprint": ("fingerprint: {key}", "指紋：{key}"),
    "ask_new": (
        "Passphrase for the new key (empty for none): ",
        "新しい鍵のパスフレーズ（空なら無し）：",
    ),
    "ask_again": ("Once more: ", "もう一度："),
    "ask": ("Passphrase for {file}: ", "{file}のパスフレーズ："),
    "readable": (
        "{file}: others can read your private key; chmod 600",
        "{file}：秘密鍵を他の人が読める。chmod 600 で直す",
    ),
    # ---- what was signed
    "names_key": (
        "{file}: {side} signs with the key {key} from here on",
        "{file}: {side}は以後、鍵{key}で署名する",
    ),
    "signed": (
        "{file}: {side} has signed lines 1 to {line}, event {event}",
        "{file}: {side}が1〜{line}行（手番号{event}まで）に署名した",
    ),
    "signed_undo": (
        "{file}: {side} has signed lines 1 to {line}, event {event}, and that {undo} may be taken "
        "back",
        "{file}: {side}が1〜{line}行（手番号{event}まで）に署名し、{undo}手の取り消しに同意した",
    ),
    "chained": (
        "{file}: chained; each line has its tag now",
        "{file}: 連鎖を付けた。各行にタグがある",
    ),
}
"""By id: English, then Japanese."""
