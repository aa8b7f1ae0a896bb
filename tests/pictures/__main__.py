"""`python -m tests.pictures`: take the pictures of README.md and of the recorded games again."""

from tests.pictures.gallery import GALLERY, HERE, read_content
from tests.pictures.taking import take_screenshot

wanted = {picture.path for picture in GALLERY}
for old in HERE.rglob("*.svg"):
    if old not in wanted:
        old.unlink()
        print(f"removed {old.name}")
for picture in GALLERY:
    text = take_screenshot(picture, read_content(picture))
    if not picture.path.exists() or picture.path.read_text("utf-8") != text:
        picture.path.write_text(text, "utf-8", newline="\n")
        print(f"wrote {picture.path.name}")
