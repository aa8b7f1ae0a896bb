"""Chinese supply in the First Shanghai Incident: the railway from the sources (4.2) and what it
brings on the second turn (6.0). Knows no turn."""

from senpu.replay.games.incident1932.state import CHINA, JAPAN, Group, Sheet

Where = tuple[str, ...]


def sources(sheet: Sheet, where: Where) -> tuple[str, ...]:
    """The sources of supply without Japanese units (reading 16)."""
    japanese = where[sheet.span[JAPAN]]
    return tuple([place for place in sheet.source if place not in japanese])


def supplied(sheet: Sheet, where: Where) -> frozenset[str]:
    """The areas in supply: the sources and what the railway joins to them without a way
    through Japanese units."""
    japanese = where[sheet.span[JAPAN]]
    found = set(sources(sheet, where))
    front = list(found)
    for place in front:
        for other in sheet.rail[place]:
            if other not in found and other not in japanese:
                found.add(other)
                front.append(other)
    return frozenset(found)


def income(sheet: Sheet, where: Where) -> tuple[int, int, int]:
    """How many sources, other areas in supply with Chinese units, and others with them, pay
    (6.0). The sources pay whoever stands there."""
    reached = supplied(sheet, where)
    chinese = set(where[sheet.span[CHINA]]).intersection(sheet.areas).difference(sheet.source)
    inside = len(chinese & reached)
    return len(sources(sheet, where)), inside, len(chinese) - inside


def cut_off(sheet: Sheet, where: Where) -> Group:
    """The Chinese units on the map that are not in supply (4.2)."""
    reached = supplied(sheet, where)
    return tuple(
        [k for k in sheet.own[CHINA] if where[k] in sheet.adjacent and where[k] not in reached]
    )
