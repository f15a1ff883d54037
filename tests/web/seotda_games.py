"""Games of 섯다 as one viewer saw them, for the client's unit tests: what its record viewer must find again.

``python -m tests.web.seotda_games`` writes them anew; a test compares them with what the engine plays.
"""

import json
from pathlib import Path

from engine.game import Json, JsonObject, Millis, PlayerId
from engine.games.seotda import Seotda, SeotdaOptions
from engine.offers import Resign
from engine.rng import Rng

FILE = Path(__file__).parents[2] / "web" / "tests" / "data" / "seotda-games.jsonl"

_TABLES: tuple[tuple[int, JsonObject], ...] = (
    (2, {"hands": 10, "startChips": 500, "ante": 50}),
    (3, {"hands": 10, "topBet": "full", "checks": "everyone"}),
    (4, {"hands": 20, "startChips": 500, "ante": 50, "topBet": "full"}),
    (5, {"hands": 10, "deal": "both", "tie": "split"}),
    (6, {"hands": 20, "startChips": 500, "ante": 10, "raises": 3, "topBet": "full"}),
)
_RESIGN_ONE_IN = 150
_GAMES_A_TABLE = 3


def games() -> list[JsonObject]:
    """Each table played a few times by chance.

    ``seen`` has, by the length of the record, hand, replay and pot, then of each seat its chips, what
    it has paid, and its status.
    """
    return [_played(count, options, number) for count, options in _TABLES for number in range(_GAMES_A_TABLE)]


def _played(count: int, chosen: JsonObject, number: int) -> JsonObject:
    game, now = Seotda(), Millis(1_000_000)
    options = SeotdaOptions.model_validate({"maxPlayers": count, **chosen})
    players = [PlayerId(f"p{seat}") for seat in range(count)]
    rng, chance = (Rng.from_seed(bytes([kind, count, number, *[7] * 13])) for kind in (1, 2))
    state = game.setup(players=players, options=options, rng=rng, now=now)
    seen: dict[str, Json] = {}
    while True:
        view = game.view(state, None)
        seen[str(view["moveCount"])] = _seen(view)
        awaited = game.active_players(state)
        if not awaited:
            break
        now = Millis(now + 100)
        player = awaited[chance.int(len(awaited))]
        actions = game.legal_actions(state, player)
        action = actions[chance.int(len(actions))]
        state, _ = game.apply(
            state, player, Resign() if chance.int(_RESIGN_ONE_IN) == 0 else action, rng=rng, now=now
        )
    return {
        "options": view["options"],
        "sides": view["players"],
        "moves": view["moves"],
        "result": view["result"],
        "seen": seen,
    }


def _seen(view: JsonObject) -> Json:
    seats = view["seats"]
    assert isinstance(seats, dict)
    told: list[Json] = [
        [seat["chips"], seat["paid"], seat["status"]] for seat in seats.values() if isinstance(seat, dict)
    ]
    return [view["hand"], view["replay"], view["pot"], *told]


def text() -> str:
    """All games, one a line."""
    return "".join(json.dumps(game, ensure_ascii=False, separators=(",", ":")) + "\n" for game in games())


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(text(), "utf-8")
