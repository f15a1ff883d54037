"""``template.yaml`` as the tests deploy it: its values resolved, and its policies judged as IAM does.

Only what the template uses is understood; anything else is an error, so that no condition and no
function of CloudFormation is passed over in silence.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from local.stack import template
from tests.aws.conftest import REGION, TABLE

STACK = "nolpan"
ACCOUNT = "123456789012"
API = "a1b2c3d4e5"
FUNCTIONS = {
    "authorizer": "Authorizer",
    "websocket": "Websocket",
    "deadline": "Deadline",
    "spectators": "Spectators",
    "http": "Lobby",
}
"""The module of an entry point, and how the template calls its function."""

_PSEUDO = {
    "AWS::StackName": STACK,
    "AWS::Region": REGION,
    "AWS::AccountId": ACCOUNT,
    "AWS::Partition": "aws",
    "AWS::URLSuffix": "amazonaws.com",
}


def arn(service: str, rest: str) -> str:
    """The ARN of something in this account and region."""
    return f"arn:aws:{service}:{REGION}:{ACCOUNT}:{rest}"


@dataclass(frozen=True, slots=True)
class Ask:
    """What a function asks of AWS: an action on a resource, with the keys that conditions may look at."""

    action: str
    resource: str
    keys: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Grant:
    """One action on one resource (or pattern of resources), out of a policy's statement."""

    action: str
    resource: str
    keys: tuple[tuple[str, str], ...] = ()
    """Keys and the values that they must have."""

    def covers(self, ask: Ask) -> bool:
        """Whether this is enough for what is asked. Actions are compared in any case of letters."""
        return (
            re.fullmatch(_pattern(self.action), ask.action, re.IGNORECASE) is not None
            and re.fullmatch(_pattern(self.resource), ask.resource) is not None
            and set(self.keys) <= set(ask.keys)
        )


def _pattern(text: str) -> str:
    return re.escape(text).replace(r"\*", ".*").replace(r"\?", ".")


@cache
def document() -> dict[str, Any]:
    """The template as it is written."""
    return template.read(Path(__file__).parents[2] / "template.yaml")


@dataclass(frozen=True, slots=True)
class Deployed:
    """The template with these parameters. ``made`` is what AWS called its resources, by what the template
    writes for them (``TokenSecret.Id``)."""

    parameters: Mapping[str, str]
    made: Mapping[str, str]

    def environment(self) -> dict[str, str]:
        """Every variable that a function is given, but the name of its service; whose names are the same
        have the same value."""
        found: dict[str, str] = {}
        for name in FUNCTIONS.values():
            given = self._properties(f"{name}Function")["Environment"]["Variables"]
            for variable, written in given.items():
                if variable == "POWERTOOLS_SERVICE_NAME":
                    continue
                value = str(self.value(written))
                assert found.setdefault(variable, value) == value, variable
        return found

    def grants(self, role: str) -> Iterator[Grant]:
        """All that a role may do."""
        for policy in self._properties(role)["Policies"]:
            for statement in policy["PolicyDocument"]["Statement"]:
                assert set(statement) <= {"Effect", "Action", "Resource", "Condition"}, statement
                assert statement["Effect"] == "Allow"
                condition = self.value(statement.get("Condition", {}))
                assert set(condition) <= {"StringEquals"}, "the only condition that is judged here"
                keys = tuple(condition.get("StringEquals", {}).items())
                for action in _listed(statement["Action"]):
                    for resource in _listed(self.value(statement["Resource"])):
                        yield Grant(action, resource, keys)

    def value(self, written: Any) -> Any:
        """What CloudFormation makes of a piece of the template."""
        match written:
            case {"Ref": str(name)}:
                return self._named(name)
            case {"Fn::GetAtt": [str(name), str(attribute)]}:
                return self._named(f"{name}.{attribute}")
            case {"Fn::Sub": str(text)}:
                return re.sub(r"\$\{([^}]+)}", lambda found: str(self._named(found[1])), text)
            case {"Fn::If": [str(condition), then, otherwise]}:
                return self.value(then if self._holds(condition) else otherwise)
            case dict():
                assert not [key for key in written if str(key).startswith("Fn::")], written
                return {key: self.value(value) for key, value in written.items()}
            case list():
                return [self.value(each) for each in written]
            case _:
                return written

    def _named(self, name: str) -> Any:
        for known in (_PSEUDO, self.made, self.parameters):
            if name in known:
                return known[name]
        if name.endswith("Log.Arn"):
            group = self.value(self._properties(name.removesuffix(".Arn"))["LogGroupName"])
            return arn("logs", f"log-group:{group}:*")
        return document()["Parameters"][name]["Default"]

    def _holds(self, condition: str) -> bool:
        match document()["Conditions"][condition]:
            case {"Fn::Not": [{"Fn::Equals": [left, right]}]}:
                return bool(self.value(left) != self.value(right))
            case {"Fn::Equals": [left, right]}:
                return bool(self.value(left) == self.value(right))
            case other:
                raise AssertionError(other)

    def _properties(self, resource: str) -> dict[str, Any]:
        found: dict[str, Any] = document()["Resources"][resource]["Properties"]
        return found


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def deployed(*, secret_arn: str, endpoint: str) -> Deployed:
    """The stack of these tests: its secret, and where its connections are posted to."""
    return Deployed(
        parameters={
            "ConnectionsEndpoint": endpoint,
            "SocketUrl": "wss://socket.example.com/live",
        },
        made={
            "Table": TABLE,
            "Table.Arn": arn("dynamodb", f"table/{TABLE}"),
            "TokenSecret.Id": secret_arn,
            "DeadlineGroup": f"{STACK}-deadlines",
            "DeadlineScheduleRole.Arn": f"arn:aws:iam::{ACCOUNT}:role/{STACK}-schedules",
            "DeadlineDeadLetters.Arn": arn("sqs", f"{STACK}-dead-letters"),
            "SocketApi": API,
        },
    )
