"""A retriever broken on purpose, to see that the figures and the gate notice."""

from __future__ import annotations

from llama_index.core.postprocessor.types import BaseNodePostprocessor
from llama_index.core.schema import NodeWithScore, QueryBundle


class ReverseOrder(BaseNodePostprocessor):
    """Puts the papers that were found last first."""

    @classmethod
    def class_name(cls) -> str:
        """What llama-index calls it."""
        return "ReverseOrder"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        return nodes[::-1]
