"""What ``template.yaml`` promises: read as it is written, and as CloudFormation gets it."""

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cfnlint.api import ManualArgs, lint

from local.stack import template
from local.stack.bundle import load_error
from local.stack.session import local_session

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "template.yaml"
SAM = template.read(FILE)
RESOURCES: dict[str, Any] = SAM["Resources"]
PLAIN = template.translated(template.read(FILE), local_session(), bucket="a-bucket", key="code.zip")
FUNCTIONS = ("Authorizer", "Websocket", "Deadline", "Spectators", "Lobby")


def of_type(kind: str, resources: dict[str, Any] | None = None) -> dict[str, Any]:
    found = RESOURCES if resources is None else resources
    return {name: each["Properties"] for name, each in found.items() if each["Type"] == kind}


def mentions(value: object) -> set[str]:
    """Logical ids that a piece of a template refers to."""
    if isinstance(value, dict):
        found = set().union(*map(mentions, value.values())) if value else set()
        if isinstance(value.get("Ref"), str):
            found.add(value["Ref"].removesuffix(".Alias"))
        if isinstance(value.get("Fn::GetAtt"), list):
            found.add(value["Fn::GetAtt"][0])
        if "Fn::Sub" in value:
            text = value["Fn::Sub"] if isinstance(value["Fn::Sub"], str) else value["Fn::Sub"][0]
            found |= set(re.findall(r"\$\{(\w+)[}.]", text))
        return found
    if isinstance(value, list):
        return set().union(*map(mentions, value)) if value else set()
    return set()


def statements(function: str) -> Iterator[dict[str, Any]]:
    for policy in RESOURCES[f"{function}Role"]["Properties"]["Policies"]:
        yield from policy["PolicyDocument"]["Statement"]


def actions(function: str) -> set[str]:
    found: set[str] = set()
    for statement in statements(function):
        listed = statement["Action"]
        found |= set(listed if isinstance(listed, list) else [listed])
    return found


@pytest.mark.slow  # make template has the linter look at the file as it is written
@pytest.mark.parametrize(
    "document", [FILE.read_text("utf-8"), json.dumps(PLAIN)], ids=["SAM", "CloudFormation"]
)
def test_the_linter_finds_nothing(document: str) -> None:
    assert [str(match) for match in lint(document, config=ManualArgs(regions=["ap-northeast-2"]))] == []


def test_nothing_critical_is_lost_or_added_unnoticed() -> None:
    counted = Counter(resource["Type"] for resource in PLAIN["Resources"].values())
    critical = {
        "AWS::Lambda::Function": 5,
        "AWS::DynamoDB::Table": 1,
        "AWS::ApiGatewayV2::Api": 2,
        "AWS::ApiGatewayV2::Authorizer": 1,
        "AWS::SecretsManager::Secret": 1,
        "AWS::Scheduler::ScheduleGroup": 1,
        "AWS::SQS::Queue": 1,
        "AWS::Lambda::EventInvokeConfig": 2,
        "AWS::Logs::LogGroup": 7,
        "AWS::IAM::Role": 7,
    }
    assert {kind: counted[kind] for kind in critical} == critical


# --- Functions and routes ---


def names_read(handler: str) -> set[str]:
    """Variables that a function's own modules read: second argument of ``text`` and its like."""
    listing = (
        "import importlib, json, sys; importlib.import_module(sys.argv[1]); "
        "print(json.dumps([m.__file__ for n, m in sys.modules.items() if n.startswith('functions.')]))"
    )
    run = subprocess.run(  # noqa: S603
        [sys.executable, "-c", listing, handler.rpartition(".")[0]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    found = set()
    for file in filter(None, json.loads(run.stdout)):
        for node in ast.walk(ast.parse(Path(file).read_text("utf-8"))):
            match node:
                case ast.Call(
                    func=ast.Name(id="text" | "number" | "optional"), args=[_, ast.Constant(value=str(name))]
                ):
                    found.add(name)
    return found


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_is_given_the_settings_it_reads_and_no_others(function: str) -> None:
    properties = RESOURCES[f"{function}Function"]["Properties"]
    given = set(properties["Environment"]["Variables"]) - {"POWERTOOLS_SERVICE_NAME"}
    assert given == names_read(properties["Handler"])


def test_logs_are_named_for_every_function() -> None:
    shared = SAM["Globals"]["Function"]["Environment"]["Variables"]
    assert shared == {"POWERTOOLS_LOG_LEVEL": {"Ref": "LogLevel"}}
    services = [
        function["Environment"]["Variables"]["POWERTOOLS_SERVICE_NAME"]
        for function in of_type("AWS::Serverless::Function").values()
    ]
    assert sorted(services) == ["authorizer", "deadline", "lobby", "spectators", "websocket"]


@pytest.mark.parametrize("handler", template.handlers(SAM))
def test_a_handler_can_be_imported_with_an_empty_environment(handler: str) -> None:
    assert load_error(ROOT / "bundle", [handler]) is None


def test_every_function_runs_the_one_build_on_python_3_13_and_arm() -> None:
    shared = SAM["Globals"]["Function"]
    assert (shared["CodeUri"], shared["Runtime"], shared["Architectures"]) == (
        "bundle/",
        "python3.13",
        ["arm64"],
    )
    own = {"CodeUri", "Runtime", "Architectures"}
    assert [name for name, each in of_type("AWS::Serverless::Function").items() if own & set(each)] == []


@pytest.mark.parametrize("route", ["$connect", "$disconnect", "$default"])
def test_a_socket_route_leads_to_the_websocket_function(route: str) -> None:
    routes = RESOURCES["SocketApi"]["Properties"]["Routes"]
    assert set(routes) == {"$connect", "$disconnect", "$default"}
    assert mentions(routes[route]) == {"WebsocketFunction"}


def test_a_socket_opens_only_past_the_authorizer_with_a_ticket() -> None:
    auth = RESOURCES["SocketApi"]["Properties"]["Auth"]
    assert auth["AuthType"] == "CUSTOM"
    assert mentions(auth["AuthArn"]) == {"AuthorizerFunction"}
    assert auth["IdentitySource"] == ["route.request.querystring.ticket"]
    connect = PLAIN["Resources"]["SocketApiConnectRoute"]["Properties"]
    assert connect["AuthorizationType"] == "CUSTOM"


def test_every_request_leads_to_the_lobby() -> None:
    route = RESOURCES["HttpRoute"]["Properties"]
    integration = RESOURCES["HttpIntegration"]["Properties"]
    assert route["RouteKey"] == "$default"
    assert mentions(route["Target"]) == {"HttpIntegration"}
    assert mentions(integration["IntegrationUri"]) == {"LobbyFunction"}
    assert integration["PayloadFormatVersion"] == "2.0"


def test_every_function_that_a_gateway_calls_allows_it_to() -> None:
    allowed = set()
    for permission in of_type("AWS::Lambda::Permission", PLAIN["Resources"]).values():
        assert permission["Principal"] == "apigateway.amazonaws.com"
        assert mentions(permission["SourceArn"]) & {"SocketApi", "HttpApi"}
        allowed |= mentions(permission["FunctionName"])
    assert {name.removesuffix("Aliaslive") for name in allowed} == {
        "AuthorizerFunction",
        "WebsocketFunction",
        "LobbyFunction",
    }


@pytest.mark.parametrize(("stage", "kind"), [("SocketApi", "Socket"), ("HttpStage", "Http")])
def test_each_gateway_is_throttled_by_parameters(stage: str, kind: str) -> None:
    assert RESOURCES[stage]["Properties"]["DefaultRouteSettings"] == {
        "ThrottlingRateLimit": {"Ref": f"{kind}RequestsPerSecond"},
        "ThrottlingBurstLimit": {"Ref": f"{kind}Burst"},
    }
    assert SAM["Parameters"][f"{kind}RequestsPerSecond"]["MinValue"] > 0  # 0 would refuse everybody


def test_the_throttles_do_not_give_way_before_the_quotas_of_an_account_and_are_well_below_them() -> None:
    """A game of reversi makes 0.33 requests a second: frames and sockets 0.11, calls 5 in 600 seconds, and
    posts (docs/scale.md). Coming back after an outage takes a call and a new socket each."""
    requests, bucket, new_sockets = 10_000, 5_000, 500
    games = requests / 0.33
    default = {name: each.get("Default") for name, each in SAM["Parameters"].items()}
    assert games * 0.11 < default["SocketRequestsPerSecond"] < requests / 2
    assert games * 5 / 600 + new_sockets < default["HttpRequestsPerSecond"] < requests / 2
    assert default["SocketBurst"] + default["HttpBurst"] < bucket


# --- What is kept, and what is logged ---


def test_the_table_is_paid_by_use_kept_and_without_an_index() -> None:
    table = RESOURCES["Table"]
    properties = table["Properties"]
    assert properties["BillingMode"] == "PAY_PER_REQUEST"
    assert [key["AttributeName"] for key in properties["KeySchema"]] == ["pk", "sk"]
    assert properties["TimeToLiveSpecification"] == {"AttributeName": "x", "Enabled": True}
    assert properties["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert properties["SSESpecification"] == {"SSEEnabled": True}
    assert not {"GlobalSecondaryIndexes", "LocalSecondaryIndexes"} & set(properties)
    assert table["DeletionPolicy"].startswith("Retain")
    assert table["UpdateReplacePolicy"] == "Retain"


def test_the_secret_is_long_enough_for_its_signature() -> None:
    made = RESOURCES["TokenSecret"]["Properties"]["GenerateSecretString"]
    assert json.loads(made["SecretStringTemplate"]) == {"kid": "1"}
    assert made["GenerateStringKey"] == "key"
    assert made["PasswordLength"] >= 32


def holds(condition: object, given: dict[str, object]) -> bool:
    """A condition of the template, with these parameters and else the defaults."""
    match condition:
        case str(name) | {"Condition": str(name)}:
            return holds(SAM["Conditions"][name], given)
        case {"Fn::And": list(parts)}:
            return all(holds(part, given) for part in parts)
        case {"Fn::Not": [part]}:
            return not holds(part, given)
        case {"Fn::Equals": [{"Ref": str(name)}, value]}:
            return bool(given.get(name, SAM["Parameters"][name]["Default"]) == value)
        case _:
            raise AssertionError(f"this evaluator does not know {condition}")


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({}, set()),
        ({"GatewayLogRole": "create"}, set()),
        ({"SocketAccessLogging": "on"}, {"SocketAccessLog", "GatewayAccount", "GatewayAccountRole"}),
        ({"SocketAccessLogging": "on", "GatewayLogRole": "keep"}, {"SocketAccessLog"}),
    ],
)
def test_the_log_of_frames_and_the_accounts_own_setting_are_there_only_when_asked_for(
    given: dict[str, object], made: set[str]
) -> None:
    logging = ("SocketAccessLog", "GatewayAccount", "GatewayAccountRole")
    assert {name for name in logging if holds(RESOURCES[name]["Condition"], given)} == made
    condition, _, otherwise = RESOURCES["SocketApi"]["Properties"]["AccessLogSettings"]["Fn::If"]
    assert holds(condition, given) is bool(made)
    assert otherwise == {"Ref": "AWS::NoValue"}


@pytest.mark.parametrize("stage", ["SocketApi", "HttpStage"])
def test_an_access_log_holds_no_query_string(stage: str) -> None:
    settings = RESOURCES[stage]["Properties"]["AccessLogSettings"]
    line = json.loads(settings.get("Fn::If", [None, settings])[1]["Format"])
    assert "$context.requestId" in line.values()
    variables = {variable for text in line.values() for variable in re.findall(r"\$[\w.]+", text)}
    tellers = re.compile(r"query|requestOverride|\$request|\$input|ticket|header", re.IGNORECASE)
    assert [variable for variable in variables if tellers.search(variable)] == []


def test_every_log_forgets_after_a_while() -> None:
    groups = of_type("AWS::Logs::LogGroup")
    assert [
        name for name, each in groups.items() if each["RetentionInDays"] != {"Ref": "LogRetentionDays"}
    ] == []


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_function_writes_its_own_log(function: str) -> None:
    properties = RESOURCES[f"{function}Function"]["Properties"]
    assert properties["LoggingConfig"]["LogGroup"] == {"Ref": f"{function}Log"}
    group = RESOURCES[f"{function}Log"]["Properties"]["LogGroupName"]["Fn::Sub"]
    assert group == f"/aws/lambda/{properties['FunctionName']['Fn::Sub']}"


# --- What a function may do ---

LOG = {"logs:CreateLogStream", "logs:PutLogEvents"}
ROOM = {"dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:Query"}
PLAY = {"dynamodb:DeleteItem", "execute-api:ManageConnections", "scheduler:CreateSchedule", "iam:PassRole"}


@pytest.mark.parametrize(
    ("function", "allowed"),
    [
        ("Authorizer", LOG | {"secretsmanager:GetSecretValue"}),
        ("Websocket", LOG | ROOM | PLAY | {"lambda:InvokeFunction"}),
        ("Deadline", LOG | ROOM | PLAY | {"lambda:InvokeFunction", "sqs:SendMessage"}),
        ("Spectators", LOG | (ROOM | PLAY) - {"dynamodb:PutItem"}),
        ("Lobby", LOG | ROOM | {"dynamodb:BatchGetItem", "secretsmanager:GetSecretValue"}),
    ],
)
def test_a_function_may_do_this_and_no_more(function: str, allowed: set[str]) -> None:
    """Whatever the pattern would cover (``dynamodb:*``). That it is what the functions do is looked at in
    tests/functions, by their calls."""
    assert actions(function) == allowed
    assert "ManagedPolicyArns" not in RESOURCES[f"{function}Role"]["Properties"]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_permission_names_its_resource(function: str) -> None:
    for statement in statements(function):
        listed = statement["Resource"] if isinstance(statement["Resource"], list) else [statement["Resource"]]
        for resource in listed:
            assert isinstance(resource, dict), statement
            # A function of the stack may be named by hand, where a reference would make a circle.
            assert mentions(resource) or "${AWS::StackName}-" in resource["Fn::Sub"], statement


def test_a_role_is_passed_to_the_scheduler_only() -> None:
    for function in ("Websocket", "Deadline", "Spectators"):
        (statement,) = [each for each in statements(function) if each["Action"] == "iam:PassRole"]
        assert mentions(statement["Resource"]) == {"DeadlineScheduleRole"}
        assert statement["Condition"] == {"StringEquals": {"iam:PassedToService": "scheduler.amazonaws.com"}}


def test_only_schedules_of_the_stacks_own_group_can_borrow_the_role() -> None:
    role = RESOURCES["DeadlineScheduleRole"]["Properties"]
    (trust,) = role["AssumeRolePolicyDocument"]["Statement"]
    assert trust["Principal"] == {"Service": "scheduler.amazonaws.com"}
    assert mentions(trust["Condition"]["StringEquals"]["aws:SourceArn"]) == {"DeadlineGroup"}
    assert trust["Condition"]["StringEquals"]["aws:SourceAccount"] == {"Ref": "AWS::AccountId"}
    (policy,) = role["Policies"]
    assert {each["Action"] for each in policy["PolicyDocument"]["Statement"]} == {
        "lambda:InvokeFunction",
        "sqs:SendMessage",
    }


def test_a_wake_up_call_that_fails_is_tried_again_and_then_kept() -> None:
    retries = RESOURCES["DeadlineRetries"]["Properties"]
    assert mentions(retries["FunctionName"]) == {"DeadlineFunction"}
    assert retries["MaximumRetryAttempts"] == 2
    assert mentions(retries["DestinationConfig"]["OnFailure"]) == {"DeadlineDeadLetters"}


def test_only_the_spectators_function_is_called_and_a_call_is_soon_forgotten() -> None:
    for function in ("Websocket", "Deadline"):
        (statement,) = [each for each in statements(function) if each["Action"] == "lambda:InvokeFunction"]
        assert statement["Resource"]["Fn::Sub"].endswith(":function:${AWS::StackName}-spectators")
        given = RESOURCES[f"{function}Function"]["Properties"]["Environment"]["Variables"]
        assert given["SPECTATORS_ARN"] == statement["Resource"]
    retries = RESOURCES["SpectatorsRetries"]["Properties"]
    assert mentions(retries["FunctionName"]) == {"SpectatorsFunction"}
    assert (retries["MaximumRetryAttempts"], retries["MaximumEventAgeInSeconds"]) == (1, 60)


# --- Alarms ---


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("metric", ["Errors", "Throttles"])
def test_a_function_that_fails_or_is_throttled_raises_an_alarm(function: str, metric: str) -> None:
    alarm = RESOURCES[f"{function}{metric}"]["Properties"]
    assert (alarm["Namespace"], alarm["MetricName"]) == ("AWS/Lambda", metric)
    assert mentions(alarm["Dimensions"]) == {f"{function}Function"}


@pytest.mark.parametrize(
    ("namespace", "metric"),
    [
        ("AWS/SQS", "ApproximateNumberOfMessagesVisible"),
        ("AWS/DynamoDB", "ReadThrottleEvents"),
        ("AWS/DynamoDB", "WriteThrottleEvents"),
        ("AWS/DynamoDB", "SystemErrors"),
        ("AWS/ApiGateway", "IntegrationError"),
        ("AWS/ApiGateway", "ExecutionError"),
        ("AWS/ApiGateway", "5xx"),
        ({"Ref": "AWS::StackName"}, "LostRaces"),
        ({"Ref": "AWS::StackName"}, "Faults"),
    ],
)
def test_what_players_would_notice_raises_an_alarm(namespace: object, metric: str) -> None:
    alarms = of_type("AWS::CloudWatch::Alarm").values()
    assert [each for each in alarms if (each["Namespace"], each["MetricName"]) == (namespace, metric)]


def test_every_alarm_reaches_the_topic_and_says_what_to_look_at() -> None:
    for name, alarm in of_type("AWS::CloudWatch::Alarm").items():
        assert "AlarmTopicArn" in mentions(alarm["AlarmActions"]), name
        assert len(alarm["AlarmDescription"]) > 20, name


def test_the_dashboard_is_json() -> None:
    body = json.loads(RESOURCES["Dashboard"]["Properties"]["DashboardBody"]["Fn::Sub"])
    assert len(body["widgets"]) == 6
