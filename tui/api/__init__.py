"""The public Python API: the classes and functions that `import senpu` offers.

Lies above every layer, because a position can draw itself. The root of the package loads these
names lazily; the commands may use them too.
"""
