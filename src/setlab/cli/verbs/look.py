"""`setlab look`: the cards in photos, and the SETs among them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from setlab.cli.options import Json, argument, option, path_field
from setlab.cli.screen import print_json, say
from setlab.errors import SpecError, plural, quote

if TYPE_CHECKING:
    from setlab.photo import Photo

EXAMPLE = "setlab look table.jpg"
SAVE = "Write the photo with its cards and SETs marked: .png or .jpg."


def verb(
    photos: Annotated[list[str] | None, argument("PHOTO…", "Photos: JPEG, PNG, WebP, GIF or BMP.")] = None,
    *,
    save: Annotated[Path | None, option("--save", "-o", "FILE", SAVE)] = None,
    camera: Annotated[int | None, option("--camera", "N", "Look at camera N, live in a window; q closes it.")] = None,
    json: Json = False,
) -> None:
    """Find the cards in a photo of your table, and the SETs among them.

    setlab look table.jpg --save marked.png

    A card that is not read with certainty is marked "unsure", with what else it may be. In a pipe there is one card
    to a line:

        setlab look table.jpg | setlab find -

        setlab look table.jpg | setlab solitaire advise -
    """
    if camera is not None:
        return _watch(camera, photos, save, json)
    if not photos:
        raise SpecError(f"no photo given: name one, as in `{EXAMPLE}`")
    if save is not None:
        from setlab.photo.photo import check_writable

        if len(photos) > 1:
            raise SpecError(f"--save {save} is for one photo, and {len(photos)} are given: look at them one by one")
        check_writable(save)
    with _quiet_decoders():
        from setlab.photo import look

        seen = [look(photo) for photo in photos]
    if save is not None:
        seen[0].show().save(save)
    if json:
        print_json(_record(photos, seen) | path_field(save))
        return None
    for name, photo in zip(photos, seen, strict=True):
        _print_photo(photo, name if len(photos) > 1 else "")
    if save is not None and sys.stdout.isatty():
        say(f"Written to {save}.")
    return None


def _record(names: list[str], seen: list[Photo]) -> dict[str, Any]:
    from setlab.photo.photo import photo_record

    records = [photo_record(photo) for photo in seen]
    if len(records) == 1:
        return records[0]
    return {"photos": [{"photo": name} | record for name, record in zip(names, records, strict=True)]}


def _print_photo(photo: Photo, name: str) -> None:
    """One card to a line, in which other verbs read the cards; what is said about them is behind #."""
    if name:
        print(f"# {name}")
    widest = max((len(seen.name) for seen in photo.cards), default=0)
    for seen in photo.cards:
        remark = "" if seen.is_sure else f"  # unsure, {seen.probability:.0%}"
        others = ", ".join(f"{card} {share:.0%}" for card, share in seen.alternatives[:2]) if remark else ""
        print(f"{seen.name:<{widest}}{remark}{'; or ' * bool(others)}{others}".rstrip())
    print(f"# {plural(len(photo.cards), 'card')}, {len(photo.sets) or 'no'} SET{'s' * (len(photo.sets) != 1)}")
    for number, line in enumerate(photo.sets, 1):
        print(f"# [{number}] {', '.join(map(str, line))}")


@contextmanager
def _quiet_decoders() -> Iterator[None]:
    """Discard what the decoders of pictures, which are C libraries, write to stderr about damaged files."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _watch(camera: int, photos: list[str] | None, save: Path | None, json: bool) -> None:
    """Show what a camera sees, with cards and SETs marked, until q is pressed or the window closed."""
    if photos or save or json:
        raise SpecError("--camera is live: leave out the photos, --save and --json")
    from setlab.photo import look
    from setlab.photo.image import opencv

    cv2 = opencv()
    with _quiet_decoders():
        source = cv2.VideoCapture(camera if camera >= 0 else 10**6)
    if not source.isOpened():
        raise SpecError(f"camera {camera} cannot be opened: connect one, or name a photo, as in `{EXAMPLE}`")
    title = f"setlab look --camera {camera}"
    try:
        while True:
            there, frame = source.read()
            if not there:
                raise SpecError(f"camera {quote(str(camera))} gives no pictures: connect it again")
            with _quiet_decoders():
                marked = look(frame[:, :, ::-1].copy()).show().pixels
                cv2.imshow(title, marked[:, :, ::-1])
            if cv2.waitKey(1) & 0xFF in (ord("q"), 27) or cv2.getWindowProperty(title, cv2.WND_PROP_VISIBLE) < 1:
                return
    except cv2.error:
        remedy = "pip install opencv-python, or name a photo"
        raise SpecError(f"a window needs a display, and OpenCV with windows: {remedy}") from None
    finally:
        source.release()
