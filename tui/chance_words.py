"""The words of winning chances, in English and Japanese."""

CHANCES: dict[str, tuple[str, str]] = {
    "chance_of": ("{side} {share} in 100 ({low}-{high})", "{side} 100中{share}（{low}-{high}）"),
    "chance_other": ("{share} in 100 ({low}-{high}) {side}", "100中{share}（{low}-{high}）{side}"),
    "chance_drawn": ("{share} in 100 drawn", "引き分け 100中{share}"),
    "chance_drawn_brief": ("{share} drawn", "分 {share}"),
    "chance_games": ("{n} games of {program}", "{program} {n}局"),
    "chance_games_one": ("{n} game of {program}", "{program} {n}局"),
    "chance_open": ("{n} not ended", "未決着{n}局"),
    "chance_begun": ("{program} plays on from here ..", "{program}がこの先を対局中"),
    "chance_over": ("over: {ending}", "終局：{ending}"),
    "chance_unplayable": ("this position cannot be played on", "この局面からは対局できない"),
    "chance_advice": ("ADVICE", "助言"),
    "chance_says": (
        "{program} plays on many times, 95% sure; rests on {standing} values",
        "{program}が何度も対局（95%区間）。{standing}に基づく",
    ),
    "chance_sealed": (
        "cards are sealed: look as one side ({key[seen]})",
        "手札が封印されている。一方の視点で（{key[seen]}）",
    ),
    "chance_stopped": (
        "the programs that played were ended; {key[chances]} begins anew",
        "対局プログラムが終了した（{key[chances]}で再開）",
    ),
    "wins_by": ("{letter} wins", "{letter} 勝率"),
    "key_chances": ("chances", "勝率"),
    "help_chances": (
        "winning chances, by simulation, along the game",
        "勝率（シミュレーション）を経過とともに表示",
    ),
    "line_chances": (
        "how often the first side wins (key {key[chances]})",
        "先の軍の勝率（{key[chances]}キー）",
    ),
    # ---- printed
    "chance_printed": ("Winning chances by simulation:", "勝率（シミュレーション）："),
    "chance_row": ("{share} in 100", "100中{share}"),
    "chance_sure": ("95% sure: {low} to {high}", "95%区間：{low}～{high}"),
    "chance_draws": ("drawn", "引き分け"),
    "chance_rests_one": (
        "{n} game between two of {program} from here on (seed {seed}).",
        "この局面から{program}どうしで{n}局（シード{seed}）。",
    ),
    "chance_rests": (
        "{n} games between two of {program} from here on (seed {seed}).",
        "この局面から{program}どうしで{n}局（シード{seed}）。",
    ),
    "chance_values": (
        "They rest on {standing} values, not on the printed game (senpu games).",
        "{standing}に基づき、印刷された版によらない（senpu games）。",
    ),
    "chance_sound": ("They rest on printed values.", "印刷された値に基づく。"),
    "chance_seen": (
        "What {side} may not know was dealt anew for each game.",
        "{side}が知りえないものは、対局ごとに配り直した。",
    ),
}
"""By id: English, then Japanese."""
