"""The panels that a player opens by a key."""

from typing import TYPE_CHECKING

from senpu.tui.screens.candidates import PANEL
from senpu.tui.widgets import legal_events, provenance
from senpu.tui.widgets.area_legend import render_area_legend
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.candidate_rows import render_candidates
from senpu.tui.widgets.combat_panel import render_last_combat
from senpu.tui.widgets.panels import Block

if TYPE_CHECKING:
    from senpu.tui.screens.interfaces import Player


def make_panel(screen: "Player", name: str, width: int, height: int = 0) -> Block:
    """Return the panel of a name for the position that a player shows.

    Args:
        screen: The player.
        name: The name of the panel.
        width: Its columns.
        height: Its rows, if it is not scrolled.

    Returns:
        The panel.
    """
    scene, course, narrator, look = screen.scene, screen.course, screen.narrator, screen.look
    if name == "why":
        return render_last_combat(
            scene, course, narrator, look, width, max(height - 1, 0), screen.panel == name
        )
    if name == PANEL:
        return render_candidates(
            screen.candidates.find_ranking(), scene.moment.state.decision,
            legal_events.find_played(course, scene), narrator, look, width, height,
        )  # fmt: skip
    if name == "strength":
        return provenance.render_strength(scene, narrator, look, width)
    if name == "provenance":
        return provenance.render_sources(scene, narrator, look, screen.pointed, width)
    if name == "legend" and isinstance(screen.map, AreaMap):
        has_gaps = bool(screen.timeline.list_gap_events())
        return render_area_legend(scene, narrator, look, width, screen.map.plan, has_gaps)
    return legal_events.render_legal_events(scene, course, narrator, look, width)
