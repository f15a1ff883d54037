"""Lets everybody in but the ticket ``deny``; says who it was in the context."""

from typing import Any


def handler(event: dict[str, Any], _context: object) -> dict[str, Any]:
    """A REQUEST authorizer's answer."""
    ticket = event["queryStringParameters"]["ticket"]
    statement = {
        "Action": "execute-api:Invoke",
        "Effect": "Deny" if ticket == "deny" else "Allow",
        "Resource": event["methodArn"],
    }
    return {
        "principalId": "p1",
        "policyDocument": {"Version": "2012-10-17", "Statement": [statement]},
        "context": {"room": "r1", "ticket": ticket},
    }
