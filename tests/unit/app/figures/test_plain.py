from app.figures.plain import plain_text


def test_markup_and_formulas_are_text() -> None:
    assert plain_text("<b>a</b> & $x$", 40) == "&lt;b&gt;a&lt;/b&gt; &amp; ﹩x﹩"


def test_a_long_text_is_cut() -> None:
    assert plain_text("abcdef", 4) == "abc…"
