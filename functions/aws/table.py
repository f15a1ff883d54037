"""The one table, with what DynamoDB makes of races turned into values.

A condition that does not hold is an answer (``Failed``), not an exception. A collision with a
transaction that is under way is neither: it is tried again here, since botocore does not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

from botocore.exceptions import ClientError

from functions.aws.items import Item, room_key, stored_room
from functions.rooms.codec import decode
from functions.rooms.room import Room

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient
    from mypy_boto3_dynamodb.type_defs import (
        DeleteItemInputTypeDef,
        PutItemInputTypeDef,
        QueryInputTypeDef,
        TransactWriteItemTypeDef,
        UpdateItemInputTypeDef,
    )

Action: TypeAlias = "TransactWriteItemTypeDef"
T = TypeVar("T")

PAUSES_SEC = (0.01, 0.02, 0.04, 0.08, 0.16)
"""Before each further try after a collision (a transaction is under way for some 10 ms)."""


@dataclass(frozen=True, slots=True)
class Failed:
    """A condition did not hold; ``item`` is what stands there (None: nothing)."""

    item: Item | None


class Table:
    """The table's few operations.

    ``pause`` waits for that many seconds between tries. Faults of DynamoDB (throttling that lasts,
    a time-out, no permission) are raised as botocore's exceptions.
    """

    def __init__(
        self, client: DynamoDBClient, name: str, *, pause: Callable[[float], None] = time.sleep
    ) -> None:
        self.client = client
        self.name = name
        self.pause = pause

    def load(self, room_id: str) -> Room | None:
        """As ``RoomStore.load``: one read of the room's item."""
        item = self.get(room_key(room_id))
        return None if item is None else decode(stored_room(item))

    def get(self, key: Item) -> Item | None:
        """The item, strongly consistent, or None."""
        return self.client.get_item(TableName=self.name, Key=key, ConsistentRead=True).get("Item")

    def update(
        self,
        key: Item,
        expression: str,
        *,
        condition: str,
        values: Item,
        names: dict[str, str] | None = None,
    ) -> Item | Failed:
        """One conditional UpdateItem; the whole item after it."""
        request: UpdateItemInputTypeDef = {
            "TableName": self.name,
            "Key": key,
            "UpdateExpression": expression,
            "ConditionExpression": condition,
            "ExpressionAttributeValues": values,
            "ReturnValues": "ALL_NEW",
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        }
        if names is not None:
            request["ExpressionAttributeNames"] = names
        return self._conditional(lambda: self.client.update_item(**request)["Attributes"])

    def put(self, item: Item, *, condition: str, values: Item) -> bool:
        """One conditional PutItem; whether the condition held."""
        request: PutItemInputTypeDef = {
            "TableName": self.name,
            "Item": item,
            "ConditionExpression": condition,
            "ExpressionAttributeValues": values,
        }
        return not isinstance(self._conditional(lambda: self.client.put_item(**request)), Failed)

    def delete(self, key: Item, *, condition: str | None = None, values: Item | None = None) -> bool:
        """One DeleteItem; whether the condition held, if there is one."""
        request: DeleteItemInputTypeDef = {"TableName": self.name, "Key": key}
        if condition is not None:
            request["ConditionExpression"] = condition
        if values is not None:
            request["ExpressionAttributeValues"] = values
        return not isinstance(self._conditional(lambda: self.client.delete_item(**request)), Failed)

    def transact(self, actions: Sequence[Action]) -> tuple[Failed | None, ...]:
        """All of the actions, or none.

        Nothing if they were carried out, else one entry an action: what its condition failed on,
        or None if it did not fail. Of the items that stand in the way only those come back that
        ``ReturnValuesOnConditionCheckFailure`` asks for.
        """
        try:
            self._patiently(lambda: self.client.transact_write_items(TransactItems=actions))
        except ClientError as error:
            reasons = _reasons(error)
            if "ConditionalCheckFailed" not in [reason["Code"] for reason in reasons]:
                raise
            return tuple(
                Failed(reason.get("Item")) if reason["Code"] == "ConditionalCheckFailed" else None
                for reason in reasons
            )
        return ()

    def query(self, pk: str, prefix: str) -> list[Item]:
        """Every item of the partition whose ``sk`` has the prefix, strongly consistent, in order."""
        found: list[Item] = []
        request: QueryInputTypeDef = {
            "TableName": self.name,
            "KeyConditionExpression": "pk = :pk AND begins_with(sk, :prefix)",
            "ExpressionAttributeValues": {":pk": {"S": pk}, ":prefix": {"S": prefix}},
            "ConsistentRead": True,
        }
        while True:
            page = self.client.query(**request)
            found += page["Items"]
            if "LastEvaluatedKey" not in page:
                return found
            request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

    def _conditional(self, call: Callable[[], T]) -> T | Failed:
        try:
            return self._patiently(call)
        except ClientError as error:
            if _code(error) != "ConditionalCheckFailedException":
                raise
            # The item is in the error only where it was asked for, and in no type.
            return Failed(cast("dict[str, Any]", error.response).get("Item"))

    def _patiently(self, call: Callable[[], T]) -> T:
        """What ``call`` returns, tried again while transactions of others stand in its way."""
        for pause in PAUSES_SEC:
            try:
                return call()
            except ClientError as error:
                if not _collided(error):
                    raise
            self.pause(pause)
        return call()


def _code(error: ClientError) -> str:
    return error.response["Error"]["Code"]


def _reasons(error: ClientError) -> list[dict[str, Any]]:
    """Why a transaction was cancelled, an entry an action; empty for every other error."""
    reasons: list[dict[str, Any]] = cast("dict[str, Any]", error.response).get("CancellationReasons", [])
    return reasons


def _collided(error: ClientError) -> bool:
    return _code(error) == "TransactionConflictException" or any(
        reason["Code"] == "TransactionConflict" for reason in _reasons(error)
    )
