from app.components.problems import run_findings
from app.state import View
from scoring.audit.info import RunFinding


def nodes(found):
    return str(list(run_findings(View(), "a", [found])))


def test_a_finding_of_the_run_is_a_sentence_whose_number_leads_to_its_items():
    found = RunFinding(
        name="coordinate_frame", message="3 of the 4 items.", n_items=3, where={"frames_fitting": ["yx"]}
    )
    text = nodes(found)
    assert "3 of the 4 items." in text
    assert "frames_fitting=yx" in text


def test_a_finding_without_a_filter_has_a_plain_number():
    assert "href" not in nodes(RunFinding(name="duplicate_keys", message="Twice.", n_items=2))


def test_a_filter_of_another_version_leads_nowhere():
    found = RunFinding(name="a", message="b", n_items=2, where={"gone": ["x"]})
    assert "href" not in nodes(found)
