"""`lanescope render`: annotated pictures, or a sheet of them."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from scoring.audit.drawing import DRAWN_TYPES, drawn_item, run_folder, subjects_of
from scoring.audit.filter import Filter
from scoring.audit.query import Audit
from scoring.cli.arguments import add_lane
from scoring.cli.command import DONE, DONE_WITH_PROBLEMS, Command, Outcome
from scoring.cli.lanes import load_lane, open_lane
from scoring.cli.printing import count
from scoring.draw.render import PNG_BOX, THUMBNAIL, Drawn, render_item, render_sheet
from scoring.draw.subject import Subject
from scoring.draw.words import file_name
from scoring.errors import AuditError, ContractError
from scoring.loaders.folders import is_audit
from scoring.records import JsonValue

ALL: Final = "all"
SHEET_SIZE: Final = 48
"""Items on one sheet."""

_RANGE: Final = re.compile(r"(\d{1,12})-(\d{1,12})")


def render(args: Namespace) -> Outcome:
    """Return which pictures were written."""
    audit = open_lane(args.path, args)
    root = args.images or _root(args, audit)
    ordinals = _ordinals(audit, args.items) if args.worst is None else _worst(audit, args.worst)
    subjects = subjects_of(audit, ordinals)
    if not subjects:
        wanted = "" if args.items is None else f" of {', '.join(args.items)}"
        raise ContractError(
            f"expected items with an annotation, got none{wanted}, at {args.path}",
            cure=f"Name items by id or place, or write --items {ALL}.",
        )
    try:
        args.output.mkdir(parents=True, exist_ok=True)
        drawn = _write_sheets if args.sheet else _write_items
        written = list(drawn(subjects, root, args.output))
    except OSError as error:
        raise AuditError(
            f"expected a place to write, got {error.strerror or error}, at {args.output}",
            cure="Choose a folder that you may write to, on a disk with room.",
        ) from error
    blank = sum(one for _, one in written)
    files = [path.name for path, _ in written]
    told = [f"{count(len(files), 'picture')} written to {args.output}."]
    if blank:
        told.append(f"{count(blank, 'item')} without an image that can be shown: a blank canvas instead.")
    payload: dict[str, JsonValue] = {
        "folder": str(args.output),
        "files": list[JsonValue](files),
        "n_items": len(subjects),
        "n_blank": blank,
    }
    return Outcome(text="\n".join(told), payload=payload, exit_code=DONE_WITH_PROBLEMS if blank else DONE)


def _write_items(subjects: Sequence[Subject], root: Path | None, out: Path) -> Iterator[tuple[Path, int]]:
    for subject in subjects:
        drawn = drawn_item(subject, root, long_edge=max(PNG_BOX))
        path = out / f"{subject.ordinal:05d}-{file_name(subject.item_id)}.png"
        render_item(drawn).save(path, "PNG")
        yield path, drawn.picture.is_blank


def _write_sheets(subjects: Sequence[Subject], root: Path | None, out: Path) -> Iterator[tuple[Path, int]]:
    for at in range(0, len(subjects), SHEET_SIZE):
        page: list[Drawn] = [
            drawn_item(subject, root, long_edge=2 * max(THUMBNAIL))
            for subject in subjects[at : at + SHEET_SIZE]
        ]
        title = f"Items {at + 1:,} to {at + len(page):,} of {len(subjects):,}"
        path = out / f"sheet-{at // SHEET_SIZE + 1:03d}.png"
        render_sheet(page, title=title).save(path, "PNG")
        yield path, sum(one.picture.is_blank for one in page)


def _root(args: Namespace, audit: Audit) -> Path | None:
    """Return the folder that images are looked up in: the run's, or what the audit says of it."""
    return run_folder(audit) if is_audit(args.path) else load_lane(args.path, args).info.root


def _ordinals(audit: Audit, wanted: Sequence[str]) -> list[int]:
    """Return the places of the items named, each once, in the order named; those without annotation left out.

    Raises:
        ContractError: an item that the run does not have.
    """
    drawable = audit.ordinals(Filter(task_type=DRAWN_TYPES))
    found: dict[int, None] = {}
    for one in wanted:
        found |= dict.fromkeys(drawable if one == ALL else _named(audit, one))
    kept = set(drawable)
    return [ordinal for ordinal in found if ordinal in kept]


def _worst(audit: Audit, n: int) -> list[int]:
    """Return the places of so many items of the lowest annotation rewards, the lowest first."""
    return audit.ordinals(Filter(task_type=DRAWN_TYPES), sort="annotation_reward")[:n]


def _named(audit: Audit, one: str) -> list[int]:
    by_id = audit.find(one)
    if by_id:
        return by_id
    last = audit.info.n_items - 1
    places = _RANGE.fullmatch(one) or re.fullmatch(r"(\d{1,12})()", one)
    if places:
        start, end = int(places[1]), int(places[2] or places[1])
        if start <= end <= last:
            return list(range(start, end + 1))
    raise ContractError(
        f"expected the id of an item or a place from 0 to {last}, got {one!r}",
        cure=f"Several are separated by commas, a range is written 0-9, and {ALL} names every item.",
    )


def _items(text: str) -> list[str]:
    named = [part.strip() for part in text.split(",") if part.strip()]
    if not named:
        raise ArgumentTypeError(f"expected ids or places of items, got {text!r}")
    return named


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not int(text):
        raise ArgumentTypeError(f"expected a whole number from 1, got {text!r}")
    return int(text)


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", metavar="RUN", type=Path, help="a run file, a folder or an audit")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument(
        "--items",
        metavar="ITEMS",
        type=_items,
        help="ids or places, separated by commas; a range of places as 0-9; all",
    )
    which.add_argument(
        "--worst", metavar="N", type=_number, help="the N items of the lowest annotation reward, lowest first"
    )
    parser.add_argument(
        "-o", "--output", metavar="DIR", type=Path, required=True, help="folder to write the pictures to"
    )
    parser.add_argument(
        "--sheet",
        action="store_true",
        help=f"thumbnails on sheets of {SHEET_SIZE} instead of a picture an item",
    )
    parser.add_argument("--images", metavar="DIR", type=Path, help="the folder that the images lie in")
    add_lane(parser)


RENDER = Command(
    name="render",
    help="draw predicted and target annotations on the images",
    description="Draw predicted and target annotations on the images, as PNG files with a caption.",
    add_arguments=_add_arguments,
    run=render,
)
