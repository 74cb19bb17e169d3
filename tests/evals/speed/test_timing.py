from evals.speed.timing import percentile, shares, timed


def test_a_call_gives_its_value_and_its_seconds():
    seconds, value = timed(sorted, [2, 1], reverse=True)
    assert value == [2, 1]
    assert seconds > 0


def test_percentiles_fall_between_values():
    assert percentile([1.0, 2.0, 3.0], 50) == 2.0
    assert percentile([0.0, 10.0], 95) == 9.5


def test_no_question_is_in_two_shares():
    questions = [str(number) for number in range(11)]
    parts = shares(questions, rounds=2)
    assert [len(part) for part in parts] == [4, 4, 3]
    assert sorted(one for part in parts for one in part) == sorted(questions)
    assert parts == shares(questions, rounds=2)


def test_too_few_questions_are_in_every_share():
    assert shares(["one"], rounds=2) == [["one"], ["one"], ["one"]]
