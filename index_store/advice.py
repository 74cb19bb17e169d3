"""What disk and database say, in words that a user can act on."""

from __future__ import annotations

from index_store.errors import StoreFailed


def advice_on(error: Exception) -> str:
    """What happened, in words a user can act on."""
    reason = " ".join(str(error).split())
    text = reason.lower()
    if "no space left" in text or "disk is full" in text or "quota exceeded" in text:
        space = reason.partition(": ")[2] or "no space left"
        return f"is on a full disk ({space}); what was stored is kept: free some, run again"
    if "readonly" in text or "read-only" in text or "permission denied" in text:
        return f"cannot be written ({reason}); check its permissions, Chroma needs to write"
    if "unable to open" in text:
        return f"cannot be opened ({reason}); check its permissions"
    if "locked" in text:
        return f"is busy ({reason}); try again"
    remedy = "repeat the ingest with --check; if that fails, move it away and ingest anew"
    return f"is damaged or failed ({reason}); {remedy}"


def lost_vectors(error: StoreFailed) -> bool:
    """Whether the files of the vectors are damaged, and not the database of the records."""
    text = str(error).lower()
    signs = ("hnsw segment", "error finding id", "error getting embedding")
    return any(sign in text for sign in signs)
