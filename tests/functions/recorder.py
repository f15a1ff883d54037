"""Who asks AWS for what: every call of botocore that is made while an entry point runs.

A call that the function's role does not allow is refused, as AWS would, and remembered: the code may
well live with a refusal, and the test must not.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from botocore.client import BaseClient
from botocore.exceptions import ClientError

from functions import authorizer, deadline, http, spectators, websocket
from tests.functions.deployed import API, FUNCTIONS, Ask, Deployed, arn

SCHEDULE = "DeadlineScheduleRole"
"""Not a function's: the role with which a schedule does what it was made for."""
_ENTRY_POINTS: tuple[ModuleType, ...] = (authorizer, websocket, deadline, spectators, http)
_TRANSACTED = {
    "Put": "PutItem",
    "Update": "UpdateItem",
    "Delete": "DeleteItem",
    "ConditionCheck": "ConditionCheckItem",
}


@dataclass
class Recorder:
    """What was asked, by role. Calls outside of entry points are the test's own and not looked at."""

    deployed: Deployed
    asked: dict[str, set[Ask]] = field(default_factory=dict)
    refused: list[tuple[str, Ask]] = field(default_factory=list)
    _running: str | None = None
    """Whose entry point runs. Not a context variable: posts are made in other threads."""

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """From now on, until the test is over."""
        for module in _ENTRY_POINTS:
            name = FUNCTIONS[module.__name__.rpartition(".")[2]]
            monkeypatch.setattr(module, "handler", self._watched(f"{name}Role", module.handler))
        make_call = BaseClient.__dict__["_make_api_call"]

        def watched_call(client: BaseClient, operation: str, parameters: dict[str, Any]) -> Any:
            if self._running is not None:
                self._note(self._running, list(asks(client, operation, parameters)), operation)
            return make_call(client, operation, parameters)

        monkeypatch.setattr(BaseClient, "_make_api_call", watched_call)

    def _watched(self, role: str, handler: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        def watched(event: Any, context: Any) -> Any:
            assert self._running is None, "one entry point called another"
            self._running = role
            try:
                return handler(event, context)
            finally:
                self._running = None

        return watched

    def _note(self, role: str, asked: list[Ask], operation: str) -> None:
        assert asked, f"nothing is known of {operation}"
        grants = list(self.deployed.grants(role))
        self.asked.setdefault(role, set()).update(asked)
        refused = [ask for ask in asked if not any(grant.covers(ask) for grant in grants)]
        self.refused += [(role, ask) for ask in refused]
        if refused:
            answer: Any = {
                "Error": {"Code": "AccessDeniedException", "Message": str(refused)},
                "ResponseMetadata": {"HTTPStatusCode": 400},
            }
            raise ClientError(answer, operation)
        for ask in asked:
            if ask.action == "scheduler:CreateSchedule":
                self.asked.setdefault(SCHEDULE, set()).update(_of_the_schedule(ask))


def asks(client: BaseClient, operation: str, parameters: dict[str, Any]) -> Iterator[Ask]:
    """The permissions that one call needs, by what it is sent with."""
    match client.meta.service_model.service_name, operation:
        case "dynamodb", "TransactWriteItems":
            for action in parameters["TransactItems"]:
                ((kind, request),) = action.items()
                yield _on_table(_TRANSACTED[kind], request["TableName"])
        case "dynamodb", "BatchGetItem":
            for table in parameters["RequestItems"]:
                yield _on_table(operation, table)
        case "dynamodb", "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem":
            yield _on_table(operation, parameters["TableName"])
        case "dynamodb", "Query" | "Scan":
            index = f"/index/{parameters['IndexName']}" if "IndexName" in parameters else ""
            yield _on_table(operation, parameters["TableName"] + index)
        case "secretsmanager", "GetSecretValue":
            yield Ask("secretsmanager:GetSecretValue", parameters["SecretId"])
        case "apigatewaymanagementapi", _:
            request = client.meta.service_model.operation_model(operation).http
            stage = urlsplit(client.meta.endpoint_url).path.strip("/")
            path = request["requestUri"].format(connectionId=quote(parameters["ConnectionId"], safe=""))
            resource = arn("execute-api", f"{API}/{stage}/{request['method']}{path}")
            yield Ask("execute-api:ManageConnections", resource)
        case "scheduler", "CreateSchedule":
            name, target = f"{parameters['GroupName']}/{parameters['Name']}", parameters["Target"]
            of_target = (("target", target["Arn"]), ("dead letters", target["DeadLetterConfig"]["Arn"]))
            yield Ask("scheduler:CreateSchedule", arn("scheduler", f"schedule/{name}"), of_target)
            to = (("iam:PassedToService", "scheduler.amazonaws.com"),)
            yield Ask("iam:PassRole", target["RoleArn"], to)
        case "lambda", "Invoke":
            yield Ask("lambda:InvokeFunction", parameters["FunctionName"])


def _on_table(action: str, table: str) -> Ask:
    return Ask(f"dynamodb:{action}", arn("dynamodb", f"table/{table}"))


def _of_the_schedule(made: Ask) -> Iterator[Ask]:
    """What a schedule does when it fires, and when it cannot."""
    of_target = dict(made.keys)
    yield Ask("lambda:InvokeFunction", of_target["target"])
    yield Ask("sqs:SendMessage", of_target["dead letters"])
