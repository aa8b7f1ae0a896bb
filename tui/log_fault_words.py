"""What a fault of the chain, of the dice or of the rules means and what to do, in Japanese.

Follows `spec/faults.md`, which says it in English and says what each fault proves besides.
"""

LOG_FAULTS: dict[str, tuple[str, str]] = {
    # ---- chain
    "chainUnsupported": ("この版の知らない種類の連鎖。", "新しい版のSenpuを使う。"),
    "nonceMalformed": (
        "連鎖のある記録に、16進数32桁の Nonce: がない。",
        "他の写しからヘッダーを取る。",
    ),
    "headerMismatch": (
        "ヘッダーが、連鎖を付けたときのものと違う。",
        "他の写しからヘッダーを取る。",
    ),
    "chainMismatch": (
        "タグが、ここまでの行から決まるものと違う。",
        "他の写しと比べる：senpu diff A B",
    ),
    "tagMissing": (
        "連鎖のある記録に、タグのない行がある。",
        "取り除いて senpu append で入れ直すか、他の写しから行を取る。",
    ),
    "tagUnexpected": (
        "連鎖のないところにタグがある。",
        "他の写しからヘッダーか行を取る。",
    ),
    "keyMalformed": (
        "その陣営の鍵として読めない。",
        "他の写しから取る。この行は senpu new --public が書く。",
    ),
    "sealMalformed": (
        "署名か %key の行の書き方が違い、何も署名していない。",
        "他の写しから取る。署名は senpu seal が書く。",
    ),
    "sealMisplaced": (
        "別の対局、別の行、または別の内容に付けられた署名。",
        "署名した人の写しと比べる。署名は対象の行のすぐ下にだけ置ける。",
    ),
    "sealUnknownKey": (
        "鍵のない陣営の署名か、その陣営の鍵でない署名。",
        "正しい鍵で署名してもらう。新しい鍵は古い鍵で示す（senpu seal FILE --new-key）。",
    ),
    "sealBad": (
        "署名が、この鍵でこの内容に付けたものではない。",
        "ファイルはそのまま残し、署名し直してもらう。",
    ),
    "handUndeclared": (
        "ヘッダーに Hands: dealer がないか連鎖のない記録に、%hand か %reveal の行がある。",
        "senpu new --hands dealer で始めた記録か確かめ、他の写しからヘッダーを取る。",
    ),
    "handMalformed": (
        "%hand の行の書き方が違い、何も封印していない。",
        "他の写しから取る。この行は senpu deal が書く。",
    ),
    "handRepeated": (
        "封印されたカードの番号が続いていないか、同じものが2度ある。",
        "ディーラーの写しと比べる。",
    ),
    "revealMalformed": (
        "%reveal の行の書き方が違い、何も公開していない。",
        "他の写しから取る。この行は senpu append と senpu reveal が書く。",
    ),
    "revealUnknown": (
        "上で配られていないカードを公開している。",
        "配られたときの名で公開する。",
    ),
    "revealTwice": ("同じカードを2度公開している。", "最初の公開が有効。この行を取り除く。"),
    "cardMismatch": (
        "カードとソルトが、封印したときの値に合わない。",
        "公開した人とディーラーに正しいソルトを尋ねる。",
    ),
    # ---- dice
    "diceMalformed": (
        "%dice の行の書き方が違う。",
        "他の写しから取る。この行は senpu roll が書く。",
    ),
    "diceMisplaced": (
        "ここに置けない %dice の行。",
        "この行を書いた人の写しと比べる。",
    ),
    "revealMismatch": (
        "示された秘密が、前の秘密か確約に合わない。",
        "記録を送り直してもらう。秘密を示せるのは確約した本人だけ。",
    ),
    "revealMissing": (
        "確約した両陣営の秘密が揃わないダイスの目。",
        "両陣営がそれぞれ senpu roll FILE を行う。",
    ),
    "rollMismatch": (
        "秘密から決まる目（またはカード）と違う。",
        "目は秘密と上の行から決まり、誰も選べない。写しを比べる。",
    ),
    # ---- rules
    "gameMissing": (
        "ヘッダーに Game: の行がない。",
        "Game: 800/bonsai-2021 のように書く。senpu games がidを並べる。",
    ),
    "gameUnknown": (
        "記録の指定するルールがここにない。",
        "綴りを確かめるか、新しい版のSenpuを使う。",
    ),
    "rulesUnknown": (
        "記録の指定するルールの版が、ここにあるものより新しいか、数でない。",
        "記録を書いた版のSenpuを使う。",
    ),
    "optionUnknown": ("このゲームにない選択ルール。", "綴りを確かめる。"),
    "dataUnknown": (
        "記録の指定するデータがない（付属、記録の横、利用者のフォルダーのどこにも）。",
        "データのファイルをもらい、記録の横に置く。senpu data check がダイジェストを示す。",
    ),
    "dataMalformed": (
        "Data: の行がダイジェストでないか、指定されたデータを読めない。",
        "sha256: と16進数64桁を書くか、データのファイルを直す。",
    ),
    "whatIf": (
        "記録に加える文に、評価の記号か仮定手順がある。",
        "評価や別の手順は記録の横のメモに書く（senpu note）。",
    ),
    "wrongTurn": (
        "ターン表示が、ルール上のターンと違う。",
        "不備はここか、その上にある。上の行が失われていることが多い。",
    ),
    "wrongActor": (
        "手番でない陣営の名がある。",
        "不備はここか、その上にある。上の行が失われていることが多い。",
    ),
    "actorMissing": ("誰の言葉か分からない。", "陣営を書く：J: resign"),
    "illegalMove": ("この局面ではルールで許されない手。", ""),
    "gameOver": (
        "ルール上ゲームが終わった後に手がある。",
        "ルールの示す結末と比べる。",
    ),
    "badMeta": (
        "undo・resign・agree の書き方が違う。",
        "undo 2、resign、agree Draw のように書く。",
    ),
    "handMisplaced": (
        "その陣営に配る局面でないか、枚数が違う %hand の行。",
        "ディーラーの写しと比べる。上の行が失われていることが多い。",
    ),
    "handOpen": (
        "手札を封印する記録で、カードが公開のまま引かれている。",
        "ディーラーが配る：senpu deal FILE",
    ),
    "cardUnseen": (
        "公開していないカードを使っている。",
        "持ち主が先に公開する。senpu append と senpu reveal が行う。",
    ),
    "cardTwice": (
        "他の場所にあるはずのカードか、山札になかったカード。",
        "ディーラーの控えで配り方を確かめる。",
    ),
    "cardConcealed": (
        "先に公開すべきカードが公開されていない。",
        "次の手の前に公開する。senpu append が行う。",
    ),
    "undoUnsigned": (
        "ダイスや公開の後の手を、両陣営の署名なしに取り消している。",
        "両陣営が先に署名する：senpu seal FILE --undo 2。その後で undo 2",
    ),
    "undoTooFar": ("取り消せる手数を超えている。", "取り消す手数を減らす。"),
    "wrongEnding": (
        "End行がルールの示す結末と違うか、ゲームがまだ終わっていない。",
        "ルールの示す結末を書く。途中で終えるには resign か agree。",
    ),
}
"""By id: what it means, and what to do: nothing where the rule and what is open are told."""
