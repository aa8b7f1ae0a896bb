"""What the English sentence of a fault says beyond what its id means, in Japanese.

The layers below speak English only. Here stands, for a sentence of theirs with its fields, what it
adds in Japanese: nothing where the meaning of the id (`tui/messages/faults.py`,
`tui/messages/faults.py`) says it all.
"""

SENTENCES: dict[str, str] = {
    # ---- mail
    "no line of the mail is Senpu: 1, with which a log begins": "",
    "whether these characters were encoded on their way cannot be known": (
        "途中で符号化された文字かどうか分からない。"
    ),
    "whether the sign > is of the remark or of quoting cannot be known": (
        "> が注釈のものか引用のものか分からない。"
    ),
    "whether a blank stood at the end of the row above cannot be known": (
        "上の行の末尾に空白があったか分からない。"
    ),
    "whether one blank or two stood at the end of the row above cannot be known": (
        "上の行の末尾の空白が1つか2つか分からない。"
    ),
    "whether this line is of the log or of the mail cannot be known": (
        "この行が記録のものかメールのものか分からない。"
    ),
    "whether this row is a line or the end of the one above cannot be known": (
        "この行が独立した行か上の行の続きか分からない。"
    ),
    "whether a plain blank stood in place of U+{code} cannot be known": (
        "U+{code}の所に普通の空白があったか分からない。"
    ),
    "the tag does not fit the header, nor anything that it may have been": (
        "タグがヘッダーに合わない。"
    ),
    # ---- bytes
    "the last line has no newline and does not count": "",
    "the line has {n} bytes and is not read": "{n}バイトある。",
    "byte {byte} is not UTF-8": "バイト{byte}。",
    "a byte-order mark": "",
    "a carriage return": "",
    "a NUL byte": "",
    "a tab": "",
    "{what} (U+{code})": "U+{code}。",
    "a letter is not in Unicode's composed form (NFC)": "",
    "a letter is not in Unicode's composed form (NFC); "
    "of more than {n} marks on one letter the surplus is not read": (
        "1文字に付く記号は{n}個まで読む。"
    ),
    # ---- notes
    "event {n} is {here} here, and {there} in the log: this is a text of another course of the "
    "game": "手番号{n}はここでは{here}、記録では{there}：別の経過の文書である。",
    "{key}: {here} here, and {there} in the log: this is no text of it": (
        "{key}：ここでは{here}、記録では{there}：この記録の文書でない。"
    ),
    # ---- syntax
    "the text is empty": "文書が空。",
    "the first line is not Senpu: 1": "",
    "the text ends inside its header": "ヘッダーの途中で文書が終わっている。",
    "the game begins inside the header": "ヘッダーの途中で対局が始まっている。",
    "no header line": "",
    "{key} stands on line {line} already": "{key}は{line}行にもある。",
    "a header line below the header": "",
    "version {text} of the notation": "指定された版：{text}。",
    "a second game begins here; from here on the text is not read": "",
    "{text} is no part of the notation": "{text}。",
    "{text} belongs to no word and is no event": "{text}。",
    "{unit} is named twice in {text}": "{text}に{unit}が2度ある。",
    "{text} is no die": "{text}はダイスの目でない。",
    "no dice stand between the brackets": "[ ] の中に目がない。",
    "{text} has no closing ]": "{text}が閉じていない。",
    "the remark is not closed on its line": "",
    "T{n} stands inside a line": "T{n}が行の途中にある。",
    "no act stands behind &": "",
    "a tag stands only at the end of its line": "",
    "this ) closes nothing": "この ) に対応する ( がない。",
    "this ( is not closed on its line": "この ( が行の中で閉じていない。",
    "no machine line": "",
    "the line is indented": "",
    "the game has an End line already": "End行がもうある。",
    "play goes on below the End line": "End行の下に手がある。",
    "{n} more faults on this line": "この行に他{n}件。",
    # ---- notes
    "expected senpu-notes = {n} on top": "最初に senpu-notes = {n} と書く。",
    "no TOML: {why}": "TOMLでない：{why}。",
    "note {ident} ({what}): {why}": "メモ{ident}（{what}）：{why}。",
    # ---- copies
    "this copy has {n} lines; {of} of the game were seen {when}": (
        "この写しは{n}行、{when}見たものは{of}行。"
    ),
    "lines 1 to {n} are not those that were seen {when}": "1〜{n}行が、{when}見たものと違う。",
    "{name} signs with the key {key}, but signed with {old} in a game seen on {date}": (
        "{name}の鍵は{key}だが、{date}に見た対局では{old}。"
    ),
    # ---- chain
    "no chain {kind} is known": "指定された連鎖：{kind}。",
    "{game} cannot be played on these values: {why}": "この値では{game}を始められない：{why}。",
    "a chained game has a name of its own, of 32 hexadecimal digits": "",
    "tag {tag}, expected {right}: {what}; good through line {line}": (
        "タグは{tag}、正しくは{right}。{what}{line}行までは正しい。"
    ),
    "tag {tag}, expected {right}: the header (lines 1 to {n}) differs from the one chained; "
    "good through line {line}": "タグは{tag}、正しくは{right}。ヘッダーは1〜{n}行。",
    "the line has no tag: {what}; good through line {line}": "{what}{line}行までは正しい。",
    "a tag {tag} that belongs to no chain": "タグ{tag}。",
    "a tag: it is written by the program, not typed": "タグはプログラムが書くもので、入力しない。",
    # ---- keys and seals
    "it is a key of {name}, not of {side}": "{side}ではなく{name}の鍵。",
    "no key is written so: {text}": "{text}。",
    "the key and its number do not go together: {text}": "鍵と鍵番号が合わない：{text}。",
    "a %{word} line has {n} rows": "%{word} の行は{n}段。",
    "it was made for another game": "別の対局に付けられた署名。",
    "expected {kind} and the game": "{kind} と対局の名があるはず。",
    "it stands below line {n}": "{n}行の下にある。",
    "the head above is {head}": "この上までの連鎖の値は{head}。",
    "a seal says nothing of that kind": "署名に書けない内容。",
    "{side} has no key in this log": "この記録に{side}の鍵はない。",
    "it is not signed by the key of {side}, {key}": "{side}の鍵（{key}）による署名でない。",
    "the signature is not that of {key} on this text": "鍵は{key}。",
    "no signature of 92 characters": "92文字の署名がない。",
    # ---- hands
    "the header does not say that hands are sealed": "ヘッダーに Hands: dealer がない。",
    "no dealer is named who could have dealt": "ディーラーの指定がない。",
    "a %hand line has a side, a number, and commitments": "陣営、番号、封印の値を書く。",
    "a commitment has 64 hexadecimal digits": "封印の値は16進数64桁。",
    "the next sealed card is number {n}": "次に封印されるカードは{n}番。",
    "{card} was dealt before": "{card}はもう配られている。",
    "a %reveal line has a name, a card, and its salt": "名、カード、ソルトを書く。",
    "no card {card} was dealt above": "{card}は上で配られていない。",
    "{name} was shown before, as {card}": "{name}は{card}として公開済み。",
    "{card} with this salt gives {given}, but dealt was {sealed}": (
        "{card}とこのソルトからは{given}、封印の値は{sealed}。"
    ),
    "{n} sealed for {side}, but dealt are here {what}": (
        "{side}に{n}枚とあるが、ここで配るのは{what}。"
    ),
    "{name} is shown as {card}, which is known to lie elsewhere": (
        "{name}として公開された{card}は、別の場所にあると分かっている。"
    ),
    "{event}: dealt open, where hands are sealed": "{event}。",
    "{event}: {card} is not shown: no %reveal line above is of it": (
        "{event}：{card}の %reveal の行が上にない。"
    ),
    "with all cards known: {what}": "全カードが判明した上で：{what}",
    # ---- dice
    "at most {n} secrets are committed to at once": "1度に確約できる秘密は{n}個まで。",
    "no source of dice is written so: {text}": "ダイスの出所として読めない：{text}",
    "expected 64 hexadecimal digits": "16進数64桁を書く。",
    "the line goes on for {n} rows of 64 digits": "64桁の段が{n}つ続く。",
    "{side} has committed to no secrets": "{side}は何も確約していない。",
    "{side} has committed to {n} secrets, and shown them all": (
        "{side}は秘密{n}個をすべて示し終えた。"
    ),
    "the next secret of {side} is number {n}": "{side}の次の秘密は{n}番。",
    "it does not lead to {what} of {side}, {value}": "{side}の{what}（{value}）に合わない。",
    "no side is called {side}; there are {sides}": "{side}という陣営はない（{sides}）。",
    "a secret is shown for the roll that is awaited": "待っているダイスの秘密がもう示されている。",
    "a receipt of no server": "サーバーの指定がない控え。",
    "both sides are committed to secrets": "両陣営が秘密を確約済み。",
    "not both sides are committed yet": "両陣営の確約がまだ揃っていない。",
    "no dice are awaited here": "ここではダイスを振らない。",
    "{side} has shown a secret for this roll": "{side}はこのダイスの秘密をもう示した。",
    "no roll without the secret of {sides}": "まだ示されていない秘密：{sides}。",
    "{event} stands here; the secrets give {right}": "{event}とあるが、秘密から決まるのは{right}。",
    "undo stands here; the secrets give {right}, which comes first": (
        "undoの前に、秘密から決まる{right}が来る。"
    ),
    # ---- rules
    "the header names no game": "",
    "no rule set {text}; there are: {have}": "「{text}」はない。あるのは{have}。",
    "{game}: no such edition; there are {have}": "{game}という版はない。あるのは{have}。",
    "{game} has no option {option}; it has: {have}": "{option}はない。あるのは{have}。",
    "version {text} of these rules is not known": "指定された版：{text}。",
    "no digest of data": "ダイジェストでない。",
    "the log was played on data {digest}..., which are not the shipped set ({shipped}...), "
    "and in no file beside the log or in the user's folder": (
        "指定は{digest}…、付属のデータは{shipped}…。"
    ),
    "the log was played on data {digest}..., which are not the shipped set ({shipped}...), "
    "not the file {file} ({own}...), and in no file beside the log or in the user's folder": (
        "指定は{digest}…、付属のデータは{shipped}…、{file}は{own}…。"
    ),
    "the line is marked T{n}, but this is {what}": "行の表示はT{n}、ここは{what}。",
    "no side is called {letter}: here act {have}": "{letter}:という陣営はない。あるのは{have}。",
    "{letter}: stands here, but it is for {asked}: to act": "{letter}:とあるが、手番は{asked}:。",
    "the game is over: {ending}": "結末：{ending}。",
    "{word} takes no payer and no &": "{word}には支払うもの（/ の前）も & も付けない。",
    "undo takes the number of events to take back: undo 2": "取り消す手数を書く：undo 2",
    "events that can be taken back here: {n}": "ここで取り消せるのは{n}手。",
    "{what}; taking it back needs a seal of each side, and lacks that of {sides}": (
        "{what}。署名のない陣営：{sides}。"
    ),
    "resign stands alone": "resign は単独で書く。",
    "who resigns? Write {text}": "誰の投了かを書く：{text}",
    "agree takes one of {names}": "agree の後に書けるのは{names}。",
    "End: {value}, but the game goes on": "「End: {value}」とあるが、ゲームは続いている。",
    "End: {value}, but the game ended {ending}": "「End: {value}」とあるが、結末は{ending}。",
    "what-if lines and glyphs stand in annotated texts, not in a log": "",
    "nothing was typed": "何も入力されていない。",
    "what is wrong here is told only to those who see everything": (
        "不備の内容は全公開の視点でだけ示す。"
    ),
}
"""By the English sentence."""

PHRASES: dict[str, str] = {
    "only that is lost, for the line below follows on this text": (
        "失われたのはタグだけ（次の行はこの内容に続いている）。"
    ),
    "it was added without one": "タグなしで加えられた行。",
    "it was added, or its tag was taken away": "加えられた行か、タグが取り除かれた行。",
    "only the tag differs, for the line below follows on this text": (
        "違うのはタグだけ（次の行はこの内容に続いている）。"
    ),
    "the line does not belong here, for the one below follows on the one above": (
        "ここにあるはずのない行（次の行は上の行に続いている）。"
    ),
    "the line differs from the one chained, or one above it is missing": (
        "行が連鎖を付けたときと違うか、その上の行が失われている。"
    ),
    "the line differs from the one chained, or the header does": (
        "行かヘッダーが、連鎖を付けたときと違う。"
    ),
    "no cards": "なし",
    "{n} for {side}": "{side}に{n}枚",
    "the commitment": "確約",
    "secret {n}": "秘密{n}",
    "turn {n}": "第{n}ターン",
    "the set-up": "初期配置",
    "a card": "カード",
    "{card}, dealt as {name},": "{card}（{name}として配布）",
    "{cards} had to be shown before this event": "この手の前に公開すべきもの：{cards}。",
    "this is no torn end, and it is not repaired: compare the log with another copy": (
        "末尾の途切れではないので直さない。他の写しと比べること"
    ),
    "no whole header stands above the torn end: delete the file and begin the log again": (
        "途切れた末尾の上に完全なヘッダーがない。ファイルを消して始め直すこと"
    ),
    "a control character": "",
    "on {date} ({file})": "{date}に{file}で",
    "event {n} ({event}) was rolled or shown": "手番号{n}（{event}）はダイスか公開",
    "{who} has shown a secret for the roll": "{who}がダイスの秘密を示している",
    "these are notes to {game}, and the log is {own}": "{game}へのメモで、記録は{own}",
    "it is about event {n}, and the log {whole} {of}": "手番号{n}へのメモだが、記録は{of}手{whole}",
    "has only": "だけ",
    "is good only through": "まで正しい",
    "the events up to {n}": "手番号{n}まで",
    "game, options or data": "ルール、選択ルール、データのどれか",
    "{what} are not those that it was written on": "{what}が書いたときと違う",
    "{what} are not those that it was written on; up to event {n} they are the same": (
        "{what}が書いたときと違う（手番号{n}までは同じ）"
    ),
    "{kind} {text}: the map has no place {place}": "{kind} {text}：マップに{place}はない",
    "what-if line: {why}": "仮定手順：{why}",
    "there is no folder {folder}": "フォルダー{folder}がない",
    "it is the key of both sides": "両陣営の鍵である",
    "no side of this log has this key": "この鍵を持つ陣営は記録にない",
    "first": "最初",
    "second": "2番目",
}
"""By the English words, where they are a field of a sentence, or a sentence in some places."""

SYSTEM: dict[str, str] = {
    "No such file or directory": "ファイルがない",
    "Is a directory": "フォルダーである",
    "Not a directory": "フォルダーでないものがパスにある",
    "Permission denied": "権限がない",
    "Read-only file system": "読み取り専用",
    "No space left on device": "ディスクに空きがない",
    "Input/output error": "入出力エラー",
}
"""What the system says where it refuses a file."""

HINTS: dict[str, str] = {
    "name the logs in it, such as {path}/*.senpu": (
        "フォルダーの中の記録を {path}/*.senpu のように指定する。"
    ),
    "such as i3+i4>D, or [4 4]": "i3+i4>D や [4 4] のように書く。",
    "this program has version {n}": "ここにあるのは第{n}版まで。",
    "this program reads version {n}": "このプログラムが読むのは第{n}版。",
    "each side: senpu seal FILE --undo {n}": "両陣営が署名する：senpu seal FILE --undo {n}",
    "the header names no chain; senpu seal --chain gives a log one": (
        "ヘッダーに連鎖の指定がない。senpu seal --chain が記録に連鎖を付ける。"
    ),
    "a line has one tag": "タグは1行に1つ。",
    # ---- what belongs there instead
    "a log begins with Senpu: 1, a Game: line, and an empty line before the game": (
        "記録は Senpu: 1、Game: の行、空行の順に始まる。"
    ),
    "& t1>D goes on with the same activation": "同じ行動の続きを & t1>D のように書く。",
    "%dice server NAME": "先に %dice server NAME を書く。",
    "from then on their secrets are the source: senpu roll": (
        "以後のダイスは双方の秘密で決まる：senpu roll"
    ),
    "a secret is shown where dice are awaited and both sides are committed": (
        "秘密を示すのは、両陣営が確約した後のダイス待ちのときだけ。"
    ),
    "the other side shows its own: senpu roll FILE": "相手が秘密を示す：senpu roll FILE",
    "a secret is shown right below the position that it is for, and nowhere else": (
        "秘密は対象の局面のすぐ下にだけ置ける。"
    ),
    "a new commitment comes after that roll, or before anything is shown for one": (
        "新しい確約は、そのダイスの後か、秘密を示す前に行う。"
    ),
    "the commitment comes first: senpu roll FILE --commit": (
        "先に確約する：senpu roll FILE --commit"
    ),
    "senpu roll FILE --commit makes a new commitment": (
        "senpu roll FILE --commit で新しく確約する。"
    ),
    "secrets are shown in order, each once": "秘密は順に1度ずつ示す。",
    # ---- what was probably meant
    "outside remarks and headers only ASCII stands; this is U+{code}, {name}": (
        "注釈とヘッダーの外ではASCII文字だけを書く。これはU+{code}（{name}）。"
    ),
    "a } stands only at the end of a remark; inside one write \\}": (
        "} は注釈の終わりだけに書く。注釈の中では \\} と書く。"
    ),
    "dice stand in one pair of brackets: [5 4]": "ダイスは1組の括弧に書く：[5 4]",
    "no blanks inside an event: i3>D (or a mail program has quoted the line)": (
        "1手の中に空白は入れない：i3>D（メールの引用の印かもしれない）"
    ),
    "who acts is a capital letter: J:": "陣営は大文字で書く：J:",
    "header lines stand above the first empty line, not in the game": (
        "ヘッダーの行は最初の空行より上に書く。"
    ),
    "a move is written with a plain >: i3>D": "移動は > だけで書く：i3>D",
    "curly quotes are no part of a game; a mail program may have put them": (
        "曲がった引用符は使わない。メールソフトが変えたのかもしれない。"
    ),
    "a glyph stands by itself: i3>D !?": "評価の記号は離して書く：i3>D !?",
    "a | stands by itself": "| は離して書く。",
    "a blank stands behind who acts: J: i3>D": "陣営の後に空白を置く：J: i3>D",
    "no blanks inside an event: i3+i4>D": "1手の中に空白は入れない：i3+i4>D",
    "a place is a capital letter or 2 to 4 digits: i3>D": (
        "場所は大文字か2〜4桁の数字で書く：i3>D"
    ),
    "a turn mark is T and the number: T3": "ターン表示はTと数字：T3",
    "units are written small: i3": "ユニットは小文字で書く：i3",
    "one capital letter and a colon say who acts; header lines stand on top": (
        "陣営は大文字1字とコロン。ヘッダーの行は最初に置く。"
    ),
    "a tag is ~ and eight hexadecimal digits": "タグは ~ と16進数8桁。",
    "remarks stand in braces: {like this}; a card is # and two digits": (
        "注釈は { } に入れる。カードは # と数字2桁。"
    ),
    "a move is written i3>D, an attack i3*D.c1": "移動は i3>D、攻撃は i3*D.c1 と書く。",
}
"""By the English hint, where it says more than what is always to be done about such a fault."""
