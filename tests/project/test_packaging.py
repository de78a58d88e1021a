import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINS = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_constraints_are_names_and_versions_only() -> None:
    assert [line for line in PINS if not re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.]+", line)] == []


def test_constraints_are_sorted_and_name_each_package_once() -> None:
    names = [normal(line.split("==")[0]) for line in PINS]
    assert names == sorted(set(names))


def test_every_dependency_is_pinned() -> None:
    wanted = {
        normal(re.split(r"[<>=!~\[; ]", requirement)[0])
        for requirement in PROJECT["dependencies"] + PROJECT["optional-dependencies"]["dev"]
    }
    assert wanted - {normal(line.split("==")[0]) for line in PINS} == set()


def test_every_dependency_has_its_reason_in_the_decision_record() -> None:
    record = (ROOT / "docs/decisions/0001-dependencies.md").read_text(encoding="utf-8")
    names = [re.split(r"[<>=]", requirement)[0] for requirement in PROJECT["dependencies"]]
    assert [name for name in names if f"| {name} |" not in record] == []


def test_hooks_call_targets_of_the_makefile() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    hooks = re.findall(
        r"entry: make ([a-z-]+)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    )
    assert hooks
    assert set(hooks) <= targets
