"""The words of a review, in English and Japanese."""

REVIEW: dict[str, tuple[str, str]] = {
    # ---- the game as a whole
    "review_chance": (
        "{side} wins about {start} in 100 at the start, {end} after event {n} ({games} games each)",
        "{side}の勝率：開始時は約{start}%、{n}番の後は{end}%（各{games}回）",
    ),
    "review_decisions": ("decisions", "判断"),
    "review_each": ("each changed by", "1回の増減"),
    "review_rolls": ("rolls", "運"),
    "review_luck": ("luck in all", "運の合計"),
    "review_means": (
        "Changes are of the winning chance of the side named, in 100 games; +-: the error, 95 "
        "times in 100. The table measures decisions by what the program would have done instead.",
        "増減はその軍の勝率（100局あたり）、+-は95%の誤差。"
        "表の判断は、同じ局面でプログラムが指す場合と比べたもの。",
    ),
    # ---- decisions
    "review_mistakes": (
        "Mistakes: {told} of {n} decisions looked at closely",
        "疑問手：詳しく調べた判断{n}回のうち{told}回",
    ),
    "review_after": ("{chance} in 100 after it", "この手の後{chance}%"),
    "review_instead": ("{better} after {event}", "{event}なら{better}%"),
    "review_left": ("Not told as mistakes:", "疑問手としないもの："),
    "review_left_nothing": ("nothing better found", "より良い手は見つからない"),
    "review_left_error": ("within the error, against {event}", "{event}との差は誤差の範囲"),
    "review_left_small": ("less than {least}, against {event}", "{event}との差は{least}%未満"),
    # ---- rolls
    "review_fortunes": (
        "Luck, apart from decisions (for one side; ill luck for the other)",
        "運（判断とは別。一方の幸運は他方の不運）",
    ),
    "review_no_fortunes": ("No roll changed more than the error.", "誤差を超える運はない。"),
    "review_came": ("{n} in 100 came to pass", "{n}%の出来事"),
    # ---- notes
    "review_note": ("Review. {text}", "検討：{text}"),
    "review_note_side": (
        "{side}: {decisions} decisions, each of which changed its chance by {gain} +-{error} on "
        "average; luck {luck} +-{luck_error} in all",
        "{side}：判断{decisions}回（勝率の増減は1回平均{gain}±{error}%）、"
        "運の合計{luck}±{luck_error}%",
    ),
    "review_note_mistake": (
        "Cost {side} {loss} +-{error} in 100: wins {chance} after this, {better} after {event} "
        "({basis})",
        "{side}の勝率を{loss}±{error}%損ねた。この後{chance}%、{event}なら{better}%（{basis}）",
    ),
    "review_note_luck": (
        "Luck for {side}, worth {luck} +-{error} in 100 ({basis})",
        "{side}の幸運。勝率{luck}±{error}%分（{basis}）",
    ),
    "review_note_luck_chance": (
        "Luck for {side}: {chance} in 100 came to pass, worth {luck} +-{error} in 100 ({basis})",
        "{side}の幸運。{chance}%の出来事で、勝率{luck}±{error}%分（{basis}）",
    ),
    # ---- what it rests on
    "review_basis": (
        "{games} games of {program}, {standing} data",
        "{program}{games}局、データは{standing}",
    ),
    "review_rests": (
        "By games that {program} plays against itself: {first} from each position, {games} from "
        "those looked at closely, {luck} for a roll; better events from {rounds} rounds of search; "
        "seed {seed}. These are chances of programs, not of people.",
        "{program}同士の対局による：全局面{first}局、詳しく調べた局面{games}局、運{luck}局。"
        "代わりの手は探索{rounds}回、シード{seed}。人ではなくプログラムの勝率である。",
    ),
    "review_hidden": (
        "Decisions are judged by what their side knew, rolls by all hands.",
        "判断はその軍が知りえたことだけで、運は両軍の手札を見て評価した。",
    ),
    "review_data": (
        "Values of this rule set: {counts} (senpu games).",
        "このルールの値：{counts}（senpu games）。",
    ),
    # ---- the end
    "review_written": (
        "{n} notes written to {file}; in senpu view . and , go from note to note, d to mistakes",
        "メモ{n}件を{file}に記した。senpu viewでは . と , でメモへ、d で疑問手へ",
    ),
    "review_written_one": (
        "{n} note written to {file}; in senpu view . and , go from note to note, d to mistakes",
        "メモ{n}件を{file}に記した。senpu viewでは . と , でメモへ、d で疑問手へ",
    ),
    "review_written_none": ("No notes were written.", "メモは書き込んでいない。"),
}
"""By id: English, then Japanese."""
