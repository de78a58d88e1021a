import pytest


def opened(open_page, query=""):
    page = open_page("items", query)
    page.test.session_state["export"] = True
    page.test.run()
    assert not page.test.exception
    return page


def test_the_export_is_closed_until_it_is_asked_for(open_page):
    assert not open_page("items").test.get("download_button")


def test_the_button_says_how_many_items_of_the_filter_come(open_page):
    page = opened(open_page, "verdict=no_answer")
    (button,) = page.test.get("download_button")
    assert button.proto.label == "Download 4 items"


def test_texts_are_left_out_unless_they_are_chosen(open_page):
    page = opened(open_page)
    assert "content" not in page.test.multiselect(key="export_without").options
    page.test.get("button_group")
    page.test.session_state["export_groups"] = ["keys", "texts"]
    page.test.run()
    assert "content" in page.test.multiselect(key="export_without").options


@pytest.mark.parametrize("groups", [["no such group"], [], ["keys", "<b>"]])
def test_choices_that_do_not_exist_are_no_error(open_page, groups):
    page = opened(open_page)
    page.test.session_state["export_groups"] = groups
    page.test.run()
    assert not page.test.exception


def test_nothing_can_be_written_where_no_item_passes(open_page):
    page = opened(open_page, "q=no+such+words+anywhere")
    (button,) = page.test.get("download_button")
    assert button.proto.label == "Download 0 items"
    assert button.proto.disabled
    assert any("nothing to write" in caption.value for caption in page.test.caption)
