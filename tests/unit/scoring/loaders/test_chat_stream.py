import json
from pathlib import Path

from scoring.loaders.chat_stream import is_event_stream, join_streams, read_events
from scoring.loaders.json_stream import Entry, Stop


def chunk(key, text):
    return {
        "id": key,
        "object": "chat.completion.chunk",
        "choices": [{"index": 0, "delta": {"content": text}}],
    }


def entries(*values):
    return [Entry(value, None, i + 1, i, ()) for i, value in enumerate(values)]


def test_pieces_are_joined_until_the_stream_changes() -> None:
    values = [chunk("a", "1"), chunk("a", "2"), {"x": 1}, chunk("b", "3")]
    joined = list(join_streams(iter(entries(*values))))
    assert [entry.nth for entry in joined] == [0, 1, 2]
    texts = [entry.value["choices"][0]["message"]["content"] for entry in (joined[0], joined[2])]
    assert (texts, joined[1].value) == (["12", "3"], {"x": 1})


def test_what_could_not_be_read_ends_a_stream_and_is_told() -> None:
    stop = Stop("malformed_json", "x", 2, 1)
    joined = list(join_streams(iter([*entries(chunk("a", "1")), stop])))
    assert [type(entry) for entry in joined] == [Entry, Stop]


def test_events_are_read_without_their_marks(tmp_path: Path) -> None:
    path = tmp_path / "stream.txt"
    path.write_text(f": hello\n\ndata: {json.dumps(chunk('a', 'x'))}\n\ndata: oops\n\ndata: [DONE]\n")
    found = list(read_events(path))
    assert is_event_stream(path)
    assert [(type(entry), entry.line, entry.nth) for entry in found] == [(Entry, 3, 0), (Stop, 5, 1)]


def test_other_text_is_no_event_stream(tmp_path: Path) -> None:
    for text in ("", "data: x", '{"choices": []}'):
        (tmp_path / "x").write_text(text)
        assert not is_event_stream(tmp_path / "x")
