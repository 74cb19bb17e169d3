"""The chain is opened over a store as the chat opens it; what cannot be used is named."""

import pytest

from evals.chain import Chain, Encoders, load_reranker
from evals.reverse_order import ReverseOrder
from index_store.errors import SettingError, StoreForeign, StoreMissing
from index_store.ingest import ingest
from index_store.settings import DEFAULT_ENCODER


@pytest.fixture(scope="module")
def encoders(stand_in):
    return Encoders(stand_in(), None)


@pytest.fixture(scope="module")
def store(animals, encoders, tmp_path_factory):
    folder = tmp_path_factory.mktemp("chain") / "store"
    ingest([animals / "corpus.jsonl"], store=folder, encoder=encoders.main)
    return folder


@pytest.fixture
def opened(store, encoders):
    """Opens the chain over the store, and closes it again."""
    chains = []

    def opened(**options):
        chains.append(Chain.open(store, encoders, **options))
        return chains[-1]

    yield opened
    for chain in chains:
        chain.store.close()


def ids(result):
    return [hit.paper.paper_id for hit in result.retrieved]


def test_the_chain_holds_every_paper(opened):
    titles = {paper.title for paper in opened().all_papers}
    assert titles == {
        "WaggleNet: Reading the Dance of Bees",
        "Scent Trails of Ants",
        "How Owls Hunt by Ear",
    }


def test_it_asks_for_as_many_papers_as_it_is_told(opened):
    assert (opened().k, opened(k=3).k) == (10, 3)


def test_a_reranker_puts_what_was_found_into_its_order(opened):
    question = "How do ants follow trails of scent?"
    plain = ids(opened().assistant.search(question))
    assert len(plain) == 3
    turned = opened(reranker=load_reranker("evals.reverse_order:ReverseOrder"))
    assert ids(turned.assistant.search(question)) == plain[::-1]
    assert ids(turned.assistant.search(question, k=1)) == plain[-1:]


def test_without_a_store_there_is_no_chain(tmp_path, encoders):
    with pytest.raises(StoreMissing, match="there is no store"):
        Chain.open(tmp_path / "none", encoders)
    assert not (tmp_path / "none").exists()


def test_nor_with_another_encoder_than_wrote_the_store(store, stand_in):
    with pytest.raises(StoreForeign, match="was encoded with"):
        Chain.open(store, Encoders(stand_in("another"), None))


def test_encoders_are_told_by_what_they_are_for(stand_in):
    both = Encoders(stand_in("main"), stand_in("many", dimension=16)).identities
    assert list(both) == ["encoder", "multilingual_encoder"]
    assert "main (8 dimensions)" in both["encoder"]
    assert "many (16 dimensions)" in both["multilingual_encoder"]
    assert list(Encoders(stand_in("main"), None).identities) == ["encoder"]


def test_encoders_are_loaded_by_their_names():
    found = Encoders.named(DEFAULT_ENCODER, "none")
    assert found.multilingual is None
    assert found.identities["encoder"].startswith(DEFAULT_ENCODER)


@pytest.mark.parametrize("names", [("nothing", "none"), (DEFAULT_ENCODER, "nothing"), ("", "none")])
def test_an_encoder_that_is_not_there_is_named(names):
    with pytest.raises(SettingError, match="there is no encoder"):
        Encoders.named(*names)


def test_a_reranker_is_loaded_by_its_place():
    assert isinstance(load_reranker("evals.reverse_order:ReverseOrder"), ReverseOrder)
    assert load_reranker("none") is None


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere:Nothing", "cannot make the reranker nowhere:Nothing: No module"),
        ("evals.reverse_order:Nothing", "has no attribute 'Nothing'"),
        ("evals.reverse_order", "write it as module:Class"),
        ("evals.reverse_order:", "write it as module:Class"),
        (":ReverseOrder", "write it as module:Class"),
        ("", "write it as module:Class"),
        (".reverse_order:ReverseOrder", "write it as module:Class"),
        ("重排:重排", "cannot make the reranker 重排:重排"),
        ("evals.reverse_order:annotations.compiler_flag", "write it as module:Class"),
        # It is one, but cannot be made without arguments.
        ("llama_index.core.postprocessor.types:BaseNodePostprocessor", "write it as module:Class"),
        ("evals.measures:Measure", "write it as module:Class"),
        ("builtins:dict", "builtins:dict is not a llama-index postprocessor"),
        ("evals.provenance:versions", "is not a llama-index postprocessor"),
    ],
)
def test_what_is_no_reranker_is_named(name, message):
    with pytest.raises(SettingError, match=message) as raised:
        load_reranker(name)
    assert raised.value.name == "reranker"
