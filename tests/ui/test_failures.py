"""Every exception has one line and an exit code."""

from pathlib import Path

import pytest

from index_store.errors import InputError, SettingError, StoreMissing
from rag.errors import QuestionError
from ui.failures import exit_code, explain


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (StoreMissing("no store", path=Path("x")), 1, "no store"),
        (InputError("no file", path="x"), 1, "no file"),
        (QuestionError("empty"), 2, "empty"),
        (SettingError("unknown", name="--encoder"), 2, "unknown"),
        (FileNotFoundError(2, "No such file or directory", "x.txt"), 1, "x.txt: No such file"),
        (MemoryError(), 1, "out of memory"),
        (ValueError("two\nlines"), 1, "internal error: ValueError: two lines; run with ASKPAPERS"),
        (KeyError(), 1, "internal error: KeyError; run with"),
    ],
)
def test_errors(error: Exception, code: int, line: str) -> None:
    assert exit_code(error) == code
    assert explain(error).startswith(line)
    assert "\n" not in explain(error)
