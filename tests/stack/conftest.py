"""The deployed template on this machine, one per test process."""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack

import pytest

from local.stack import LocalStack

StartStack = Callable[[Mapping[str, str]], LocalStack]


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalStack]:
    """The stack with the template's own defaults. Tests share it and so make rooms of their own."""
    with LocalStack(state_dir=tmp_path_factory.mktemp("stack"), keep_state=False) as running:
        yield running


@pytest.fixture
def start_stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartStack]:
    """Starts a stack of the test's own, with parameters of the template (``FlagMarginMs`` ...)."""
    with ExitStack() as at_end:

        def start(parameters: Mapping[str, str]) -> LocalStack:
            return at_end.enter_context(
                LocalStack(
                    state_dir=tmp_path_factory.mktemp("stack"), parameters=parameters, keep_state=False
                )
            )

        yield start


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test shows what the functions complained of."""
    del call
    report = yield
    running = getattr(item, "funcargs", {}).get("stack")
    if report.failed and isinstance(running, LocalStack) and running.is_running:
        report.sections.append(("errors of the functions", running.errors() or "none"))
    return report
