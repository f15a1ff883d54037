"""Answers every request with the request and the secret."""

import json
import os
from typing import Any

import boto3


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    """An HTTP API answer, payload 2.0."""
    secret = boto3.client("secretsmanager").get_secret_value(SecretId=os.environ["SECRET_ARN"])
    body = {"event": event, "secret": json.loads(secret["SecretString"])}
    return {"statusCode": 200, "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
