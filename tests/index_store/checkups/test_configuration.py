from pathlib import Path

import pytest

from index_store.checkups import configuration
from index_store.settings import Settings, default_store


def lines(environ, store=None):
    found = configuration.findings(*configuration.load(environ, store=store))
    return {each.name: each for each in found}


def test_each_setting_says_where_it_came_from():
    found = lines({"ASKPAPERS_ENCODER": "openai:x"}, Path("/papers"))
    assert list(found) == list(Settings.names())
    assert found["store"].data == {"value": "/papers", "origin": "option", "set_by": "--store"}
    assert found["encoder"].text == "openai:x (ASKPAPERS_ENCODER)"
    assert found["multilingual_encoder"].text.endswith("(default)")
    assert {each.state for each in found.values()} == {"ok"}


def test_a_misspelt_setting_is_a_fault_and_the_others_hold():
    found = lines({"ASKPAPERS_STROE": "/x", "ASKPAPERS_ZZ": "1", "ASKPAPERS_ENCODER": "e"})
    assert found["ASKPAPERS_STROE"].state == "fault"
    assert found["ASKPAPERS_STROE"].remedy == "did you mean ASKPAPERS_STORE?"
    assert found["ASKPAPERS_ZZ"].state == "fault"
    assert found["encoder"].data["value"] == "e"


@pytest.mark.parametrize(
    ("environ", "store", "name"),
    [
        ({"ASKPAPERS_STORE": "~no such user/x"}, None, "ASKPAPERS_STORE"),
        ({}, Path("~no such user/x"), "--store"),
    ],
)
def test_a_store_that_cannot_be_is_a_fault_and_the_default_holds(environ, store, name):
    found = lines(environ, store)
    assert found[name].state == "fault"
    assert "no such user" in found[name].text
    assert found["store"].data["value"] == str(default_store())


def test_a_bad_option_and_a_bad_variable_are_both_told():
    found = lines({"ASKPAPERS_STORE": "~no such user"}, Path("~nor this one"))
    assert {"--store", "ASKPAPERS_STORE"} < set(found)
