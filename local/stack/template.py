"""``template.yaml`` as the emulator takes it: read, and translated from SAM to plain CloudFormation.

The translator is the one that AWS itself runs (aws-sam-translator); it needs no network and
no credentials here.
"""

from pathlib import Path
from typing import Any, TypeAlias

import boto3
import samtranslator
import yaml
from samtranslator.metrics.metrics import DummyMetricsPublisher, Metrics
from samtranslator.model.exceptions import InvalidDocumentException
from samtranslator.parser.parser import Parser
from samtranslator.translator.translator import Translator

from local.stack.errors import StackError

Template: TypeAlias = dict[str, Any]
"""A CloudFormation document. Its values are whatever the service allows, so nothing is said of them."""


API_IDS = {"HttpApi": "http", "SocketApi": "socket"}
"""Ids of the two APIs here. AWS draws them; the emulator takes them from a tag, so that addresses
are known before the first deployment and stay the same when the folder of its state is deleted."""


class _Loader(yaml.SafeLoader):
    """YAML with CloudFormation's short forms (``!Ref``, ``!Sub`` ...)."""


def _short_form(loader: yaml.SafeLoader, tag: str, node: yaml.Node) -> object:
    value: object
    if isinstance(node, yaml.ScalarNode):
        value = loader.construct_scalar(node)
    elif isinstance(node, yaml.SequenceNode):
        value = loader.construct_sequence(node, deep=True)
    elif isinstance(node, yaml.MappingNode):
        value = loader.construct_mapping(node, deep=True)
    if tag == "GetAtt" and isinstance(value, str):
        value = value.split(".", 1)
    return {tag if tag in ("Ref", "Condition") else f"Fn::{tag}": value}


_Loader.add_multi_constructor("!", _short_form)


def read(path: Path) -> Template:
    """The SAM template as it is written, short forms spelled out.

    :raises StackError: the file is not YAML.
    """
    try:
        document: Template = yaml.load(path.read_text("utf-8"), _Loader)  # noqa: S506 - a SafeLoader
    except yaml.YAMLError as fault:
        raise StackError(f"{path.name} cannot be read: {fault}") from fault
    return document


def handlers(template: Template) -> tuple[str, ...]:
    """The dotted name of every function's handler."""
    return tuple(
        resource["Properties"]["Handler"]
        for resource in template["Resources"].values()
        if resource["Type"] == "AWS::Serverless::Function"
    )


def translated(template: Template, session: boto3.Session, *, bucket: str, key: str) -> Template:
    """Plain CloudFormation, with the functions' code at ``s3://bucket/key`` and ids for the APIs.

    :raises StackError: the template is not valid SAM; the message lists why.
    """
    template["Globals"]["Function"]["CodeUri"] = {"Bucket": bucket, "Key": key}
    metrics = Metrics("nolpan", DummyMetricsPublisher())
    try:
        translator = Translator({}, Parser(), boto_session=session, metrics=metrics)
        plain: Template = translator.translate(template, {})
    except InvalidDocumentException as fault:
        reasons = "\n".join(f"  {cause.message}" for cause in fault.causes)
        raise StackError(f"template.yaml is not valid SAM:\n{reasons}") from fault
    finally:
        metrics.publish()  # to nobody; left unpublished, they complain on standard error
    unknown = {r["Type"] for r in plain["Resources"].values() if r["Type"].startswith("AWS::Serverless::")}
    if unknown:
        raise StackError(
            f"aws-sam-translator {samtranslator.__version__} does not know {', '.join(sorted(unknown))}. "
            "Install requirements/dev.txt again."
        )
    for name, api_id in API_IDS.items():
        plain["Resources"][name]["Properties"].setdefault("Tags", {})["ms-custom-id"] = api_id
    return plain
