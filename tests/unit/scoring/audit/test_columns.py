import pytest

from scoring.audit.columns import column_sql, order_sql
from scoring.audit.schema import SCHEMA
from scoring.errors import ContractError


@pytest.mark.parametrize("name", SCHEMA.names)
def test_every_column_of_the_schema_may_be_asked_for(name: str) -> None:
    assert column_sql(name) == name


def test_a_change_may_be_asked_for_like_a_column() -> None:
    assert "recorded_verdict" in column_sql("change")


def test_a_digest_of_a_long_column_may_be_asked_for_like_a_column() -> None:
    assert column_sql("prompt_digest") == "hash(prompt)"


@pytest.mark.parametrize("name", ["items", "ordinal; DROP TABLE items", "", "ORDINAL", "*"])
def test_any_other_name_is_refused_with_those_allowed(name: str) -> None:
    with pytest.raises(ContractError, match=r"expected a column, got .*Allowed: ordinal, task, .*, change, "):
        column_sql(name)
    with pytest.raises(ContractError):
        order_sql(name, descending=True)


def test_no_value_comes_last_and_ties_keep_the_order_of_the_file() -> None:
    assert order_sql("answer", descending=True) == "answer DESC NULLS LAST, ordinal"
