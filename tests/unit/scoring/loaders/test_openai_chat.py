import json

import pytest

from scoring.records import TaskType

BODY = {
    "id": "c1",
    "object": "chat.completion",
    "model": "m",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "FINAL: B", "reasoning": "Hm."}}],
}


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def test_a_body_is_an_item_without_target(load_json) -> None:
    loaded = load_json(lines(BODY, BODY | {"id": "c2"}))
    assert [item.item_id for item in loaded.items] == ["c1", "c2"]
    assert (loaded.info.format, loaded.info.model) == ("openai-chat", "m")
    assert loaded.items[0].response.reasoning == "Hm."
    assert [(problem.kind, problem.skipped) for problem in loaded.problems] == [("no_targets", False)]


def test_a_single_body_in_a_file_of_its_own_is_a_run(load_json) -> None:
    assert [item.item_id for item in load_json(json.dumps(BODY)).items] == ["c1"]


def test_a_request_beside_the_body_gives_the_prompt(load_json) -> None:
    exchange = {"request": {"messages": [{"role": "user", "content": "Which?"}]}, "response": BODY, "note": 1}
    (item,) = load_json(lines(exchange)).items
    assert (item.prompt, item.metadata) == ("Which?", {"note": 1})


@pytest.mark.parametrize("key", ["c1", "0"])
def test_targets_are_joined_by_id_or_position(load_json, tmp_path, key) -> None:
    targets = tmp_path / "targets.csv"
    targets.write_text(f"id,target,A,B\n{key},B,red,green\n")
    loaded = load_json(lines(BODY), with_files={"targets": targets})
    (item,) = loaded.items
    assert (item.item_id, item.task_type, item.target) == (key, TaskType.CHOICE, ("B",))
    assert loaded.problems == []


def test_streams_are_joined(load_json) -> None:
    def chunk(key, text):
        return {"id": key, "object": "chat.completion.chunk", "choices": [{"delta": {"content": text}}]}

    chunks = [chunk("c1", "FINAL"), chunk("c1", ": B"), chunk("c2", "x")]
    for text in (
        lines(*chunks),
        json.dumps(chunks),
        "".join(f"data: {json.dumps(one)}\n\n" for one in chunks),
    ):
        items = load_json(text).items
        assert [(item.item_id, item.response.content) for item in items] == [("c1", "FINAL: B"), ("c2", "x")]


def test_a_line_that_is_no_body_is_skipped_and_told(load_json) -> None:
    loaded = load_json(lines(BODY, {"error": "x"}, BODY))
    assert len(loaded.items) == 2
    assert [(p.kind, p.line, p.skipped) for p in loaded.problems if p.skipped] == [
        ("malformed_record", 2, True)
    ]


REAL = {  # items, with content, with reasoning, content null
    "cerebras": (6, 6, 4, 0),
    "crusoe": (4, 3, 4, 1),
    "deepseek": (4, 4, 4, 0),
    "ollama": (4, 3, 4, 0),
    "openai": (51, 38, 1, 13),
    "openrouter": (26, 23, 9, 0),
}


@pytest.mark.parametrize("shape", ["responses", "exchanges"])
@pytest.mark.parametrize("server", REAL)
def test_real_bodies_are_read_in_full(load, runs_folder, server, shape) -> None:
    path = runs_folder / f"openai_chat/{server}_{shape}.jsonl"
    loaded = load(path)
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    bodies = [record.get("response", record) for record in records]
    contents = [body["choices"][0]["message"].get("content") for body in bodies]
    assert [item.response.content for item in loaded.items] == contents
    counted = (
        len(contents),
        sum(bool(text) for text in contents),
        sum(bool(item.response.reasoning) for item in loaded.items),
        contents.count(None),
    )
    assert counted == REAL[server]
    assert [problem.kind for problem in loaded.problems] == ["no_targets"]
    assert all(item.prompt for item in loaded.items) == (shape == "exchanges")
