"""The ports in memory that have no twin to be compared with: outbox, timers, entropy."""

from functions.aws.entropy import SystemEntropy
from local.memory import FixedEntropy, MemoryOutbox, MemoryTimers


def test_the_outbox_keeps_what_each_connection_was_sent_in_order() -> None:
    outbox = MemoryOutbox()
    assert outbox.post([("a", b'{"seq":1}'), ("b", b'{"seq":1}')]) == ["sent", "sent"]
    outbox.post([("a", '{"text":"안녕"}'.encode())])
    assert outbox.frames("a") == [{"seq": 1}, {"text": "안녕"}]
    assert outbox.frames("never") == []
    outbox.clear()
    assert outbox.frames("a") == []


def test_the_outbox_can_be_told_who_is_gone_and_who_fails() -> None:
    outbox = MemoryOutbox(gone={"b"}, failing={"c"})
    assert outbox.post([("a", b"1"), ("b", b"2"), ("c", b"3")]) == ["sent", "gone", "failed"]
    assert list(outbox.sent) == ["a"]


def test_a_closed_connection_is_gone() -> None:
    outbox = MemoryOutbox()
    outbox.close(["a"])
    assert outbox.closed == ["a"]
    assert outbox.post([("a", b"1")]) == ["gone"]


def test_a_timer_is_due_once_at_its_second_and_not_before() -> None:
    timers = MemoryTimers()
    for room_id, second in (("b", 11), ("a", 10), ("a", 10), ("a", 12)):
        timers.arm(room_id, second)
    assert timers.calls == 4
    assert timers.due(9_999) == []
    assert timers.due(11_000) == [("a", 10), ("b", 11)]
    assert timers.due(11_999) == []
    assert timers.armed == {(12, "a")}


def test_fixed_entropy_repeats_itself_from_run_to_run_and_never_within_one() -> None:
    one, two = FixedEntropy(), FixedEntropy()
    seeds = [one.seed() for _ in range(100)]
    assert [two.seed() for _ in range(100)] == seeds
    assert len(set(seeds)) == 100
    assert {len(seed) for seed in seeds} == {16}
    assert FixedEntropy("other").seed() != seeds[0]


def test_entropy_of_the_system_does_not_repeat_itself() -> None:
    entropy = SystemEntropy()
    seeds = {entropy.seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {16}
