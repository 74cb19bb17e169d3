"""What ``askpapers eval`` and its verbs say of themselves."""

HELP = """\
Measure answers and retrieval, and tell whether a change made them better.

\b
Examples:
  askpapers eval run evals/sets/icml2025.jsonl --corpus evals/corpus --name before
  askpapers eval report before
  askpapers eval compare before after --gate evals/gate.toml
"""

RUN_HELP = """\
Ask the questions of sets through the same chain as your own, and keep every answer with its
scores, in runs/NAME.json.

A set is a JSON Lines file of questions, or the folder of a retrieval benchmark (BEIR's layout:
corpus, queries, qrels; packed or not; or SciFact's, with its claims), whose corpus is read into
a store of its own once. Questions of a file are asked of your store, or of the lists that
--corpus names.

\b
Examples:
  askpapers eval run evals/sets/icml2025.jsonl --corpus evals/corpus
  askpapers eval run questions.jsonl --limit 20 --set k=20 --name wider
  askpapers eval run --split train path/to/scifact
  askpapers eval run questions.jsonl --set rag.relevance.ANSWERED_FROM=0.5
  askpapers eval run questions.jsonl --limit 20 --set k=20 --name wider --resume

\b
A question is a line like this; all but "question" may be left out:
  {"id": "q1", "question": "…", "papers": ["title, id or source of a paper that answers it"],
   "facts": [["8 models", "eight models"]], "total": 3, "reference": "…", "kind": "fact",
   "language": "en", "split": "dev", "conversation": ["what was asked before"]}
"answerable": false marks one that cannot be answered; "reason" may say why (not_in_corpus,
not_in_abstract).

\b
Settings for --set: encoder, multilingual_encoder, k, reranker (module:Class of a llama-index
postprocessor), judge and judge_url (a model that grades answers too), citation_judge (check or
model), price_in and price_out (of a million tokens), and any number in capitals in a module of
rag/, by its place (rag.retrieve.NAMED_BONUS=3).

A run that was cut short goes on when it is called again with --resume. The exit code is 1 when
a question failed.
"""

REPORT_HELP = """\
Read about one run, or several side by side: figures with their intervals, plots, and the worst
questions first. Prints Markdown, and writes a web page that needs no network.

\b
Examples:
  askpapers eval report 2026-12-01-101500
  askpapers eval report before after --html both.html
"""

COMPARE_HELP = """\
Tell whether run B is better than run A: each measure's difference with its interval and a paired
test, and the questions that changed with both answers.

\b
Examples:
  askpapers eval compare before after
  askpapers eval compare before after --html changes.html
  askpapers eval compare before after --gate evals/gate.toml

With --gate the exit code is 1 when B misses a figure or has lost more than the file allows; what
fell is listed.
"""
