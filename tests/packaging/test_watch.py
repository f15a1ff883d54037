"""How changed sources and new log lines are noticed."""

from pathlib import Path

from local.stack.watch import LogFollower, SourceWatcher


def watched(folder: Path) -> tuple[SourceWatcher, Path, Path]:
    package = folder / "bundle" / "engine"
    package.mkdir(parents=True)
    source, template = package / "rules.py", folder / "template.yaml"
    source.write_text("A = 1\n", "utf-8")
    template.write_text("Resources: {}\n", "utf-8")
    return SourceWatcher(folder / "bundle", [template]), source, template


def test_nothing_is_noticed_where_nothing_changed(tmp_path: Path) -> None:
    watcher, _, _ = watched(tmp_path)
    assert [watcher.changed(), watcher.changed()] == [[], []]


def test_a_change_is_told_once_and_only_when_it_has_settled(tmp_path: Path) -> None:
    watcher, source, template = watched(tmp_path)
    source.write_text("A = 12\n", "utf-8")
    assert watcher.changed() == []
    template.write_text("Resources: {A: 1}\n", "utf-8")
    assert watcher.changed() == []  # still moving
    assert watcher.changed() == ["engine/rules.py", "template.yaml"]
    assert watcher.changed() == []


def test_new_and_removed_files_are_changes(tmp_path: Path) -> None:
    watcher, source, template = watched(tmp_path)
    source.unlink()
    source.with_name("more.py").write_text("", "utf-8")
    template.unlink()
    watcher.changed()
    assert watcher.changed() == ["engine/more.py", "engine/rules.py", "template.yaml"]


def test_compiled_files_are_no_change(tmp_path: Path) -> None:
    watcher, source, _ = watched(tmp_path)
    cache = source.parent / "__pycache__"
    cache.mkdir()
    (cache / "rules.cpython-311.pyc").write_bytes(b"compiled")
    watcher.changed()
    assert watcher.changed() == []


def test_a_change_that_is_taken_back_is_no_change(tmp_path: Path) -> None:
    watcher, source, _ = watched(tmp_path)
    other = source.with_name("other.py")
    other.write_text("", "utf-8")
    watcher.changed()
    other.unlink()
    assert [watcher.changed(), watcher.changed()] == [[], []]


def test_log_lines_are_given_once_and_never_in_half(tmp_path: Path) -> None:
    follower = LogFollower(tmp_path, "errors.log")
    log = tmp_path / "errors.log"
    assert list(follower.new_lines()) == []
    log.write_text("first\nsec", "utf-8")
    assert list(follower.new_lines()) == ["first"]
    with log.open("a", encoding="utf-8") as more:
        more.write("ond: 잠시 뒤에\n")
    assert list(follower.new_lines()) == ["second: 잠시 뒤에"]
    assert list(follower.new_lines()) == []


def test_lines_of_several_logs_carry_the_name_of_their_function(tmp_path: Path) -> None:
    (tmp_path / "nolpan-local-lobby.log").write_text("asked\n", "utf-8")
    (tmp_path / "nolpan-local-websocket.log").write_text("moved\n", "utf-8")
    (tmp_path / "emulator.log").write_text("not of a function\n", "utf-8")
    follower = LogFollower(tmp_path, "nolpan-local-*.log")
    assert list(follower.new_lines()) == ["nolpan-local-lobby | asked", "nolpan-local-websocket | moved"]
