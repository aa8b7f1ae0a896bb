"""The words of a migration's record, in English and Japanese."""

MIGRATION: dict[str, tuple[str, str]] = {
    "head": (
        "{file}: {game}, from rules {was}, data {was_data}, to rules {now}, data {now_data}",
        "{file}：{game}、ルール{was}・データ{was_data}からルール{now}・データ{now_data}へ",
    ),
    "not_compared": (
        "version {was} of the rules is not kept here: only what is written can be compared",
        "ルール第{was}版は手元にないため、記録の文字だけを比べた",
    ),
    "spelling": ("written otherwise: {was} -> {now}", "表記が変わる：{was} → {now}"),
    "meaning": ("means something else", "意味が変わる"),
    "asks": ("then asks: {was} -> {now}", "次に求められるもの：{was} → {now}"),
    "turn": ("turn: {was} -> {now}", "ターン：{was} → {now}"),
    "was": ("before: {text}", "以前：{text}"),
    "now": ("now:    {text}", "今回：{text}"),
    "event": ("event {n} (line {line}), {text}: {what}", "{n}番（{line}行目）{text}：{what}"),
    "nothing": ("nothing", "なし"),
    "more": ("and {n} more changes: --json", "他{n}件の変更：--json"),
    "positions": (
        "positions that differ: after {n} of {of} events, first after event {first}",
        "局面の相違：{of}手中{n}手の後（最初は{first}番の後）",
    ),
    "same": (
        "{of} events, each of which means what it meant, with the same positions",
        "{of}手すべて、意味も局面も変わらない",
    ),
    "taken": ("{of} events are taken", "{of}手を受け入れる"),
    "refused": ("refused now:", "受け入れられない最初の点："),
    "cut": ("--cut -o NEW writes what stands above it", "--cut -o NEW でそれより前だけを書き出す"),
    "not_written": (
        "nothing was written; -o NEW writes it",
        "何も書き込まれていない（-o NEW で書き出す）",
    ),
    "written": (
        "{out}: written; it names {file} by its end, and nobody has signed it",
        "{out}：書き出した。{file}の末尾を指し、まだ誰も署名していない",
    ),
    "notes": (
        "notes beside it: {n} bound to the new log, {left} that do not fit it",
        "注釈：{n}件を新しい記録に結び付けた。合わないもの{left}件",
    ),
    "keep": (
        "it is pinned to {data}: keep that file beside the log",
        "データ{data}を記録の横に置いておくこと",
    ),
}  # fmt: skip
