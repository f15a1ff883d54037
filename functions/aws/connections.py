"""``ConnectionStore`` on DynamoDB."""

from engine.game import Millis
from functions.aws import items
from functions.aws.items import number
from functions.aws.table import Failed, Table
from functions.rooms.ports import Connection

TICKET_LIFE_SEC = 3600
"""How long after its end a used ticket is remembered: far longer than a handshake can take that the
authorizer let in at the last moment."""

NOT_TOO_SOON = "attribute_exists(pk) AND (attribute_not_exists(m) OR m <= :latest)"
"""The connection is there, and its last line (``m``) is old enough."""


class DynamoConnections(Table):
    """Sockets by themselves."""

    def open_connection(self, connection: Connection, *, ticket_id: str, ticket_expires_at: int) -> bool:
        """As ``ConnectionStore.open_connection``: one transaction."""
        used = items.ticket_item(ticket_id, connection.id, ticket_expires_at + TICKET_LIFE_SEC)
        failed = self.transact(
            [
                {
                    "Put": {
                        "TableName": self.name,
                        "Item": used,
                        "ConditionExpression": "attribute_not_exists(pk)",
                        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
                    }
                },
                {"Put": {"TableName": self.name, "Item": items.connection_item(connection)}},
            ]
        )
        if not failed:
            return True
        # Used by this very connection: a retry whose first try had succeeded.
        before = failed[0].item if failed[0] is not None else None
        return before is not None and before["c"] == used["c"]

    def find_connection(self, connection_id: str) -> Connection | None:
        """As ``ConnectionStore.find_connection``."""
        item = self.get(items.connection_key(connection_id))
        return None if item is None else items.connection_of(item)

    def close_connection(self, connection_id: str) -> None:
        """As ``ConnectionStore.close_connection``."""
        self.delete(items.connection_key(connection_id))

    def may_chat(self, connection_id: str, now: Millis, every_ms: Millis) -> bool:
        """As ``ConnectionStore.may_chat``: one conditional write. False for an unknown connection."""
        noted = self.update(
            items.connection_key(connection_id),
            "SET m = :now",
            condition=NOT_TOO_SOON,
            values={":now": number(now), ":latest": number(now - every_ms)},
        )
        return not isinstance(noted, Failed)
