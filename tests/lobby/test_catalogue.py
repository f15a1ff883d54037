"""``GET /health`` and ``GET /games``: open to everybody."""

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from engine.registry import LISTINGS
from tests.lobby.api import Api


def test_health_says_ok_and_the_version(api: Api) -> None:
    answer = api.get("/health")
    assert answer.json() == {"status": "ok", "version": "1.2.3"}
    assert answer.headers["cache-control"] == "no-store"


def test_the_catalogue_holds_every_game_of_the_registry_in_its_order(api: Api) -> None:
    games = api.get("/games").json()
    assert [card["id"] for card in games] == [listing.game.id for listing in LISTINGS]
    for card, listing in zip(games, LISTINGS, strict=True):
        assert card["nameKo"] == listing.game.name_ko
        assert (card["minPlayers"], card["maxPlayers"]) == (
            listing.game.min_players,
            listing.game.max_players,
        )
        assert card["minutes"] == list(listing.minutes)
        assert (card["difficulty"], card["thumbnail"]) == (listing.difficulty, listing.thumbnail)


@pytest.mark.parametrize("index", range(len(LISTINGS)))
def test_a_form_can_be_made_from_the_options_schema_alone(api: Api, index: int) -> None:
    card = api.get("/games").json()[index]
    schema, defaults = card["optionsSchema"], card["defaultOptions"]
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(defaults)
    assert set(defaults) == set(schema["properties"])
    for name, option in schema["properties"].items():
        assert option["title"], name
        assert any("가" <= letter <= "힣" for letter in option["title"]), name


def test_a_catalogue_that_is_known_already_is_not_sent_again(api: Api) -> None:
    first = api.get("/games")
    etag = first.headers["etag"]
    assert first.headers["cache-control"] == "public, max-age=300"
    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        again = api.get("/games", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    for other in ('"other"', "", "nonsense"):
        assert api.get("/games", headers={"If-None-Match": other}).status_code == 200


@pytest.mark.parametrize("path", ["/health", "/games"])
def test_head_gives_the_headers_of_get(api: Api, path: str) -> None:
    asked, told = api.send("HEAD", path), api.get(path)
    assert (asked.status_code, asked.headers["content-type"]) == (200, told.headers["content-type"])
    assert asked.headers["content-length"] == told.headers["content-length"]
