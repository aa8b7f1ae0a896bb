"""The grammars of the pages `notation.md`, sections 2 and 13, as regular expressions.

The document is the source: the compiled grammar is the text that people read. The grammar
has no recursion, so each rule can replace its name.
"""

import re

TOKEN = re.compile(
    r'"(?P<first>[^"]+)"-"(?P<last>[^"]+)"|"(?P<literal>[^"]+)"'
    r"|(?P<count>[0-9]+(?:\.\.[0-9]*)?)\*|\?(?P<special>[^?]+)\?"
    r"|(?P<name>[a-z]+)|(?P<sign>[][{}()|])|\s+"
)
CHARACTER = "\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\ud800-\udfff"
SPECIAL = {  # in English and Japanese
    "a line feed": r"\n",
    "any character of section 1, including the space": f"[^{CHARACTER}]",
    "any character of section 1 except the space": f"[^{CHARACTER} ]",
    "any character of section 1 but } and \\": f"[^{CHARACTER}}}\\\\]",
    "any character from ! to ~ except ; and +": "[!-*,-:<-~]",
    "改行": r"\n",
    "空白を含む文字": f"[^{CHARACTER}]",
    "空白以外の文字": f"[^{CHARACTER} ]",
    "} と \\ 以外の文字": f"[^{CHARACTER}}}\\\\]",
    "; と + を除く、! から ~ までの文字": "[!-*,-:<-~]",
}


class Grammar:
    """The rules of a document's grammar by name, each as a pattern on demand."""

    def __init__(self, source: str) -> None:
        rules = re.findall(r"^(\w+) += (.*(?:\n +.*)*)$", source, re.MULTILINE)
        self.rules: dict[str, list[re.Match[str]]] = {}
        for name, body in rules:
            tokens = list(TOKEN.finditer(body))
            assert "".join(token[0] for token in tokens) == body, f"{name}: cannot be read"
            self.rules[name] = [token for token in tokens if token[0].strip()]
        self.used: set[str] = set()

    def pattern(self, name: str) -> str:
        """Return the regular expression of a rule."""
        self.used.add(name)
        tokens = [*self.rules[name]]
        made = self._choices(tokens)
        assert not tokens, f"{name}: {tokens[0][0]} closes nothing"
        return made

    def _choices(self, tokens: list[re.Match[str]]) -> str:
        choices = [""]
        while tokens and tokens[0]["sign"] not in tuple("]})"):
            if tokens[0]["sign"] == "|":
                tokens.pop(0)
                choices.append("")
            else:
                choices[-1] += self._part(tokens)
        return f"(?:{'|'.join(choices)})"

    def _part(self, tokens: list[re.Match[str]]) -> str:
        token = tokens.pop(0)
        if token["first"]:
            return f"[{token['first']}-{token['last']}]"
        if token["literal"]:
            return re.escape(token["literal"])
        if token["special"]:
            return SPECIAL[token["special"].strip()]
        if token["count"]:
            times = f"{{{token['count'].replace('..', ',')}}}"
            return self._part(tokens) + times
        if token["name"]:
            return self.pattern(token["name"])
        made = self._choices(tokens)
        tokens.pop(0)  # what closes it
        return made + {"[": "?", "{": "*", "(": ""}[token["sign"]]
