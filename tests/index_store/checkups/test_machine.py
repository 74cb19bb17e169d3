import shutil
from pathlib import Path

import pytest

from index_store import writers
from index_store.checkups import machine


@pytest.fixture
def free(monkeypatch, tmp_path):
    """Leaves some bytes free on every disk."""
    usage = shutil.disk_usage(tmp_path)
    return lambda count: monkeypatch.setattr(
        shutil, "disk_usage", lambda path: usage._replace(free=count)
    )


def disk(store):
    return next(each for each in machine.findings(store) if each.name == "disk")


@pytest.mark.parametrize(
    ("count", "state"), [(10**7, "fault"), (5 * 10**7, "warning"), (10**11, "ok")]
)
def test_the_room_on_the_disk_is_told(free, tmp_path, count, state):
    free(count)
    finding = disk(tmp_path)
    assert finding.state == state
    assert finding.data["free"] == count
    assert bool(finding.remedy) == (state != "ok")


def test_a_large_store_wants_more_room(free, tmp_path):
    (tmp_path / "chroma").mkdir()
    with (tmp_path / "chroma" / "vectors").open("wb") as file:
        file.truncate(10**9)
    free(2 * 10**8)
    assert disk(tmp_path).state == "fault"


def test_the_room_an_ingest_wants_is_that_of_the_writer(tmp_path):
    assert writers._SPARE == machine._SPARE
    assert disk(tmp_path).data["needed"] == writers._SPARE


def test_a_store_that_is_not_there_would_be_on_the_disk_above_it(tmp_path):
    assert machine.existing(tmp_path / "no" / "store") == tmp_path
    assert disk(tmp_path / "no" / "store").data["path"] == str(tmp_path)


@pytest.mark.parametrize(
    ("memory", "state"),
    [
        ((8 * 10**9, 4 * 10**9), "ok"),
        ((8 * 10**9, 10**8), "warning"),
        ((8 * 10**9, None), "ok"),
        ((10**8, None), "warning"),
        ((None, None), "ok"),
    ],
)
def test_memory_is_told_as_far_as_it_is_known(monkeypatch, tmp_path, memory, state):
    monkeypatch.setattr(machine, "memory", lambda: memory)
    (finding,) = (each for each in machine.findings(tmp_path) if each.name == "memory")
    assert finding.state == state
    assert finding.data["total"] == memory[0]


def test_this_machine_has_memory():
    total, available = machine.memory()
    assert total is None or total > 10**8
    assert available is None or 0 <= available <= total


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (("memory.max", "memory.current", "inactive_file"), (1000, 800)),
        (
            (
                "memory/memory.limit_in_bytes",
                "memory/memory.usage_in_bytes",
                "total_inactive_file",
            ),
            (1000, 800),
        ),
        ((), (None, None)),
    ],
)
def test_a_container_may_take_less_than_the_machine_has(tmp_path, files, expected):
    if files:
        limit, used, cached = files
        for name, content in ((limit, "1000\n"), (used, "300\n")):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(content)
        (tmp_path / limit).with_name("memory.stat").write_text(f"anon 200\n{cached} 100\n")
    assert machine._container_memory(tmp_path) == expected


def test_a_container_without_a_limit_takes_what_there_is(tmp_path):
    (tmp_path / "memory.max").write_text("max\n")
    (tmp_path / "memory.current").write_text("300\n")
    assert machine._container_memory(tmp_path) == (None, None)


def test_the_size_of_a_folder_is_that_of_its_files(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "file").write_bytes(b"12345")
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    assert machine.size_of(tmp_path) == 5
    assert machine.size_of(Path("/nowhere")) == 0


@pytest.mark.parametrize(("count", "text"), [(1_500_000, "1.5 MB"), (2.5e9, "2.5 GB")])
def test_bytes_are_written_for_people(count, text):
    assert machine.amount(count) == text
