import json
from pathlib import Path

import pytest

from scoring.errors import RunFormatError
from scoring.loaders.registry import LOADERS, list_runs, load_run

OC = json.dumps({"tasks": {"a": {"expected_answer": "A", "raw_content": "A"}}})
PRO = json.dumps(
    [{"question_id": 1, "question": "?", "options": ["a"], "answer": "A", "pred": "A", "response": "A"}]
)
OURS = json.dumps({"item_id": "a", "task_type": "choice"})


@pytest.mark.parametrize(
    ("content", "name"), [(OC, "oc-llm"), (PRO, "mmlu-pro"), (OURS, "lanescope-jsonl")], ids=str
)
@pytest.mark.parametrize("file", ["run.json", "run.jsonl", "run.txt", "model_outputs_x_5shots.json", "run"])
def test_the_format_is_found_by_content_whatever_the_name(tmp_path: Path, content, name, file) -> None:
    (tmp_path / file).write_text(content)
    assert load_run(tmp_path / file).info.format == name


def test_a_file_of_no_known_format_lists_each_loader_and_its_reason(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('[{"foo": 1}]')
    with pytest.raises(RunFormatError) as caught:
        load_run(tmp_path / "x.json")
    asked = [loader for loader in LOADERS if "text" in loader.reads]
    for loader in asked:
        assert f"{loader.name}: expected " in str(caught.value)
    assert str(caught.value).count("got a list of keys 'foo'") == len(asked)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "an empty file"),
        (b"\x00\x01", "a binary file"),
        (b'{"doc_id": 0, "doc": {}, "resps": []}\n', "a samples file of lm-evaluation-harness"),
    ],
)
def test_the_error_says_what_a_known_file_is(tmp_path: Path, content: bytes, what: str) -> None:
    (tmp_path / "x.json").write_bytes(content)
    with pytest.raises(RunFormatError, match=f"got {what}"):
        load_run(tmp_path / "x.json")


def test_a_loader_is_asked_about_the_kinds_of_file_that_it_reads_only(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"PAR1 and then no table PAR1")
    with pytest.raises(RunFormatError) as caught:
        load_run(tmp_path / "x")
    tried = [loader.name for loader in LOADERS if f"{loader.name}: expected" in str(caught.value)]
    assert tried == [loader.name for loader in LOADERS if "parquet" in loader.reads]


def test_a_path_with_nothing_there_raises(tmp_path: Path) -> None:
    with pytest.raises(RunFormatError, match="got nothing at"):
        load_run(tmp_path / "missing.json")


def test_a_format_asked_for_is_the_only_one_tried(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(OC)
    assert load_run(tmp_path / "x.json", "oc-llm").info.format == "oc-llm"
    with pytest.raises(RunFormatError, match="Tried mmlu-pro: "):
        load_run(tmp_path / "x.json", "mmlu-pro")


def test_an_unknown_format_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(RunFormatError, match=r"expected a format out of .*oc-llm.*, got 'csv'"):
        load_run(tmp_path, "csv")


def test_an_option_or_second_file_that_a_loader_does_not_take_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(OC)
    with pytest.raises(RunFormatError, match="oc-llm takes no options"):
        load_run(tmp_path / "x.json", options={"a": "b"})
    with pytest.raises(RunFormatError, match="oc-llm takes no roles"):
        load_run(tmp_path / "x.json", with_files={"data": tmp_path / "y.json"})


def test_a_folder_with_one_run_is_that_run(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/run.json").write_text(OC)
    (tmp_path / "notes.txt").write_text("hello")
    run = load_run(tmp_path)
    assert (run.info.format, run.info.root) == ("oc-llm", tmp_path)
    assert run.info.metadata["files_not_read"] == ["notes.txt"]


def test_a_folder_with_several_runs_lists_them(tmp_path: Path) -> None:
    (tmp_path / "lane_a.json").write_text(OC)
    (tmp_path / "lane_b.json").write_text(OC)
    with pytest.raises(RunFormatError, match=r"2 runs: lane_a.json \(oc-llm\), lane_b.json \(oc-llm\)"):
        load_run(tmp_path)


def test_a_folder_without_a_run_says_what_lies_there(tmp_path: Path) -> None:
    (tmp_path / "x.bin").write_bytes(b"\x00")
    with pytest.raises(RunFormatError, match=r"no run, but x.bin \(a binary file\)"):
        load_run(tmp_path)


def test_an_audit_is_named(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}")
    (tmp_path / "items-0000.parquet").write_bytes(b"PAR1")
    with pytest.raises(RunFormatError, match="got an audit at"):
        load_run(tmp_path)


def test_the_runs_of_a_folder_are_listed_with_format_and_size(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/pro.json").write_text(PRO)
    (tmp_path / "lane_a.json").write_text(OC)
    (tmp_path / "MANIFEST.json").write_text(OC)
    (tmp_path / "README").write_text("hello")
    listing = list_runs(tmp_path)
    assert [(run.path.name, run.format, run.total_bytes) for run in listing.runs] == [
        ("lane_a.json", "oc-llm", len(OC)),
        ("pro.json", "mmlu-pro", len(PRO)),
    ]
    assert [(path.name, why) for path, why in listing.others] == [("README", "no known format")]
    assert listing.complete


def test_listing_something_that_is_no_folder_raises(tmp_path: Path) -> None:
    with pytest.raises(RunFormatError, match="expected a folder"):
        list_runs(tmp_path / "missing")


FORMATS = {
    "adhoc_json": "table",
    "coco": "coco",
    "evalscope": "evalscope",
    "helm": "helm",
    "inspect": "inspect",
    "lighteval": "lighteval",
    "lm_eval": "lm-eval",
    "lmms_eval": "lmms-eval",
    "mmlu_pro": "mmlu-pro",
    "openai_evals": "openai-evals",
    "opencompass": "opencompass",
    "simple_evals": "simple-evals",
    "trace": "trace",
    "vlmevalkit": "vlmevalkit",
}
"""Format by folder of the real data; folders of formats that are not read yet are left out."""


def test_every_real_run_is_taken_by_the_loader_of_its_format(runs_folder: Path) -> None:
    listing = list_runs(runs_folder)
    known = {loader.name for loader in LOADERS}
    for run in listing.runs:
        expected = FORMATS.get(run.path.relative_to(runs_folder).parts[0])
        assert expected not in known or run.format == expected, run.path.name
        assert load_run(run.path).info.format == run.format
    assert len(listing.runs) > 30
    assert listing.complete
