"""The published documents as the walk reads them."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

Document: TypeAlias = dict[str, Any]

ROOT = Path(__file__).resolve().parents[2]
_MOST_PROBLEMS = 3
"""Of one answer so many are said: the others mostly follow from them."""


class Contract:
    """``folder`` holds the documents; by default this project's own."""

    def __init__(self, folder: Path = ROOT / "docs") -> None:
        self._folder = folder

    @cached_property
    def http(self) -> Document:
        """``openapi.yaml``."""
        return self._read("openapi.yaml")

    @cached_property
    def socket(self) -> Document:
        """``asyncapi.yaml``."""
        return self._read("asyncapi.yaml")

    def _read(self, name: str) -> Document:
        document: Document = yaml.safe_load((self._folder / name).read_text("utf-8"))
        return document

    @cached_property
    def codes(self) -> frozenset[str]:
        """Every refusal's code (``rejections.md``)."""
        rows = (self._folder / "rejections.md").read_text("utf-8")
        return frozenset(re.findall(r"^\| `([^`]+)` \|", rows, re.MULTILINE))

    def messages(self, action: str) -> Mapping[str, str]:
        """The schema of each message that the server receives or sends, by frame type."""
        components = self.socket["components"]["messages"]
        found = {}
        for operation in self.socket["operations"].values():
            if operation["action"] == action:
                message = components[operation["messages"][0]["$ref"].rsplit("/", 1)[1]]
                found[message["name"]] = message["payload"]["$ref"].rsplit("/", 1)[1]
        return found

    def frame_problems(self, frame: Document) -> Iterator[str]:
        """What is wrong with a frame of the server."""
        schema = self.messages("send").get(str(frame.get("type")))
        if schema is None:
            yield f"a frame of the type {frame.get('type')!r}, which is not published"
        else:
            yield from _problems(self.socket, {"$ref": f"#/components/schemas/{schema}"}, frame)

    def answer_problems(self, operation_id: str, status: int, media: str, body: object) -> Iterator[str]:
        """What is wrong with an answer of the HTTP API."""
        said = self._operation(operation_id)["responses"].get(str(status))
        if said is None:
            yield f"{operation_id} answered {status}, which is not published"
            return
        content = said.get("content", {})
        if not content:
            return
        if media not in content:
            yield f"{operation_id} answered {status} as {media or 'nothing'}, not as {' or '.join(content)}"
            return
        yield from _problems(self.http, content[media]["schema"], body)

    def _operation(self, operation_id: str) -> Document:
        for methods in self.http["paths"].values():
            for operation in methods.values():
                if operation["operationId"] == operation_id:
                    found: Document = operation
                    return found
        raise ValueError(f"no operation {operation_id} is published")

    def tells(self, operation_id: str, status: int, code: str) -> bool:
        """Whether this refusal of an operation is published."""
        said = self._operation(operation_id)["responses"].get(str(status), {})
        return f"`{code}`" in said.get("description", "")


def _problems(document: Document, schema: Document, value: object) -> Iterator[str]:
    whole = {**schema, "components": document["components"]}
    errors = sorted(Draft202012Validator(whole).iter_errors(value), key=lambda error: error.json_path)
    for error in errors[:_MOST_PROBLEMS]:
        deepest = max([error, *_causes(error)], key=lambda one: len(one.absolute_path))
        yield f"{deepest.json_path.removeprefix('$.')}: {deepest.message[:200]}"


def _causes(error: Any) -> Iterator[Any]:
    for cause in error.context:
        yield cause
        yield from _causes(cause)
