import subprocess
import sys
from pathlib import Path

import pytest

from index_store.errors import SettingError
from index_store.settings import DEFAULT_ENCODER, Origin, Settings, default_store


def test_defaults_need_no_environment():
    settings = Settings.load({})
    assert settings == Settings(default_store(), DEFAULT_ENCODER)
    assert settings.store.name == "askpapers"
    assert settings.store.is_absolute()


def test_the_environment_sets_store_and_encoder():
    environ = {"ASKPAPERS_STORE": "/data/papers", "ASKPAPERS_ENCODER": "openai:x", "HOME": "/root"}
    assert Settings.load(environ) == Settings(Path("/data/papers"), "openai:x")


def test_what_the_command_line_gives_goes_first_and_none_is_not_given():
    environ = {"ASKPAPERS_STORE": "/data/papers", "ASKPAPERS_ENCODER": "openai:x"}
    settings = Settings.load(environ, store=Path("/other"), encoder=None)
    assert settings == Settings(Path("/other"), "openai:x")


def test_an_empty_variable_counts_as_not_set():
    assert Settings.load({"ASKPAPERS_STORE": ""}).store == default_store()


def test_a_store_is_absolute_and_may_start_at_home(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert Settings.load({}, store="~/papers").store == tmp_path / "papers"
    assert Settings.load({}, store="papers").store == tmp_path / "papers"


def test_each_value_says_where_it_came_from():
    environ = {"ASKPAPERS_STORE": "/data/papers", "ASKPAPERS_ENCODER": "openai:x"}
    settings = Settings.load(environ, store=Path("/other"))
    assert settings.origin("store") == Origin("option", "--store")
    assert settings.origin("encoder") == Origin("environment", "ASKPAPERS_ENCODER")
    assert settings.origin("multilingual_encoder") == Origin("default")
    assert [str(settings.origin(name)) for name in Settings.names()] == [
        "--store",
        "ASKPAPERS_ENCODER",
        "default",
    ]


def test_settings_that_were_not_loaded_are_all_defaults():
    assert Settings(Path("/papers")).origin("store") == Origin("default")


@pytest.mark.parametrize(
    ("environ", "options", "name"),
    [
        ({"ASKPAPERS_STORE": "~no such user/x"}, {}, "ASKPAPERS_STORE"),
        ({}, {"store": Path("~no such user/x")}, "--store"),
    ],
)
def test_a_home_that_is_not_there_is_refused(environ, options, name):
    with pytest.raises(SettingError, match=r"no such user.*; write") as caught:
        Settings.load(environ, **options)
    assert caught.value.name == name


def test_a_misspelt_variable_is_refused_with_the_nearest_one():
    with pytest.raises(SettingError, match="did you mean ASKPAPERS_STORE") as caught:
        Settings.load({"ASKPAPERS_STOER": "/data"})
    assert caught.value.name == "ASKPAPERS_STOER"


def test_an_unknown_variable_is_refused_with_those_there_are():
    with pytest.raises(
        SettingError, match="ASKPAPERS_ENCODER, ASKPAPERS_MULTILINGUAL_ENCODER, ASKPAPERS_STORE"
    ):
        Settings.load({"ASKPAPERS_ZZ": "1"})


def test_an_unknown_override_is_a_programming_error():
    with pytest.raises(TypeError):
        Settings.load({}, colour="red")


def test_settings_errors_and_papers_load_no_heavy_library():
    heavy = "chromadb onnxruntime llama_index bm25s tokenizers numpy"
    code = (
        "import sys, index_store.settings, index_store.errors, index_store.papers;"
        f"print([name for name in {heavy.split()} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
