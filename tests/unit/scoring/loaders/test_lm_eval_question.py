import json

import pytest

from scoring.loaders.lm_eval_question import (
    Request,
    ask_loglikelihood,
    read_requests,
)


@pytest.mark.parametrize(
    "arguments",
    [{"gen_args_0": {"arg_0": "Why?", "arg_1": " A"}}, [["Why?", " A"]]],
)
def test_requests_are_read_from_both_shapes(arguments) -> None:
    assert read_requests(arguments) == [Request("Why?", " A")]


def test_a_chat_prompt_is_a_list_with_messages_as_json() -> None:
    messages = json.dumps([{"role": "user", "content": "Why?"}])
    assert read_requests([[[messages], {}]]) == [Request("Why?", {})]
    assert read_requests([[["no json"], {}]]) == [Request("no json", {})]


@pytest.mark.parametrize("arguments", [None, "x", [3], [[]], {"gen_args_0": 3}])
def test_what_is_no_request_is_none(arguments) -> None:
    assert read_requests(arguments) == []


def asked(texts, target, doc=None):
    return ask_loglikelihood([Request("?", text) for text in texts], len(texts), target, doc or {})


@pytest.mark.parametrize(
    ("texts", "target", "doc", "labels"),
    [
        ([" x", " y"], "1", {}, ("B",)),
        ([" x", " y"], "y", {}, ("B",)),
        ([" A", " B"], "B", {}, ("B",)),
        ([" A", " B"], "1", {}, ("B",)),
        (["0", "1"], "1", {}, ("B",)),
        (["1", "2", "3"], "1", {"answer": 1}, ("B",)),
        (["1", "2", "3"], "1", {"answer": "1"}, ("A",)),
        ([" x", " y", " z"], "[0, 2]", {}, ("A", "C")),
        ([" x", " y"], "7", {}, ("7",)),
        ([" x", " y"], "", {}, ()),
    ],
)
def test_a_target_is_an_index_a_list_of_them_or_an_option(texts, target, doc, labels) -> None:
    assert asked(texts, target, doc).target == labels


def test_letters_take_the_texts_of_the_row() -> None:
    assert asked([" A", " B"], "0", {"options": ["x", "y"]}).options == {"A": "x", "B": "y"}
    assert asked([" A", " B"], "0", {"options": ["x"]}).options == {"A": None, "B": None}


def test_where_contexts_differ_they_are_the_options() -> None:
    requests = [Request("Ann left because she", " was ill."), Request("Ann left because he", " was ill.")]
    question = ask_loglikelihood(requests, 2, "0", {})
    assert question.options == {"A": "Ann left because she", "B": "Ann left because he"}


def test_one_continuation_is_its_own_target() -> None:
    question = asked([" nine"], None)
    assert (question.options, question.target) == ({}, (" nine",))


def test_a_rolling_log_likelihood_has_no_target() -> None:
    assert ask_loglikelihood([Request("A long text", None)], 1, "A long text", {}).target == ()
