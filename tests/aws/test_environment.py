"""What functions read from their environment, and how they complain."""

import pytest

from functions.aws.environment import SettingsError, number, text
from functions.aws.timers import ScheduleTarget
from functions.aws.wiring.lobby import LobbySettings
from functions.aws.wiring.rooms import RoomSettings
from functions.rooms.timing import Policy

ROOMS = {
    "TABLE_NAME": "nolpan",
    "CONNECTIONS_ENDPOINT": "https://a1b2c3d4e5.execute-api.ap-northeast-2.amazonaws.com/live",
    "SCHEDULE_GROUP": "nolpan-deadlines",
    "SCHEDULE_ROLE_ARN": "arn:role",
    "DEADLINE_ARN": "arn:function",
    "DEADLINE_DLQ_ARN": "arn:queue",
    "SPECTATORS_ARN": "arn:spectators",
    "NOT_BEFORE": "1796040030000",
    "FLAG_MARGIN_MS": "2000",
    "WAITING_LIFE_SEC": "7200",
    "PLAYING_LIFE_SEC": "604800",
    "FINISHED_LIFE_SEC": "86400",
    "MAX_SPECTATORS": "500",
}
LOBBY = {
    "TABLE_NAME": "nolpan",
    "SECRET_ARN": "arn:secret",
    "SOCKET_URL": "wss://socket.example.com",
    "WAITING_LIFE_SEC": "60",
    "PLAYING_LIFE_SEC": "61",
    "FINISHED_LIFE_SEC": "62",
    "GUESTS": "on",
}


def test_the_settings_of_sockets_and_deadlines_are_read() -> None:
    assert RoomSettings.read(ROOMS) == RoomSettings(
        table_name="nolpan",
        connections_endpoint=ROOMS["CONNECTIONS_ENDPOINT"],
        schedules=ScheduleTarget("nolpan-deadlines", "arn:role", "arn:function", "arn:queue"),
        spectators_arn="arn:spectators",
        policy=Policy(2_000, 1_796_040_030_000, 7_200, 604_800, 86_400, 500),
    )


def test_the_settings_of_the_lobby_are_read() -> None:
    assert LobbySettings.read(LOBBY) == LobbySettings(
        table_name="nolpan",
        secret_arn="arn:secret",
        socket_url="wss://socket.example.com",
        policy=Policy(waiting_life_sec=60, playing_life_sec=61, finished_life_sec=62),
        provider=None,
        guests=True,
    )


def test_an_openid_provider_is_named_by_issuer_and_audience_or_not_at_all() -> None:
    both = {**LOBBY, "OIDC_ISSUER": "https://id.example", "OIDC_AUDIENCE": "nolpan", "GUESTS": "off"}
    read = LobbySettings.read(both)
    assert (read.provider, read.guests) == (("https://id.example", "nolpan"), False)
    assert LobbySettings.read({**LOBBY, "OIDC_ISSUER": " ", "OIDC_AUDIENCE": ""}).provider is None
    with pytest.raises(SettingsError, match="OIDC_AUDIENCE is missing or empty"):
        LobbySettings.read({**both, "OIDC_AUDIENCE": ""})


@pytest.mark.parametrize("name", ROOMS)
def test_a_missing_variable_of_sockets_and_deadlines_is_named(name: str) -> None:
    for broken in ({key: value for key, value in ROOMS.items() if key != name}, {**ROOMS, name: " "}):
        with pytest.raises(SettingsError, match=f"{name} is missing or empty"):
            RoomSettings.read(broken)


@pytest.mark.parametrize("name", LOBBY)
def test_a_missing_variable_of_the_lobby_is_named(name: str) -> None:
    with pytest.raises(SettingsError, match=f"{name} is missing or empty"):
        LobbySettings.read({key: value for key, value in LOBBY.items() if key != name})


@pytest.mark.parametrize("value", ["abc", "-1", "1.5", "1e3", "٣", "²", "0x10"])
def test_a_variable_that_is_no_number_is_named_and_shown(value: str) -> None:
    with pytest.raises(SettingsError, match=f"NOT_BEFORE must be a whole number, 0 or more: '{value}'"):
        number({"NOT_BEFORE": value}, "NOT_BEFORE")


def test_blanks_around_a_value_do_not_matter() -> None:
    assert text({"A": " b\n"}, "A") == "b"
    assert number({"A": " 7 "}, "A") == 7
