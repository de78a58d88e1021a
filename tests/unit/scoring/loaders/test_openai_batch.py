import json

import pytest

from scoring.loaders.registry import load_run


def line(key, content="FINAL: B", **fields):
    body = {"id": "c", "model": "m", "choices": [{"index": 0, "message": {"content": content}}]}
    return {
        "id": f"batch_{key}",
        "custom_id": key,
        "response": {"status_code": 200, "body": body},
        "error": None,
    } | fields


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.fixture
def files(tmp_path):
    requests = tmp_path / "requests.jsonl"
    asked = [("b", "Second?"), ("a", "First?"), ("c", "Third?")]
    requests.write_text(
        lines(
            *(
                {"custom_id": key, "body": {"messages": [{"role": "user", "content": text}]}}
                for key, text in asked
            )
        )
    )
    targets = tmp_path / "targets.jsonl"
    targets.write_text(lines(*({"custom_id": key, "target": "B", "options": ["x", "y"]} for key in "abc")))
    return {"requests": requests, "targets": targets}


def test_answers_are_joined_on_their_id_whatever_the_order(load_json, files) -> None:
    loaded = load_json(lines(line("a"), line("b", "FINAL: A")), "out.jsonl", with_files=files)
    assert [(item.item_id, item.prompt, item.target) for item in loaded.items] == [
        ("a", "First?", ("B",)),
        ("b", "Second?", ("B",)),
    ]
    assert (loaded.info.format, loaded.info.model) == ("openai-batch", "m")
    assert [source.name for source in loaded.info.sources] == ["out.jsonl", "requests.jsonl", "targets.jsonl"]
    (problem,) = loaded.problems
    assert (problem.kind, problem.skipped, problem.file) == (
        "request_without_response",
        False,
        "requests.jsonl",
    )
    assert "none for c" in problem.message


@pytest.mark.parametrize(
    "failed",
    [
        {"response": None, "error": {"code": "x", "message": "too long"}},
        {"response": {"status_code": 429, "body": {"error": {"message": "too long"}}}},
        {"response": {"status_code": 500, "body": {"choices": []}}, "error": "too long"},
    ],
)
def test_an_error_is_an_item_without_answer(load_json, files, failed) -> None:
    loaded = load_json(lines(line("b"), line("a", **failed)), with_files=files)
    assert [item.item_id for item in loaded.items] == ["b", "a"]
    assert (loaded.items[1].response.content, loaded.items[1].target) == (None, ("B",))
    problem = loaded.problems[0]
    assert (problem.kind, problem.item_id, problem.skipped) == ("failed_request", "a", False)
    assert "too long" in problem.message


def test_without_a_table_of_targets_that_is_told(load_json) -> None:
    loaded = load_json(lines(line("a")))
    assert [problem.kind for problem in loaded.problems] == ["no_targets"]
    assert loaded.items[0].target == ()


@pytest.mark.parametrize(
    ("change", "kind", "skipped"),
    [({"custom_id": None}, "malformed_record", True), ({"response": "x"}, "bad_field", False)],
)
def test_a_malformed_line_is_told_with_its_place(load_json, files, change, kind, skipped) -> None:
    loaded = load_json(lines(line("a"), line("b", **change)), with_files=files)
    assert len(loaded.items) == 2 - skipped
    problem = loaded.problems[0]
    assert (problem.kind, problem.line, problem.skipped) == (kind, 2, skipped)


def test_reading_twice_gives_the_same(tmp_path, files) -> None:
    path = tmp_path / "out.jsonl"
    path.write_text(lines(line("a"), line("c")))
    run = load_run(path, with_files=files)
    assert list(run.read()) == list(run.read())
