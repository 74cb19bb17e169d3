"""Writes the encoder's ONNX graph from the official float weights.

Why the file is quantised as it is:

* **MatMul weights are 7-bit: signed int8 within [-64, 64], one scale per output column.** On x86
  processors without VNNI the int8 kernels add two u8*s8 products in a saturating 16-bit register
  (pmaddubsw). 2 * 255 * 64 = 32640 <= 32767, so with these weights no pair can saturate, and the
  results do not depend on the processor. Signed, since unsigned weights are slower.
* **Activations are quantised while the model runs, with one scale per token.** The usual
  DynamicQuantizeLinear takes one scale for the whole batch, so that a text's vector depends on the
  texts it is batched with, and one outlier token costs all others their precision.
* **The input of the second feed-forward MatMul is shifted by 0.17 before it is quantised.** GELU
  never goes below -0.17, so the whole unsigned range serves its positive values; the shift is
  subtracted again in the bias.
* **Five of the feed-forward neurons stay float (layers 0 to 3).** Their activation is up to 24
  (others: 6), in the special tokens, and rounding it made most of the error. They cost 15 KB.
* **Three channels are divided by 2 or 4 before the query, key and value projections**, and their
  weights multiplied by the same (exact: powers of two). They are larger than all others in nearly
  every token, and would set the scale for them.
* **The word embeddings are 8-bit with one scale per word** (a look-up: nothing can saturate).
  This is what brings the file under 25 MB; one scale for the table would cost more precision.
* **Attention, LayerNorm and GELU are float**, as onnxruntime's fused CPU operators.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto, helper

from index_store.models.minilm_int8 import MICROSOFT, FloatArray, Int8Graph, quantise_columns

LAYERS = 6
HEADS = 12
HIDDEN = 384
EPSILON = 1e-12

WEIGHT_LIMIT = 64
"""Largest magnitude of a quantised weight: 2 * 255 * 64 fits a signed 16-bit integer."""

FLOAT_NEURONS: dict[int, tuple[int, ...]] = {0: (856,), 1: (607,), 2: (218, 1004), 3: (358,)}
"""Feed-forward neurons kept in float, by layer.

They are those whose largest activation on 24 abstracts of SciFact (documents 3001 to 3024 of its
corpus, none of which is used for the figures) is over 4.5 times the median of their layer's.
"""

QKV_DIVISORS: dict[int, float] = {63: 2.0, 99: 4.0, 157: 2.0}
"""Channels divided, in each layer, before the input of the attention projections is quantised.

They were found on the same 24 abstracts: in every layer they are (nearly) the three largest.
"""

Weights = dict[str, FloatArray]


def build_model(weights: Weights, weights_sha256: str, limit: int) -> onnx.ModelProto:
    """Write the whole model.

    Args:
        weights: The official weights, by name.
        weights_sha256: The hash of their file, which is noted in the model.
        limit: The largest magnitude of a quantised MatMul weight.

    Returns:
        The model.
    """
    graph = _Encoder(weights, limit).build()
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    model.producer_name = "make_minilm"
    properties = {
        "model": "sentence-transformers/all-MiniLM-L6-v2",
        "license": "Apache-2.0",
        "weights_sha256": weights_sha256,
    }
    helper.set_model_props(model, properties)
    return model


class _Encoder:
    """Writes embeddings and layers into a graph."""

    def __init__(self, weights: Weights, limit: int) -> None:
        """Keep the weights and start a graph; arguments as of `build_model`."""
        self._weights = weights
        self._graph = Int8Graph(limit)

    def build(self) -> onnx.GraphProto:
        """Write the whole graph."""
        tokens = self._embeddings()
        mask = self._graph.add("Cast", ["attention_mask"], to=TensorProto.INT32)
        for layer in range(LAYERS):
            prefix = f"encoder.layer.{layer}."
            tokens = self._attention(tokens, mask, prefix)
            tokens = self._feed_forward(tokens, layer, prefix)
        nodes = self._graph.nodes
        nodes[-1].output[0] = "last_hidden_state"
        shape: list[str | int] = ["batch", "sequence"]
        inputs = [
            helper.make_tensor_value_info(name, TensorProto.INT64, shape)
            for name in ("input_ids", "attention_mask", "token_type_ids")
        ]
        hidden = helper.make_tensor_value_info(
            "last_hidden_state", TensorProto.FLOAT, [*shape, HIDDEN]
        )
        constants = list(self._graph.constants.values())
        return helper.make_graph(nodes, "all-MiniLM-L6-v2", inputs, [hidden], constants)

    def _weight(self, name: str) -> str:
        """Add one of the official tensors as a float constant and return its name."""
        return self._graph.constant(name, self._weights[name], np.float32)

    def _dense(self, name: str) -> tuple[FloatArray, FloatArray]:
        """Return a dense layer's weight (inputs by outputs) and bias, as copies."""
        return self._weights[name + ".weight"].T.copy(), self._weights[name + ".bias"].copy()

    def _embeddings(self) -> str:
        """Add word, position and token-type embeddings and their LayerNorm."""
        graph, prefix = self._graph, "embeddings."
        words = self._words(self._weights[prefix + "word_embeddings.weight"])
        types = graph.add(
            "Gather", [self._weight(prefix + "token_type_embeddings.weight"), "token_type_ids"]
        )
        positions = self._positions(prefix + "position_embeddings.weight")
        total = graph.add("Add", [graph.add("Add", [words, types]), positions])
        norm = [self._weight(prefix + f"LayerNorm.{part}") for part in ("weight", "bias")]
        return graph.add("LayerNormalization", [total, *norm], axis=-1, epsilon=EPSILON)

    def _words(self, embeddings: FloatArray) -> str:
        """Add the look-up of the words in an 8-bit table with one scale per word."""
        graph = self._graph
        table, scale = quantise_columns(np.ascontiguousarray(embeddings.T), 127)
        table_name = graph.constant("words.int8", table.T, np.int8)
        scale_name = graph.constant("words.scale", scale[:, None], np.float32)
        rows = graph.add("Gather", [table_name, "input_ids"])
        rows = graph.add("Cast", [rows], to=TensorProto.FLOAT)
        scales = graph.add("Gather", [scale_name, "input_ids"])
        return graph.add("Mul", [rows, scales])

    def _positions(self, name: str) -> str:
        """Add the first rows of the position embeddings, as many as there are tokens."""
        length = self._graph.add("Shape", ["input_ids"], start=1, end=2)
        zero = self._graph.constant("zero", [0], np.int64)
        return self._graph.add("Slice", [self._weight(name), zero, length, zero])

    def _norm(self, branch: str, tokens: str, bias: str, name: str) -> str:
        """Add the bias and the residual to a branch, and apply LayerNorm."""
        parts = [self._weight(f"{name}.{part}") for part in ("weight", "bias")]
        return self._graph.add(
            "SkipLayerNormalization", [branch, tokens, *parts, bias], MICROSOFT, epsilon=EPSILON
        )

    def _attention(self, tokens: str, mask: str, prefix: str) -> str:
        """Add a self-attention block."""
        graph = self._graph
        inputs = [*self._projections(tokens, prefix), mask]
        mixed = graph.add("MultiHeadAttention", inputs, MICROSOFT, num_heads=HEADS)
        weight, bias = self._dense(prefix + "attention.output.dense")
        output, _ = graph.matmul(prefix + "attention.output", weight, graph.quantise(mixed))
        bias_name = graph.constant(prefix + "attention.output.bias", bias, np.float32)
        return self._norm(output, tokens, bias_name, prefix + "attention.output.LayerNorm")

    def _projections(self, tokens: str, prefix: str) -> list[str]:
        """Add the query, key and value projections; give their names and that of their bias."""
        graph = self._graph
        divisors = np.ones(HIDDEN, dtype=np.float32)
        divisors[list(QKV_DIVISORS)] = list(QKV_DIVISORS.values())
        factors = graph.constant("qkv.factors", 1 / divisors, np.float32)
        quantised = graph.quantise(graph.add("Mul", [tokens, factors]))
        projections: list[str] = []
        biases: list[FloatArray] = []
        for part in ("query", "key", "value"):
            weight, bias = self._dense(prefix + f"attention.self.{part}")
            weight *= divisors[:, None]
            projections.append(graph.matmul(prefix + part, weight, quantised)[0])
            biases.append(bias)
        bias_name = graph.constant(prefix + "qkv.bias", np.concatenate(biases), np.float32)
        return [*projections, bias_name]

    def _feed_forward(self, tokens: str, layer: int, prefix: str) -> str:
        """Add a feed-forward block; its outlier neurons are computed in float beside the others."""
        graph = self._graph
        first, first_bias = self._dense(prefix + "intermediate.dense")
        second, second_bias = self._dense(prefix + "output.dense")
        neurons = list(FLOAT_NEURONS.get(layer, ()))
        aside = ""
        if neurons:
            parts = first[:, neurons], first_bias[neurons], second[neurons]
            aside = self._float_neurons(tokens, prefix + "outliers", *parts)
            # In the quantised part they are GELU(0) = 0.
            first[:, neurons], first_bias[neurons], second[neurons] = 0, 0, 0
        hidden, _ = graph.matmul(prefix + "intermediate", first, graph.quantise(tokens))
        bias = graph.constant(prefix + "intermediate.bias", first_bias, np.float32)
        hidden = graph.add("BiasGelu", [hidden, bias], MICROSOFT)
        quantised = graph.quantise_after_gelu(hidden)
        output, unshift = graph.matmul(prefix + "output", second, quantised)
        if aside:
            output = graph.add("Add", [output, aside])
        bias = graph.constant(prefix + "output.bias", second_bias + unshift, np.float32)
        return self._norm(output, tokens, bias, prefix + "output.LayerNorm")

    def _float_neurons(
        self, tokens: str, name: str, first: FloatArray, bias: FloatArray, second: FloatArray
    ) -> str:
        """Add some feed-forward neurons in float, without the second bias."""
        graph = self._graph
        inner = graph.constant(name + ".first", first, np.float32)
        bias_name = graph.constant(name + ".bias", bias, np.float32)
        outer = graph.constant(name + ".second", second, np.float32)
        hidden = graph.add("MatMul", [tokens, inner])
        hidden = graph.add("BiasGelu", [hidden, bias_name], MICROSOFT)
        return graph.add("MatMul", [hidden, outer])
