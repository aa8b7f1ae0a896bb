"""What a command is refused with, in Japanese, by the English sentence of the layers below."""

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
