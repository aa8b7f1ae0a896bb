"""Errors of the commands in Japanese, by the English sentence."""

ASKED: dict[str, str] = {
    # ---- games, sides, programs
    "no rule set {name}; there are: {have}": "ルール{name}はない。あるのは{have}",
    "no rule set {name}: {have}": "ルール{name}はない：{have}",
    "{game} has no option {name}; it has: {have}": "{game}に選択ルール{name}はない。あるのは{have}",
    "{game} has no rule {name}; senpu rules {of} lists those it has": (
        "{game}に{name}の項目はない。一覧は senpu rules {of}"
    ),
    "{game} has no side {name}; it has {sides}": "{game}に{name}という陣営はない。あるのは{sides}",
    "no program is called {name}; there are {have}": "プログラム{name}はない。あるのは{have}",
    "{name}: {word} has no budget; write {so}": "{name}：{word}に計算量の指定はない。{so}と書く",
    "{name}: the budget is a number of {what}: {word}:{so}": (
        "{name}：計算量は数で書く（{what}）：{word}:{so}"
    ),
    "nothing to review: no decision and no roll could change anything": (
        "検討するものがない。結果を変えうる判断もダイスもない"
    ),
    # ---- who does the work
    "{name}: no such executor; there is {have}": "{name}：そのような実行先はない。あるのは{have}",
    "{name}: no scheduler answers there ({why})": ("{name}：スケジューラーから応答がない（{why}）"),
    "{name}: the cluster did not do its work: {why}": "{name}：クラスターでの処理に失敗した：{why}",
    "a program that did part of the work was ended by somebody": (
        "処理を分担していたプログラムが外から終了させられた"
    ),
    # ---- books of openings
    "{path}: a folder; a book is a file, such as {so}": (
        "{path}：フォルダーである。定跡書はファイル（例：{so}）"
    ),
    "{path}: no book of openings; one is made by senpu openings build": (
        "{path}：定跡書ではない。senpu openings build で作る"
    ),
    "{path}: {why}; a book is made by senpu openings build": (
        "{path}：{why}。定跡書は senpu openings build で作る"
    ),
    "{path}: a book of version {n}, and this program has version {of}; "
    "remove it and build it anew": (
        "{path}：第{n}版の定跡書で、このプログラムは第{of}版。削除して作り直すこと"
    ),
    "{path}: damaged: {why}": "{path}：壊れている：{why}",
    "{path}: a book without games": "{path}：対局のない定跡書",
    "--depth takes a number of events, 1 or more": "--depth には1以上の手数を書く",
    # ---- arguments
    "-n takes a number of games, 1 or more": "-n には1以上の局数を書く",
    "--date {text}: a date is written 2026-11-27 (or 1937-10, or 1937)": (
        "--date {text}：日付は 2026-11-27（または 1937-10、1937）のように書く"
    ),
    "--hands {text}: {game} has no hands that could be sealed": (
        "--hands {text}：{game}に封印できる手札はない"
    ),
    "--public goes with --chain": "--public は --chain とともに使う",
    "--server, --receipt and --dice go together": "--server、--receipt、--dice は合わせて使う",
    "--commit and --server do not go together": "--commit と --server は合わせて使えない",
    "--secrets takes 1 to {n}": "--secrets は1から{n}まで",
    "--at goes with --to svg; the other forms tell the whole game": (
        "--at は --to svg とともに使う。ほかの形式は全体を書き出す"
    ),
    "--maps goes with --to {forms}": "--maps は --to {forms} とともに使う",
    "--theme goes with --to svg and with --maps": "--theme は --to svg か --maps とともに使う",
    "--{name} goes with --chance": "--{name} は --chance とともに使う",
    "--cut goes with -o NEW": "--cut は -o NEW とともに使う",
    "--as goes with a FILE; in the library each game has sides of its own": (
        "--as は FILE とともに使う。一覧では陣営がゲームごとに異なる"
    ),
    "logs and folders are not shown together; name one log, two, or folders": (
        "記録とフォルダーは同時に表示できない。記録を1つか2つ、またはフォルダーを指定する"
    ),
    "{n} logs: one is shown, or two side by side; or name folders": (
        "記録が{n}件：表示できるのは1件、または並べて2件。多ければフォルダーを指定する"
    ),
    "two logs need a terminal; senpu diff {one} {other} tells them apart": (
        "2つの記録を並べるには端末が要る。違いは senpu diff {one} {other} で"
    ),
    "{path}: no .senpu file there, nor in the folders in it": (
        "{path}：.senpu ファイルがない（中のフォルダーにも）"
    ),
    "{path}: no .senpu file in it": "{path}：.senpu ファイルがない",
    "--write and --read-only contradict each other": "--write と --read-only は両立しない",
    "--{name} goes with --serve": "--{name} は --serve とともに使う",
    "--port {text}: a port is a number from 1 to 65535": (
        "--port {text}：ポートは1から65535までの数"
    ),
    "--port {text}: only the system may use it; try 8000": (
        "--port {text}：システム専用。8000 などを試すこと"
    ),
    "--port {text}: no such port": "--port {text}：そのようなポートはない",
    "--host {text}: no such host; {so} is this computer": (
        "--host {text}：そのようなホストはない。このコンピューターは{so}"
    ),
    "--port {text}: {why}; name another, such as --port {so}": (
        "--port {text}：{why}。別のポートを指定する（例：--port {so}）"
    ),
    # ---- writing
    "{path}: nothing was written": "{path}：何も書き込まれていない",
    "{path}: {key} cannot stand in a header: {why}": "{path}：{key}はヘッダーに書けない：{why}",
    "{path}: it is written, but cannot be told: {why}": "{path}：書き込んだが、表示できない：{why}",
    "{path}: there is another game of that name already": "{path}：同じ名の別の対局がもうある",
    "{path}: another program has written to it": "{path}：ほかのプログラムが書き込んだ",
    "{path}: {why}; the new content stands there, and may not last": (
        "{path}：{why}。新しい内容は書かれたが、失われるおそれがある"
    ),
    "{path}: {why}; the torn end is cut off, and may come back": (
        "{path}：{why}。切れた末尾は除いたが、再び現れるおそれがある"
    ),
    "{path}: it is of the newest rules, and of these data: nothing changes": (
        "{path}：最新のルールとこのデータによる記録なので、変わるものはない"
    ),
    "{path}: event {n} or the ending is refused now: nothing was written; "
    "--cut writes what stands above": (
        "{path}：第{n}手または終局が今のルールでは認められない。何も書き込まれていない。"
        "その上までを書くには --cut"
    ),
    "the log was played on data sha256:{digest}..., which are not the shipped set "
    "(sha256:{ours}...){more}, and in no file beside the log or in the user's folder": (
        "この記録のデータは sha256:{digest}... で、同梱のもの（sha256:{ours}...）{more}ではなく、"
        "記録と同じ場所にも利用者のフォルダーにもない"
    ),
    # ---- keys, secrets, sheets of cards
    "it is a key of {who}, not of {side}": "これは{side}ではなく{who}の鍵",
    "no key is written so: {text}": "鍵の書き方ではない：{text}",
    "the key and its number do not go together: {text}": "鍵とその番号が合わない：{text}",
    "a public key is a line: ed25519 and 44 characters": "公開鍵は1行：ed25519 と44文字",
    "{path}: no private key: {why}": "{path}：秘密鍵ではない：{why}",
    "secrets are kept in the state folder, and SENPU_STATE names none": (
        "秘密は状態フォルダーに保存するが、SENPU_STATE に指定がない"
    ),
    "secret {n} of {side} was shown for another position of this game: a second roll by it could "
    "be chosen; compare the copies with senpu diff": (
        "{side}の秘密{n}はこの対局の別の局面で示された。それで振り直せば出目を選べてしまう。"
        "写しを senpu diff で比べること"
    ),
    "{path}: the secrets cannot be read": "{path}：秘密を読めない",
    "{path}: {why}; the secrets are not kept": "{path}：{why}。秘密は保存されていない",
    "SENPU_STATE is empty, and salts have to be kept: name a folder in it": (
        "SENPU_STATE が空だが、ソルトの保存先が要る。フォルダーを指定すること"
    ),
    "{path}: no sheet of cards: its first line is {so} and the game": (
        "{path}：カード表ではない。最初の行は{so}と対局名"
    ),
    "{path}: expected a number, a side, a card and its salt": (
        "{path}：番号、陣営、カード、ソルトの順に書く"
    ),
    "a signed text in it is no seal": "中に署名でない文がある",
    "{path}: no cards are awaited": "{path}：カードを引く場面ではない",
    "{path}: no log with sealed hands: senpu new --hands dealer": (
        "{path}：手札を封印した記録ではない：senpu new --hands dealer"
    ),
    "{path}: it is of another game than {file}": "{path}：{file}とは別の対局のもの",
    "{path}: the game goes on: name the cards, or --all": (
        "{path}：対局は続いている。カードを指定するか --all を付ける"
    ),
    "{path}: you know no card that is not shown yet": (
        "{path}：まだ示されていないカードで、知っているものはない"
    ),
    "{path}: {card} for {side} is not what was dealt: the log has no commitment {code}, "
    "number {n}. "
    "Either this is no sheet of this copy, or the dealer tells you another card than was "
    "sealed": (
        "{path}：{side}の{card}は配られたカードではない。記録の{n}番に封印の値{code}はない。"
        "この写しのカード表でないか、ディーラーが封印したものと違うカードを伝えている"
    ),
    "{path}: not one of the cards that you know and are not shown: {have}": (
        "{path}：知っていてまだ示されていないカードではない：{have}"
    ),
    "{path}: you do not have {what}, which was dealt here: who has dealt before deals on": (
        "{path}：ここで配られた{what}がない。前に配った人が続けて配る"
    ),
    # ---- notes
    "{name}: one at a time": "{name}：一度に1つだけ",
    "--source goes with --date": "--source は --date とともに使う",
    "--at POS says what it is about: an event number, T3, T3.C, start or end": (
        "--at POS で対象を示す：手番号、T3、T3.C、start、end"
    ),
    "{text}: inside this what-if line a position is 0 to {n}, start or end": (
        "{text}：この仮定手順の局面は0から{n}、start、end で示す"
    ),
    "at most {n} what-if lines may stand inside one another": "仮定手順の入れ子は{n}段まで",
    "{note}: this note is no what-if line of the log": "{note}：このメモは仮定手順ではない",
    "an empty remark says nothing": "空の注釈は書けない",
    "a source belongs to a date": "出典は日付とともに書く",
    "a text stands on one line; write a note for each": "本文は1行。行ごとにメモを分ける",
    "{what}: {text} is empty, or has blanks at its edges": "{what}：{text}は空か、端に空白がある",
    "glyph: {text} is none of {have}": "glyph：{text}は{have}のどれでもない",
    "glyph: it judges an event, and none stands before it": "glyph：評価する手が前にない",
    "arrow: {text} is not written as A>D": "arrow：{text}は A>D の形ではない",
    "highlight: {text} is not written as D+E, each place once": (
        "highlight：{text}は D+E の形（同じ場所は一度）ではない"
    ),
    "time: {text} is not written as 2026-11-27T10:00:00Z": (
        "time：{text}は 2026-11-27T10:00:00Z の形ではない"
    ),
    "date: {text} is no date, which is written {form}": "date：{text}は日付（{form}）ではない",
    "line: a what-if line has at least one event": "line：仮定手順には少なくとも1手が要る",
    "line: a what-if line has no turn mark and no tag": (
        "line：仮定手順にターンの印やタグは書かない"
    ),
    "line: remarks, glyphs and lines inside it are notes of their own": (
        "line：中の注釈、評価、仮定手順は別のメモとして書く"
    ),
    "a what-if line has at least one event": "仮定手順には少なくとも1手が要る",
    "%then stands first in a what-if line": "%then は仮定手順の先頭に書く",
    "{text}...: a row of an annotated text cannot be as long as this": (
        "{text}…：注釈付き文書の行として長すぎる"
    ),
    # ---- keys of one's own
    "{path}: not UTF-8": "{path}：UTF-8でない",
}


ERRORS: dict[str, str] = {
    "nothing was written": "何も書き込まれていない",
    "no chain was given": "連鎖は付けられていない",
    "only a good log is migrated": "移行できるのは正しい記録だけ",
    "only a log that is good is reviewed; nothing was written": (
        "検討できるのは正しい記録だけ。何も書き込まれていない"
    ),
    "and {n} more; senpu note {file} tells them": "他{n}件：senpu note {file}",
    "say which edition of {game}: {have}": "{game}のどの版かを書く：{have}",
    # ---- going on with a log
    "{path}: the log has its End line; nothing follows it": (
        "{path}：End行があるので、何も加えられない"
    ),
    "{path}:{line}: {fault}: the log is not good, so nothing was written; "
    "senpu verify {file} says more": (
        "{path}:{line}: {fault}：記録に不備があり、何も書き込まれていない。"
        "詳しくは senpu verify {file}"
    ),
    "{path}: it is of version {n} of the rules, and nothing is added under an older one than "
    "{newest}: senpu migrate {file} -o NEW": (
        "{path}：ルール第{n}版の記録。第{newest}版より古い版では加えられない："
        "senpu migrate {file} -o NEW"
    ),
    # ---- positions
    "no event {n}; the log has {of}": "手番号{n}はない。記録は{of}手",
    "no event {n}; the what-if line has {of}": "手番号{n}はない。仮定手順は{of}手",
    "{text}: a position is an event number, T3, T3.C, start or end": (
        "{text}：局面は手番号、T3、T3.C、start、end で示す"
    ),
    "the log has no turn {n}": "記録に第{n}ターンはない",
    "{letter} has no event in turn {n}": "第{n}ターンに{letter}の手はない",
    "no side is called {letter}; there are {sides}": "{letter}という陣営はない。あるのは{sides}",
    # ---- secrets for dice
    "{path}: secrets are for chained logs: senpu seal --chain {file}": (
        "{path}：秘密は連鎖のある記録で使う：senpu seal --chain {file}"
    ),
    "{path}: whose secrets? {could}": "{path}：誰の秘密か：{could}",
    "{path}: whose secret? --as {could}": "{path}：誰の秘密か：--as {could}",
    "{path}: {side} has no secrets left: senpu roll {file} --commit": (
        "{path}：{side}の秘密は残っていない：senpu roll {file} --commit"
    ),
    "{path}: {side} has shown its secret for this roll; it is for {other} to roll": (
        "{path}：{side}はこのダイスの秘密を示した。振るのは{other}"
    ),
    "{path}: the secrets of {sides} are not on this machine": (
        "{path}：{sides}の秘密はこの機械にない"
    ),
    "{path}: the secrets of {side} are not here": "{path}：{side}の秘密はここにない",
    "{path}: {side} has not signed its secret {n} (line {line}): ask for the log with its seal "
    "below, so that nothing above can be changed": (
        "{path}：{side}が秘密{n}（{line}行）に署名していない。上の行が変えられないように、"
        "署名を付けた記録をもらうこと"
    ),
    # ---- repairing
    "{path}: {why}; nothing was changed": "{path}：{why}。何も変えていない",
    # ---- signing
    "{path}: the log has a chain already": "{path}：記録にはもう連鎖がある",
    "{path}: not in canonical text, which a chain would keep so: senpu fmt": (
        "{path}：標準の書き方でない（連鎖を付けると直せなくなる）：senpu fmt"
    ),
    "{path}: with a chain the log would say something else": (
        "{path}：連鎖を付けると記録の内容が変わる"
    ),
    "{path}: {line}: what-if lines and glyphs stand in annotated texts, not in a chained log; "
    "senpu note --import takes them over": (
        "{path}：{line}：仮定手順と評価の記号は連鎖のある記録に置けない。"
        "senpu note --import でメモに移せる"
    ),
    "{path}: the log has no chain to sign: senpu seal --chain {file}": (
        "{path}：署名する連鎖がない：senpu seal --chain {file}"
    ),
    "{path}: {side} signs with the key {key}, and this is {own}; the old key names a new one: "
    "--new-key": ("{path}：{side}の鍵は{key}だが、これは{own}。新しい鍵は古い鍵で示す：--new-key"),
    "{path}: {how}; --as {sides}": "{path}：{how}。--as {sides}",
    "-o and --public go with --chain": "-o と --public は --chain とともに使う",
    "--undo takes the number of events, and goes without --new-key": (
        "--undo には手数を書き、--new-key とは使わない"
    ),
    "--chain signs nothing; afterwards: senpu seal FILE": (
        "--chain は署名しない。その後で senpu seal FILE"
    ),
    "--public {text}: written japan=anna.pub, once for a side": (
        "--public {text}：japan=anna.pub のように、陣営ごとに1度書く"
    ),
    # ---- keys
    "{path}: .pub is for the public key, which goes beside the private one": (
        "{path}：.pub は公開鍵の名。公開鍵は秘密鍵の横に置かれる"
    ),
    "{path}: there is a key already; it is left alone": "{path}：鍵がもうある。変えていない",
    "the two are not the same; no key was made": "2つが同じでない。鍵は作られていない",
    "no keyboard to ask for a passphrase at: --passphrase-file FILE, or --no-passphrase for a key "
    "with which whoever reads the file can sign; no key was made": (
        "パスフレーズを尋ねるキーボードがない：--passphrase-file FILE、またはファイルを読める人なら"
        "誰でも署名できる鍵でよければ --no-passphrase。鍵は作られていない"
    ),
    "{path}: the key needs its passphrase: --passphrase-file FILE": (
        "{path}：鍵のパスフレーズが必要：--passphrase-file FILE"
    ),
    "{path}: the passphrase is wrong, or the file damaged": (
        "{path}：パスフレーズが違うか、ファイルが壊れている"
    ),
    "{path}: its first line is empty, and no passphrase": (
        "{path}：1行目が空で、パスフレーズがない"
    ),
    "{path}: no private key": "{path}：秘密鍵でない",
    "{path}: no public key": "{path}：公開鍵でない",
    "{path}: a key of another kind than Ed25519": "{path}：Ed25519でない鍵",
    "{path}: {why}; senpu keygen makes a key": "{path}：{why}。鍵は senpu keygen で作る",
    "signing needs the cryptography package: {install}": (
        "署名には cryptography が必要：{install}"
    ),
    "not remembered: {why}": "覚えられなかった：{why}",
    "{path}: it cannot be read; delete it to forget it": "{path}：読めない。消せば忘れる",
    # ---- files
    "{path}: no such log; senpu new starts one": "{path}：記録がない。senpu new で始める",
    "{path}: the file is empty; senpu new starts a log": (
        "{path}：ファイルが空。記録は senpu new で始める"
    ),
    "{path}: the last line has no newline (a torn write, or a cut copy); compare it with another "
    "copy and end that line, or have it cut off: senpu repair {file}": (
        "{path}：最後の行に改行がない（書き込みか複写の途切れ）。他の写しと比べて行を終えるか、"
        "切り取る：senpu repair {file}"
    ),
    "{path}: another program is writing to it": "{path}：別のプログラムが書き込み中",
    "{path}: the log changed while it was read; nothing was written": (
        "{path}：読む間に記録が変わった。何も書き込まれていない"
    ),
    "{path}: the log changed while it was read ({was} bytes then, {now} now); nothing was "
    "written": (
        "{path}：読む間に記録が変わった（{was}バイトから{now}バイトへ）。何も書き込まれていない"
    ),
    "{path}: another program wrote to the log at the same time, without regard to its lock; "
    "senpu verify {file} says how far it is good": (
        "{path}：別のプログラムがロックを無視して同時に書き込んだ。"
        "senpu verify {file} で確かめること"
    ),
    "{path}: the log changed meanwhile; nothing was cut": (
        "{path}：その間に記録が変わった。何も切り取っていない"
    ),
    "{path}: {why}; nothing was cut": "{path}：{why}。何も切り取っていない",
    "{path}: {why}; nothing was written": "{path}：{why}。何も書き込まれていない",
    "{path}: there is a file of that name already": "{path}：同じ名のファイルがもうある",
    "{path}: no such file": "{path}：ファイルがない",
    "{path}: a folder; two logs are compared": "{path}：フォルダーである。2つの記録を比べる",
    "{path} is a log, which an export does not take the place of": (
        "{path}は記録なので、上書きしない"
    ),
    # ---- books of openings
    "{book}: no games of {game}; there are {have}": "{book}：{game}の対局はない。あるのは{have}",
    "{book}: no games under the rules asked for; there are {have}": (
        "{book}：指定のルールの対局はない。あるのは{have}"
    ),
    "{book}: nobody sets up there; senpu openings show tells the moves": (
        "{book}：そこでの配置はない。手は senpu openings show で見る"
    ),
    "--game, --digest: {file} is a log of {game}": "--game、--digest：{file}は{game}の記録",
    "--{name} {date}: a date is 2026, 2026-11 or 2026-11-27": (
        "--{name} {date}：日付は 2026、2026-11、2026-11-27 のように書く"
    ),
    # ---- arguments
    "{text}: a line of events has no turn mark and no tag": (
        "{text}：手順にターンの印やタグは書かない"
    ),
    "--maps {folder}: a file stands there, and a folder is meant": (
        "--maps {folder}：フォルダーでなくファイルがある"
    ),
    "--report goes with one FILE": "--report は1つの FILE とともに使う",
    "{option} {name}: no side is called so; there are {sides}": (
        "{option} {name}：その名の陣営はない。あるのは{sides}"
    ),
    # ---- proofs that a key has signed two games
    "it lacks its key or one of its seals": "鍵か署名が欠けている",
    "a seal in it is not signed by its key": "この鍵によらない署名がある",
    "signatures are not checked here: {install}": "ここでは署名を検証できない（{install}）",
    "the signature of the {which} seal is not that of the key": (
        "{which}の署名が、この鍵のものでない"
    ),
    "the seals are of two games": "署名が別々の対局のもの",
    "both seals say the same": "2つの署名の内容が同じ",
    "the rows between the two seals are not all there": "2つの署名の間の行が揃っていない",
    "both seals can be of the same game": "2つの署名は同じ対局でもあり得る",
    "the rows do not lead to the second seal": "行が2番目の署名につながらない",
}
"""By the English sentence."""
