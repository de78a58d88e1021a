"""Laws of archives: whatever bytes they hold, they are read or refused by an OSError that says why."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.loaders.archive_parts import Member
from scoring.loaders.archives import is_archive, list_members, open_member

DATA = b'{"item_id": "1", "task_type": "choice"}\n' * 50


def zipped(method: int) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", method) as archive:
        for name in ("a.json", "deep/b.json"):
            archive.writestr(name, DATA)
    return data.getvalue()


def tarred(mode: str) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode=mode) as archive:
        for name in ("a.json", "deep/b.json"):
            member = tarfile.TarInfo(name)
            member.size = len(DATA)
            archive.addfile(member, io.BytesIO(DATA))
    return data.getvalue()


ARCHIVES = {
    "stored": zipped(zipfile.ZIP_STORED),
    "deflate": zipped(zipfile.ZIP_DEFLATED),
    "bzip2": zipped(zipfile.ZIP_BZIP2),
    "lzma": zipped(zipfile.ZIP_LZMA),
    "tar": tarred("w:"),
    "tar.gz": tarred("w:gz"),
    "tar.xz": tarred("w:xz"),
}

common = settings(
    max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)


@pytest.mark.parametrize("name", ARCHIVES)
@common
@given(data=st.data())
def test_an_archive_with_any_bytes_changed_or_cut_is_read_or_refused(
    tmp_path: Path, name: str, data: st.DataObject
) -> None:
    content = bytearray(ARCHIVES[name])
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / f"{data.draw(st.uuids())}"
    path.write_bytes(bytes(content[: data.draw(st.integers(len(content) // 2, len(content)))]))
    if not is_archive(path):
        return
    refusals: list[str | None] = []
    members: tuple[Member, ...] = ()
    try:
        members = list_members(path)
    except OSError as error:
        refusals.append(error.strerror)
    for member in members:
        try:
            with open_member(path, member.name) as file:
                assert len(file.read()) <= member.n_bytes
        except OSError as error:
            refusals.append(error.strerror)
    assert all(refusals)
