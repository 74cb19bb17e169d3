from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode

from evals.reverse_order import ReverseOrder


def found(count):
    return [NodeWithScore(node=TextNode(id_=f"p{n}"), score=1.0 - n / 10) for n in range(count)]


def order(nodes):
    return [node.node.node_id for node in nodes]


def test_what_was_found_last_comes_first():
    turned = ReverseOrder().postprocess_nodes(found(4), query_bundle=QueryBundle("蜜蜂?"))
    assert order(turned) == ["p3", "p2", "p1", "p0"]
    assert [node.score for node in turned] == [0.7, 0.8, 0.9, 1.0]


def test_what_it_was_given_is_left_as_it_was():
    given = found(3)
    ReverseOrder().postprocess_nodes(given)
    assert order(given) == ["p0", "p1", "p2"]


def test_nothing_stays_nothing():
    assert ReverseOrder().postprocess_nodes([]) == []


def test_it_says_what_it_is_called():
    assert ReverseOrder.class_name() == "ReverseOrder"
    assert ReverseOrder().to_dict()["class_name"] == "ReverseOrder"
