"""The panel of a combat, the same for all games.

First the result in words, the two totals, the number needed and the dice; then, if there is room,
the column of the results table, the replies, and the factors of each side.
"""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from senpu.notation.writer import format_event
from senpu.replay.core.narration import Narrator
from senpu.replay.core.timeline import GameLine
from senpu.tui.boards.combat_account import (
    AccountReply,
    AccountRoll,
    AccountSide,
    CombatAccount,
    find_account,
    find_previous_account,
    find_result,
)
from senpu.tui.boards.scene import Scene, find_role, find_side
from senpu.tui.boards.signs import get_brackets
from senpu.tui.render.odds_report import (
    format_change,
    list_assumptions,
    mark_doubt,
    merge_results,
    name_result,
    render_cases,
    round_percent,
    round_percents,
)
from senpu.tui.widgets.combat_factors import ROOMY, FactorPainter
from senpu.tui.widgets.hex_legend import Group, TextPiece, flow_groups
from senpu.tui.widgets.painting import Look, Row, wrap_cells, wrap_text
from senpu.tui.widgets.panels import Block, measure_labels, render_no_combat

BESIDE, FIRST = 100, 50
"""Minimum columns for the factors next to the first rows, and the columns of the first rows."""
MOST = 1000
"""A number of rows that is enough for all."""
WIDEST_CELL = 8
"""Maximum columns for each face of a die."""
WINDOWS = ("before", "after", "check", "sortie")
"""The windows of replies with a text in the catalogue of screens."""


def render_last_combat(
    scene: Scene, timeline: GameLine, narrator: Narrator, look: Look, width: int, height: int = 0,
    scrolls: bool = False,
) -> Block:  # fmt: skip
    """Return the panel of the combat of a position, or of the last one before it.

    With `scrolls` it has all rows, even if they do not fit.
    """
    account = find_account(scene, timeline, narrator)
    account = account or find_previous_account(scene, timeline, narrator)
    if account is None:
        return render_no_combat(look)
    return AccountPainter(account, narrator, look, width, scene.activation).block(height, scrolls)


def render_odds(account: CombatAccount, narrator: Narrator, look: Look, width: int) -> list[Row]:
    """Return the rows of an attack that can be chosen: totals, needed number, factors."""
    painter = AccountPainter(account, narrator, look, width)
    first = [*painter.totals(), *painter.needed()]
    factors = FactorPainter(account, narrator, look, width).rows(0)
    return [*first, *painter.die_rows(), *factors, *painter.extras()]


class AccountPainter:
    """Writes an account in rows of a width."""

    def __init__(
        self, account: CombatAccount, narrator: Narrator, look: Look, width: int,
        activation: range = range(0),
    ) -> None:  # fmt: skip
        self.account, self.narrator, self.look, self.width = account, narrator, look, width
        self.odds = account.odds
        self.is_past = bool(activation) and 0 < account.number < activation.start
        self.roomy = width >= ROOMY
        words = ("combat_totals", "combat_needed", "combat_rolled")
        self.start = 1 + measure_labels(map(look.word, words)) + (3 if self.roomy else 1)
        """The first column after the labels of the first rows."""
        self.end = width - 1

    def block(self, height: int = 0, scrolls: bool = False) -> Block:
        """Return as many rows as fit, the most important ones; all if `height` is 0.

        With `scrolls` it has all rows, even if they do not fit.
        """
        rows = self._arrange(height or MOST, scrolls)
        look, account = self.look, self.account
        title = look.word("combat")
        if account.dice is not None:
            title = self.narrator.decision(account.dice)
            title = title[:1].upper() + title[1:]
        if self.is_past:
            title = look.word("combat_event", title=title, n=account.number)
        return Block(title, rows, "text", self._describe_place(title))

    def _arrange(self, height: int, scrolls: bool) -> list[Row]:
        """Return the rows of the panel; a wide one has the factors next to the first rows."""
        if self.width < BESIDE:
            return self._stack(height, scrolls)
        first = AccountPainter(self.account, self.narrator, self.look, FIRST)
        left = first.list_first(height) + first.extras()
        right = self._make_factors(self.width - FIRST).rows(0)
        rows = []
        for at in range(max(len(left), len(right))):
            row = Row(self.look).join(left[at] if at < len(left) else Row(self.look), FIRST)
            rows.append(
                row.join(right[at] if at < len(right) else Row(self.look), self.width - FIRST)
            )
        return rows if scrolls else rows[:height]

    def _make_factors(self, width: int) -> FactorPainter:
        return FactorPainter(self.account, self.narrator, self.look, width)

    def list_first(self, height: int) -> list[Row]:
        """Return the result, totals, needed number, dice, column and replies that fit."""
        first = [*self.totals(), *self.needed(), *self.rolled()]
        rows = [*self.result(1 if height < 10 else 3), *first]
        faces = self.die_rows()
        rows += faces if len(rows) + len(faces) <= height else []
        replies = self.replies(full=True)
        if len(rows) + len(replies) > height:
            replies = self.replies(full=False)
        left = max(height - len(rows), 0)
        return rows + replies[max(len(replies) - left, 0) :]

    def _stack(self, height: int, scrolls: bool) -> list[Row]:
        """Return the first rows, then the factors, then the rest."""
        rows = self.list_first(height)
        left = height - len(rows)
        factors, extras = self._make_factors(self.width).rows(left), self.extras()
        rows += [Row(self.look)] * (bool(factors) and len(factors) + len(extras) < left)
        height = MOST if scrolls else height
        for more in (factors, extras):
            if len(rows) + len(more) > height:
                break
            rows += more
        return rows[:height]

    def _describe_place(self, title: str) -> str:
        """Return the place and the rule for the title row, as much as fits."""
        place, rule = self.account.place, self.account.rule
        if not place:
            return rule
        full, name = self.narrator.place(place), self.narrator.place_name(place)
        room = self.width - 10 - cell_len(title)
        texts = (f"{full}   {rule}", full, f"{name}   {rule}", name)
        return next((text for text in texts if cell_len(text) <= room), place)

    # ---- the first rows -------------------------------------------------------------------

    def result(self, most: int) -> list[Row]:
        """Return the result in words, in at most `most` rows."""
        account, look, narrator = self.account, self.look, self.narrator
        fates = narrator.label("comma").join(self._list_fates())
        texts = [
            narrator.result(effect, find_result(effect.kind, narrator))
            for effect in account.results
        ]
        text = look.word("and").join(dict.fromkeys(texts))
        open_ = account.main is None and account.odds.roll != "none"
        choices = [text or look.word("combat_undecided" if open_ else "combat_no_effect")]
        if account.pending is not None and not text:
            decision = narrator.decision(account.pending)
            choices = [look.word("combat_pending", decision=decision), decision]
        elif account.earlier:
            choices[0] = look.word("combat_changed", result=choices[0], was=account.earlier)
        if fates:
            choices = [f"{each}{look.word('colon')}{fates}" for each in choices] + choices
        rows = self._choose(choices, self.end - 1, most)
        return [Row(look).add(" ").add(each, self._result_role(), "b") for each in rows]

    def _result_role(self) -> str:
        """Return the colour of the result: of the side that suffers it."""
        account = self.account
        sides = {each.side for each in account.results if each.kind in ("hit", "hits")}
        sides = sides or {
            account.pieces[unit].side for unit in account.fates if unit in account.pieces
        }
        return f"side{find_side(self.narrator, min(sides))}" if len(sides) == 1 else "text"

    def _list_fates(self) -> list[str]:
        """Return what became of units, as `g87 and a1 lost`."""
        fates, look, narrator = self.account.fates, self.look, self.narrator
        groups = {
            fate: [unit for unit, found in fates.items() if found == fate]
            for fate in ("lost", "reduced", "retreated")
        }
        return [
            look.word(f"combat_{fate}", units=narrator.listed(units))
            for fate, units in groups.items()
            if units
        ]

    def totals(self) -> list[Row]:
        """Return the row of both totals."""
        sides, look = self.account.sides, self.look
        if not sides:
            return []
        star = mark_doubt(self.odds.provenance)
        for gap, brief in ((look.word("combat_against"), False), ("  ", False), ("  ", True)):
            row = self._begin("combat_totals")
            for at, side in enumerate(sides):
                row.add(gap if at else "", "dim")
                number = find_side(self.narrator, side.side)
                name = self.narrator.spec.sides[number].letter if brief else ""
                row.add(f"{name or self.narrator.side(side.side)} ", f"side{number}")
                row.add(self._format_total(side, brief), f"side{number}", "b")
            if row.width + 2 * len(star) <= self.end:
                break
        return [row.add(" " + star if star else "", "note", "b")]

    def _format_total(self, side: AccountSide, brief: bool) -> str:
        """Return a total; if each die counts alone, the dice that count."""
        look, n, dice = self.look, side.total, side.dice
        if brief:
            of = f"{dice}" if side.is_open else f"{n}/{dice}"
            return of if dice else f"{n}{'+' * side.is_open}"
        if dice:
            if side.is_open:
                return look.word("combat_dice", n=dice)
            return look.word("combat_hits", n=n, of=dice)
        if not side.is_open:
            return str(n)
        return look.word("combat_open", n=n) if n else look.word("combat_open_only")

    def needed(self) -> list[Row]:
        """Return the row of the number needed and its probability."""
        most = 1 if self.width < ROOMY else 2
        star = "" if self.account.sides else mark_doubt(self.odds.provenance)
        needed = [f"{each} {star}".rstrip() for each in self._list_needed()]
        texts = self._choose(needed, self.end - self.start, most)
        rows = [self._begin("combat_needed").add(texts[0])]
        return rows + [Row(self.look).pad_to(self.start).add(text) for text in texts[1:]]

    def _list_needed(self) -> list[str]:
        """Return the number needed as texts, the longest first."""
        odds, look = self.odds, self.look
        chance = look.word("percent", n=round_percent(odds.success))
        if odds.faces:
            return self._list_columns(chance)
        enemy = self.account.sides[-1].side if self.account.sides else ""
        if odds.roll == "each" and not odds.results:
            return [look.word("combat_each_die")]
        kinds: dict[str, tuple[str, dict[str, int | str]]] = {
            "sum": ("combat_sum", {"n": odds.need}),
            "difference": ("combat_lead", {"side": self.narrator.side(enemy)}),
            "each": ("combat_each", {}),
        }
        if odds.roll in kinds:
            name, fields = kinds[odds.roll]
            names = (name, f"{name}_short")
            return [look.word(name, chance=chance, **fields) for name in names]
        if len(odds.results) == 1:
            return [look.word("combat_no_roll")]
        return [self._format_results()]

    def _format_results(self) -> str:
        """Return each result with its probability; changes for either side are merged."""
        results = round_percents(self.odds)
        if format_change(self.odds):
            results = merge_results(results)
        return self.look.word("and").join(
            self.look.word("combat_result", result=name_result(result, self.narrator), n=n)
            for result, n in results
        )

    def _list_columns(self, chance: str) -> list[str]:
        """Return which dice give the best result, and the probability of any effect."""
        odds, look = self.odds, self.look
        faces = [at for at, face in enumerate(odds.faces, 1) if face == odds.best]
        if not odds.best:
            faces = [at for at, face in enumerate(odds.faces, 1) if face not in odds.failures]
        ends = {1: "combat_or_less", len(odds.faces): "combat_or_more"}
        at = next((end for end in ends if end in faces), 0)
        if len(faces) > 1 and at:
            number = look.word(ends[at], n=max(faces) if at == 1 else min(faces))
        else:
            number = self.narrator.label("comma").join(map(str, faces)) or look.word("combat_none")
        if not odds.best:
            names = ("combat_any", "combat_any_short")
            return [look.word(name, dice=number, chance=chance) for name in names]
        share = dict(round_percents(odds)).get(odds.best, 0)
        best = look.word("percent", n=share)
        fields = {"dice": number, "result": name_result(odds.best, self.narrator), "chance": best}
        short = look.word("combat_best", **fields)
        if len(faces) > 1:
            number = f"{min(faces)}-{max(faces)}"
        brief = look.word("combat_best", **fields | {"dice": number})
        if len(faces) == len(odds.faces) or share == round_percent(odds.success):
            return [short, brief]
        return [look.word("combat_best_any", best=short, any=chance), short, brief]

    def rolled(self) -> list[Row]:
        """Return the row of the dice, with the column and with earlier rolls."""
        account, look = self.account, self.look
        row = self._begin("combat_rolled")
        main = account.main
        if main is None and not account.rolls:
            name = "combat_none" if account.results else "combat_not_rolled"
            row.add(look.word(name), "dim").add("   " if self.roomy else " ")
            if account.results:
                return [row]
        if main is not None:
            gap = "   " if self.roomy else " "
            for letter, pips in self._group_pips(main):
                role = find_role(self.narrator.spec.sides, letter)
                row.add(f"{letter} " if letter else "", role).add(pips, how="b").add(gap)
            if len(main.pips) > 1 and not main.letters and self.odds.roll == "sum":
                row.add(look.word("combat_total", n=sum(main.pips)), "dim").add(gap)
        texts = []
        if self.odds.column:
            column, n = self.odds.column, f"{account.difference:+}"
            texts = [
                look.word("combat_column", column=column, n=n),
                look.word("in_column", column=column),
            ]
        earlier = [self._describe_roll(roll) for roll in account.rolls if roll is not main]
        if earlier:
            texts = [look.word("and").join(earlier)]
        text = next((each for each in texts if row.width + cell_len(each) <= self.end), "")
        if texts and not text:
            text = look.clip(texts[-1], max(self.end - row.width, 0))
        return [row.add(text, "dim")]

    def _group_pips(self, roll: AccountRoll) -> list[tuple[str, str]]:
        """Return the dice of each side, or all dice without a letter."""
        letters = list(dict.fromkeys(roll.letters)) or [""]
        return [
            (
                letter,
                " ".join(
                    str(pip)
                    for at, pip in enumerate(roll.pips)
                    if not roll.letters or roll.letters[at] == letter
                ),
            )
            for letter in letters
        ]

    def _describe_roll(self, roll: AccountRoll) -> str:
        """Return an earlier roll: of the defensive fire, or one that missed."""
        dice = " ".join(map(str, roll.pips))
        what = "combat_fire" if self.odds.roll == "difference" else "combat_before"
        return self.look.word(what, dice=dice)

    def _begin(self, ident: str) -> Row:
        return Row(self.look).add(f" {self.look.word(ident)}", "dim").pad_to(self.start)

    def _choose(self, texts: Sequence[str], width: int, most: int) -> list[str]:
        """Return the first text that fits into one row, else the first one wrapped or cut."""
        for text in texts:
            if cell_len(text) <= width:
                return [text]
        for text in texts:
            wrapped = wrap_cells(text, width)
            if len(wrapped) <= most:
                return wrapped
        return [self.look.clip(texts[-1], width)]

    # ---- the results table ----------------------------------------------------------------

    def die_rows(self) -> list[Row]:
        """Return the faces of the die and their results, the rolled one lit."""
        faces, look = self.odds.faces, self.look
        if not faces:
            return []
        cell = min((self.width - 2) // len(faces), WIDEST_CELL)
        dice, names = Row(look).add(" "), Row(look).add(" ")
        for face, result in enumerate(faces, 1):
            lit = face == self.account.die
            text = result if cell_len(result) < cell else "".join(p[0] for p in result.split())
            number = f"[{face}]" if lit else f" {face} "
            role, on = ("background", "now") if lit else ("dim", "")
            for row, shown in ((dice, number), (names, text)):
                row.add(shown.center(cell - 1), role, "b" if lit else "", on).add(" ")
        return [dice, names]

    # ---- replies --------------------------------------------------------------------------

    def replies(self, full: bool) -> list[Row]:
        """Return the replies in each window; only the last ones that fit into a row if not full."""
        windows: dict[str, list[AccountReply]] = {}
        for reply in self.account.replies:
            windows.setdefault(reply.window, []).append(reply)
        rows: list[Row] = []
        for window, answers in windows.items():
            name = self.look.word(f"window_{window}") if window in WINDOWS else window
            first: Group = [TextPiece(name, "dim")]
            groups = [self._describe_reply(answer) for answer in answers]
            while not full and len(groups) > 1 and len(self._flow(first, groups)) > 1:
                groups = groups[1:]
            found = self._flow(first, groups)
            rows += found if full else found[:1]
        return rows

    def _flow(self, first: Group, groups: Iterable[Group]) -> list[Row]:
        return flow_groups(self.look, [first, *groups], self.width, 2)

    def _describe_reply(self, reply: AccountReply) -> Group:
        """Return the side of a reply in its brackets, and its card."""
        narrator, look, event = self.narrator, self.look, reply.event
        at = find_side(narrator, reply.side)
        left, right = get_brackets(at)
        letter = narrator.spec.sides[at].letter
        text, role = "?", "now"
        if event is not None:
            role = "text"
            card, *rest = event.args or ("",)
            if event.word == "no" and not event.payer:
                text = look.word("reply_no")
            elif card.startswith("#"):
                text = " ".join((narrator.card_label(card, reply.side), *rest))
            else:
                text = format_event(event)
        return [
            TextPiece(f"{left}{letter}{right} ", f"side{at}", "b"),
            TextPiece(text, role, "b" * (event is None)),
        ]

    # ---- the rest -------------------------------------------------------------------------

    def extras(self) -> list[Row]:
        """Return the other results, other conditions and assumptions of a roll not made yet."""
        odds, narrator, room = self.odds, self.narrator, self.width - 3
        if self.account.main is not None or self.account.results:
            return []
        texts: list[str] = []
        if not odds.faces and len(odds.results) > 2 and odds.roll != "none":
            texts.append(self.look.word("combat_results", results=self._format_results()))
        texts += [*render_cases(odds, narrator, marked=True), list_assumptions((odds,), narrator)]
        return [
            row
            for text in filter(None, texts)
            for row in wrap_text(self.look, text, room, "dim", 1)
        ]
