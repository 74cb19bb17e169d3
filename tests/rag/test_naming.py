from rag.naming import mask, name_like, names_in, unmentioned_names


def test_names_are_found_as_whole_words():
    names = ("MERIT", "HDM", "Agent Workflow Memory")
    assert names_in("Is HDM faster than MERIT?", names) == ("MERIT", "HDM")
    assert names_in("Is HDM-HB faster?", names) == ()
    assert names_in("what is agent workflow memory", names) == ("Agent Workflow Memory",)


def test_a_name_that_is_a_plain_word_must_be_written_as_a_name():
    assert names_in("On its merit, which peaks?", ("MERIT", "PEAKS")) == ()
    assert names_in("On MERIT or PEAKS?", ("MERIT", "PEAKS")) == ("MERIT", "PEAKS")


def test_who_writes_all_in_lower_case_means_the_name():
    assert names_in("what does peaks stand for", ("PEAKS",)) == ("PEAKS",)


def test_a_name_with_signs_is_no_pattern():
    assert names_in("What is Optimistic^3?", ("Optimistic^3",)) == ("Optimistic^3",)
    assert names_in("What is a+b?", ("a.b",)) == ()


def test_a_name_stands_by_chinese_words_without_a_space():
    assert names_in("PEAKS是什么？", ("PEAKS",)) == ("PEAKS",)
    assert names_in("请介绍MERIT优化器", ("MERIT",)) == ("MERIT",)


def test_masking_takes_the_name_out_and_leaves_the_rest():
    masked = mask("On how many models was HarmoniCa tested?", ("HarmoniCa",))
    assert "HarmoniCa" not in masked
    assert masked.startswith("On how many models was ")
    assert masked.endswith(" tested?")


def test_masking_takes_the_longest_name_first():
    masked = mask("What is IL-SOAR?", ("SOAR", "IL-SOAR"))
    assert "IL" not in masked
    assert "SOAR" not in masked


def test_masking_without_names_changes_nothing():
    assert mask("What is graph rewiring?", ()) == "What is graph rewiring?"


def test_words_like_names():
    assert name_like("Is HDM-HB trained on CIFAR-10 with GPT2 or RestoreGrad?") == (
        "HDM-HB",
        "CIFAR-10",
        "GPT2",
        "RestoreGrad",
    )
    assert name_like("is it better than Adam") == ("Adam",)


def test_words_like_names_come_in_the_order_of_the_text():
    assert name_like("Is it better than Adam and SGD?") == ("Adam", "SGD")


def test_plain_words_and_everyday_acronyms_are_no_names():
    assert name_like("What are the limits of graph rewiring?") == ()
    assert name_like("How many GPUs do LLMs need in RL?") == ()


def test_unmentioned_names(paper_of):
    hdm = paper_of("Provable and Practical")
    assert unmentioned_names("Is HDM better than Adam?", hdm) == ("Adam",)
    assert unmentioned_names("Does HDM match L-BFGS with Nesterov momentum?", hdm) == ()
