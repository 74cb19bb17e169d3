"""A run, kept: what was asked, what was answered, how it scored, and under which settings.

One JSON file a run, ``<name>.json``. While it runs, a line a question goes to
``<name>.partial.jsonl``, so that a killed run can go on. What differs from one run of the same
settings to the next, the times, is kept apart from all the rest.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from index_store.errors import InputError

FORMAT = 1
SUFFIX, PARTIAL = ".json", ".partial.jsonl"
PACKED = ".gz"
"""Ends the name of a run's file that is kept packed."""


@dataclass(frozen=True, slots=True)
class Header:
    """Under which settings a run was made; two runs of one header should not differ.

    Attributes:
        settings: by name, as given or by default.
        versions: of askpapers, Python and the packages that matter.
        commit: of the project's checkout, "" outside of one.
        encoders: name and file hash of each.
        corpus: papers and snapshot of the store that the question files were asked of.
        sets: name, path, hash and number of questions of each set.
    """

    settings: Mapping[str, Any]
    versions: Mapping[str, str]
    commit: str
    encoders: Mapping[str, str]
    corpus: Mapping[str, Any]
    sets: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question of a run.

    Attributes:
        set_name: the set it is of.
        gold: the item as the set has it: papers, facts, reason, total, reference.
        answer: the answer's contract object, without its times; of a benchmark the ranking.
        scores: by measure; a measure that does not apply is not there.
        timings_ms: milliseconds a stage.
        error: why there is no answer, "" when there is one.
    """

    set_name: str
    item_id: str
    question: str
    language: str = ""
    kind: str = ""
    split: str = ""
    tags: tuple[str, ...] = ()
    conversation: tuple[str, ...] = ()
    gold: Mapping[str, Any] = field(default_factory=dict)
    answer: Mapping[str, Any] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    error: str = ""

    @property
    def key(self) -> str:
        """What a question is called across runs."""
        return f"{self.set_name}/{self.item_id}"


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run.

    Attributes:
        name: that of its file.
        started: when, in ISO 8601, UTC.
    """

    name: str
    header: Header
    asked: tuple[Asked, ...]
    started: str = ""

    @property
    def by_key(self) -> dict[str, Asked]:
        """The questions by what they are called across runs."""
        return {one.key: one for one in self.asked}


class Partial:
    """A run under way: every question is on the disk before the next is asked.

    Attributes:
        path: of its file.
        done: what was asked so far, by `Asked.key`; what failed is asked again.
        started: when it was begun, in ISO 8601, UTC.
    """

    def __init__(self, path: Path, header: Header, *, resume: bool) -> None:
        """Begin a run, or go on with one.

        Raises:
            InputError: there is one to go on with, but of other settings; or none may be begun,
                since an earlier one was cut short; or there is none to go on with.
        """
        self.path = path
        self.done: dict[str, Asked] = {}
        self.started = datetime.now(UTC).isoformat(timespec="seconds")
        if path.exists():
            self._take_up(header, resume=resume)
        elif resume:
            raise InputError(f"there is no run to go on with: {path} is missing", path=path)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(_line(self._opening(header)), "utf-8")

    def add(self, asked: Asked) -> None:
        """Keep one question."""
        self.done[asked.key] = asked
        with self.path.open("a", encoding="utf-8") as file:
            file.write(_line(asdict(asked)))

    def _take_up(self, header: Header, *, resume: bool) -> None:
        if not resume:
            message = f"{self.path} is of a run that was cut short; add --resume, or remove it"
            raise InputError(message, path=self.path)
        # What follows the last line end was cut by a kill, or is nothing.
        whole = self.path.read_text("utf-8").split("\n")[:-1]
        try:
            first, *records = map(json.loads, whole)
            self.started = first.pop("started")
            asked = [_asked(record) for record in records]
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            message = f"{self.path} is damaged ({error}); remove it to begin anew"
            raise InputError(message, path=self.path) from error
        if first != json.loads(_line({"format": FORMAT, **asdict(header)})):
            message = f"{self.path} was begun with other settings, sets or code; remove it"
            raise InputError(f"{message} to begin anew", path=self.path)
        self.path.write_text("".join(f"{line}\n" for line in whole), "utf-8")
        self.done = {one.key: one for one in asked if not one.error}

    def _opening(self, header: Header) -> dict[str, Any]:
        return {"format": FORMAT, "started": self.started, **asdict(header)}


def save(path: Path, run: Run, figures: Mapping[str, Any]) -> None:
    """Write a finished run; it appears whole or not at all."""
    content = {
        "format": FORMAT,
        "name": run.name,
        **asdict(run.header),
        "figures": figures,
        "questions": [_without_times(one) for one in run.asked],
        "times": {
            "started": run.started,
            "questions_ms": {one.key: dict(one.timings_ms) for one in run.asked},
        },
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    # Half a character, which JSON can hold, is escaped; what is not, is read as it is.
    text = json.dumps(content, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace")
    temporary = path.with_name(f"{path.name}.new")
    temporary.write_bytes(gzip.compress(text, mtime=0) if path.suffix == PACKED else text)
    temporary.replace(path)


def load(path: Path) -> Run:
    """Read a finished run.

    Raises:
        InputError: the file cannot be read, is no run, or is of another version.
    """
    try:
        kept = path.read_bytes()
        content = json.loads(gzip.decompress(kept) if path.suffix == PACKED else kept)
    except (OSError, EOFError, zlib.error, ValueError, RecursionError) as error:
        raise InputError(f"cannot read the run {path}: {error}", path=path) from error
    if not isinstance(content, dict) or "questions" not in content:
        raise InputError(f"{path} is no run: `questions` is missing", path=path)
    if content.get("format") != FORMAT:
        message = f"{path}: `format` is {content.get('format')!r}, this askpapers reads {FORMAT}"
        raise InputError(f"{message}; repeat the run", path=path)
    try:
        header = _header(content)
        times = content["times"]
        questions = [_asked(one) for one in content["questions"]]
        asked = [
            replace(one, timings_ms=times["questions_ms"].get(one.key, {})) for one in questions
        ]
        return Run(str(content["name"]), header, tuple(asked), str(times["started"]))
    except KeyError as error:
        raise InputError(f"{path}: {error} is missing; repeat the run", path=path) from error
    except (TypeError, AttributeError, ValueError) as error:
        raise InputError(f"{path} is no whole run: {error}", path=path) from error


def _header(content: Mapping[str, Any]) -> Header:
    names = ("settings", "versions", "commit", "encoders", "corpus")
    return Header(**{name: content[name] for name in names}, sets=tuple(content["sets"]))


def _asked(record: Mapping[str, Any]) -> Asked:
    fields = {**record}
    for name in ("gold", "answer", "scores"):
        if not isinstance(fields.get(name, {}), dict):
            raise TypeError(f"`{name}` of {fields.get('item_id')} is no object")
    for name in ("tags", "conversation"):
        fields[name] = tuple(fields.get(name, ()))
    return Asked(**fields)


def _without_times(asked: Asked) -> dict[str, Any]:
    fields = asdict(asked)
    del fields["timings_ms"]
    return fields


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record) + "\n"


def name_of(path: Path) -> str:
    """What the run of a file is called."""
    packed = f"{SUFFIX}{PACKED}"
    return path.name.removesuffix(packed).removesuffix(SUFFIX)


def partial_path(path: Path) -> Path:
    """Where a run of this file is kept while it is under way."""
    return path.with_name(f"{name_of(path)}{PARTIAL}")
