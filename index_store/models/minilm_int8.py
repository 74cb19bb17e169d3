"""Writes an ONNX graph node by node, and quantises what its int8 MatMuls multiply.

How the weights are quantised: signed int8 within a limit, one scale per output column. How the
activations are: u8 while the model runs, one scale per token, with no calibration. The reasons
are in minilm_graph.py.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import onnx
from onnx import helper, numpy_helper

MICROSOFT = "com.microsoft"

GELU_SHIFT = 0.17
"""GELU(x) >= -0.16998 for every x."""

FloatArray = npt.NDArray[np.float32]


class Quantised(NamedTuple):
    """Activations in u8, and what turns them back into numbers.

    Attributes:
        tokens: Name of the quantised activations, (batch, sequence, channels).
        peak: Name of each token's largest magnitude, which they were divided by.
        scale: Name of the scale of the divided activations.
        zero: Name of their zero point.
        shift: What was added to them beforehand.
    """

    tokens: str
    peak: str
    scale: str
    zero: str
    shift: float


def quantise_columns(weight: FloatArray, limit: int) -> tuple[npt.NDArray[np.int8], FloatArray]:
    """Quantise a matrix symmetrically, with one scale per column.

    Args:
        weight: The matrix, inputs by outputs.
        limit: The largest magnitude of a quantised weight.

    Returns:
        The int8 matrix and the scale of each column.
    """
    peak = np.abs(weight).max(axis=0)
    scale = np.where(peak == 0, np.float32(1), peak / np.float32(limit)).astype(np.float32)
    return np.clip(np.rint(weight / scale), -limit, limit).astype(np.int8), scale


class Int8Graph:
    """The nodes and constants of a graph while it is written.

    Attributes:
        nodes: The nodes so far.
        constants: The constants so far, by name.
    """

    def __init__(self, limit: int) -> None:
        """Start with nothing.

        Args:
            limit: The largest magnitude of a quantised MatMul weight.
        """
        self._limit = limit
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}

    def constant(self, name: str, value: npt.ArrayLike, dtype: npt.DTypeLike) -> str:
        """Add a constant, once, and return its name."""
        if name not in self.constants:
            array = np.ascontiguousarray(np.asarray(value, dtype=dtype))
            self.constants[name] = numpy_helper.from_array(array.reshape(np.shape(value)), name)
        return name

    def add(
        self,
        operator: str,
        inputs: list[str],
        domain: str = "",
        **attributes: int | float | list[int],
    ) -> str:
        """Add a node with one output and return the output's name."""
        name = f"{operator}_{len(self.nodes)}"
        node = helper.make_node(operator, inputs, [name], name=name, domain=domain)
        node.attribute.extend(
            helper.make_attribute(key, value) for key, value in sorted(attributes.items())
        )
        self.nodes.append(node)
        return name

    def quantise(self, tokens: str) -> Quantised:
        """Quantise activations to u8, symmetric around 128, with one scale per token.

        Args:
            tokens: The activations, (batch, sequence, channels).

        Returns:
            The quantised activations.
        """
        peak = self._peak(self.add("Abs", [tokens]))
        scale = self.constant("grid.symmetric.scale", np.float32(1 / 127), np.float32)
        zero = self.constant("grid.symmetric.zero", np.uint8(128), np.uint8)
        return self._quantised(tokens, peak, scale, zero, 0.0)

    def quantise_after_gelu(self, tokens: str) -> Quantised:
        """Quantise what GELU gave: shifted to be positive, it takes the whole range of u8.

        Args:
            tokens: The activations, (batch, sequence, channels).

        Returns:
            The quantised activations.
        """
        shift = self.constant("gelu.shift", np.float32(GELU_SHIFT), np.float32)
        shifted = self.add("Add", [tokens, shift])
        peak = self._peak(shifted)
        scale = self.constant("grid.positive.scale", np.float32(1 / 255), np.float32)
        zero = self.constant("grid.positive.zero", np.uint8(0), np.uint8)
        return self._quantised(shifted, peak, scale, zero, GELU_SHIFT)

    def _peak(self, magnitudes: str) -> str:
        """Add the largest magnitude of each token."""
        return self.add("ReduceMax", [magnitudes], axes=[-1], keepdims=1)

    def _quantised(self, tokens: str, peak: str, scale: str, zero: str, shift: float) -> Quantised:
        """Divide activations by their peak and quantise them."""
        unit = self.add("Div", [tokens, peak])
        rounded = self.add("QuantizeLinear", [unit, scale, zero])
        return Quantised(rounded, peak, scale, zero, shift)

    def matmul(self, name: str, weight: FloatArray, quantised: Quantised) -> tuple[str, FloatArray]:
        """Add an int8 MatMul of quantised activations, without its bias.

        Args:
            name: What its constants are named after.
            weight: The float weight, inputs by outputs.
            quantised: The activations.

        Returns:
            The product's name, and what is to be added to the bias to undo the shift.
        """
        matrix, scale = quantise_columns(weight, self._limit)
        inputs = [
            quantised.tokens,
            self.constant(name + ".int8", matrix, np.int8),
            quantised.scale,
            self.constant(name + ".scale", scale, np.float32),
            quantised.zero,
            self.constant(name + ".zero", np.zeros(scale.shape, np.int8), np.int8),
        ]
        product = self.add("MatMulIntegerToFloat", inputs, MICROSOFT)
        column_sums = matrix.sum(axis=0, dtype=np.int64) * scale.astype(np.float64)
        unshift = -quantised.shift * column_sums
        return self.add("Mul", [product, quantised.peak]), unshift.astype(np.float32)
