"""Deploys a translated template to the emulator by CloudFormation, as ``sam deploy`` does to AWS."""

import json
import time
from collections.abc import Mapping
from typing import Any, TypeAlias

from botocore.exceptions import ClientError

from local.stack.errors import StackError
from local.stack.template import Template

CODE_BUCKET = "nolpan-local-code"
_WAIT_SEC = 60


_Client: TypeAlias = Any
"""A boto3 client whose stubs are not among the project's; what it answers is read in this file only."""


class Deployer:
    """One stack of the emulator, by name."""

    def __init__(self, cloudformation: _Client, s3: _Client, *, name: str, url: str, region: str) -> None:
        self._cloudformation = cloudformation
        self._s3 = s3
        self._name = name
        self._url = url
        self._region = region

    def make_bucket(self) -> None:
        """Make the bucket of code and templates. The emulator keeps it, but not what is in it."""
        try:
            self._s3.create_bucket(
                Bucket=CODE_BUCKET, CreateBucketConfiguration={"LocationConstraint": self._region}
            )
        except ClientError as refusal:
            if refusal.response["Error"]["Code"] != "BucketAlreadyOwnedByYou":
                raise

    def upload(self, key: str, body: bytes) -> None:
        """Put an object where ``deploy`` and the functions find it."""
        self._s3.put_object(Bucket=CODE_BUCKET, Key=key, Body=body)

    def outputs(self) -> dict[str, str] | None:
        """The stack's outputs, or None when it is not there or only the ruin of a failed start."""
        stack = self._describe()
        if stack is None or stack["StackStatus"] in ("ROLLBACK_COMPLETE", "CREATE_FAILED", "ROLLBACK_FAILED"):
            return None
        return {output["OutputKey"]: output["OutputValue"] for output in stack.get("Outputs", [])}

    def deploy(self, template: Template, parameters: Mapping[str, str]) -> dict[str, str]:
        """Create or update the stack and give its outputs.

        :raises StackError: CloudFormation refused; the message holds its reasons, and an
            updated stack is as it was before.
        """
        self.upload("template.json", json.dumps(template, separators=(",", ":")).encode())
        request = {
            "StackName": self._name,
            "TemplateURL": f"{self._url}/{CODE_BUCKET}/template.json",
            "Parameters": [{"ParameterKey": k, "ParameterValue": v} for k, v in sorted(parameters.items())],
            "Capabilities": ["CAPABILITY_IAM"],
        }
        try:
            if self.outputs() is not None:
                wanted = "UPDATE_COMPLETE"
                self._cloudformation.update_stack(**request)
            else:
                wanted = "CREATE_COMPLETE"
                self._remove_ruin()
                self._cloudformation.create_stack(**request)
        except ClientError as refusal:
            if "No updates are to be performed" in str(refusal):
                return self.outputs() or {}
            raise StackError(f"CloudFormation refused: {refusal.response['Error']['Message']}") from refusal
        status = self._settled()
        if status != wanted:
            raise StackError(f"The stack was not deployed ({status}):\n{self._reasons()}")
        return self.outputs() or {}

    def _remove_ruin(self) -> None:
        """A stack whose creation failed stays, and stands in the way of the next."""
        if self._describe() is not None:
            self._cloudformation.delete_stack(StackName=self._name)
            self._settled()

    def _describe(self) -> dict[str, Any] | None:
        try:
            stacks = self._cloudformation.describe_stacks(StackName=self._name)["Stacks"]
        except ClientError as refusal:
            if "does not exist" in str(refusal):
                return None
            raise
        return stacks[0] if stacks else None

    def _settled(self) -> str:
        last = time.monotonic() + _WAIT_SEC
        while time.monotonic() < last:
            stack = self._describe()
            status: str = "DELETE_COMPLETE" if stack is None else stack["StackStatus"]
            if not status.endswith("_IN_PROGRESS"):
                return status
            time.sleep(0.05)
        raise StackError(f"The stack was not deployed within {_WAIT_SEC} seconds.")

    def _reasons(self) -> str:
        events = self._cloudformation.describe_stack_events(StackName=self._name)["StackEvents"]
        return "\n".join(
            f"  {event['LogicalResourceId']}: {event.get('ResourceStatusReason', '')}"
            for event in reversed(events)
            if event["ResourceStatus"].endswith("_FAILED")
        )
