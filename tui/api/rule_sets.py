"""Rule sets of the public API: what is installed, and where its values come from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from senpu.replay.core.registry import find_rule_set, list_rule_sets, name_data_set, open_rules
from senpu.tui.api.errors import check_choice, check_language, check_list, check_type

if TYPE_CHECKING:
    from senpu.replay.core.rules import AnyRules
    from senpu.spec.loader import Spec


class RuleSet:
    """An edition of a game, with the options in effect.

    Example:
        >>> import senpu
        >>> rules = senpu.rule_set("800/bonsai-2021")
        >>> rules.sides
        ('japan', 'china')
        >>> rules.side_name("china", "ja")
        '国民党軍'
    """

    __slots__ = ("_spec",)

    def __init__(self, spec: Spec) -> None:
        self._spec = spec

    @property
    def id(self) -> str:
        """The id that a log's `Game:` line names, such as `800/bonsai-2021`."""
        return self._spec.id

    @property
    def version(self) -> int:
        """The version of the rules as coded, from 1."""
        return self._spec.edition.rules

    @property
    def rulebook(self) -> str:
        """The printed rules that the code follows."""
        return self._spec.edition.rulebook

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in the order of the rulebook."""
        return tuple(side.id for side in self._spec.sides)

    @property
    def options(self) -> tuple[str, ...]:
        """The ids of the options in effect."""
        return self._spec.options

    @property
    def available_options(self) -> tuple[str, ...]:
        """The ids of all options of the edition."""
        return tuple(option.id for option in self._spec.edition.option)

    @property
    def data(self) -> str:
        """The digest of the values that matter for play: `sha256:` and 64 hexadecimal digits."""
        return f"sha256:{self._spec.values.digest()}"

    @property
    def data_set(self) -> str:
        """The data set: `russojapanese/port-arthur-1201` for a shipped one, or the user's file.

        It is empty for the default values.
        """
        return name_data_set(self._spec).label

    @property
    def provenance(self) -> Mapping[str, int]:
        """The number of values for each provenance.

        The provenances are `printed` in the rulebook, `stated` in a publication, `derived`,
        `inferred` and `placeholder`.
        """
        return self._spec.values.count_by_provenance()

    def title(self, language: str = "en") -> str:
        """Return the name of the game with its edition.

        Args:
            language: `en` or `ja`.

        Returns:
            The title in that language.

        Raises:
            Error: No texts exist in that language.
        """
        return self._spec.title(check_language(language))

    def side_name(self, side: str, language: str = "en") -> str:
        """Return the name of a side.

        Args:
            side: The id of the side, one of `sides`.
            language: `en` or `ja`.

        Returns:
            The name in that language.

        Raises:
            Error: The rule set has no such side, or no texts in that language.
        """
        check_choice("side", side, self.sides)
        return self._spec.name(check_language(language), "side", side)

    def option_text(self, option: str, language: str = "en") -> str:
        """Return a sentence that explains an option.

        Args:
            option: The id of the option, one of `available_options`.
            language: `en` or `ja`.

        Returns:
            The sentence in that language.

        Raises:
            Error: The rule set has no such option, or no texts in that language.
        """
        check_choice("option", option, self.available_options)
        edition = self._spec.id.partition("/")[2]
        return self._spec.name(check_language(language), "option", edition, option)

    def __repr__(self) -> str:
        """Return the id and the options, for a prompt."""
        return f"<RuleSet {' '.join((self.id, *self.options))}>"

    def __eq__(self, other: object) -> bool:
        """Return whether id, version, options and data are the same."""
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        """Return a hash that is equal for equal rule sets."""
        return hash(self._identity())

    def _identity(self) -> tuple[str, int, tuple[str, ...], str]:
        return self.id, self.version, self.options, self.data


def rule_sets() -> tuple[RuleSet, ...]:
    """Return every rule set that is installed.

    Returns:
        The rule sets with their default options, in the order of `senpu games`.

    Example:
        >>> import senpu
        >>> [rules.id for rules in senpu.rule_sets()][:2]
        ['800/bonsai-2021', '800/battles-2011']
    """
    return tuple(RuleSet(open_rules(ident).spec) for ident in list_rule_sets())


def rule_set(rules: str, *, options: Iterable[str] = ()) -> RuleSet:
    """Return one rule set.

    Args:
        rules: Its id. The name of a game is enough if it has one edition.
        options: The ids of the options that are to be in effect.

    Returns:
        The rule set with these options.

    Raises:
        Error: No such rule set or option exists.

    Example:
        >>> import senpu
        >>> senpu.rule_set("800/bonsai-2021").title()
        '800: Eight Hundred'
    """
    return RuleSet(open_rule_set(rules, options).spec)


def open_rule_set(ident: str, options: Iterable[str]) -> AnyRules:
    """Return the rules of a rule set, ready to play. Raises UnknownGameError."""
    check_type("rules", ident, str)
    return open_rules(find_rule_set(ident), tuple(dict.fromkeys(check_list("options", options))))
