"""Maps of areas: adjacency, distances, ways home. Knows no units."""

from collections.abc import Iterable, Mapping

from senpu.spec.data import TableError

Neighbours = dict[str, tuple[str, ...]]


def neighbours(places: Iterable[str], pairs: Mapping[str, bool]) -> Neighbours:
    """Each place's neighbours in alphabetical order, from pairs written `A-B`; a pair said to
    be false is none. Raises TableError for a pair of unknown places.
    """
    near: dict[str, set[str]] = {place: set() for place in places}
    for pair, joined in pairs.items():
        first, _, second = pair.partition("-")
        if first not in near or second not in near or first == second:
            raise TableError("badPair", pair=pair, have=tuple(near))
        if joined:
            near[first].add(second)
            near[second].add(first)
    return {place: tuple(sorted(others)) for place, others in near.items()}


def distances(near: Neighbours) -> dict[str, dict[str, int]]:
    """How many steps from each place to each that can be reached."""
    return {place: _distances_from(place, near) for place in near}


def _distances_from(start: str, near: Neighbours) -> dict[str, int]:
    found = {start: 0}
    queue = [start]
    for place in queue:
        for other in near[place]:
            if other not in found:
                found[other] = found[place] + 1
                queue.append(other)
    return found


def nearer(near: Neighbours, home: str) -> Neighbours:
    """For each place, its neighbours that are closer to `home`."""
    away = _distances_from(home, near)
    far = len(near) + 1
    return {
        place: tuple(other for other in others if away.get(other, far) < away.get(place, far))
        for place, others in near.items()
    }
