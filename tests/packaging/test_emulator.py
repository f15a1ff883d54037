"""What the emulator must do as AWS does, for tests on it to mean anything: the real template, probe handlers.

A newer emulator is taken only if this file passes.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from botocore.exceptions import ClientError
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from local.stack import FunctionError, LocalStack, StackError

pytestmark = pytest.mark.slow

PROBE = Path(__file__).with_name("probe")
SWEEP_SEC = 10


@pytest.fixture(scope="module")
def probe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalStack]:
    with LocalStack(
        state_dir=tmp_path_factory.mktemp("probe"), bundle_dir=PROBE, keep_state=False
    ) as running:
        yield running


def in_socket(stack: LocalStack, talk: Callable[[ClientConnection], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with connect(f"{stack.socket_url}?ticket=t1") as socket:
            return await talk(socket)

    return asyncio.run(run())


async def ask(socket: ClientConnection, **frame: object) -> dict[str, Any]:
    await socket.send(json.dumps(frame))
    answer: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 10))
    return answer


def eventually(look: Callable[[], Any], within_sec: float) -> Any:
    last = time.monotonic() + within_sec
    while not (seen := look()) and time.monotonic() < last:
        time.sleep(0.1)
    return seen


@pytest.mark.parametrize(
    ("query", "status"),
    [("", 401), ("?ticket=deny", 403), ("?ticket=refuse", 403)],
    ids=["no ticket", "the authorizer denies", "$connect answers 403"],
)
def test_a_socket_that_may_not_open_is_refused_before_it_opens(
    probe: LocalStack, query: str, status: int
) -> None:
    async def run() -> int:
        try:
            async with connect(probe.socket_url + query):
                return 101
        except InvalidStatus as refusal:
            return refusal.response.status_code

    assert asyncio.run(run()) == status


def test_what_the_authorizer_said_comes_with_every_message(probe: LocalStack) -> None:
    seen = in_socket(probe, lambda socket: ask(socket, type="look"))["event"]
    assert seen["requestContext"]["authorizer"] == {"principalId": "p1", "room": "r1", "ticket": "t1"}
    assert seen["requestContext"]["routeKey"] == "$default"
    assert "headers" not in seen
    assert "queryStringParameters" not in seen


def test_what_the_authorizer_said_comes_with_the_disconnect(probe: LocalStack) -> None:
    async def open_and_leave(socket: ClientConnection) -> str:
        answer = await ask(socket, type="look")
        connection_id: str = answer["event"]["requestContext"]["connectionId"]
        return connection_id

    connection_id = in_socket(probe, open_and_leave)
    key = {"pk": {"S": "gone"}, "sk": {"S": connection_id}}
    item = eventually(
        lambda: probe.client("dynamodb").get_item(TableName=probe.table, Key=key).get("Item"), 5
    )
    context = json.loads(item["seen"]["S"])["requestContext"]
    assert context["eventType"] == "DISCONNECT"
    assert context["authorizer"]["room"] == "r1"


def test_a_failed_command_is_answered_with_the_gateways_own_frame(probe: LocalStack) -> None:
    frame = in_socket(probe, lambda socket: ask(socket, type="fail"))
    assert frame["message"] == "Internal server error"
    assert set(frame) == {"message", "connectionId", "requestId"}
    assert "ValueError: as asked" in probe.errors()


def test_a_handlers_body_is_not_sent_to_the_player(probe: LocalStack) -> None:
    async def look_twice(socket: ClientConnection) -> list[dict[str, Any]]:
        return [await ask(socket, type="look"), await ask(socket, type="look")]

    assert all("event" in frame for frame in in_socket(probe, look_twice))


def test_a_post_to_a_connection_that_is_gone_is_answered_410(probe: LocalStack) -> None:
    assert in_socket(probe, lambda socket: ask(socket, type="postToNobody"))["status"] == 410


def test_deleting_a_connection_closes_its_socket(probe: LocalStack) -> None:
    async def be_closed(socket: ClientConnection) -> None:
        await socket.send('{"type":"close"}')
        await asyncio.wait_for(socket.recv(), 5)

    with pytest.raises(ConnectionClosed):
        in_socket(probe, be_closed)


def test_a_function_may_do_only_what_its_policy_says(probe: LocalStack) -> None:
    refusals = in_socket(probe, lambda socket: ask(socket, type="overstep"))["refusals"]
    assert set(refusals) == {"scan", "secret", "schedule", "wake"}
    assert {code.removesuffix("Exception") for code in refusals.values()} == {"AccessDenied"}


def test_functions_know_this_machine_and_no_account(probe: LocalStack) -> None:
    environment = in_socket(probe, lambda socket: ask(socket, type="look"))["environment"]
    assert environment["AWS_ENDPOINT_URL"] == probe.url
    assert environment["AWS_ACCESS_KEY_ID"].startswith("ASIA")  # a session of its role, made up here
    assert environment["CONNECTIONS_ENDPOINT"] == probe.connections_endpoint
    assert "AWS_PROFILE" not in environment


def test_a_request_reaches_the_lobby_with_its_path_and_query(probe: LocalStack) -> None:
    answer = httpx.get(f"{probe.http_url}/rooms/by-code/ABC?x=1&y=%20")
    event = answer.json()["event"]
    assert event["version"] == "2.0"
    assert event["rawPath"] == "/rooms/by-code/ABC"
    assert event["rawQueryString"] == "x=1&y=%20"


def test_a_browser_of_any_origin_may_ask(probe: LocalStack) -> None:
    answer = httpx.options(
        f"{probe.http_url}/rooms",
        headers={
            "origin": "http://localhost:5173",
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization,idempotency-key",
        },
    )
    assert answer.status_code in (200, 204)
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "idempotency-key" in answer.headers["access-control-allow-headers"].lower()


def test_the_secret_is_made_by_the_template(probe: LocalStack) -> None:
    secret = httpx.get(f"{probe.http_url}/").json()["secret"]
    assert secret["kid"] == "1"
    assert len(secret["key"].encode()) >= 32  # RFC 7518, section 3.2: a key of HS256


def test_a_schedule_wakes_the_deadline_function_once_and_is_gone(probe: LocalStack) -> None:
    at = time.strftime("at(%Y-%m-%dT%H:%M:%S)", time.gmtime(time.time() + 1))
    in_socket(probe, lambda socket: ask(socket, type="schedule", name="wake-1", at=at))
    key = {"pk": {"S": "fired"}, "sk": {"S": "wake-1"}}
    item = eventually(
        lambda: probe.client("dynamodb").get_item(TableName=probe.table, Key=key).get("Item"),
        SWEEP_SEC + 5,
    )
    assert json.loads(item["seen"]["S"]) == {"room": "wake-1", "fireAt": 1}
    group = f"{probe.outputs['DeadlineFunctionName']}s"
    assert eventually(lambda: probe.client("scheduler").list_schedules(GroupName=group)["Schedules"] == [], 2)


def test_a_name_that_is_there_already_is_a_conflict(probe: LocalStack) -> None:
    def arm() -> dict[str, Any]:
        answer: dict[str, Any] = in_socket(
            probe, lambda socket: ask(socket, type="schedule", name="twice", at="at(2099-01-01T00:00:00)")
        )
        return answer

    assert "event" in arm()
    assert arm()["message"] == "Internal server error"
    assert "ConflictException" in probe.errors()


def test_a_failed_invocation_is_an_error_with_its_traceback_in_the_log(probe: LocalStack) -> None:
    with pytest.raises(FunctionError, match="as asked"):
        probe.invoke("deadline", {"room": "broken"})
    assert "RuntimeError: as asked" in probe.errors()
    assert "probe MESSAGE" in probe.log("websocket") or "probe CONNECT" in probe.log("websocket")


def test_a_lost_race_returns_the_item_and_counts_true_units(probe: LocalStack) -> None:
    dynamodb = probe.client("dynamodb")
    key = {"pk": {"S": "race"}, "sk": {"S": "1"}}
    item = {**key, "seq": {"N": "7"}, "board": {"S": "x" * 1500}}
    put = dynamodb.put_item(TableName=probe.table, Item=item, ReturnConsumedCapacity="TOTAL")
    assert put["ConsumedCapacity"]["CapacityUnits"] == 2
    with pytest.raises(ClientError) as lost:
        dynamodb.update_item(
            TableName=probe.table,
            Key=key,
            UpdateExpression="SET seq = :next",
            ConditionExpression="seq = :read",
            ExpressionAttributeValues={":next": {"N": "7"}, ":read": {"N": "6"}},
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        )
    assert lost.value.response["Error"]["Code"] == "ConditionalCheckFailedException"
    assert lost.value.response["Item"] == item  # type: ignore[typeddict-item]  # only on this error


def test_a_transaction_is_all_or_nothing_and_says_what_stood_in_the_way(probe: LocalStack) -> None:
    dynamodb = probe.client("dynamodb")
    taken = {"pk": {"S": "code"}, "sk": {"S": "ABC"}}
    dynamodb.put_item(TableName=probe.table, Item=taken)
    other = {"pk": {"S": "room"}, "sk": {"S": "never"}}
    with pytest.raises(ClientError) as cancelled:
        dynamodb.transact_write_items(
            TransactItems=[
                {"Put": {"TableName": probe.table, "Item": other}},
                {
                    "Put": {
                        "TableName": probe.table,
                        "Item": taken,
                        "ConditionExpression": "attribute_not_exists(pk)",
                        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                    }
                },
            ]
        )
    reasons = cancelled.value.response["CancellationReasons"]
    assert [reason["Code"] for reason in reasons] == ["None", "ConditionalCheckFailed"]
    assert reasons[1]["Item"] == taken
    assert "Item" not in dynamodb.get_item(TableName=probe.table, Key=other, ConsistentRead=True)


def test_a_parameter_that_the_template_does_not_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StackError, match="no parameter FlagMarginSec"):  # noqa: SIM117 - one raises
        with LocalStack(state_dir=tmp_path, parameters={"FlagMarginSec": "2"}, keep_state=False):
            pytest.fail("it was deployed")


@pytest.mark.parametrize("snap_start", ["off", "on"])
def test_a_restart_brings_the_same_table_back_and_the_new_parameters(tmp_path: Path, snap_start: str) -> None:
    """Published versions (SnapStart on) give way when the next start has it off."""

    def margin(running: LocalStack) -> str:
        answer = in_socket(running, lambda socket: ask(socket, type="look"))
        value: str = answer["environment"]["FLAG_MARGIN_MS"]
        return value

    key = {"pk": {"S": "room"}, "sk": {"S": "kept"}}
    first_run = {"SnapStart": snap_start, "FlagMarginMs": "5"}
    with LocalStack(state_dir=tmp_path, bundle_dir=PROBE, parameters=first_run) as first:
        assert margin(first) == "5"
        first.client("dynamodb").put_item(TableName=first.table, Item=key)
    with LocalStack(state_dir=tmp_path, bundle_dir=PROBE, parameters={"FlagMarginMs": "6"}) as second:
        assert margin(second) == "6"
        assert second.client("dynamodb").get_item(TableName=second.table, Key=key)["Item"] == key
