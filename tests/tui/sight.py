"""Colours as seen without one kind of cones, and the distance of two colours.

Machado, Oliveira, Fernandes: A physiologically-based model for simulation of color vision
deficiency (2009), the whole deficiency, on linear light. Distances are in Oklab units (Ottosson,
2020) in hundredths: about 2 can just be distinguished side by side.
"""

from collections.abc import Iterator
from math import dist

Channels = tuple[float, ...]
Matrix = tuple[Channels, Channels, Channels]

EYES: dict[str, Matrix] = {
    "common": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
CONES: Matrix = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
OKLAB: Matrix = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)


def linear(colour: Channels) -> Channels:
    """Of channels from 0 to 255, the light they stand for, from 0 to 1."""
    parts = [channel / 255 for channel in colour]
    return tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)


def _times(matrix: Matrix, vector: Channels) -> Channels:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def _simulate(colour: Channels, viewer: Matrix) -> Channels:
    light = tuple(min(max(each, 0.0), 1.0) for each in _times(viewer, linear(colour)))
    return _times(OKLAB, tuple(each ** (1 / 3) for each in _times(CONES, light)))


def apart(one: Channels, other: Channels) -> Iterator[tuple[str, float]]:
    """Return the distance of two colours for each kind of colour vision."""
    for name, viewer in EYES.items():
        yield name, 100 * dist(_simulate(one, viewer), _simulate(other, viewer))


def contrast(one: Channels, other: Channels) -> float:
    """The ratio of two colours' luminance, as web guidelines (WCAG 2) define it."""
    lights = []
    for colour in (one, other):
        red, green, blue = linear(colour)
        lights.append(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    return (max(lights) + 0.05) / (min(lights) + 0.05)
