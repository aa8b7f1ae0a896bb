"""`senpu completion`: a script that completes commands in a shell."""

from argparse import Namespace

from senpu.tui.command_line.completion import render_completion
from senpu.tui.printing import print_data


def run_completion(given: Namespace) -> int:
    """Print the script of a shell."""
    print_data(render_completion(given.shell, given.lang))
    return 0
