from evals.speed.keeping import Making, disk_bytes, kept

MAKING = Making(6, 1.5, 2**20, "abc", "2026-11-30")


class Maker:
    """Fills folders and counts how often."""

    def __init__(self):
        self.calls = 0

    def __call__(self, folder):
        assert list(folder.iterdir()) == []
        (folder / "content").write_text("x" * 10, "utf-8")
        self.calls += 1
        return MAKING


def test_what_was_made_is_kept(tmp_path):
    make = Maker()
    key = {"format": 1, "encoders": [{"name": "a"}]}
    for _ in range(2):
        assert kept(tmp_path / "made", key, make) == MAKING
    assert make.calls == 1


def test_another_key_makes_it_anew(tmp_path):
    make = Maker()
    kept(tmp_path / "made", {"format": 1}, make)
    kept(tmp_path / "made", {"format": 2}, make)
    assert make.calls == 2


def test_it_is_made_anew_when_asked(tmp_path):
    make = Maker()
    kept(tmp_path / "made", {}, make)
    kept(tmp_path / "made", {}, make, fresh=True)
    assert make.calls == 2


def test_what_was_cut_short_is_made_again(tmp_path):
    make = Maker()
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "half").write_text("half", "utf-8")
    kept(folder, {}, make)
    assert not (folder / "half").exists()


def test_the_size_of_a_folder(tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "file").write_bytes(b"12345")
    (tmp_path / "file").write_bytes(b"123")
    assert disk_bytes(tmp_path) == 8
