"""Reading stored values."""

from collections.abc import Callable

import pytest

from engine.codec import want_int, want_list, want_object, want_text
from engine.game import Json

VALUES: list[Json] = [None, True, 1, 1.0, "1", [1], {"1": 1}]


@pytest.mark.parametrize(
    ("want", "wanted"), [(want_int, 1), (want_text, "1"), (want_list, [1]), (want_object, {"1": 1})]
)
def test_a_reader_takes_its_own_type_and_nothing_like_it(want: Callable[[Json], Json], wanted: Json) -> None:
    assert want(wanted) == wanted
    for value in VALUES:
        if type(value) is not type(wanted):
            with pytest.raises(ValueError, match="not a"):
                want(value)
