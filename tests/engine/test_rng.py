"""The generator against reference outputs, and what it draws (document 002, section 3)."""

import struct
from collections import Counter
from itertools import permutations

import pytest
from pydantic import JsonValue

from engine.rng import Rng

from .helpers import MADE, number, records, text

WORD = 2**32
VECTORS = records(MADE / "rng" / "sfc32_vectors.jsonl")


def words(value: JsonValue) -> list[int]:
    assert isinstance(value, list)
    return [number(word) for word in value]


def of_variant(name: str) -> list[dict[str, JsonValue]]:
    found = [vector for vector in VECTORS if vector["variant"] == name]
    assert found
    return found


def raw(rng: Rng, count: int) -> list[int]:
    """Outputs as they are: below 2**32 nothing is thrown away or folded."""
    return [rng.int(WORD) for _ in range(count)]


@pytest.mark.parametrize("vector", of_variant("raw4"), ids=lambda vector: text(vector["id"]))
def test_a_state_gives_the_reference_outputs(vector: dict[str, JsonValue]) -> None:
    rng = Rng.from_state(words(vector["seed"]))
    assert raw(rng, 40) == words(vector["out"]) + words(vector["next24"])


@pytest.mark.parametrize(
    "vector",
    [vector for vector in of_variant("raw4+discard") if vector["warmup"] == 12],
    ids=lambda vector: text(vector["id"]),
)
def test_a_seed_is_four_little_endian_words_and_twelve_outputs_thrown_away(
    vector: dict[str, JsonValue],
) -> None:
    seed = struct.pack("<4I", *words(vector["seed"]))
    assert raw(Rng.from_seed(seed), 16) == words(vector["out"])


@pytest.mark.slow
@pytest.mark.parametrize("vector", of_variant("raw4-million"), ids=lambda vector: text(vector["id"]))
def test_a_million_outputs_agree_with_the_reference(vector: dict[str, JsonValue]) -> None:
    rng = Rng.from_state(words(vector["seed"]))
    last = xor = total = 0
    for _ in range(1_000_000):
        last = rng.int(WORD)
        xor ^= last
        total += last
    assert (last, xor) == (number(vector["last"]), number(vector["xor"]))
    assert total == number(vector["sum"])
    assert list(rng.state) == words(vector["state_after"])


def test_a_state_that_was_stored_goes_on_where_it_stopped() -> None:
    rng = Rng.from_seed(b"sixteen bytes ok")
    raw(rng, 5)
    assert raw(Rng.from_state(list(rng.state)), 20) == raw(rng, 20)


def test_next_is_an_output_divided_by_two_to_the_32nd() -> None:
    rng, twin = Rng.from_seed(bytes(16)), Rng.from_seed(bytes(16))
    for output in raw(twin, 100):
        drawn = rng.next()
        assert 0 <= drawn < 1
        assert drawn * WORD == output


@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 960, 3 << 30, WORD - 1, WORD])
def test_int_drops_outputs_past_the_largest_multiple_of_n_and_takes_the_remainder(n: int) -> None:
    rng, twin = Rng.from_seed(bytes(range(16))), Rng.from_seed(bytes(range(16)))
    kept = [output % n for output in raw(twin, 400) if output < WORD // n * n]
    assert [rng.int(n) for _ in kept] == kept
    if n == 3 << 30:
        assert len(kept) < 350, "a quarter of the outputs is past 3 * 2**30"


def test_int_gives_every_number_about_as_often() -> None:
    rng = Rng.from_seed(b"is it even, hm? ")
    counts = Counter(rng.int(6) for _ in range(60_000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert chi_square < 20.5  # 5 degrees of freedom: 0.1 % of fair dice are worse


@pytest.mark.parametrize("n", [0, -1, WORD + 1])
def test_int_refuses_a_range_it_cannot_fill(n: int) -> None:
    with pytest.raises(ValueError, match="cannot draw below"):
        Rng.from_seed(bytes(16)).int(n)


def test_shuffle_is_fisher_yates_from_the_last_index_down() -> None:
    rng, twin = Rng.from_seed(bytes(16)), Rng.from_seed(bytes(16))
    cards = tuple("abcdefgh")
    expected = list(cards)
    for i in (7, 6, 5, 4, 3, 2, 1):
        j = twin.int(i + 1)
        expected[i], expected[j] = expected[j], expected[i]
    assert rng.shuffle(cards) == expected
    assert cards == tuple("abcdefgh")
    assert rng.state == twin.state


def test_shuffle_gives_every_order_about_as_often() -> None:
    rng = Rng.from_seed(b"all orders alike")
    counts = Counter(tuple(rng.shuffle("abcd")) for _ in range(24_000))
    assert set(counts) == set(permutations("abcd"))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert chi_square < 49.7  # 23 degrees of freedom: 0.1 % of fair shuffles are worse


@pytest.mark.parametrize("items", ["", "a"])
def test_shuffling_fewer_than_two_items_draws_nothing(items: str) -> None:
    rng = Rng.from_seed(bytes(16))
    before = rng.state
    assert rng.shuffle(items) == list(items)
    assert rng.state == before


@pytest.mark.parametrize("seed", [b"", bytes(15), bytes(17)])
def test_a_seed_of_another_length_is_refused(seed: bytes) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        Rng.from_seed(seed)


@pytest.mark.parametrize("state", [(), (1, 2, 3), (1, 2, 3, 4, 5), (0, 0, 0, -1), (WORD, 0, 0, 0)])
def test_a_state_that_is_not_four_words_is_refused(state: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"words|unsigned"):
        Rng.from_state(state)
