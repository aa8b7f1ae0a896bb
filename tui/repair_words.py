"""The words of `senpu repair`, in English and Japanese."""

REPAIR: dict[str, tuple[str, str]] = {
    "whole": (
        "{file}: the last line is whole; nothing was changed",
        "{file}: 最後の行は完全。何も変えていない",
    ),
    "cut": (
        "{file}: cut off behind line {line}: {size} bytes, kept in {beside}",
        "{file}: {line}行より後の{size}バイトを切り取り、{beside}に保存した",
    ),
    "more": ("and {n} rows more", "他{n}行"),
    "elsewhere": (
        "Rows among them have a newline: another copy may have them whole.",
        "改行のある行も含む。他の写しには完全な形であるかもしれない。",
    ),
    "reads": (
        "It reads like a line of a game: if it is complete, append it again.",
        "対局の行として読める。完全なら、もう一度加えること。",
    ),
    "verify": (
        "senpu verify {file} says how far the log is good.",
        "どこまで正しいかは senpu verify {file}",
    ),
}
"""By id: English, then Japanese."""
