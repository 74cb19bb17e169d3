"""Every command in the README works, in the order a reader would type them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PROGRAM = Path(sys.executable).with_name("askpapers")


def shell_commands() -> list[str]:
    """The lines of all ```sh blocks but the `make` ones, which a clean clone runs."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines() if line.strip()]
    return [line for line in lines if not line.startswith("make ")]


def make_commands() -> list[str]:
    return re.findall(r"^make (\w+)$", README, flags=re.MULTILINE)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample lists and the question sets where the README has them."""
    folder = tmp_path_factory.mktemp("desk")
    for name in ("evals/corpus", "evals/sets"):
        shutil.copytree(ROOT / name, folder / name)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("command", shell_commands())
def test_command(command: str, desk: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ASKPAPERS_")}
    path = f"{PROGRAM.parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", command],
        cwd=desk,
        env={**kept, "PATH": path, "ASKPAPERS_STORE": str(desk / "store")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_there_are_commands_to_try() -> None:
    assert len(shell_commands()) > 10
    assert make_commands() == ["run", "test"]


def test_make_has_the_verbs_the_readme_names() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for verb in make_commands():
        assert f"\n{verb}: " in makefile


def test_every_link_to_a_file_leads_somewhere() -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)\)", README)
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_every_variable_is_explained() -> None:
    from index_store.settings import PREFIX, Settings

    for name in Settings.names():
        assert f"`{PREFIX}{name.upper()}`" in README
