import json
import os
import signal
import subprocess
import sys

import pytest

from index_store.errors import StoreFailed, StoreLocked
from index_store.writer_lock import HOLDER, LOCK, Holder, writer_lock, writer_of

HOLD = """
import sys, time
from pathlib import Path
from index_store.writer_lock import writer_lock
with writer_lock(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def other_writer(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_the_second_writer_is_told_who_the_first_is(tmp_path, other_writer):
    with pytest.raises(StoreLocked) as caught, writer_lock(tmp_path):
        pass
    message = str(caught.value)
    assert f"process {other_writer.pid} on {Holder.current().host}" in message
    assert "since 20" in message
    assert "try again" in message
    assert caught.value.path == tmp_path


def test_whoever_writes_can_be_asked_for_without_writing(tmp_path, other_writer):
    before = {path: path.stat().st_mtime_ns for path in [tmp_path, *tmp_path.iterdir()]}
    assert f"process {other_writer.pid}" in writer_of(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in [tmp_path, *tmp_path.iterdir()]} == before


def test_a_killed_writer_writes_no_more(tmp_path, other_writer):
    os.kill(other_writer.pid, signal.SIGKILL)
    other_writer.wait()
    assert writer_of(tmp_path) is None


def test_where_nobody_ever_wrote_nobody_writes(tmp_path):
    assert writer_of(tmp_path) is None
    assert writer_of(tmp_path / "none") is None
    assert list(tmp_path.iterdir()) == []


def test_asking_for_the_writer_keeps_no_writer_out(tmp_path):
    with writer_lock(tmp_path):
        pass
    assert writer_of(tmp_path) is None
    with writer_lock(tmp_path):
        assert writer_of(tmp_path) is not None


def test_a_killed_writer_blocks_nobody(tmp_path, other_writer):
    os.kill(other_writer.pid, signal.SIGKILL)
    other_writer.wait()
    assert (tmp_path / HOLDER).exists()
    with writer_lock(tmp_path):
        holder = Holder(**json.loads((tmp_path / HOLDER).read_text()))
        assert holder.pid == os.getpid()


def test_the_lock_is_free_again_and_names_nobody(tmp_path):
    for _ in range(2):
        with writer_lock(tmp_path):
            assert (tmp_path / HOLDER).exists()
        assert not (tmp_path / HOLDER).exists()


def test_a_second_writer_in_the_same_process_is_refused(tmp_path):
    with writer_lock(tmp_path), pytest.raises(StoreLocked), writer_lock(tmp_path):
        pass


@pytest.mark.parametrize("text", ["", "{}", "null", None])
def test_an_unreadable_holder_is_another_process(tmp_path, other_writer, text):
    (tmp_path / HOLDER).unlink()
    if text is not None:
        (tmp_path / HOLDER).write_text(text)
    with pytest.raises(StoreLocked, match="by another process"), writer_lock(tmp_path):
        pass


def test_a_folder_that_cannot_be_written_in_says_so(tmp_path):
    (tmp_path / LOCK).mkdir()
    with pytest.raises(StoreFailed, match="check its permissions"), writer_lock(tmp_path):
        pass


def test_an_error_inside_frees_the_lock(tmp_path):
    with pytest.raises(ZeroDivisionError), writer_lock(tmp_path):
        _ = 1 / 0
    with writer_lock(tmp_path):
        pass
