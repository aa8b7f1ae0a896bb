"""Maps of areas: adjacency, distances, retreat paths. The module knows no units."""

from collections.abc import Iterable, Mapping

from senpu.spec.data import TableError

Neighbours = dict[str, tuple[str, ...]]


def find_neighbours(places: Iterable[str], pairs: Mapping[str, bool]) -> Neighbours:
    """Return the neighbours of each place in alphabetical order.

    Args:
        places: The places.
        pairs: Pairs written `A-B`; a pair with the value false is not adjacent.

    Returns:
        The neighbours, by place.

    Raises:
        TableError: A pair names an unknown place.
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


def measure_distances(near: Neighbours) -> dict[str, dict[str, int]]:
    """Return the number of steps from each place to each place that can be reached."""
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


def find_nearer(near: Neighbours, home: str) -> Neighbours:
    """Return for each place its neighbours that are closer to `home`."""
    away = _distances_from(home, near)
    far = len(near) + 1
    return {
        place: tuple(other for other in others if away.get(other, far) < away.get(place, far))
        for place, others in near.items()
    }
