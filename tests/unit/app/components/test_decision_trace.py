import pyarrow as pa
import pytest

from app.components.decision_trace import decision_trace
from app.components.elements import Node
from scoring.audit.info import AuditInfo
from scoring.audit.query import Audit
from scoring.audit.rows import DecidedItem, build_rows
from scoring.audit.schema import SCHEMA_VERSION
from scoring.policy import POLICIES
from scoring.records import Item, Response, TaskType
from scoring.tasks import score_item
from scoring.version import SCORER_VERSION


def steps(content: str | None, reasoning: str | None = None, **fields) -> dict[str, str]:
    """What each step of the decision on one response says."""
    item = Item(
        item_id="x",
        task_type=fields.pop("task_type", TaskType.CHOICE),
        options=fields.pop("options", dict.fromkeys("ABCD")),
        target=fields.pop("target", ("D",)),
        response=Response(content=content, reasoning=reasoning),
        **fields,
    )
    policy = POLICIES["final-answer-v1"]
    rows = build_rows([DecidedItem(0, item, score_item(item, policy), ())])
    info = AuditInfo(
        schema_version=SCHEMA_VERSION, scorer_version=SCORER_VERSION, loader="test", policy=policy, n_items=1
    )
    trace = decision_trace(Audit.from_table(pa.Table.from_batches([rows]), info).item(0))
    told = {}
    for step in trace.children:
        assert isinstance(step, Node)
        what, *said = step.children
        told[_text(what)] = " ".join(_text(part) for part in said)
    return told


def _text(part: Node | str) -> str:
    return part if isinstance(part, str) else " ".join(_text(child) for child in part.children)


def test_an_answer_is_told_from_what_was_looked_at_to_the_verdict() -> None:
    assert steps("FINAL: D", "The format is FINAL: A or FINAL: B.") == {
        "looked at": "visible content, 8 characters",
        "found": "D A B in the reasoning",
        "rejected because": "A B in the reasoning, not scored",
        "took": "D final_marker",
        "compared": "D = target D",
        "verdict": "✓ correct",
    }


def test_a_value_that_was_not_taken_says_why() -> None:
    assert (
        steps("FINAL: A\n\nNo, wait.\n\nFINAL: D")["rejected because"]
        == "A a later value of the same rule decides"
    )


@pytest.mark.parametrize(
    ("content", "said"), [(None, "no content in the file"), (" \n", "content without any text")]
)
def test_no_content_and_an_empty_content_are_told_apart(content: str | None, said: str) -> None:
    told = steps(content)
    assert told["looked at"] == said
    assert told["compared"] == "no answer ≠ target D"


def test_a_wrong_answer_differs_from_the_target() -> None:
    told = steps("FINAL: A")
    assert (told["compared"], told["verdict"]) == ("A ≠ target D", "✕ incorrect")


def test_required_strings_are_named_instead_of_compared() -> None:
    told = steps(
        "Mercury and Venus",
        task_type=TaskType.SUBSTRING,
        options={},
        target=("Mercury", "Venus"),
        target_mode="all",
    )
    assert told["compared"] == "required: Mercury and Venus"


def test_many_values_are_counted_rather_than_listed() -> None:
    told = steps("FINAL: D", "FINAL: A. " * 50)
    assert "and 47 more" in told["rejected because"]
