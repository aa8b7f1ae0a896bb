"""A short game on hexes, fixed, so that pictures of it are too; and a map of the other stagger."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from senpu.spec.data import read_blocks
from senpu.tui.boards.hex_chart import Chart, build_chart

GAME = """\
Senpu: 1
Game: nanjing1937/bonsai-2016
Rules: 1
Japan: Anna
China: Bo

C: g87@0306 a1@0710 g88@0410 a2@0203
T1 C: g87>0206
C: a2>0202>0302>0401 |
C: |
T2 J: d3+d11@0911 |
J: d11>0810
J: s1>0712
J: d3>0811>0711 |
J: d3+d11*0710 C: no [2] C: a1<0609 J: d3>0710 |
C: a3@1007 g36@0202 |
C: g36=>0306
C: g88>0510
C: a2>0302 |
C: |
T3 J: |
J: s1>0711>0710
J: d11>0709 |
J: s1+d3+d11*0609 C: chen [4]
"""
MOVE, ATTACK, DICE, RETREAT, RAIL, CHEN, LAST = 13, 15, 17, 18, 24, 34, 35
"""Events of it: a walk of two hexes, an attack, its die, a retreat, a railway move; the other
side's support, and the die after it."""


def hex_log(folder: Path) -> Path:
    """Write a log of its beginning that ends during an action."""
    path = folder / "hexes.senpu"
    path.write_text("".join(GAME.splitlines(keepends=True)[:16]), "utf-8")
    return path


NORTH = """
26  -  .  r  .
25   .  ^  .  ~
24  .  .  w  -
"""


def other_chart() -> Chart:
    """Return a map numbered from the south, with odd rows shifted to the east."""
    provenance = {"provenance": "printed", "source": "made up"}
    blocks: list[tuple[str, str, dict[str, Any]]] = [
        ("map", name, {**provenance, **table})
        for name, table in (
            ("grid", {"top": 26, "bottom": 24, "left": 1, "right": 4, "shifted": "odd"}),
            ("terrain", {
                "signs": {".": "clear", "r": "rough", "^": "rough", "w": "woods", "~": "sea"},
                "rows": NORTH,
            }),
            ("river", {"liao": ["2602-2502", "2502-2503"]}),
            ("impassable", {"wall": ["2401-2402"]}),
            ("rail", {"line": ["2604", "2503", "2502", "2402"]}),
            ("road", {"track": ["2501", "2502"]}),
            ("place", {"city": ["2503"], "port": ["2503", "2501"], "town": ["2402"]}),
        )
    ]  # fmt: skip
    game = SimpleNamespace(box=(), legend=())
    spec: Any = SimpleNamespace(values=read_blocks(blocks), game=game, named_places=())
    chart, name = build_chart(spec), {"en": "Mukden", "ja": "奉天"}
    return chart._replace(names={chart.grid.index["2503"]: (name, name)})
