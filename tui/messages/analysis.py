"""Messages of odds, evaluations, opening books and reviews, in English and Japanese."""

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


OPENINGS: dict[str, tuple[str, str]] = {
    "book_games": ("{n} games", "{n}局"),
    "book_games_one": ("{n} game", "{n}局"),
    "book_positions": ("{n} positions", "{n}局面"),
    "book_positions_one": ("{n} position", "{n}局面"),
    "book_read": ("{n} logs read now", "今回読んだ記録{n}件"),
    "book_read_one": ("{n} log read now", "今回読んだ記録{n}件"),
    "book_copies": ("{n} copies of games left out", "同じ対局の写し{n}件は除外"),
    "book_copies_one": ("{n} copy of a game left out", "同じ対局の写し{n}件は除外"),
    "book_left_out": ("{n} logs not good and left out", "不備のある記録{n}件は除外"),
    "book_left_out_one": ("{n} log not good and left out", "不備のある記録{n}件は除外"),
    "book_faults_more": ("and {n} more; senpu verify tells all", "他{n}件。詳しくは senpu verify"),
    "book_also": ("also in the book: {game}", "ほかの収録：{game}"),
    "book_reached": ("{n} of them came to this position", "うち{n}局がこの局面に到達"),
    "book_nobody": ("no game of the book came here", "この局面に到達した対局はない"),
    "book_beyond": (
        "no game of the book came here; it tells of the first {n} events of each",
        "この局面に到達した対局はない（各対局の最初の{n}手まで収録）",
    ),
    "book_unplayable": (
        "--line {line}: cannot be played from there",
        "--line {line}：ここからは指せない",
    ),
    "book_uncounted": (
        "none of the games that count came here",
        "数える対局のうち、この局面に到達したものはない",
    ),
    "book_other": (
        "the book has no games under these rules and data",
        "このルールとデータの対局は収録されていない",
    ),
    "book_wins": ("{side} wins {n} of {of}", "{side}の勝ち {of}局中{n}局"),
    "book_draws": ("{n} drawn", "引き分け{n}局"),
    "book_open": ("{n} going on", "進行中{n}局"),
    "book_sets": ("set-ups", "配置"),
    "book_moves": ("moves", "手"),
    "book_dice": ("by chance", "運"),
    "book_odds": ("odds", "確率"),
    "book_likely": ("chance", "確率"),
    "book_here": ("here", "この局面"),
    "book_all": ("reached", "到達"),
    "book_won": ("{side} wins", "{side}の勝率"),
    "book_won_brief": ("{letter} wins", "{letter}勝率"),
    "book_sure": ("95% sure", "95%区間"),
    "book_columns": ("The columns", "列の意味"),
    "help_book_here": (
        "games that played this move in this position",
        "この局面でこの手を選んだゲーム数",
    ),
    "help_book_all": (
        "games that came to the position behind it by any route",
        "手順を問わず、この手の後の局面に至ったゲーム数",
    ),
    "book_won_any": ("wins", "勝率"),
    "help_book_won": ("of 100 games that played it here", "ここでこの手を選んだ100回あたり"),
    "help_book_sure": (
        "where that share lies, 95 times in 100, by the number of games",
        "ゲーム数から見て、95%の確かさで勝率が収まる範囲",
    ),
    "help_book_odds": ("how often the attack succeeds, by the rules", "ルール上の攻撃成功率"),
    "book_samples": ("games", "対局例"),
    "book_at": ("event {n}", "第{n}手"),
    "book_line": ("the line", "手順"),
    "book_top_first": (
        "set-ups of {side}, those first by which {winner} wins most surely",
        "{side}の配置（{winner}の勝ちが確かな順）",
    ),
    "book_top_pair": (
        "set-ups of {side} against them, by which {winner} wins most surely",
        "それに対する{side}の配置（{winner}の勝ちが確かな順）",
    ),
    "book_against": ("against {text}", "対 {text}"),
    "book_least": ("{n} left out, with fewer than {of} games", "{of}局未満の{n}件は省略"),
    "openings": ("Openings", "定跡"),
    "book_ahead": ("looking ahead", "先読み"),
    "book_hidden": (
        "that cannot be played from what is known here",
        "ここで知りうることからは再現できない",
    ),
    "book_filter_prompt": (
        "a player, 2026 or 2025-03..2026, human or program",
        "対局者、2026 または 2025-03..2026、human か program",
    ),
    "no_book": (
        "no book: senpu view --book FILE (senpu openings build makes one)",
        "定跡書がない：senpu view --book FILE（senpu openings build で作成）",
    ),
    "key_openings": ("openings", "定跡"),
    "help_openings": ("the book of openings, at this position", "定跡書をこの局面で開く"),
    "key_take_move": ("play it", "指す"),
    "help_take_move": ("play the move ahead, or open the game", "手を先へ進める・対局を開く"),
    "key_along": ("back, on", "戻る・進む"),
    "help_along": ("back to where you came from, and on again", "来た道を戻る・再び進む"),
    "key_move": ("move", "手"),
    "help_move": ("the move above, the one below", "上・下の手"),
    "key_who": ("who", "誰の"),
    "help_who": (
        "games of everybody, of people, of programs",
        "すべての対局・人の対局・プログラムの対局",
    ),
    "book_by_games": ("most played first", "対局数順"),
    "book_by_wins": ("surest wins first", "勝ちが確かな順"),
    "key_order": ("sort", "並べ替え"),
    "help_order": ("the most played first, or the surest wins", "対局数順・勝ちが確かな順"),
    "key_winner": ("whose wins", "勝率"),
    "help_winner": ("the wins of one side, of the other", "どちらの軍の勝率か"),
    "key_rule_set": ("rule set", "ルール"),
    "help_rule_set": ("the next rule set of the book", "定跡書の次のルール"),
    "key_games": ("filter", "絞り込み"),
    "help_games": ("count only some games: by player, date", "対局者や日付で絞り込む"),
}


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
