"""The topics of the manual: the folders, sections and names of its pages."""

FOLDERS = ("tutorials", "guides", "explanation", "reference")
SECTIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "tutorials": ("tutorials", ("annotate-a-battle", "settle-a-dispute", "study-an-opening")),
    "guides": (
        "guides",
        (
            "record-a-game", "positions-and-studies", "play-by-mail", "fair-dice", "hidden-hands",
            "openings-guide", "review-a-game", "notes-and-sources", "share-a-game", "owners-data",
            "keys-and-themes", "scripts", "adding-a-game",
        ),
    ),
    "explanation": (
        "explanation",
        (
            "how-a-log-is-verified", "what-a-seal-proves", "what-win-probabilities-are-worth",
            "architecture-overview",
        ),
    ),
    "reference": (
        "reference",
        (
            "commands", "files-and-variables", "faults", "json", "python", "python-api",
            "rule-sets", "glossary", "faq",
        ),
    ),
    "logs": ("reference", ("notation", "notes", "studies", "library", "versions", "reliability")),
    "proofs": ("reference", ("chain", "protocol", "witness", "dice-proofs", "hands")),
    "analysis": (
        "reference",
        (
            "opening-books", "repertoires", "review-method", "win-probability", "programs",
            "viewer",
        ),
    ),
    "data": (
        "reference", ("data-files", "evidence", "areas", "hexes", "texts", "conformance"),
    ),
}  # fmt: skip
"""The folder and the topics of each section, in the order of the navigation."""
GENERATED = ("commands", "python-api", "rule-sets")
"""The topics whose pages are generated (`generated_pages.py`)."""


def find_folder(name: str) -> str:
    """Return the folder of a topic; "" if there is no such topic."""
    return next((folder for folder, names in SECTIONS.values() if name in names), "")
