"""The signing keys, on moto's Secrets Manager."""

import json
from collections.abc import Iterator
from typing import Any

import botocore.session
import pytest
from botocore.exceptions import EndpointConnectionError
from moto import mock_aws

from functions.aws.secrets import REFRESH_SEC, SecretError, SecretKeys, read_keys
from functions.lobby.tokens import KeySet
from tests.aws.conftest import REGION

ONE, TWO = "1" * 64, "2" * 64
PLAIN = json.dumps({"kid": "1", "key": ONE})


class Secret:
    """A secret, a clock to turn, and what was reported."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.arn = client.create_secret(Name="nolpan", SecretString=PLAIN)["ARN"]
        self.now = 1_000.0
        self.faults: list[Exception] = []
        self.keys = SecretKeys(client, self.arn, clock=lambda: self.now, on_fault=self.faults.append)

    def change(self, text: str) -> None:
        """Give the secret another value."""
        self.client.put_secret_value(SecretId=self.arn, SecretString=text)


@pytest.fixture
def secret() -> Iterator[Secret]:
    """The secret that ``template.yaml`` makes."""
    with mock_aws():
        yield Secret(botocore.session.Session().create_client("secretsmanager", region_name=REGION))


def test_keys_are_kept_for_five_minutes_and_then_read_anew(secret: Secret) -> None:
    assert secret.keys() == KeySet("1", {"1": ONE})
    secret.change(json.dumps({"kid": "2", "key": TWO, "previous": {"kid": "1", "key": ONE}}))
    secret.now += REFRESH_SEC - 1
    assert secret.keys() == KeySet("1", {"1": ONE})
    secret.now += 1
    assert secret.keys() == KeySet("2", {"2": TWO, "1": ONE})
    assert secret.faults == []


def test_keys_stay_in_use_while_the_service_does_not_answer(
    secret: Secret, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = secret.keys()

    def fail(**_: object) -> None:
        raise EndpointConnectionError(endpoint_url="https://nowhere")

    secret.now += REFRESH_SEC
    with monkeypatch.context() as broken:
        broken.setattr(secret.client, "get_secret_value", fail)
        assert secret.keys() == before
        assert secret.keys() == before
    (fault,) = secret.faults
    assert str(fault) == f"{secret.arn} cannot be read: EndpointConnectionError"


def test_without_any_keys_it_is_a_fault_that_says_why(secret: Secret) -> None:
    secret.client.delete_secret(SecretId=secret.arn, ForceDeleteWithoutRecovery=True)
    with pytest.raises(SecretError, match="cannot be read: ResourceNotFoundException"):
        secret.keys()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("hush hush", "no JSON"),
        ("[]", "must look like"),
        ('"hush"', "must look like"),
        ('{"kid": "1"}', "must look like"),
        ('{"kid": 1, "key": "hush"}', "must look like"),
        ('{"kid": "1", "key": "hush"}', "shorter than 32 bytes"),
        (json.dumps({"kid": "1", "key": ONE, "previous": {}}), "must look like"),
        (json.dumps({"kid": "1", "key": ONE, "previous": {"kid": "0", "key": "hush"}}), "shorter"),
    ],
    ids=str,
)
def test_a_malformed_secret_is_named_and_never_quoted(text: str, why: str) -> None:
    with pytest.raises(SecretError, match=why) as raised:
        read_keys(text)
    assert "hush" not in str(raised.value)
    assert ONE not in str(raised.value)
    assert raised.value.__suppress_context__ or raised.value.__context__ is None


def test_of_two_keys_with_one_name_the_current_one_holds() -> None:
    both = json.dumps({"kid": "1", "key": ONE, "previous": {"kid": "1", "key": TWO}})
    assert read_keys(both) == KeySet("1", {"1": ONE})
