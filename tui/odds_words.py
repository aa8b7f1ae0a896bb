"""The words for the odds of attacks, in English and Japanese."""

ODDS: dict[str, tuple[str, str]] = {
    # ---- the columns of a list
    "odds_needs": ("needs", "必要"),
    "odds_column": ("column", "コラム"),
    "odds_succeeds": ("succeeds", "成功"),
    "odds_results": ("each result, of 100", "結果の内訳（100回中）"),
    "odds_case": ("with {what}: {n}%", "{what}あり：{n}%"),
    "odds_case_cards": ("with {what} ({cards}): {n}%", "{what}あり（{cards}）：{n}%"),
    "odds_fire": ("hit on the way in: {n}%", "防御射撃の命中：{n}%"),
    # ---- what they mean
    "odds_means": (
        "{over}: so many of 100 such attacks do something to the enemy",
        "{over}：同じ攻撃100回のうち、敵に効果がある回数",
    ),
    "odds_means_sum": (
        "needs: what the dice must add up to",
        "必要：ダイスの合計がこの値以上",
    ),
    "odds_means_each": (
        "needs, of a fire: what each unit's die may show at most",
        "必要（射撃）：ユニットごとのダイスがこの値以下",
    ),
    "odds_means_difference": (
        "needs, of an assault: by how much the attacker's die must be the higher",
        "必要（突撃）：攻撃側の出目が防御側をこの値以上上回る",
    ),
    "odds_means_column": (
        "column: of the results table, in which the die is read",
        "コラム：ダイスを読む戦闘結果表の列",
    ),
    "odds_means_hits": (
        "+2: two hits on the enemy, -2: two on the attacker",
        "+2：敵に2ヒット、-2：攻撃側に2ヒット",
    ),
    "odds_means_ahead": (
        "{over}: in so many of 100 such battles the enemy loses more steps; "
        "+2: two more, -2: two less",
        "{over}：同じ海戦100回のうち、敵の損失のほうが多い回数。+2は2ステップ多い、-2は少ない",
    ),
    "odds_assumes": ("reckoned as if {what}", "前提：{what}"),
    "odds_sound": ("The odds rest on printed values.", "確率は印刷された値に基づく。"),
    "odds_weak": (
        "? rests on {standing} values, not on the printed game (senpu games)",
        "? は{standing}に基づき、印刷されたゲームの値ではない（senpu games）",
    ),
    "or": (" or ", "・"),
    # ---- outcomes of chance
    "outcomes_one": ("{n} outcome:", "{n}通り："),
    "outcomes": (
        "{n} outcomes, each as likely as the others:",
        "{n}通り、どれも同じ確率：",
    ),
    "outcomes_come_to": (
        "of 100 rolls so many come to the same, such as this one:",
        "結果の内訳（100回中）と、その一例：",
    ),
    "outcomes_up_to": ("{some} .. {last}", "{some} … {last}"),
}
