"""Messages of verdicts and comparisons, in English and Japanese."""

VERDICT: dict[str, tuple[str, str]] = {
    # ---- how far a log is good
    "good": (
        "good, {n} events of {game}, {turn}, {how}; {chain}, data {data}{judged}",
        "正常。{game}、{n}手、{turn}、{how}。{chain}、データは{data}{judged}。",
    ),
    "good_one": (
        "good, {n} event of {game}, {turn}, {how}; {chain}, data {data}{judged}",
        "正常。{game}、{n}手、{turn}、{how}。{chain}、データは{data}{judged}。",
    ),
    "not_good": (
        "not good; good through event {n} ({turn}), {rest} events follow; "
        "good through line {line} of {lines}",
        "不備あり。手番号{n}（{turn}）まで正しく、その後に{rest}手。{lines}行中{line}行まで正しい。",
    ),
    "not_good_one": (
        "not good; good through event {n} ({turn}), {rest} event follows; "
        "good through line {line} of {lines}",
        "不備あり。手番号{n}（{turn}）まで正しく、その後に{rest}手。{lines}行中{line}行まで正しい。",
    ),
    "turn": ("turn {n}", "第{n}ターン"),
    "set_up": ("turn 0", "初期配置"),
    "going_on": ("going on", "続行中"),
    "chain_good": ("chained", "連鎖あり"),
    "chain_unchained": ("unchained", "連鎖なし"),
    "chain_broken": ("broken", "連鎖に不備"),
    "chain_unsupported": ("unsupported", "連鎖の種類が未知"),
    "data_pinned": ("pinned", "記録が指定"),
    "data_unpinned": ("unpinned", "指定なし"),
    "judged_by": (", judged by version {n} of the rules", "、ルール第{n}版で判定"),
    "open_instead": ("open instead: {events}", "代わりに可能：{events}"),
    "position": ("The position after event {n}:", "手番号{n}の後の局面："),
    "position_start": ("The position at the start:", "開始局面："),
    # ---- what that comes to
    "proven": ("proven", "証明済"),
    "open": ("open", "未確定"),
    "broken": ("broken", "不備"),
    "by_rules_pinned": (
        "Events 1 to {n} go by the rules of {game}, on the data that the log pins.",
        "手番号1〜{n}は{game}のルールに従う（記録の指定するデータによる）。",
    ),
    "by_rules_pinned_one": (
        "Event {n} goes by the rules of {game}, on the data that the log pins.",
        "手番号{n}は{game}のルールに従う（記録の指定するデータによる）。",
    ),
    "by_rules_unpinned": (
        "Events 1 to {n} go by the rules of {game}, on the data shipped here.",
        "手番号1〜{n}は{game}のルールに従う（付属のデータによる）。",
    ),
    "by_rules_unpinned_one": (
        "Event {n} goes by the rules of {game}, on the data shipped here.",
        "手番号{n}は{game}のルールに従う（付属のデータによる）。",
    ),
    "by_rules_of_pinned": (
        "Events 1 to {n} go by the rules of {game}, version {version}, "
        "on the data that the log pins.",
        "手番号1〜{n}は{game}のルール第{version}版に従う（記録の指定するデータによる）。",
    ),
    "by_rules_of_pinned_one": (
        "Event {n} goes by the rules of {game}, version {version}, on the data that the log pins.",
        "手番号{n}は{game}のルール第{version}版に従う（記録の指定するデータによる）。",
    ),
    "by_rules_of_unpinned": (
        "Events 1 to {n} go by the rules of {game}, version {version}, on the data shipped here.",
        "手番号1〜{n}は{game}のルール第{version}版に従う（付属のデータによる）。",
    ),
    "by_rules_of_unpinned_one": (
        "Event {n} goes by the rules of {game}, version {version}, on the data shipped here.",
        "手番号{n}は{game}のルール第{version}版に従う（付属のデータによる）。",
    ),
    "chained": (
        "Each of lines 1 to {n} follows from those above it: none was changed, lost or moved "
        "since it was written, unless all below it were written anew.",
        "1〜{n}行はそれぞれ上の行から続いている。書かれた後に変わった行、失われた行、移った行はない"
        "（以下をすべて書き直した場合を除く）。",
    ),
    "cards_shown": (
        "{n} of {of} sealed cards shown: each by its salt the card that was dealt.",
        "封印されたカード{of}枚中{n}枚を公開。どれもソルトにより、配られたカードと分かる。",
    ),
    "cards_shown_one": (
        "{n} of {of} sealed card shown: each by its salt the card that was dealt.",
        "封印されたカード{of}枚中{n}枚を公開。どれもソルトにより、配られたカードと分かる。",
    ),
    "cards_known": (
        "With all cards known, each was dealt from where it lay, and none was kept back.",
        "全カードが判明し、どれも正しい場所から配られ、公開の漏れもない。",
    ),
    "signed": (
        "{side}, by the key {key}, has signed lines 1 to {line} (through event {event}).",
        "{side}は鍵{key}で1〜{line}行（手番号{event}まで）に署名した。",
    ),
    "rolls_follow": (
        "{n} rolls follow from the log above and from secrets that both sides had committed to "
        "before: {lines}.",
        "ダイス等{n}回は、上の行と、両陣営が前もって確約した秘密から決まる：{lines}。",
    ),
    "rolls_follow_one": (
        "{n} roll follows from the log above and from secrets that both sides had committed to "
        "before: {lines}.",
        "ダイス等{n}回は、上の行と、両陣営が前もって確約した秘密から決まる：{lines}。",
    ),
    "other_rules": (
        "The log names version {named} of the rules, which is not kept here, and was judged by "
        "version {version}: whether that version said the same is open. senpu migrate writes a "
        "log under the newer one.",
        "記録の指定するルール第{named}版はここになく、第{version}版で判定した。第{named}版でも"
        "同じかは未確定。senpu migrate で新しい版の記録を作れる。",
    ),
    "unchained": (
        "The log has no chain: any line may have been changed, and nobody has signed any.",
        "連鎖がないので、どの行も変えられたかもしれず、署名もない。",
    ),
    "cards_open": (
        "{n} of {of} sealed cards not shown yet: nobody has proven which they are.",
        "封印されたカード{of}枚中{n}枚が未公開。どのカードかは証明されていない。",
    ),
    "cards_open_one": (
        "{n} of {of} sealed card not shown yet: nobody has proven which they are.",
        "封印されたカード{of}枚中{n}枚が未公開。どのカードかは証明されていない。",
    ),
    "seals_unchecked": (
        "Signatures are not checked here: {install}. Who made the seals is open.",
        "ここでは署名を検証できない（{install}）。誰の署名かは未確定。",
    ),
    "keys_none": (
        "No side has a key in the log: nobody has signed any line of it.",
        "記録に鍵を持つ陣営がなく、どの行にも署名がない。",
    ),
    "keyless": (
        "{sides} has no key in the log: nothing shows what that side accepts.",
        "{sides}の鍵が記録になく、何を認めているか示すものがない。",
    ),
    "unsigned": (
        "{side} has not signed lines {first} to {last}.",
        "{side}は{first}〜{last}行に署名していない。",
    ),
    "loose": (
        "Lines {first} to {last} are signed by nobody: who has the only copy can change them or "
        "take them away, and no one could tell.",
        "{first}〜{last}行には誰の署名もない。唯一の写しを持つ人が変えたり除いたりしても、"
        "誰にも分からない。",
    ),
    "end_unsigned": (
        "The end, {ending}, is not signed by {sides}.",
        "結末（{ending}）に{sides}の署名がない。",
    ),
    "rolls_received": (
        "Rolls of a server, by receipts that are not checked here: {n}. Ask it.",
        "サーバーのダイス{n}回。控えはここでは検証しない。サーバーに確かめること。",
    ),
    "rolls_recorded": (
        "Rolls that are as somebody has recorded them: {n}.",
        "記録されたままの（証明のない）ダイス等：{n}回。",
    ),
    "roll_awaited": (
        "A roll is awaited, for which {sides} has shown a secret.",
        "ダイス待ち。{sides}は秘密を示した。",
    ),
    "roll_awaits": (
        "A roll is awaited, for which {sides} has shown a secret; that of {other} is still to "
        "come.",
        "ダイス待ち。{sides}は秘密を示し、{other}はまだ示していない。",
    ),
    "commitment_unsigned": (
        "The commitment of {side} (line {line}) is not signed by that side: nothing shows who "
        "knew its secrets.",
        "{side}の確約（{line}行）にその陣営の署名がなく、誰が秘密を知っていたか示すものがない。",
    ),
    "first_seen": (
        "The key of {name}, {key}, is seen here for the first time: whose it is nobody shows.",
        "{name}の鍵（{key}）を見るのは初めて。誰の鍵か示すものはない。",
    ),
    "not_remembered": ("{why}", "以前に見た対局の控えを使えない（{why}）。"),
    "at_fault": ("Line {line} is at fault: {fault}.", "{line}行に不備：{fault}。"),
    "at_fault_signed": (
        "Line {line} is at fault: {fault}. It was signed as it stands by {lines}.",
        "{line}行に不備：{fault}。このままの行に署名した陣営：{lines}。",
    ),
    "file_at_fault": ("The file is at fault: {fault}.", "ファイルに不備：{fault}。"),
    "not_chained": (
        "Line {line} is not what was chained or signed: senpu verify --all.",
        "{line}行が、連鎖や署名を付けたときと違う：senpu verify --all",
    ),
    "in_line": ("{side} (line {line})", "{side}（{line}行）"),
    "and": (" and ", "と"),
    "dealer": ("Dealer", "ディーラー"),
    # ---- seals
    "seal": (
        "{side} signs lines 1 to {line} (event {event}), {key}{unchecked}{said}",
        "{side}が1〜{line}行（手番号{event}まで）に署名（{key}{unchecked}）{said}",
    ),
    "key": (
        "{side} names a key below {line} (event {event}), {key}{unchecked}{said}",
        "{side}が{line}行（手番号{event}）の下で鍵を示す（{key}{unchecked}）{said}",
    ),
    "seal_unchecked": (", not checked here", "、ここでは未検証"),
    "seal_says": (", and says: {statement}", "、内容：{statement}"),
    # ---- a proof that a key has signed two games
    "proof": (
        "proven: {side}, by the key {key}, has signed two games of the name {nonce} that "
        "contradict each other at line {line}",
        "証明済：{side}は鍵{key}で、{line}行で食い違う2つの対局（{nonce}）に署名した",
    ),
    "no_proof": ("no proof: {why}", "証明にならない：{why}"),
    # ---- the page for an arbiter
    "page_title": ("Verdict on {file}", "検証：{file}"),
    "page_digest": ("SHA-256 of the file: `{digest}`", "ファイルのSHA-256：`{digest}`"),
    "page_head": (
        "Head of the chain after line {n}: `{head}`",
        "{n}行までの連鎖の値：`{head}`",
    ),
    "page_key": ("Key of {side}: {key}", "{side}の鍵：{key}"),
    "page_good": ("**Good.** {said}", "{said}"),
    "page_not_good": ("**Not good.** {said}", "{said}"),
    "page_proven": ("Proven", "証明済みのこと"),
    "page_open": ("Open", "未確定のこと"),
    "page_broken": ("Broken", "不備"),
    "page_nothing": ("nothing", "なし"),
    "page_seals": ("Seals", "署名"),
    "page_fault": ("At fault: {fault}", "不備：{fault}"),
    "page_instead": ("Open instead: `{events}`", "代わりに可能：`{events}`"),
    "page_rule": ("Rule {number}, {title}:", "規則{number}、{title}（英語）："),
    "page_position": ("Where it is good so far", "正しいところまでの局面"),
    "page_check": ("To check this", "確かめるには"),
    "page_check_says": (
        "`senpu verify` says the same of this file on every machine. What each fault proves,\n"
        "and what it does not, stands in `spec/faults.md`; what a chain and a seal prove, in\n"
        "`spec/chain.md`. If there is another copy, `senpu diff` says where the two part.",
        "`senpu verify` はどの機械でもこのファイルについて同じことを言う。それぞれの不備が何を\n"
        "証明し、何を証明しないかは `spec/faults.md` に、連鎖と署名については `spec/chain.md` に\n"
        "ある。別の写しがあれば、`senpu diff` がどこで分かれるかを示す。",
    ),
}
"""By id: English, then Japanese. `_one` is said where the count is one."""


COMPARISON: dict[str, tuple[str, str]] = {
    # ---- the verdict on two copies
    "identical_lines": (
        "identical: {one} and {other} are the same byte for byte, through event {event}",
        "identical: {one}と{other}は全バイト同じ（手番号{event}まで）",
    ),
    "identical_events": (
        "identical: {one} and {other} are the same event for event, through event {event}",
        "identical: {one}と{other}は全手同じ（手番号{event}まで）",
    ),
    "prefix": (
        "prefix: {longer} goes on from the end of {shorter},{where}",
        "prefix: {longer}は{shorter}の末尾から続く（{where}）",
    ),
    "fault": (
        "fault: {one} and {other} are the same through event {event}; {bad}, from where they "
        "cannot be compared",
        "fault: {one}と{other}は手番号{event}まで同じ。{bad}。以後は比べられない",
    ),
    "different": ("different games: {one} and {other}", "different: {one}と{other}は別の対局"),
    "fork": ("fork: {one} and {other} part{where}", "fork: {one}と{other}は分かれる（{where}）"),
    "after_line": (" after line {line} and event {event}", "{line}行、手番号{event}の後"),
    "after_event": (" after event {event}", "手番号{event}の後"),
    "faulty": ("{name} is at fault in line {line}", "{name}は{line}行に不備"),
    "and": (" and ", "、"),
    "not_good": (
        "{name} is not good: {fault}, line {line}; senpu verify {name} says more",
        "{name}に不備：{fault}、{line}行。詳しくは senpu verify {name}",
    ),
    # ---- what each goes on with
    "shared": ("of what both have: {seal}", "双方にある部分：{seal}"),
    "line": ("line {line}", "{line}行"),
    "line_event": ("line {line}, event {event}", "{line}行、手番号{event}"),
    "lines": ("{n} lines", "{n}行"),
    "lines_one": ("{n} line", "{n}行"),
    "events": ("{n} events", "{n}手"),
    "events_one": ("{n} event", "{n}手"),
    "at_fault": (
        "{name} is at fault in {where}, with {count} from there on:",
        "{name}は{where}に不備、そこから{count}：",
    ),
    "goes_on": (
        "{name} goes on, for {count}, with {where}:",
        "{name}の続き（{count}）は{where}から：",
    ),
    "unsigned": ("nobody has signed that", "これには誰も署名していない"),
    "unchecked": (
        "Signatures are not checked here: {install}; so nothing is proven of who signed both",
        "ここでは署名を検証できない（{install}）ので、誰が双方に署名したかは証明されない",
    ),
    "proof": (
        "{side} has signed both: the proof stands alone",
        "{side}が双方に署名した。次の証明は単独で通用する",
    ),
    # ---- in what the positions differ
    "no_position": (
        "Behind a fault there is no position to compare.",
        "不備の後に、比べる局面はない。",
    ),
    "same": (
        "After these two the positions are the same.",
        "この2つの後の局面は同じ。",
    ),
    "differ": ("After these two the positions differ:", "この2つの後の局面の相違："),
    "fact_turn": ("turn", "ターン"),
    "fact_asked": ("asked", "次の行動"),
    "fact_ending": ("ending", "結末"),
    "fact_under_way": ("under way", "進行中"),
    "fact_state": ("state", "局面"),
}
"""By id: English, then Japanese. `_one` is said where the count is one. The word that begins a
verdict is that of `--json`."""
