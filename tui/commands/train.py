"""`senpu train`: learn the value of positions of a rule set from games between programs."""

from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

import msgspec

from senpu.notation.faults import text_width
from senpu.notation.messages import topic_renderer
from senpu.replay.analysis.executors import count_workers, open_executor
from senpu.replay.analysis.playouts import get_rules_source
from senpu.replay.analysis.value import find_digest, name_own_value
from senpu.replay.core.registry import find_rule_set, open_rules
from senpu.replay.training.generations import (
    PIECE,
    Generation,
    Recipe,
    Training,
    check_packages,
    make_recipe,
)
from senpu.spec.loader import Spec
from senpu.spec.value_files import ValueFile, decode_value, read_first_value
from senpu.tui.commands.progress import Progress
from senpu.tui.output_files import make_output
from senpu.tui.printing import flush_output, print_notice, print_text
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.text_layout import wrap_rows

WIDE = 11
"""The width of a column."""
INTERRUPTED = 130
"""The exit status after Ctrl+C."""


def train(given: Namespace) -> int:
    """Train a value and write it after each generation that is kept."""
    rules = open_rules(find_rule_set(given.game), (), data_file=given.data)
    check_packages()
    spec = rules.spec
    recipe = make_recipe(spec.edition.training, given.seed, given.games, given.generations)
    start = read_first_value(spec) if given.value is None else given.value.data
    if start:
        decode_value(start, str(given.value), spec)
    own = name_own_value(spec)
    output = make_output(given, given.output or own, "value")
    if given.output is None:
        own.parent.mkdir(parents=True, exist_ok=True)
    output.check()
    report = TrainingReport(spec, given.lang)
    report.print_head(recipe)
    jobs = count_workers(given.jobs, -(-recipe.games // PIECE))
    with open_executor(jobs=jobs) as executor:
        training = Training(
            get_rules_source(rules, Path(), given.data), recipe, executor, jobs, start,
            progress=report.draw_progress,
        )  # fmt: skip
        best = 0
        try:
            for generation in training.run(make_command(spec, recipe)):
                if generation.is_kept and training.file is not None:
                    best = generation.number + 1
                    output.write([msgspec.json.encode(training.file).decode()])
                report.print_generation(generation)
        except KeyboardInterrupt:
            report.print_stop(output.path, best)
            return INTERRUPTED
    if training.file is None:
        output.write([start.decode()])
        training.file = decode_value(start, str(output.path))
    report.print_end(training.file, output.path, own, best)
    return 0


def make_command(spec: Spec, recipe: Recipe) -> str:
    """Return the command line for the record; it names all that the result depends on."""
    return (
        f"senpu train {spec.id} --games {recipe.games} --generations {recipe.generations}"
        f" --seed {recipe.seed}"
    )


class TrainingReport:
    """The output of the command: the head, a row for each generation, and where the value is.

    Args:
        spec: The rule set.
        language: The language.
    """

    def __init__(self, spec: Spec, language: str) -> None:
        self.spec, self.language = spec, language
        self._message = topic_renderer("training", language)
        self._bar: Progress | None = None
        self._number = -1

    def _print_wrapped(self, text: str) -> None:
        print_text("\n".join(wrap_rows(text, "")))

    def print_head(self, recipe: Recipe) -> None:
        """Print what is trained, and the heads of the columns."""
        spec, message = self.spec, self._message
        print_text(
            message(
                "head", title=spec.title(self.language), id=spec.id, games=recipe.games,
                generations=recipe.generations, seed=recipe.seed,
            )
        )  # fmt: skip
        self._print_wrapped(describe_values(spec, self.language))
        self._print_wrapped(message("note"))
        sides = [spec.name(self.language, "side", side.id) for side in spec.sides]
        heads = (message("generation"), message("games"), message("r2"), message("log_loss"))
        print_text("\n" + render_cells((*heads, *sides, message("kept"))))
        flush_output()

    def draw_progress(self, number: int, done: int, of: int) -> None:
        """Draw the bar of a generation."""
        if self._bar is None or number != self._number:
            self._bar = Progress("training", self.language, generation=number + 1)
            self._number = number
        self._bar(done, of)

    def _end_bar(self) -> None:
        if self._bar is not None:
            self._bar.end_row()

    def print_generation(self, generation: Generation) -> None:
        """Print the row of a generation."""
        self._end_bar()
        fit, points = generation.fit, generation.points
        print_text(
            render_cells((
                str(generation.number + 1), str(generation.games), f"{fit['r2']:.3f}",
                f"{fit['log_loss']:.3f}", *(f"{each:.1f}" for each in points),
                self._message("yes" if generation.is_kept else "no"),
            ))
        )  # fmt: skip
        flush_output()

    def print_stop(self, path: Path, best: int) -> None:
        """Print after Ctrl+C what is in the file; `best` is 0 if nothing was written."""
        self._end_bar()
        if best:
            print_notice(self._message("stopped", path=path, generation=best))
        else:
            print_notice(self._message("stopped_early"))

    def print_end(self, file: ValueFile, path: Path, own: Path, best: int) -> None:
        """Print where the value is, and which commands use it."""
        digest = find_digest(file.networks[0])
        print_text()
        if best:
            text = self._message("saved", path=path, generation=best, digest=digest)
        else:
            text = self._message("saved_first", path=path, digest=digest)
        self._print_wrapped(text)
        if path == own:
            self._print_wrapped(self._message("used"))
        else:
            self._print_wrapped(self._message("unused", path=own))


def render_cells(cells: Iterable[str]) -> str:
    """Return a row of a table with columns of equal width."""
    return "".join(" " * (WIDE - text_width(cell)) + cell for cell in cells)
