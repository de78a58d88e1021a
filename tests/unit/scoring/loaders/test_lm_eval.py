import json

import pytest

from scoring.loaders.registry import load_run
from scoring.records import TaskType, Verdict

CHOICE = {
    "doc_id": 7,
    "doc": {"question": "Which?", "options": ["red", "green"], "answer": "B", "category": "colour"},
    "target": "B",
    "arguments": {"gen_args_0": {"arg_0": "Q: Which?", "arg_1": {"until": ["Q:"]}}},
    "resps": [[" The answer is (B)."]],
    "filtered_resps": ["B"],
    "filter": "strict",
    "metrics": ["exact_match"],
    "doc_hash": "d",
    "prompt_hash": "p",
    "target_hash": "t",
    "exact_match": 1.0,
}
SCORED = {
    "doc_id": 0,
    "doc": {"choices": ["red", "green"], "gold": 1},
    "target": "1",
    "arguments": {
        "gen_args_0": {"arg_0": "Which?", "arg_1": " A"},
        "gen_args_1": {"arg_0": "Which?", "arg_1": " B"},
    },
    "resps": [[["-2.5", "False"]], [["-0.5", "True"]]],
    "filtered_resps": [["-2.5", "False"], ["-0.5", "True"]],
    "filter": "none",
    "metrics": ["acc", "acc_norm"],
    "acc": 1.0,
    "acc_norm": 0.0,
}


def lines(*records):
    return "".join(json.dumps(record) + "\n" for record in records)


def test_a_generative_line_becomes_an_item(load_json) -> None:
    (item,) = load_json(lines(CHOICE), "samples_colours_2025-01-02T03-04-05.678.jsonl").items
    assert (item.item_id, item.task, item.category, item.task_type) == (
        "7",
        "colours",
        "colour",
        TaskType.CHOICE,
    )
    assert (item.prompt, item.options, item.target) == ("Q: Which?", {"A": "red", "B": "green"}, ("B",))
    assert item.response.content == " The answer is (B)."
    assert item.metadata["generation"] == {"until": ["Q:"]}
    assert item.metadata["doc_hash"] == "d"
    (recorded,) = item.recorded
    assert (recorded.scorer, recorded.answer, recorded.method) == ("exact_match,strict", "B", "strict")
    assert (recorded.verdict, recorded.score) == (Verdict.CORRECT, 1.0)
    assert recorded.raw == {"filter": "strict", "exact_match": 1.0}


def test_a_multiple_choice_line_keeps_its_numbers(load_json) -> None:
    (item,) = load_json(lines(SCORED)).items
    assert (item.task_type, item.options, item.target) == (
        TaskType.LOGLIKELIHOOD,
        {"A": "red", "B": "green"},
        ("B",),
    )
    assert item.choice_scores == (-2.5, -0.5)
    assert item.metadata["is_greedy"] == [False, True]
    assert [(one.scorer, one.verdict) for one in item.recorded] == [
        ("acc,none", Verdict.CORRECT),
        ("acc_norm,none", Verdict.INCORRECT),
    ]


def test_the_lines_of_two_filters_are_two_scorers_of_one_item(load_json) -> None:
    other = CHOICE | {"doc_id": 8}
    second = {"filter": "flexible", "filtered_resps": ["[invalid]"], "exact_match": 0.0}
    loaded = load_json(lines(CHOICE, other, CHOICE | second, other | second))
    assert [item.item_id for item in loaded.items] == ["7", "8"]
    for item in loaded.items:
        assert [(one.scorer, one.answer, one.verdict) for one in item.recorded] == [
            ("exact_match,strict", "B", Verdict.CORRECT),
            ("exact_match,flexible", None, Verdict.INCORRECT),
        ]
    assert loaded.problems == []


def test_filters_without_names_are_told_apart_by_their_order(load_json) -> None:
    old = {key: value for key, value in CHOICE.items() if key not in ("filter", "metrics")}
    (item,) = load_json(lines(old, old | {"filtered_resps": ["A"], "exact_match": 0.0})).items
    assert [(one.scorer, one.answer) for one in item.recorded] == [
        ("exact_match,none", "B"),
        ("exact_match,filter 2", "A"),
    ]


def test_a_line_written_again_with_the_same_filter_is_another_attempt(load_json) -> None:
    again = CHOICE | {"resps": [[" (A)"]], "filtered_resps": ["A"], "exact_match": 0.0}
    items = load_json(lines(CHOICE, again, CHOICE)).items
    assert [(item.item_id, item.attempt) for item in items] == [("7", 0), ("7", 1), ("7", 2)]


def test_repeats_are_attempts_and_a_vote_is_no_verdict_on_any_of_them(load_json) -> None:
    voted = CHOICE | {"resps": [["(A)", "(B)", "(B)"]], "filter": "maj@3"}
    items = load_json(lines(voted)).items
    assert [(item.attempt, item.response.content) for item in items] == [(0, "(A)"), (1, "(B)"), (2, "(B)")]
    assert [item.recorded[0].verdict for item in items] == [None, None, None]
    assert items[0].recorded[0].raw == {"filter": "maj@3", "exact_match": 1.0}


def test_of_repeats_the_first_has_the_verdict_where_the_filter_takes_the_first(load_json) -> None:
    items = load_json(lines(CHOICE | {"resps": [["(B)", "(A)"]], "filter": "none"})).items
    assert [item.recorded[0].verdict for item in items] == [Verdict.CORRECT, None]


def test_a_list_of_the_first_versions_is_read(load_json) -> None:
    old = {
        "doc_id": 0,
        "doc": {"choices": ["red", "green"], "gold": 1},
        "target": 1,
        "arguments": [["Which?", " red"], ["Which?", " green"]],
        "resps": [[[-2.5, False]], [[-0.5, True]]],
        "filtered_resps": [[-2.5, False], [-0.5, True]],
        "acc": 1.0,
    }
    (item,) = load_json(json.dumps([old], indent=2), "pretrained=x_colours.jsonl").items
    assert (item.options, item.target, item.choice_scores) == (
        {"A": " red", "B": " green"},
        ("B",),
        (-2.5, -0.5),
    )
    assert item.recorded[0].scorer == "acc,none"


def test_infinity_and_nan_literals_do_not_stop_the_file(load_json) -> None:
    line = lines(CHOICE).replace('"exact_match": 1.0', '"exact_match": Infinity')
    loaded = load_json(line + lines(CHOICE | {"doc_id": 8}))
    assert [item.recorded[0].score for item in loaded.items] == [None, 1.0]
    assert loaded.items[0].recorded[0].raw == {"filter": "strict", "exact_match": "Infinity"}


def test_a_task_whose_metrics_give_no_verdict_is_not_scored(load_json) -> None:
    line = CHOICE | {"metrics": ["mae"], "mae": 2.5}
    loaded = load_json(lines(line))
    (item,) = loaded.items
    assert (item.target, item.metadata["target"]) == ((), "B")
    assert (item.recorded[0].scorer, item.recorded[0].verdict, item.recorded[0].score) == (
        "mae,strict",
        None,
        2.5,
    )
    assert [(problem.kind, problem.skipped) for problem in loaded.problems] == [("no_exact_metric", False)]


def test_a_set_of_labels_against_another_is_not_scored_by_text(load_json) -> None:
    line = CHOICE | {
        "metrics": ["micro_f1", "exact_match"],
        "micro_f1": [["Trust"], ["Trust"]],
        "exact_match": 1,
    }
    loaded = load_json(lines(line))
    (item,) = loaded.items
    assert (item.target, item.metadata["target"], item.recorded[0].verdict) == ((), "B", Verdict.CORRECT)
    (problem,) = loaded.problems
    assert (problem.kind, "micro_f1" in problem.message) == ("coded_labels", True)


def test_the_results_beside_it_name_model_and_filters(tmp_path, load) -> None:
    time = "2025-01-02T03-04-05.678"
    samples = tmp_path / f"samples_colours_{time}.jsonl"
    old = {key: value for key, value in CHOICE.items() if key not in ("filter", "metrics")}
    samples.write_text(lines(old, old))
    filters = [{"name": name, "filter": [{"function": "take_first"}]} for name in ("strict", "flexible")]
    results = {
        "results": {"colours": {"exact_match,strict": 1.0}, "other": {}},
        "configs": {"colours": {"filter_list": filters}},
        "model_name": "org/model",
    }
    (tmp_path / f"results_{time}.json").write_text(json.dumps(results))
    loaded = load(samples)
    assert (loaded.info.model, loaded.info.benchmark) == ("org/model", "colours")
    assert loaded.info.metadata["results"] == {"colours": {"exact_match,strict": 1.0}}
    assert [source.name for source in loaded.info.sources] == [samples.name, f"results_{time}.json"]
    assert [one.scorer for one in loaded.items[0].recorded] == ["exact_match,strict", "exact_match,flexible"]


def test_the_tasks_of_one_evaluation_are_one_run(tmp_path, load) -> None:
    folder = tmp_path / "org__model"
    folder.mkdir()
    for task in ("colours", "shapes"):
        (folder / f"samples_{task}_2025-01-02T03-04-05.678.jsonl").write_text(lines(CHOICE))
    loaded = load(folder)
    assert (loaded.info.model, loaded.info.benchmark) == ("org/model", "colours, shapes")
    assert [(item.task, item.item_id) for item in loaded.items] == [("colours", "7"), ("shapes", "7")]


def test_progress_reaches_the_size_of_all_files(tmp_path) -> None:
    for task in ("colours", "shapes"):
        path = tmp_path / f"samples_{task}_2025-01-02T03-04-05.678.jsonl"
        path.write_text(lines(CHOICE))
    run = load_run(tmp_path)
    told = []
    assert len(list(run.read(told.append))) == 2
    assert told[-1] == run.total_bytes


@pytest.mark.parametrize(
    ("change", "kind", "skipped"),
    [
        ({"doc_id": None}, "malformed_record", True),
        ({"resps": []}, "missing_text", False),
        ({"resps": [[3]]}, "missing_text", False),
        ({"target": ["B"]}, "bad_field", False),
    ],
)
def test_a_malformed_field_is_told_with_its_place(load_json, change, kind, skipped) -> None:
    loaded = load_json(lines(CHOICE, CHOICE | {"doc_id": 8} | change))
    (problem,) = loaded.problems
    assert (problem.kind, problem.line, problem.skipped) == (kind, 2, skipped)
    assert len(loaded.items) == 2 - skipped


def test_a_score_that_is_no_number_is_kept_as_one_that_is_none(load_json) -> None:
    (item,) = load_json(lines(SCORED | {"resps": [[["-inf", "False"]], [["x", "True"]]]})).items
    assert repr(item.choice_scores) == "(-inf, nan)"


def test_the_options_alone_are_told_from_the_options_in_context(load_json) -> None:
    alone = {f"gen_args_{i}": {"arg_0": "", "arg_1": text} for i, text in ((2, " A"), (3, " B"))}
    line = SCORED | {
        "arguments": SCORED["arguments"] | alone,
        "resps": [*SCORED["resps"], [["-1.0", "False"]], [["-3.0", "False"]]],
    }
    (item,) = load_json(lines(line)).items
    assert (item.choice_scores, item.metadata["unconditional_scores"]) == ((-2.5, -0.5), ["-1.0", "-3.0"])


def test_a_target_that_may_be_index_or_option_is_told(load_json) -> None:
    texts = {f"gen_args_{i}": {"arg_0": "Which?", "arg_1": f" {i + 1}"} for i in range(2)}
    loaded = load_json(lines(SCORED | {"arguments": texts, "doc": {}}))
    assert loaded.items[0].target == ("B",)
    assert [problem.kind for problem in loaded.problems] == ["target_ambiguous"]
