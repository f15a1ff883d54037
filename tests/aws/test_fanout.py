"""The way to a crowd, on a client that answers as Lambda does."""

import json
from typing import Any

import botocore.session
import pytest
from botocore.exceptions import EndpointConnectionError
from botocore.stub import ANY, Stubber

from functions.aws.fanout import LambdaFanout
from functions.aws.gateway import CrowdCall, read_crowd_call
from tests.aws.test_gateway import event

ARN = "arn:aws:lambda:ap-northeast-2:123456789012:function:nolpan-spectators"
FRAME = '{"type":"chat","text":"안녕 \\"모두\\""}'.encode()


class Line:
    """A fanout, what goes through it, and what it reported."""

    def __init__(self) -> None:
        self.client: Any = botocore.session.Session().create_client("lambda")
        self.made = 0
        self.failures: list[tuple[str, str]] = []
        self.stub = Stubber(self.client)
        self.fanout = LambdaFanout(self._make, ARN, lambda *failure: self.failures.append(failure))

    def _make(self) -> Any:
        self.made += 1
        return self.client


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.mark.parametrize("frame", [FRAME, None])
@pytest.mark.parametrize("but", ["Uu3pBdsZIE0CFjg=", None])
def test_a_call_is_queued_and_read_again_as_it_was(line: Line, frame: bytes | None, but: str | None) -> None:
    sent: list[bytes] = []
    line.client.meta.events.register(
        "provide-client-params.lambda.Invoke", lambda params, **_: sent.append(params["Payload"])
    )
    line.stub.add_response(
        "invoke",
        {"StatusCode": 202},
        {"FunctionName": ARN, "InvocationType": "Event", "Payload": ANY},
    )
    with line.stub:
        line.fanout.tell("room00000001", frame, but=but, now=1_796_040_185_000)
    assert read_crowd_call(json.loads(sent[0])) == CrowdCall("room00000001", frame, but, 1_796_040_185_000)
    assert line.failures == []


def test_a_call_that_is_refused_is_reported_and_is_no_error_of_the_command(line: Line) -> None:
    line.stub.add_client_error("invoke", "TooManyRequestsException", http_status_code=429)
    with line.stub:
        line.fanout.tell("room00000001", FRAME, but=None, now=1)
    assert line.failures == [("room00000001", "TooManyRequestsException")]


def test_a_service_that_does_not_answer_is_no_error_of_the_command(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(**_: object) -> None:
        raise EndpointConnectionError(endpoint_url="https://nowhere")

    monkeypatch.setattr(line.client, "invoke", fail)
    line.fanout.tell("room00000001", None, but=None, now=1)
    assert line.failures == [("room00000001", "EndpointConnectionError")]


def test_no_client_is_made_before_there_is_a_crowd(line: Line) -> None:
    assert line.made == 0


def test_the_sample_event_is_such_a_call() -> None:
    told = read_crowd_call(event("spectators"))
    assert told.room_id == "7hq2mkx9tdwc"
    assert told.frame is not None
    assert json.loads(told.frame)["type"] == "chat"


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"room": 1, "frame": None, "but": None, "at": 1},
        {"room": "r", "frame": {}, "but": None, "at": 1},
        {"room": "r", "frame": None, "but": 7, "at": 1},
        {"room": "r", "frame": None, "but": None},
    ],
    ids=str,
)
def test_what_is_no_such_call_is_an_error_that_shows_one(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="a call must look like"):
        read_crowd_call(wrong)
