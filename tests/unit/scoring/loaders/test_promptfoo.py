import json
from pathlib import Path

import pytest

from scoring.loaders.json_peek import PEEK_BYTES
from scoring.loaders.promptfoo import sniff
from scoring.records import TaskType, Verdict


def result(**fields: object) -> dict[str, object]:
    assertion = {"type": "equals", "value": "B"}
    return {
        "testIdx": 3,
        "promptIdx": 1,
        "provider": {"id": "maker:m", "label": ""},
        "prompt": {"raw": "?\nA) x\nB) y", "label": "p"},
        "vars": {"question": "?", "category": "law"},
        "testCase": {"vars": {}, "assert": [{"type": "latency", "threshold": 5}, assertion]},
        "response": {"output": "B", "finishReason": "stop"},
        "gradingResult": {
            "pass": False,
            "score": 0.5,
            "componentResults": [
                {"pass": False, "score": 0, "assertion": {"type": "latency"}},
                {"pass": True, "score": 1, "assertion": assertion},
            ],
        },
        "score": 0.5,
        "success": False,
        "failureReason": 1,
    } | fields


@pytest.fixture
def read(tmp_path: Path, load):
    """Return a function that reads results as an export."""

    def of(*results: object):
        document = {
            "evalId": "e",
            "results": {"version": 3, "prompts": [{}], "results": results, "stats": {}},
            "config": {},
        }
        (tmp_path / "x.json").write_text(json.dumps(document))
        return load(tmp_path / "x.json")

    return of


def test_success_is_not_correctness(read) -> None:
    (item,) = read(result()).items
    assert [(one.scorer, one.verdict) for one in item.recorded] == [
        ("equals", Verdict.CORRECT),
        ("latency", Verdict.INCORRECT),
    ]
    assert item.metadata["score"] == 0.5


def test_a_result_is_an_item(read) -> None:
    run = read(result(), result(testIdx=4, repeatIndex=2))
    first, second = run.items
    assert (run.info.format, run.problems) == ("promptfoo", [])
    assert (first.item_id, first.task, first.attempt, first.category) == ("3", "maker:m, prompt 1", 0, "law")
    assert (first.target, first.task_type, first.options) == (("B",), TaskType.CHOICE, {"A": "x", "B": "y"})
    assert (first.response.content, first.response.finish_reason) == ("B", "stop")
    assert (second.item_id, second.attempt) == ("4", 2)


@pytest.mark.parametrize(
    ("kind", "value", "mode", "task_type"),
    [
        ("equals", 56, "any", TaskType.NUMBER),
        ("icontains", "Paris", "any", TaskType.SUBSTRING),
        ("contains-all", ["a", "b"], "all", TaskType.SUBSTRING),
        ("contains-any", ["a", "b"], "any", TaskType.SUBSTRING),
    ],
)
def test_assertions_about_the_text_are_the_target(read, kind, value, mode, task_type) -> None:
    case = {"assert": [{"type": "javascript", "value": "x"}, {"type": kind, "value": value}]}
    (item,) = read(result(testCase=case)).items
    listed = value if isinstance(value, list) else [value]
    assert (item.target, item.target_mode, item.task_type) == (tuple(map(str, listed)), mode, task_type)


def test_what_no_assertion_tells_is_missing(read) -> None:
    run = read(result(testCase={"assert": [{"type": "llm-rubric", "value": "is polite"}]}))
    assert run.items[0].target == ()
    assert [problem.kind for problem in run.problems] == ["missing_target"]


def test_an_error_of_the_provider_is_told(read) -> None:
    run = read(result(response={"error": "rate limit"}, failureReason=2, gradingResult=None))
    assert (run.items[0].response.content, run.items[0].recorded) == (None, ())
    assert [problem.kind for problem in run.problems] == ["sample_error"]


def test_an_output_that_is_an_object_is_shown_as_json(read) -> None:
    (item,) = read(result(response={"output": {"answer": "B"}})).items
    assert item.response.content == '{"answer": "B"}'


def test_an_export_of_the_tool_itself_gives_its_own_counts(load) -> None:
    path = Path(__file__).parents[3] / "golden/promptfoo_echo.json"
    run = load(path)
    stats = json.loads(path.read_text())["results"]["stats"]
    passed = [all(one.verdict is Verdict.CORRECT for one in item.recorded) for item in run.items]
    assert (len(run.items), run.problems) == (6, [])
    assert passed.count(True) == stats["successes"]
    assert {item.attempt for item in run.items} == {0}
    assert len({(item.task, item.item_id) for item in run.items}) == 6


@pytest.mark.parametrize(("kind", "strict"), [("contains", True), ("icontains", False)])
def test_whether_case_counts_is_kept(read, kind: str, *, strict: bool) -> None:
    (item,) = read(result(testCase={"assert": [{"type": kind, "value": "Paris"}]})).items
    assert item.metadata.get("case_sensitive", False) is strict


def test_results_that_begin_far_behind_the_beginning_are_not_looked_for(tmp_path: Path) -> None:
    before = {f"q{i}": "x" * 1_000_000 for i in range(PEEK_BYTES // 1_000_000 + 1)}
    (tmp_path / "x.json").write_text(json.dumps(before | {"results": {"results": [result()]}}))
    assert "expected results.results" in (sniff(tmp_path / "x.json") or "")
