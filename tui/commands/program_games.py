"""`senpu play`: games between programs, as logs."""

from argparse import Namespace
from random import SystemRandom

from senpu.logs.chain import create_nonce
from senpu.logs.journal import create_file
from senpu.replay.analysis.corpus import BATCH, Corpus, play_all, play_game
from senpu.replay.analysis.executors import count_workers, open_executor
from senpu.replay.analysis.players import DEFAULT, format_player, is_repeatable
from senpu.replay.analysis.playouts import get_rules_source
from senpu.replay.core.side_names import name_ending
from senpu.tui.commands.arguments import (
    read_side_choices,
)
from senpu.tui.commands.progress import Progress
from senpu.tui.commands.start_positions import (
    describe_data_file,
    find_folder,
    find_start,
)
from senpu.tui.printing import print_text
from senpu.tui.render.data_sets import describe_values
from senpu.tui.render.text_layout import get_text
from senpu.tui.settings import find_default_program


def play(given: Namespace) -> int:
    """Play one game into a file, or several games into a folder."""
    rules = find_start(given, for_play=True)
    chosen, usual = read_side_choices(given, rules), find_default_program(DEFAULT)
    names = {side.id: format_player(chosen.get(side.id, usual)) for side in rules.spec.sides}
    seed = SystemRandom().randrange(10**9) if given.seed is None else given.seed
    if given.games is None:
        text, ending = play_game(rules, names, seed, create_nonce() if given.chain else "")
        create_file(given.output, text)
        name = name_ending(rules.spec.folder, ending)
        print_text(get_text(given.lang, "played_seed", file=given.output, ending=name, seed=seed))
        if where := describe_data_file(given, rules, given.output.parent):
            print_text(where)
        return 0
    given.output.mkdir(parents=True, exist_ok=True)
    corpus = Corpus(
        get_rules_source(rules, find_folder(given), given.data), names, seed,
        given.games, given.output.absolute(), given.chain, rules.stated_start,
    )  # fmt: skip
    progress = Progress("games", given.lang)
    jobs = count_workers(given.jobs, -(-given.games // BATCH))
    with progress, open_executor(jobs=jobs) as hands:
        endings = play_all(corpus, hands, jobs, progress)
    for ending, count in sorted(endings.items()):
        print_text(f"{count:>6}  {name_ending(rules.spec.folder, ending).text(given.lang)}")
    print_text(describe_values(rules.spec, given.lang))
    if where := describe_data_file(given, rules, given.output):
        print_text(where)
    if given.seed is None and all(map(is_repeatable, names.values())):
        print_text(get_text(given.lang, "played_again", seed=seed))
    return 0
