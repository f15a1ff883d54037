"""What a browser needs of the HTTP API before a web client can use it."""

import httpx
import pytest

from local.stack import LocalStack

pytestmark = pytest.mark.slow

ORIGIN = {"Origin": "https://play.example"}


def test_a_preflight_is_answered_with_every_header_that_a_client_sends(stack: LocalStack) -> None:
    answer = httpx.options(
        f"{stack.http_url}/rooms",
        headers={
            **ORIGIN,
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,if-none-match",
        },
        trust_env=False,
    )
    assert answer.status_code == 204, answer.text
    assert answer.headers["access-control-allow-origin"] == "*"
    allowed = {name.strip().lower() for name in answer.headers["access-control-allow-headers"].split(",")}
    assert {"authorization", "content-type", "idempotency-key", "if-none-match"} <= allowed


@pytest.mark.parametrize(("path", "status"), [("/games", 200), ("/me/games", 401), ("/no/such", 404)])
def test_answers_and_refusals_may_be_read_by_a_page_of_another_origin(
    stack: LocalStack, path: str, status: int
) -> None:
    answer = httpx.get(stack.http_url + path, headers=ORIGIN, trust_env=False)
    assert (answer.status_code, answer.headers["access-control-allow-origin"]) == (status, "*")
    assert "etag" in answer.headers["access-control-expose-headers"].lower()
    assert answer.headers.get_list("access-control-allow-origin") == ["*"]
