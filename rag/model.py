"""The language model: OpenAI's, or that of any server that speaks its protocol.

Made through llama-index, so that its evaluators and engines take it as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from llama_index.core.llms import LLM

from index_store.errors import SettingError
from rag.errors import ModelFailed

OPENAI_KEY = "OPENAI_API_KEY"
"""Goes to OpenAI alone."""
OWN_KEY = "ASKPAPERS_API_KEY"
"""Goes to the server that an address names."""
TIMEOUT = 60.0
"""Seconds for one request."""
CONTEXT_WINDOW = 8_192
"""Tokens that a server of one's own is taken to read."""


def load(name: str, *, url: str = "", environ: Mapping[str, str]) -> LLM:
    """A model by its name.

    Args:
        name: as the server calls it.
        url: of an OpenAI-compatible server, up to ``/v1``; "" for OpenAI's own.
        environ: where the key is: `OPENAI_KEY` for OpenAI, `OWN_KEY` for another server, which
            may want none.

    Raises:
        SettingError: OpenAI's key is missing, or it has no such model.
    """
    if url:
        from llama_index.llms.openai_like import OpenAILike

        return OpenAILike(
            model=name,
            api_base=url,
            api_key=environ.get(OWN_KEY) or "none",
            is_chat_model=True,
            context_window=CONTEXT_WINDOW,
            temperature=0.0,
            max_retries=1,
            timeout=TIMEOUT,
        )
    return _openai(name, environ.get(OPENAI_KEY, ""))


@contextmanager
def failures(name: str) -> Iterator[None]:
    """Raise `ModelFailed`, in one line, for whatever a model's client raises."""
    import httpx
    import openai

    try:
        yield
    except (openai.OpenAIError, httpx.HTTPError) as error:
        reason = " ".join(str(error).split())[:200]
        message = f"the model {name} failed: {type(error).__name__}: {reason}"
        raise ModelFailed(message, model=name) from error


def _openai(name: str, key: str) -> LLM:
    if not key:
        message = f"the model {name} needs {OPENAI_KEY}; set it, or name a server of your own"
        raise SettingError(message, name=OPENAI_KEY)
    from llama_index.llms.openai import OpenAI

    model = OpenAI(model=name, api_key=key, temperature=0.0, max_retries=1, timeout=TIMEOUT)
    try:
        model.metadata  # noqa: B018  where llama-index looks the name up
    except ValueError as error:
        raise SettingError(f"OpenAI has no model {name!r} that is known", name="model") from error
    return model
