"""The policy lab in a browser: an option is changed, the flips follow, the file reads back."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from scoring.policy import POLICIES, load_policy


def test_a_policy_of_the_table_is_tried_and_saved(page: Page, sample_server: str, tmp_path: Path) -> None:
    page.goto(f"{sample_server}/policies?lane=b")
    expect(page.locator(".trials tbody tr")).to_have_count(len(POLICIES))
    expect(page.locator(".trials")).not_to_contain_text("being tried")
    page.get_by_role("link", name="ambiguity-fails-v0", exact=True).click()
    expect(page.locator(".flipped tbody tr")).to_have_count(9)
    page.wait_for_url(re.compile("try=ambiguity-fails-v0"))
    page.get_by_label("Save as").fill("mine")
    page.get_by_label("Save as").press("Enter")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download mine.toml").click()
    path = tmp_path / "mine.toml"
    download.value.save_as(path)
    assert download.value.suggested_filename == "mine.toml"
    saved = load_policy(path)
    assert (saved.name, saved.ambiguity_fails) == ("mine", True)


def test_a_switched_option_is_tried_at_once(page: Page, sample_server: str) -> None:
    page.goto(f"{sample_server}/policies?lane=b")
    expect(page.locator(".story .lead")).to_contain_text("197 of 210")
    page.get_by_text("Fail ambiguous items").click()
    expect(page.locator(".story .lead")).to_contain_text("188 of 210")
    expect(page.locator(".trials tr.shown")).to_contain_text("ambiguity-fails-v0")
