"""An exception → one clear line and an exit code; never a traceback unless asked for."""

from __future__ import annotations

from index_store.errors import AskpapersError, SettingError
from rag.errors import QuestionError

DEBUG_VARIABLE = "ASKPAPERS_DEBUG"

FAILED = 1
WRONG_USAGE = 2
INTERRUPTED = 130


def exit_code(error: Exception) -> int:
    """2 for what was typed wrongly, 1 for anything else that stopped the work."""
    return WRONG_USAGE if isinstance(error, (QuestionError, SettingError)) else FAILED


def explain(error: Exception) -> str:
    """The line to show for an exception that stopped the work."""
    match error:
        case AskpapersError():
            return str(error)
        case MemoryError():
            return "out of memory: give it fewer papers at a time"
        case OSError(strerror=str(reason)) if error.filename is not None:
            return f"{error.filename}: {reason}"
        case OSError(strerror=str(reason)):
            return f"the system said: {reason}"
        case _:
            return f"internal error: {_named(error)}; run with {DEBUG_VARIABLE}=1 for details"


def _named(error: Exception) -> str:
    message = " ".join(str(error).split())
    kind = type(error).__name__
    return f"{kind}: {message[:300]}" if message else kind
