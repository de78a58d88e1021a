import inspect

from scoring import score_trace_response
from scoring.trace.arguments import DEFAULTS, TraceArguments, options_of, sizes_of

REQUIRED = ["response", "answer_gt", "annotation_gt", "reward_contract"]


def test_arguments_and_defaults_are_those_of_the_function() -> None:
    parameters = inspect.signature(score_trace_response).parameters
    assert list(parameters) == list(DEFAULTS) == list(TraceArguments.__annotations__)
    assert [name for name, one in parameters.items() if one.default is inspect.Parameter.empty] == REQUIRED
    assert {name: one.default for name, one in parameters.items() if name not in REQUIRED} == {
        name: default for name, default in DEFAULTS.items() if name not in REQUIRED
    }


def test_without_arguments_the_options_are_the_defaults() -> None:
    assert options_of({}) is options_of({name: DEFAULTS[name] for name in DEFAULTS})


def test_sizes_are_in_order_of_preference() -> None:
    assert sizes_of({"metadata": 3, "image_size": 1, "extra_info": 4, "image_sizes": 2}) == (1, 2, 3, 4)
