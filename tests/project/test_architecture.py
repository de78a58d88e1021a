import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scoring.loaders.registry import LOADERS

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    path.relative_to(ROOT) for package in ("app", "scoring") for path in (ROOT / package).rglob("*.py")
)
MIRRORED = [
    path
    for path in MODULES
    if path.name != "__init__.py" and (path.parts[0] == "scoring" or path.parts[:2] == ("app", "figures"))
]
LONGEST_MODULE = 300


def test_imports_follow_the_directions_drawn_in_the_contracts() -> None:
    linted = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert linted.returncode == 0, linted.stdout + linted.stderr


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_is_short_enough_to_read_in_one_go(module: Path) -> None:
    n_lines = len((ROOT / module).read_text(encoding="utf-8").splitlines())
    assert n_lines <= LONGEST_MODULE, f"{module} has {n_lines} lines; split it by what it does"


@pytest.mark.parametrize("module", MIRRORED, ids=str)
def test_a_module_has_its_tests_at_the_mirrored_place(module: Path) -> None:
    mirror = Path("tests/unit") / module.parent / f"test_{module.name.removeprefix('_')}"
    assert (ROOT / mirror).is_file(), f"{module} has no {mirror}"


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_a_module_says_what_it_is_for(module: Path) -> None:
    text = (ROOT / module).read_text(encoding="utf-8")
    assert not text or re.match(r'r?"""\S', text), f"{module} does not start with its docstring"


def test_model_text_is_never_rendered_as_html_or_markdown_of_ours() -> None:
    forbidden = re.compile(
        r"unsafe_allow_html\s*=\s*True|unsafe_allow_javascript|st\.html\(|innerHTML|outerHTML"
    )
    files = [path for path in (ROOT / "app").rglob("*") if path.suffix in {".py", ".js", ".html"}]
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in files
        for match in forbidden.finditer(path.read_text(encoding="utf-8"))
    ]
    # The page's own style sheet, a constant of the package.
    assert set(found) - {"app/main.py: st.html("} == set()


def test_every_loader_is_kept_apart_from_the_others() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (contract,) = (contract for contract in contracts if contract["name"] == "loaders do not know each other")
    assert {loader.open_run.__module__ for loader in LOADERS} == set(contract["modules"])


HEADLESS = """
import sys
from app.cli import main
try:
    main(sys.argv[1:])
except SystemExit as stop:
    assert stop.code in (0, None), stop.code
heavy = {"streamlit", "plotly", "tornado", "uvicorn"} & set(sys.modules)
assert not heavy, heavy
"""


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["formats"],
        ["policies", "--json"],
        ["check", "sample_runs/native_reasoning_audit/lane_b.json"],
        ["rescore", "sample_runs/native_reasoning_audit/lane_b.json", "-o", "{tmp}/audit"],
        [
            "compare",
            "sample_runs/native_reasoning_audit/lane_a.json",
            "sample_runs/native_reasoning_audit/lane_b.json",
        ],
    ],
    ids=lambda words: words[0],
)
def test_headless_commands_never_import_the_dashboard(words: list[str], tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", HEADLESS, *(word.replace("{tmp}", str(tmp_path)) for word in words)],
        cwd=ROOT,
        env=os.environ | {"LANESCOPE_CACHE": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr


def test_importing_scoring_loads_nothing_heavy() -> None:
    code = (
        "import sys, scoring; print({'pandas', 'pyarrow', 'duckdb', 'numpy'} & set(sys.modules) or 'light')"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout == "light\n"
