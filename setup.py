"""The parts of the build that `pyproject.toml` cannot state.

The packages, the description with absolute links, and an sdist whose bytes depend on the sources
and on SOURCE_DATE_EPOCH only.
"""

import gzip
import os
import re
import tarfile
import time
import tomllib
from pathlib import Path

from setuptools import find_packages, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

ROOT = Path(__file__).parent
LAYERS = ("logs", "notation", "replay", "spec", "tui")
TASKS = ("noxfile", "setup")
"""The modules in the root of the repository that are not part of the package."""

LINK = re.compile(r"""(!?)\[((?:!\[[^\]]*\]\([^)]*\)|[^\[\]])*)\]\(([^)\s]+)((?:\s"[^"]*")?)\)""")
"""A link or a picture in Markdown; the text of a link may be a picture."""

TAG = re.compile(r"""(<(img|a|source)\b[^>]*?\b(?:src|srcset|href)=")([^"]+)(")""")
"""A link or a picture in HTML."""

FENCED = re.compile(r"^(```.*?^```\n?)", re.MULTILINE | re.DOTALL)


def read_project() -> dict[str, str]:
    """Return the version of the project, and its address: the only setting of it."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return {
        "version": content["project"]["version"],
        "address": content["tool"]["senpu"]["address"],
    }


def list_addresses(address: str) -> dict[str, str]:
    """Return the addresses of the metadata, by their labels."""
    return {
        "Homepage": address,
        "Documentation": f"{address}/tree/main/spec/en",
        "Source": address,
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def make_links_absolute(text: str, address: str, version: str, page: str = "README.md") -> str:
    """Return a page of the repository with absolute links, for readers elsewhere.

    Args:
        text: The page, in Markdown. Blocks of code remain unchanged.
        address: The address of the repository.
        version: The version whose files the links name.
        page: The path of the page; its own headings are linked on the page in the repository.
    """

    def resolve(target: str, is_picture: bool) -> str:
        if re.match(r"[a-z][a-z0-9+.-]*:|//", target):
            return target
        if target.startswith("#"):
            target = page + target
        path = os.path.normpath(os.path.join(os.path.dirname(page), target)).replace(os.sep, "/")
        return f"{address}/{'raw' if is_picture else 'blob'}/v{version}/{path}"

    def replace_link(found: re.Match[str]) -> str:
        picture, label, target, title = found.groups()
        label = LINK.sub(replace_link, label)
        return f"{picture}[{label}]({resolve(target, bool(picture))}{title})"

    def replace_tag(found: re.Match[str]) -> str:
        start, kind, target, end = found.groups()
        return start + resolve(target, kind != "a") + end

    parts = FENCED.split(text)
    parts[::2] = [TAG.sub(replace_tag, LINK.sub(replace_link, part)) for part in parts[::2]]
    return "".join(parts)


class BuildPackage(build_py):
    """The files of the package, without the task files next to it."""

    def find_package_modules(self, package: str, package_dir: str) -> list[tuple[str, str, str]]:
        """Return the modules of a package: its name, theirs, and their files."""
        found = super().find_package_modules(package, package_dir)
        return [each for each in found if each[:2] not in {("senpu", name) for name in TASKS}]


class SourceArchive(sdist):
    """An sdist with fixed order, owners, permissions and times."""

    def make_archive(
        self, base_name: str, kind: str, root_dir: str | None = None,
        base_dir: str | None = None, owner: str | None = None, group: str | None = None,
    ) -> str:  # fmt: skip
        """Write the archive, and return its name."""
        moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))

        def normalize(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime = moment
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            return member

        name = f"{base_name}.tar.gz"
        with (
            open(name, "wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=moment) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive,
        ):
            for path in sorted(Path(base_dir or ".").rglob("*")):
                if path.is_file():
                    archive.add(path, path.as_posix(), filter=normalize)
        return name


if __name__ == "__main__":
    os.umask(0o022)  # the permissions in the wheel do not depend on the user
    project = read_project()
    readme = (ROOT / "README.md").read_text("utf-8")
    setup(
        packages=["senpu", *(f"senpu.{name}" for name in sorted(find_packages(
            str(ROOT), include=[pattern for each in LAYERS for pattern in (each, f"{each}.*")])))],
        package_dir={"senpu": "."},
        long_description=make_links_absolute(readme, project["address"], project["version"]),
        long_description_content_type="text/markdown",
        project_urls=list_addresses(project["address"]),
        cmdclass={"build_py": BuildPackage, "sdist": SourceArchive},
    )  # fmt: skip
