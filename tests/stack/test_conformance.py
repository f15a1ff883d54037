"""The walk that anyone can make over a deployment, made over this one."""

import pytest

from local.conformance.__main__ import main
from local.stack import LocalStack

pytestmark = pytest.mark.slow


def test_the_stack_is_as_published(stack: LocalStack, capsys: pytest.CaptureFixture[str]) -> None:
    status = main([stack.http_url])
    told = capsys.readouterr()
    assert (status, told.err) == (0, "")
    assert "Everything is as published." in told.out
    assert stack.errors() == ""
