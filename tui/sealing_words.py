"""The words of `senpu keygen` and `senpu seal`, in English and Japanese."""

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
