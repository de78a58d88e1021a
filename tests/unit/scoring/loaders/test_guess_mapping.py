import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.loaders.guess_mapping import guess_mapping


def guess(row: dict[str, object], *rows: dict[str, object]) -> dict[str, object]:
    mapping = guess_mapping(list(row), [row, *rows])
    return {role: found[0] if len(found) == 1 else list(found) for role, found in mapping.columns.items()}


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (
            {"group": "g", "prompt": "?", "ground_truth": "A", "prediction": "{No}", "correct": True},
            {
                "category": "group",
                "prompt": "prompt",
                "target": "ground_truth",
                "content": "prediction",
                "recorded_verdict": "correct",
            },
        ),
        (
            {"id": 1, "question": "?", "answer": "A", "response": "It is A.", "pred": "A", "is_correct": 1},
            {
                "item_id": "id",
                "prompt": "question",
                "target": "answer",
                "content": "response",
                "recorded_answer": "pred",
                "recorded_verdict": "is_correct",
            },
        ),
        (
            {"question": "?", "gold": "A", "answer": "It is A."},
            {"prompt": "question", "target": "gold", "content": "answer"},
        ),
        (
            {
                "Index": 1,
                "A": "x",
                "B": "y",
                "C": "",
                "Answer": "B",
                "Prediction": "b",
                "hit": 0,
                "thinking": "t",
            },
            {
                "item_id": "Index",
                "options": ["A", "B", "C"],
                "target": "Answer",
                "content": "Prediction",
                "recorded_verdict": "hit",
                "reasoning": "thinking",
            },
        ),
        (
            {"option_1": "x", "option_2": "y", "label": 1, "output": "y"},
            {"options": ["option_1", "option_2"], "target": "label", "content": "output"},
        ),
        (
            {"doc.question": "?", "doc.choices": ["a", "b"], "doc.gold": 1, "model.output": "b"},
            {
                "prompt": "doc.question",
                "options": "doc.choices",
                "target": "doc.gold",
                "content": "model.output",
            },
        ),
    ],
)
def test_columns_are_guessed_from_their_names(row: dict[str, object], expected: dict[str, object]) -> None:
    assert guess(row) == expected


def test_a_column_that_cannot_hold_a_verdict_is_none() -> None:
    found = guess({"response": "r", "target": "t", "score": 0.4, "match": "the match"})
    assert found["recorded_score"] == "score"
    assert "recorded_verdict" not in found


@pytest.mark.parametrize(("golds", "is_"), [([1, 0, 2], "index0"), ([1, 3], "index1"), ([1, 2], "index0")])
def test_golds_that_count_the_options_are_seen(golds: list[int], is_: str) -> None:
    rows = [{"choices": ["x", "y", "z"], "gold": gold, "response": "r"} for gold in golds]
    assert guess_mapping(list(rows[0]), rows).target_is == is_


@given(
    st.lists(
        st.dictionaries(st.text(max_size=8), st.none() | st.text() | st.integers() | st.lists(st.text())),
        max_size=4,
    )
)
def test_any_table_gets_a_guess_that_uses_each_column_once(rows: list[dict[str, object]]) -> None:
    columns = list(dict.fromkeys(name for row in rows for name in row))
    found = [column for names in guess_mapping(columns, rows).columns.values() for column in names]
    assert set(found) <= set(columns)
    assert len(found) == len(set(found))
