"""The words of the dice audit, in English and Japanese."""

DICE: dict[str, tuple[str, str]] = {
    "logs": ("{n} logs, {dice} dice", "記録{n}件、ダイス{dice}個"),
    "log": ("1 log, {dice} dice", "記録1件、ダイス{dice}個"),
    "taken_back": (
        "{n} of them were taken back, and count",
        "うち{n}個は取り消し済み（集計に含む）",
    ),
    "left_out": (
        "{file}: counted only as far as it is good: {why}",
        "{file}：正しい部分のみ集計（{why}）",
    ),
    "none": ("no dice", "ダイスなし"),
    "all": ("all", "全体"),
    "proven": ("proven", "証明済み"),
    "receipts": ("by receipts", "サーバーの控え"),
    "recorded": ("recorded", "記録のみ"),
    "dice": ("dice", "個数"),
    "mean": ("mean", "平均"),
    "chi_square": ("chi-square", "カイ二乗"),
    "runs": ("runs", "連"),
    "expected": ("expected", "期待"),
    "few": ("too few to test (30 are needed)", "検定には少なすぎる（30個以上必要）"),
    "could_show": (
        "so many could have shown, four times of five, a face that falls {percent}% of the time"
        " instead of 16.7%; nothing smaller",
        "この個数で（5回中4回）見つけられるのは、ある目の確率が16.7%でなく{percent}%以上の偏り。"
        "それより小さい偏りは見えない",
    ),
    "odd": (
        "p below 0.05 in {n} of {of} tests; of good dice about {by_chance} would be",
        "{of}回の検定のうち{n}回でp<0.05（公正なダイスでも約{by_chance}回は出る）",
    ),
    "means": (
        "A small p says that good dice seldom look like this; it proves nothing of anybody.",
        "pが小さいのは、公正なダイスでは珍しいということだけで、誰かの不正の証明ではない。",
    ),
}  # fmt: skip
