import pytest

from scoring.trace.envelope import (
    answer_tags,
    balanced_objects,
    code_blocks,
    final_block,
    open_brace_of_end,
    read_envelope,
)


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        ('{"answer":7}', 7),
        ('{"answer":3}\n{"answer":7}', 7),
        ('so {"annotation":[1],"answer":7}', 7),
        ('It is {"answer":7} indeed.', 7),
        ('{"answer":7}\n{"note":1}', 7),
        ('```json\n{"answer":7}\n```', 7),
        ('```JSON{"answer":7}```', 7),
        ('```python\n{"answer":7}\n```', 7),
        ('```\n{"answer":3}\n```\nno\n```\n{"answer":7}\n```', 7),
        ('```json\n{"answer":7}\n{"answer":3}\n```', 7),
        ('```json\n{"note":3}\n{"answer":7}\n```', 7),
        ('<Answer type="x">{"answer":7}</ANSWER>', 7),
        ("{'answer': 7,}", 7),
        ("{'answer': 'a}b'}", "a}b"),
        ('[{"answer":7}]', 7),
        ('The "{" sign. {"answer":7}', 7),
        ('A 5" bar. {"answer":7}', 7),
        ('A 5" bar. {"answer":7} Done.', 7),
        ('a \\" b {"answer":7}', 7),
        ('Let S={1,2. {"answer":7}', 7),
        ('Let S={1,2. {"answer":7} Done.', 7),
        ('{"answer":3,"annotation":[1,\n{"answer":7}', 7),
        ('```json\n{"answer":3\n```json\n{"answer":7}\n```', 7),
        ('A 5" bar. {"answer":"say \\"hi\\""}', 'say "hi"'),
    ],
)
def test_the_object_that_counts_is_found(response: str, answer: object) -> None:
    envelope = read_envelope(response)
    assert envelope.found is not None
    assert envelope.found["answer"] == answer


@pytest.mark.parametrize(
    "response",
    [
        "",
        "7",
        "The answer is 7.",
        '{"result":{"answer":7}}',
        '\\boxed{{"answer":7}}',
        '{"Answer":7}',
        "<answer>7</answer>",
        "```json\n7\n```",
        '"{\\"answer\\":7}"',
        '{"answer":7',
        '{"answer":7,"annotation":{"A":[1,2]}',
        "{answer:7}",
        '{"answer":7 // seven\n}',
    ],
)
def test_nothing_is_found_where_no_object_of_ours_stands(response: str) -> None:
    assert read_envelope(response).found is None


@pytest.mark.parametrize(
    ("response", "ending"),
    [
        ('x {"answer":7}\u00a0\n', (True, True)),
        ('{"answer":7}.', (False, False)),
        ('{"answer":7}\u200b', (False, False)),
        ("{oops}", (True, False)),
        ('{"note":1}', (True, True)),
        ("```python\nx = 1\n```", (True, False)),
        ("```json\n```", (False, False)),
        ('```json\n[{"answer":7}]\n```', (True, False)),
        ('```json\n{"answer":7}', (True, True)),
        ('{"answer":7,"annotation":{"A":[1,2]}', (False, False)),
    ],
)
def test_how_a_response_ends_is_told_apart_from_what_is_found(
    response: str, ending: tuple[bool, bool]
) -> None:
    envelope = read_envelope(response)
    assert (envelope.structure_ok, envelope.final is not None) == ending


def test_the_span_is_that_of_the_object() -> None:
    response = 'So:\n```json\n {"answer":7} \n```\n'
    envelope = read_envelope(response)
    assert response[slice(*envelope.span)] == '{"answer":7}'


def test_braces_in_quotes_and_stray_ones_do_not_count() -> None:
    text = '} {a "}" {b}} x {} "{'
    assert balanced_objects(text, 0, len(text)) == ([(2, 13), (16, 18)], False)
    assert balanced_objects("no braces", 0, 9) == ([], True)
    assert balanced_objects('{"a\\"', 0, 5) == ([], False)


def test_the_end_tells_where_its_object_starts() -> None:
    text = 'x { 5" {"a":"}\\"{","b":{}}'
    assert text[open_brace_of_end(text) :] == '{"a":"}\\"{","b":{}}'
    assert open_brace_of_end("a}") == -1
    assert open_brace_of_end('"{}') == 1


def test_code_blocks_and_tags_are_stripped() -> None:
    text = "```json\n 1 \n``` a ```\n2``` ```"
    assert [text[slice(*span)] for span in code_blocks(text)] == ["1", "2"]
    assert final_block("no block") == (0, 0)
    text = "<answer> 1 </answer> <ANSWER x>2</Answer> <answer>3"
    assert [text[slice(*span)] for span in answer_tags(text)] == ["1", "2"]
