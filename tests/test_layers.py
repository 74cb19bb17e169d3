"""Who may import whom, where Import Linter has no word for it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("ui", "evals", "rag", "index_store")
HEAVY = (
    "chromadb",
    "llama_index",
    "onnxruntime",
    "tokenizers",
    "numpy",
    "bm25s",
    "gradio",
    "openai",
)


def imports(path: Path) -> set[str]:
    """Every module a file imports, at its top or inside a function."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return found


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def importers(wanted: str) -> set[str]:
    """The project's files that import a module or something of it."""
    return {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in modules(package)
        if any(name == wanted or name.startswith(f"{wanted}.") for name in imports(path))
    }


@pytest.mark.parametrize(
    ("package", "may_import"),
    [
        ("index_store", set()),
        ("rag", {"index_store"}),
        ("evals", {"rag", "index_store"}),
        ("ui", {"rag", "index_store", "evals"}),
    ],
)
def test_packages_import_downwards_only(package: str, may_import: set[str]) -> None:
    forbidden = set(PACKAGES) - may_import - {package}
    wrong = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in modules(package)
        for name in imports(path)
        if name.partition(".")[0] in forbidden
    }
    assert wrong == set()


def test_chroma_is_imported_in_one_module() -> None:
    allowed = {"index_store/connection.py", "evals/speed/raw_chroma.py"}
    assert importers("chromadb") <= allowed


def test_gradio_stays_in_ui() -> None:
    assert {path for path in importers("gradio") if not path.startswith("ui/")} == set()


def test_only_the_command_line_reaches_the_evaluation() -> None:
    outside = {path for path in importers("evals") if not path.startswith("evals/")}
    assert {path for path in outside if not path.startswith("ui/commands/")} == set()


def test_settings_are_a_leaf() -> None:
    own = {name for name in imports(ROOT / "index_store/settings.py") if name.startswith(PACKAGES)}
    assert {name for name in own if not name.startswith("index_store.errors")} == set()


@pytest.mark.parametrize("arguments", [["--help"], ["ask", "--help"], ["papers", "show", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import sys\nfrom ui.cli import main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print(*sys.modules, sep='\\n', file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in done.stderr.splitlines()}
    assert loaded & set(HEAVY) == set()
    assert "typer" in loaded
