import json
from pathlib import Path

import pytest

from scoring.loaders.json_stream import Layout
from scoring.loaders.lm_eval_joined import Joined, key_of


def record(doc_id, text="x", **fields):
    return {"doc_id": doc_id, "resps": [[text]], "filtered_resps": [text], **fields}


def joined(tmp_path: Path, records, *, names=(), as_list=False) -> Joined:
    path = tmp_path / "samples"
    path.write_text(json.dumps(records) if as_list else "\n".join(map(json.dumps, records)))
    return Joined(path, Layout("list" if as_list else "lines"), list(names))


def test_lines_of_documents_of_their_own_need_no_second_look(tmp_path: Path) -> None:
    assert not joined(tmp_path, [record(0), record(1)]).is_needed


@pytest.mark.parametrize(
    "records", [[record(0), record(0)], [{"x": 1, "doc_id": 0}], [record("a, b"), record(1)]]
)
def test_other_lines_are_read_in_full(tmp_path: Path, records) -> None:
    assert joined(tmp_path, records).is_needed == (records[0] != record("a, b"))


def test_a_document_id_longer_than_what_is_looked_at_is_read_in_full(tmp_path: Path) -> None:
    assert joined(tmp_path, [record("x" * 100)]).is_needed


def test_blocks_of_two_filters_are_joined_wherever_they_stand(tmp_path: Path) -> None:
    records = [
        record(i, filter=name) for i, name in ((0, "a"), (0, "b"), (1, "a"), (2, "a"), (1, "b"), (2, "b"))
    ]
    lines = joined(tmp_path, records)
    met = [lines.meet(one) for one in records]
    assert [one and (one[0], [line.name for line in one[1]]) for one in met] == [
        ("a", ["b"]),
        None,
        ("a", ["b"]),
        ("a", ["b"]),
        None,
        None,
    ]


def test_a_list_is_joined_as_well(tmp_path: Path) -> None:
    records = [record(0), record(0)]
    lines = joined(tmp_path, records, names=["strict", "flexible"], as_list=True)
    first, second = map(lines.meet, records)
    assert first is not None
    assert (first[0], [line.name for line in first[1]], second) == ("strict", ["flexible"], None)


def test_other_replies_of_a_document_are_no_filter(tmp_path: Path) -> None:
    records = [record(0, "x"), record(0, "y")]
    lines = joined(tmp_path, records)
    assert [lines.meet(one) for one in records] == [("none", []), ("none", [])]
    assert [lines.attempts("0", 1) for _ in records] == [0, 1]


def test_the_key_tells_replies_apart() -> None:
    assert key_of(record(0, "x")) == key_of(record(0, "x", filter="a"))
    assert key_of(record(0, "x")) != key_of(record(0, "y"))
