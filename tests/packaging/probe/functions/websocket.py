"""Does to its own connection what the frame asks for, and tells what it saw."""

import json
import os
from typing import Any

import boto3
from botocore.exceptions import ClientError


def _refusal(name: str) -> str:
    """What AWS says to a call that the policy of this function leaves out."""
    try:
        match name:
            case "scan":
                boto3.client("dynamodb").scan(TableName=os.environ["TABLE_NAME"])
            case "secret":
                boto3.client("secretsmanager").get_secret_value(SecretId="any")
            case "schedule":
                boto3.client("scheduler").delete_schedule(GroupName=os.environ["SCHEDULE_GROUP"], Name="any")
            case "wake":
                boto3.client("lambda").invoke(FunctionName=os.environ["DEADLINE_ARN"])
    except ClientError as refusal:
        return str(refusal.response["Error"]["Code"])
    return "allowed"


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    """Answers 403 to the ticket ``refuse``; notes every ``$disconnect`` in the table."""
    context = event["requestContext"]
    print(f"probe {context['eventType']}")
    if context["eventType"] == "CONNECT":
        return {"statusCode": 403 if context["authorizer"]["ticket"] == "refuse" else 200}
    if context["eventType"] == "DISCONNECT":
        item = {"pk": {"S": "gone"}, "sk": {"S": context["connectionId"]}, "seen": {"S": json.dumps(event)}}
        boto3.client("dynamodb").put_item(TableName=os.environ["TABLE_NAME"], Item=item)
        return {"statusCode": 200}
    frame = json.loads(event["body"])
    api = boto3.client("apigatewaymanagementapi", endpoint_url=os.environ["CONNECTIONS_ENDPOINT"])
    answer: dict[str, Any] = {"event": event, "environment": dict(os.environ)}
    if frame["type"] == "fail":
        raise ValueError("as asked")
    if frame["type"] == "close":
        api.delete_connection(ConnectionId=context["connectionId"])
        return {"statusCode": 200}
    if frame["type"] == "overstep":
        answer["refusals"] = {name: _refusal(name) for name in ("scan", "secret", "schedule", "wake")}
    if frame["type"] == "postToNobody":
        try:
            api.post_to_connection(ConnectionId="nobody=", Data=b"{}")
        except api.exceptions.GoneException as gone:
            answer["status"] = gone.response["ResponseMetadata"]["HTTPStatusCode"]
    if frame["type"] == "schedule":
        boto3.client("scheduler").create_schedule(
            GroupName=os.environ["SCHEDULE_GROUP"],
            Name=frame["name"],
            ScheduleExpression=frame["at"],
            FlexibleTimeWindow={"Mode": "OFF"},
            ActionAfterCompletion="DELETE",
            Target={
                "Arn": os.environ["DEADLINE_ARN"],
                "RoleArn": os.environ["SCHEDULE_ROLE_ARN"],
                "Input": json.dumps({"room": frame["name"], "fireAt": 1}),
                "DeadLetterConfig": {"Arn": os.environ["DEADLINE_DLQ_ARN"]},
            },
        )
    api.post_to_connection(ConnectionId=context["connectionId"], Data=json.dumps(answer).encode())
    return {"statusCode": 200, "body": "nobody should see this"}
