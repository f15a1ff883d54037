"""How the web client is served beside the stack."""

from pathlib import Path

import httpx
import pytest

from local.stack.emulator import free_port
from local.stack.errors import PortTakenError
from local.stack.web import serving

HTTP_URL = "http://127.0.0.1:4566/_aws/execute-api/http/$default"


@pytest.fixture
def client_folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<title>놀판</title>", "utf-8")
    return tmp_path


def test_the_client_is_served_and_told_where_the_stack_is(client_folder: Path) -> None:
    with serving(client_folder, port=free_port(), http_url=HTTP_URL) as address:
        assert "놀판" in httpx.get(address).text
        assert httpx.get(f"{address}config.json").json() == {"httpUrl": HTTP_URL}
        assert httpx.get(f"{address}no-such-file.js").status_code == 404


def test_a_link_into_the_client_opens_the_client(client_folder: Path) -> None:
    with serving(client_folder, port=free_port(), http_url=HTTP_URL, headers={"x-of": "ours"}) as address:
        answer = httpx.get(f"{address}r/ACDEFG?from=friend")
    assert (answer.status_code, answer.headers["x-of"]) == (200, "ours")
    assert "놀판" in answer.text


def test_a_rebuilt_client_is_seen_at_once(client_folder: Path) -> None:
    with serving(client_folder, port=free_port(), http_url=HTTP_URL) as address:
        assert httpx.get(address).headers["cache-control"] == "no-store"


def test_nothing_listens_when_the_block_is_left(client_folder: Path) -> None:
    with serving(client_folder, port=free_port(), http_url=HTTP_URL) as address:
        pass
    with pytest.raises(httpx.ConnectError):
        httpx.get(address)


def test_a_taken_port_is_said(client_folder: Path) -> None:
    port = free_port()
    with (
        serving(client_folder, port=port, http_url=HTTP_URL),
        pytest.raises(PortTakenError, match=str(port)),
        serving(client_folder, port=port, http_url=HTTP_URL),
    ):
        pass
