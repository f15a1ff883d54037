"""The one way from this machine's tools to the emulator: clients with made-up credentials.

The developer's own AWS profile, credentials and proxy are never read, so nothing here can
reach a real account.
"""

import os

import boto3
import botocore.session
from botocore.config import Config

REGION = "ap-northeast-2"
ACCOUNT = "000000000000"

# No profile, no files; botocore's own variables are (config name, environment, default, cast).
_NOTHING_OF_THE_DEVELOPER = {
    "profile": (None, None, None, None),
    "config_file": (None, None, os.devnull, None),
    "credentials_file": (None, None, os.devnull, None),
}

# An empty dict of proxies means none; None would mean those of the environment.
CLIENT_CONFIG = Config(proxies={}, connect_timeout=2, read_timeout=30, retries={"total_max_attempts": 2})


def local_session() -> boto3.Session:
    """A session that knows the emulator's region and credentials that open nothing."""
    return boto3.Session(
        aws_access_key_id="test",
        aws_secret_access_key="test",  # noqa: S106 - opens nothing
        region_name=REGION,
        botocore_session=botocore.session.Session(session_vars=_NOTHING_OF_THE_DEVELOPER),
    )
