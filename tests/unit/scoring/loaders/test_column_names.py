from scoring.loaders.column_mapping import ROLES
from scoring.loaders.column_names import NAMES


def test_every_role_has_names_and_no_other() -> None:
    assert set(NAMES) == set(ROLES)


def test_names_are_written_as_they_are_compared() -> None:
    names = [name for listed in NAMES.values() for name in listed]
    assert all(name == name.casefold() and name.replace("_", "").isalnum() for name in names)
    assert all(len(set(listed)) == len(listed) for listed in NAMES.values())
