"""The figures make_minilm.py prints, and the golden vectors it writes.

They say how near the int8 vectors are to the float model's, and that no pair of int8 products can
saturate a 16-bit register, be it by the weights' range or in emulation.
"""

from __future__ import annotations

import json

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

from index_store.models.minilm_source import WEIGHTS_SHA256
from index_store.models.minilm_vectors import MAX_LENGTH, Vectors, inputs_of, open_session

LONG_TEXT = (
    "Dense retrieval maps questions and passages to vectors of a few hundred numbers, and ranks "
    "passages by the angle between them. Lexical retrieval counts the words that both share. The "
    "two fail on different questions: the first blurs names and numbers, the second misses what "
    "was said in other words. "
)

GOLDEN_TEXTS: tuple[str, ...] = (
    "A cat sat on the mat.",
    "Which papers propose a benchmark for retrieval-augmented generation?",
    "We prove that the regret is at most $O(\\sqrt{T \\log K})$ for any $K \\geq 2$ arms.",
    "大型语言模型可以回答关于论文摘要的问题。",
    "Graph neural networks over-smooth when they are deep.",
    "Diffusion models (DDPM, 2020) beat GANs on FID: 3.17 vs. 8.32 on CIFAR-10.",
    "naïve café résumé Schrödinger's Ångström",
    ".",
    LONG_TEXT,
    (
        "Post-hoc attribution methods explain the predictions of a deep network by highlighting "
        "the input pixels that matter. We show that small perturbations of the input change the "
        "map while the prediction stays the same, and give the first certificate that holds for "
        "each pixel, for any black-box method. Twelve methods are compared on five ImageNet "
        "models, with $\\ell_2$-bounded perturbations of radius $\\epsilon \\leq 0.5$."
    ),
    (
        "BACKGROUND: Vitamin D deficiency is common among patients in intensive care. METHODS: In "
        "this double-blind trial, 492 patients were randomly assigned to receive 540,000 IU of "
        "vitamin D3 or placebo. RESULTS: The median length of stay was 20.1 days (IQR 11.1-33.3) "
        "against 19.3 days (IQR 11.1-34.9; P = 0.98). CONCLUSION: Vitamin D3 did not shorten the "
        "hospital stay, nor did it lower mortality at 28 days."
    ),
    LONG_TEXT * 7,
)


def cosines(left: Vectors, right: Vectors) -> str:
    """Describe how alike two sets of unit vectors are."""
    values = (left * right).sum(axis=1)
    return f"cosine min {values.min():.5f} mean {values.mean():.5f} over {len(values)} texts"


def golden(texts: list[str], floats: Vectors, ints: Vectors, model_hash: str) -> str:
    """Return the golden vectors as JSON."""
    entries = [
        {
            "text": text,
            "float": [round(float(x), 6) for x in float_row],
            "int8": [round(float(x), 6) for x in int_row],
        }
        for text, float_row, int_row in zip(texts, floats, ints, strict=True)
    ]
    document = {
        "weights_sha256": WEIGHTS_SHA256,
        "model_sha256": model_hash,
        "max_length": MAX_LENGTH,
        "texts": entries,
    }
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"


def weight_range(model: onnx.ModelProto) -> tuple[int, int]:
    """Return the smallest and largest quantised MatMul weight of a model."""
    matrices = [matrix for _, matrix in _int8_matmuls(model)]
    return min(int(m.min()) for m in matrices), max(int(m.max()) for m in matrices)


def count_saturations(model: onnx.ModelProto, tokenizer: Tokenizer, texts: list[str]) -> str:
    """Redo every int8 MatMul of some texts in saturating arithmetic.

    Args:
        model: The quantised model.
        tokenizer: Its tokenizer.
        texts: The texts, which are encoded one by one.

    Returns:
        A line that says how many pairs saturated, and the largest error of a product that this
        made, relative to the largest of the exact product.
    """
    matmuls = _int8_matmuls(model)
    names = sorted({name for name, _ in matmuls})
    session = open_session(_with_outputs(model, names).SerializeToString())
    saturated, pairs, worst = 0, 0, 0.0
    for text in texts:
        values = session.run(names, inputs_of(tokenizer, [text]))
        activations = dict(zip(names, values, strict=True))
        for name, right in matmuls:
            left = activations[name][0]
            product, count = saturating_product(left, right)
            exact = left.astype(np.int32) @ right.astype(np.int32)
            saturated += count
            pairs += left.shape[0] * left.shape[1] // 2 * right.shape[1]
            worst = max(worst, float(np.abs(product - exact).max() / np.abs(exact).max()))
    return f"{saturated:,} of {pairs:,} pairs saturate; largest relative error {worst:.2g}"


def saturating_product(
    left: npt.NDArray[np.uint8], right: npt.NDArray[np.int8]
) -> tuple[npt.NDArray[np.int32], int]:
    """Multiply as pmaddubsw does: pairs of u8*s8 products are added in saturating 16 bits.

    Returns:
        The product, and how many pairs saturated.
    """
    total = np.zeros((left.shape[0], right.shape[1]), dtype=np.int32)
    saturated = 0
    wide_left, wide_right = left.astype(np.int32), right.astype(np.int32)
    for start in range(0, left.shape[1], 2):
        pairs = np.outer(wide_left[:, start], wide_right[start])
        pairs += np.outer(wide_left[:, start + 1], wide_right[start + 1])
        clipped = np.clip(pairs, -32768, 32767)
        saturated += int(np.count_nonzero(clipped != pairs))
        total += clipped
    return total, saturated


def _int8_matmuls(model: onnx.ModelProto) -> list[tuple[str, npt.NDArray[np.int8]]]:
    """Return the name of the activations and the weights of every int8 MatMul, in order."""
    constants = {tensor.name: tensor for tensor in model.graph.initializer}
    return [
        (node.input[0], numpy_helper.to_array(constants[node.input[1]]).astype(np.int8))
        for node in model.graph.node
        if node.op_type == "MatMulIntegerToFloat"
    ]


def _with_outputs(model: onnx.ModelProto, names: list[str]) -> onnx.ModelProto:
    """Copy a model, and have it give some of its quantised activations too."""
    traced = onnx.ModelProto()
    traced.CopyFrom(model)
    traced.graph.output.extend(
        helper.make_tensor_value_info(name, TensorProto.UINT8, None) for name in names
    )
    return traced
