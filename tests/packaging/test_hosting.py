"""The optional hosting sends the headers under which the browser tests run."""

import json
import re
from typing import Any

from local.stack import template
from local.stack.stack import ROOT, TEMPLATE


def _resource(name: str) -> dict[str, Any]:
    properties: dict[str, Any] = template.read(TEMPLATE)["Resources"][name]["Properties"]
    return properties


def test_the_client_is_hosted_under_the_headers_that_it_is_tested_under() -> None:
    told = json.loads((ROOT / "web" / "headers.json").read_text())
    config = _resource("WebHeaders")["ResponseHeadersPolicyConfig"]
    policy = json.dumps(config["SecurityHeadersConfig"]["ContentSecurityPolicy"]["ContentSecurityPolicy"])
    for directive in told["content-security-policy"].replace(" {api}", "").split("; "):
        assert directive in policy, directive
    assert re.search(r"https://\$\{HttpApi\}", policy)
    assert re.search(r"wss://\$\{SocketApi\}", policy)
    assert config["SecurityHeadersConfig"]["ReferrerPolicy"]["ReferrerPolicy"] == told["referrer-policy"]
    assert config["CustomHeadersConfig"]["Items"][0]["Value"] == told["permissions-policy"]
