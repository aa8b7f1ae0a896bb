"""The words of `senpu diff`, in English and Japanese."""

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
