"""How figures of a busy machine are made comparable."""

import gc

import pytest

from bench.measure import Spread, alternate, calibrate, percentile, ratio, settled


def test_cases_take_turns() -> None:
    order: list[str] = []

    def case(name: str, value: float) -> float:
        order.append(name)
        return value

    found = alternate({"a": lambda: case("a", 1.0), "b": lambda: case("b", 2.0)}, rounds=3)
    assert order == ["a", "b", "a", "b", "a", "b"]
    assert found == {"a": [1.0] * 3, "b": [2.0] * 3}


def test_a_ratio_compares_each_round_with_itself() -> None:
    # The second round was disturbed, and both cases alike.
    spread = ratio({"here": [8.0, 80.0, 9.0], "there": [10.0, 100.0, 10.0]}, "here", "there")
    assert spread == Spread(0.8, 0.8, 0.9)
    assert spread.noise == pytest.approx(0.125)


def test_a_ratio_of_unequal_rounds_is_a_fault() -> None:
    with pytest.raises(ValueError, match="zip"):
        ratio({"here": [1.0], "there": [1.0, 2.0]}, "here", "there")


@pytest.mark.parametrize(("share", "value"), [(0.0, 1), (0.5, 51), (0.99, 100), (1.0, 100)])
def test_a_percentile_is_one_of_the_values(share: float, value: int) -> None:
    assert percentile(range(100, 0, -1), share) == value


def test_there_is_no_percentile_of_nothing() -> None:
    with pytest.raises(ValueError, match="nothing"):
        percentile([], 0.5)


def test_the_calibration_is_cpu_time_and_comes_out_alike() -> None:
    first, second = calibrate(), calibrate()
    assert 0 < first < 3 * second
    assert second < 3 * first


def test_what_is_settled_is_out_of_the_collectors_sight_until_the_end() -> None:
    with settled():
        assert gc.get_freeze_count() > 0
    assert gc.get_freeze_count() == 0
