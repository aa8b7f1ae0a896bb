"""The editor of positions: the map, the units and fields, and a check after each change."""

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType
from textual.geometry import Region, Size

from senpu.logs.position_logs import POSITION
from senpu.notation.faults import Error
from senpu.replay.core.narration import Narrator
from senpu.replay.recording.new_logs import create_log
from senpu.tui.boards.scene import Scene, find_role
from senpu.tui.keys import CHOOSER, EDITOR, make_bindings
from senpu.tui.screens.arrangement import MapSizes, add_prompt, arrange_editor
from senpu.tui.screens.base import KeyedScreen
from senpu.tui.screens.draft_pages import DraftPages
from senpu.tui.screens.draft_rows import name_place
from senpu.tui.screens.draft_values import name_field
from senpu.tui.screens.edited_position import EditedPosition
from senpu.tui.widgets.area_map import AreaMap
from senpu.tui.widgets.bars import HeaderPart
from senpu.tui.widgets.clicks import ActionClicked, ObjectClicked
from senpu.tui.widgets.draft_status import DraftStatus
from senpu.tui.widgets.hex_map import HexMap
from senpu.tui.widgets.painting import Look, PaintedWidget
