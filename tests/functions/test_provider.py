"""The HTTP function with an OpenID provider in its environment."""

import pytest

from functions.lobby import fetch
from tests.functions.conftest import Backend
from tests.functions.test_entry_points import call_http
from tests.lobby.test_oidc import AUDIENCE, ISSUER, Internet, token

FAR = 4_000_000_000


@pytest.fixture
def internet(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> Internet:
    made = Internet()
    monkeypatch.setattr(fetch, "fetch", made.fetch)
    monkeypatch.setenv("OIDC_ISSUER", ISSUER)
    monkeypatch.setenv("OIDC_AUDIENCE", AUDIENCE)
    return made


def test_by_parameters_alone_its_people_can_play(internet: Internet) -> None:
    person = token({"exp": FAR, "nickname": "안나"})
    status, room = call_http("POST", "/rooms", token=person, body={"game": "othello"})
    assert status == 201
    assert (
        call_http("GET", f"/rooms/by-code/{room['code']}", token=person)[1]["seats"][0]["nickname"] == "안나"
    )
    assert call_http("GET", "/me/games", token=token({"exp": FAR, "aud": "another"}))[0] == 401
    assert len(internet.asked) == 2


def test_guests_can_be_kept_out(internet: Internet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUESTS", "off")
    status, problem = call_http("POST", "/guests", body={"nickname": "바둑이"})
    assert (status, problem["code"]) == (403, "auth/no_guests")
    assert call_http("GET", "/me/games", token=token({"exp": FAR}))[0] == 200


def test_without_one_its_code_is_not_loaded(backend: Backend) -> None:
    assert call_http("GET", "/me/games", token=token({"exp": FAR}))[0] == 401


def test_a_fault_of_the_provider_is_logged_and_holds_no_token(internet: Internet, backend: Backend) -> None:
    internet.down = True
    person = token({"exp": FAR})
    status, problem = call_http("GET", "/me/games", token=person)
    assert (status, problem["code"]) == (500, "server/fault")
    logged = backend.written()
    assert "ProviderError" in logged
    assert person not in logged
