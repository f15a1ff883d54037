"""What calls to AWS cost: counted at botocore's own hooks, with the public rules for units.

A client that is watched works as before. For every write the meter looks at the item before and
after it (through another client, not counted), since DynamoDB charges for the whole of the larger of
the two; emulators report their own figures, which are not to be trusted.

Not counted: what botocore does again by itself, Lambda's time, connection minutes, logs.
"""

import threading
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from botocore.client import BaseClient
    from mypy_boto3_dynamodb import DynamoDBClient

WRITE_UNIT_BYTES = 1024
READ_UNIT_BYTES = 4096
MESSAGE_BYTES = 32 * 1024

_CALL = "nolpan-meter"
"""Where a call's parameters wait in botocore's context for its answer."""

Value = Mapping[str, Any]
Item = Mapping[str, Value]
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Prices:
    """Dollars for a million of each, us-east-1 on demand, 2026."""

    write_units: float = 0.625
    read_units: float = 0.125
    messages: float = 1.0
    schedules: float = 1.0


@dataclass(frozen=True, slots=True)
class Write:
    """One item written: its size is the larger of before and after, in bytes."""

    operation: str
    key: Key
    size: int
    units: int


@dataclass(slots=True)
class Meter:
    """Counts what watched clients do. ``probe`` looks at items and is watched by nobody."""

    probe: "DynamoDBClient"
    prices: Prices = field(default_factory=Prices)
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By service and operation."""
    writes: list[Write] = field(default_factory=list)
    read_units: float = 0.0
    messages: int = 0
    """Posts to connections, as billed: one for every 32 KB begun."""
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def watch(self, client: "BaseClient") -> None:
        """Count this client's calls from now on."""
        events, service = client.meta.events, client.meta.service_model.service_name
        events.register_last(f"before-parameter-build.{service}.*", self._before)
        events.register_last(f"after-call.{service}.*", self._after)

    def reset(self) -> None:
        """Start counting again from nothing."""
        with self._lock:
            self.calls.clear()
            self.writes.clear()
            self.read_units, self.messages = 0.0, 0

    @property
    def write_units(self) -> int:
        """DynamoDB's write units."""
        return sum(write.units for write in self.writes)

    @property
    def dollars(self) -> float:
        """The bill of all that was counted; every schedule made is taken to fire."""
        millions = (
            self.write_units * self.prices.write_units
            + self.read_units * self.prices.read_units
            + self.messages * self.prices.messages
            + self.calls["scheduler", "CreateSchedule"] * self.prices.schedules
        )
        return millions / 1_000_000

    def _before(self, params: dict[str, Any], model: Any, context: dict[str, Any], **_: object) -> None:
        """Note what is asked, and how large the items are that will be written."""
        keys = _written(model.name, params)
        context[_CALL] = (params, [(table, key, self._size(table, key)) for table, key in keys])

    def _after(self, parsed: dict[str, Any], model: Any, context: dict[str, Any], **_: object) -> None:
        params, before = context[_CALL]
        operation = model.name
        factor = 2 if operation.startswith("Transact") else 1
        writes = []
        for table, key, was in before:
            size = max(was, self._size(table, key))
            units = factor * max(1, -(-size // WRITE_UNIT_BYTES))
            writes.append(Write(operation, (key["pk"]["S"], key["sk"]["S"]), size, units))
        with self._lock:
            self.calls[model.service_model.service_name, operation] += 1
            self.writes += writes
            self.read_units += _read_units(operation, params, parsed)
            if operation == "PostToConnection":
                self.messages += max(1, -(-len(params["Data"]) // MESSAGE_BYTES))

    def _size(self, table: str, key: Item) -> int:
        found = self.probe.get_item(TableName=table, Key=key, ConsistentRead=True).get("Item")
        return 0 if found is None else item_size(found)


def item_size(item: Item) -> int:
    """An item's size in bytes, by DynamoDB's rules: names and values, in UTF-8."""
    return sum(len(name.encode()) + _value_size(value) for name, value in item.items())


def _value_size(value: Value) -> int:
    ((kind, content),) = value.items()
    match kind:
        case "S":
            return len(content.encode())
        case "B":
            return len(content)
        case "N":
            return _number_size(content)
        case "M":
            return 3 + sum(1 + len(name.encode()) + _value_size(inner) for name, inner in content.items())
        case "L":
            return 3 + sum(1 + _value_size(inner) for inner in content)
        case "BOOL" | "NULL":
            return 1
        case _:
            raise ValueError(f"no rule for the size of an attribute of type {kind}")


def _number_size(text: str) -> int:
    """One byte for two significant digits, one more, and one for a sign."""
    digits = text.lstrip("-").strip("0") or "0"
    return -(-len(digits) // 2) + 1 + text.startswith("-")


def _written(operation: str, params: Mapping[str, Any]) -> list[tuple[str, Item]]:
    """Table and key of every item that the call would write."""
    match operation:
        case "PutItem":
            return [(params["TableName"], _key(params["Item"]))]
        case "UpdateItem" | "DeleteItem":
            return [(params["TableName"], params["Key"])]
        case "TransactWriteItems":
            actions = [action for item in params["TransactItems"] for action in item.values()]
            return [(action["TableName"], _key(action.get("Item") or action["Key"])) for action in actions]
        case _:
            return []


def _key(item: Item) -> Item:
    return {"pk": item["pk"], "sk": item["sk"]}


def _read_units(operation: str, params: Mapping[str, Any], parsed: Mapping[str, Any]) -> float:
    """What the call's reads cost. Of a Query with a filter only what passed it is known here."""
    match operation:
        case "GetItem":
            return _units([parsed.get("Item", {})], params)
        case "Query":
            return _units(parsed.get("Items", []), params)
        case "BatchGetItem":
            # Each item is rounded up by itself, and one that is not there costs as much as a small one.
            asked = [(table, keys) for table, keys in params["RequestItems"].items()]
            units = 0.0
            for table, request in asked:
                found = parsed.get("Responses", {}).get(table, [])
                units += sum(_units([item], request) for item in found)
                units += (len(request["Keys"]) - len(found)) * _units([], request)
            return units
        case _:
            return 0.0


def _units(items: Iterable[Item], request: Mapping[str, Any]) -> float:
    size = sum(item_size(item) for item in items)
    units = max(1, -(-size // READ_UNIT_BYTES))
    return units if request.get("ConsistentRead") else units / 2


def distribution(sizes: Sequence[int]) -> dict[str, int]:
    """Least, median, 90th percentile, greatest."""
    ordered = sorted(sizes)
    return {
        "min": ordered[0],
        "median": ordered[len(ordered) // 2],
        "p90": ordered[len(ordered) * 9 // 10],
        "max": ordered[-1],
    }
