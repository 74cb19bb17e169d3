from functools import partial

import pytest

from index_store.checkups import encoding, examination, machine, stores, versions
from index_store.checkups.findings import Topic
from index_store.stamps import Identity

IDENTITY = {"name": "stand-in", "dimension": 4, "sha256": ""}


def made(name):
    yield Topic(f"encoder {name}").ok("model", name, data={"identity": IDENTITY})


@pytest.fixture
def topics(monkeypatch, tmp_path):
    """Runs every check with encoders that are in order: topics, each once, in order."""
    monkeypatch.setattr(encoding, "findings", made)

    def run(**environ):
        found = examination.examine(environ, store=tmp_path / "none")
        return list(dict.fromkeys(each.topic for each in found))

    return run


def test_each_encoder_that_is_named_is_looked_at_once(topics):
    encoders = [name for name in topics() if name.startswith("encoder")]
    assert encoders == ["encoder minilm-l6-v2-int8", "encoder use-multilingual-v3"]
    given = {"ASKPAPERS_ENCODER": "x:Y", "ASKPAPERS_MULTILINGUAL_ENCODER": "x:Y"}
    assert [name for name in topics(**given) if name.startswith("encoder")] == ["encoder x:Y"]
    assert "encoder none" not in topics(ASKPAPERS_MULTILINGUAL_ENCODER="none")


def test_the_store_is_compared_with_what_the_encoders_are(topics, monkeypatch):
    seen = []
    monkeypatch.setattr(stores, "findings", lambda settings, known: seen.append(known) or ())
    topics(ASKPAPERS_ENCODER="one:One", ASKPAPERS_MULTILINGUAL_ENCODER="none")
    assert seen == [{"one:One": Identity("stand-in", 4)}]


@pytest.mark.parametrize("module", [versions, encoding, stores, machine])
def test_a_check_that_fails_hides_no_other(topics, monkeypatch, module):
    whole = topics()

    def fail(*arguments):
        raise RuntimeError("no")

    monkeypatch.setattr(module, "findings", partial(fail))
    assert topics() == whole
