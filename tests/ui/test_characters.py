"""Text from papers cannot steer a terminal, and JSON stays one line and true to the letter."""

import json

import pytest

from ui.characters import displayable, json_line, one_line, typed_text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x1b]0;title\x07text", "text"),
        ("\x1b]8;;https://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("bell\x07 back\x08 delete\x7f", "bell back delete"),
        ("\x9b31mC1", "31mC1"),
        ("right\u202eto left", "rightto left"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("[bold] [1] $x_1$ 中文 é", "[bold] [1] $x_1$ 中文 é"),
        ("carriage\rreturn", "carriagereturn"),
    ],
)
def test_displayable_drops_what_a_terminal_obeys(text: str, shown: str) -> None:
    assert displayable(text) == shown


def test_one_line_joins_lines() -> None:
    assert one_line(" a\n  b\x1b[2J\tc ") == "a b c"


@pytest.mark.parametrize("text", ["a\nb\u2028c\u2029d\x85e", "\x1b[31m", "\udc80", "中文 “é”"])
def test_json_line_is_one_line_and_decodes_to_the_letter(text: str) -> None:
    line = json_line({"text": text})
    assert len(line.splitlines()) == 1
    assert json.loads(line.encode("utf-8")) == {"text": text}


def test_json_line_leaves_letters_readable() -> None:
    assert json_line({"question": "什么是 PEAKS？"}) == '{"question": "什么是 PEAKS？"}'


def test_typed_text_decodes_what_an_ascii_locale_left() -> None:
    assert typed_text("caf\udcc3\udca9") == "café"
    assert typed_text("什么") == "什么"
