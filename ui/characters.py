"""Characters a terminal would obey instead of showing: text from papers must not hold any."""

from __future__ import annotations

import json
import os
import re
from typing import Any

# A whole escape sequence goes at once, or its harmless-looking tail ("[31m") would stay.
_ESCAPE_SEQUENCE = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # ESC [ … : colours, cursor
    r"|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?"  # ESC ] … : window titles, links
    r"|\x1b[ -/]*[0-~]?"
)
# Controls but for tab and line feed, and the marks that turn the direction of writing around.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
# Valid inside a JSON string, but some readers end a line there, or cannot encode it.
_JSON_LINE_HAZARD = re.compile(r"[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def displayable(text: str) -> str:
    """The text without terminal escape sequences and control characters."""
    return _CONTROL.sub("", _ESCAPE_SEQUENCE.sub("", text))


def one_line(text: str) -> str:
    """The text on one line, fit to be shown."""
    return " ".join(displayable(text).split())


def json_line(value: dict[str, Any]) -> str:
    """The value as JSON that is one line for every reader; it decodes to the letter."""
    line = json.dumps(value, ensure_ascii=False)
    return _JSON_LINE_HAZARD.sub(lambda found: f"\\u{ord(found[0]):04x}", line)


def typed_text(argument: str) -> str:
    """An argument as the user typed it, where an ASCII locale left its bytes undecoded."""
    try:
        argument.encode("utf-8")
    except UnicodeEncodeError:
        return os.fsencode(argument).decode("utf-8", "replace")
    return argument
