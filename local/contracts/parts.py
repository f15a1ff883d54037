"""What belongs to the games: one schema a game for each of its parts, and one for any game's.

Models mark the place with ``x-game``; ``filled`` puts the schema there. Names are made by rule, so
that a new game only has to keep to it: what is a game's own begins with the name of its class
(``OthelloView``), and an action's name ends in ``Action``.
"""

import importlib
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias, get_args

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

import engine.offers
import engine.options
import engine.wire
from engine.game import AnyGame, Timeout
from engine.registry import GAMES
from engine.wire import Wire
from local.contracts.codes import CODE_PATTERN, socket_codes
from local.contracts.tree import Tree, Value, changed_tree, tree_at

Part: TypeAlias = Literal["options", "optionsChoice", "action", "view", "move", "event", "result"]
PARTS: tuple[Part, ...] = get_args(Part)

REF = "#/components/schemas/"

_ABOUT: Mapping[Part, str] = {
    "options": "A game's options, whole.",
    "optionsChoice": "Options that somebody chooses; what is left out has its default.",
    "action": "What a player does in a game; which, says the room's `game`.",
    "view": "A game as one viewer sees it; which, says the room's `game`.",
    "move": "An entry of a game's own record.",
    "event": "A public fact about one change; of which game, says the room's `game`.",
    "result": "How a game ended.",
}


def wire_of(game: AnyGame) -> Wire:
    """What the game says it shows: ``WIRE`` in the module ``wire`` beside its definition."""
    package = type(game).__module__.rpartition(".")[0]
    wire: Wire = importlib.import_module(f"{package}.wire").WIRE
    return wire


def part_name(prefix: str, part: Part) -> str:
    """The name of a part's schema; ``prefix`` is a game's class name, or ``Game`` for any game's."""
    return prefix + part[0].upper() + part[1:]


@cache
def schemas() -> Mapping[str, Tree]:
    """Every schema of the games by its name, in the order of names.

    :raises ValueError: a game does not keep to the rule of names.
    """
    found: dict[str, Tree] = {}
    for game in GAMES.values():
        for name, schema in _of_game(game).items():
            if found.setdefault(name, schema) != schema:
                raise ValueError(f"two games describe different things as {name}")
    for part in PARTS:
        refs = [_ref(part_name(_prefix(game), part)) for game in GAMES.values()]
        found[part_name("Game", part)] = {"description": _ABOUT[part], "anyOf": [*refs]}
    found["TimeoutAction"] = _action(_definitions([Timeout])["Timeout"])
    found["RecordedAction"] = {
        "description": "An action of a record: a player's own, or the system's.",
        "anyOf": [_ref(part_name("Game", "action")), _ref("TimeoutAction")],
    }
    found["RejectionCode"] = {
        "description": "A refusal's code. Those of today are listed; games add theirs.",
        "anyOf": [{"enum": [*socket_codes()]}, {"type": "string", "pattern": CODE_PATTERN}],
    }
    return {name: found[name] for name in sorted(found)}


def filled(schema: Tree) -> Tree:
    """The schema with the games' parts in their places.

    :raises ValueError: a mark names no part.
    """

    def fill(tree: Tree) -> Value:
        mark = tree.get("x-game")
        if mark is None:
            return tree
        said: Tree = {"description": tree["description"]} if "description" in tree else {}
        if mark == "code":
            return {**_ref("RejectionCode"), **said}
        if mark == "recordedAction":
            return {**_ref("RecordedAction"), **said}
        for part in PARTS:
            if mark == part:
                return {**_ref(part_name("Game", part)), **said}
        raise ValueError(f"no part of a game: {mark!r}")

    return changed_tree(schema, fill)


def _of_game(game: AnyGame) -> dict[str, Tree]:
    return {**_options(game), **_shown(game), **_actions(game)}


def _options(game: AnyGame) -> dict[str, Tree]:
    """The options twice: whole, as they are shown, and as somebody may choose them."""
    found = _definitions([game.Options])
    _expect(game.Options.__name__, part_name(_prefix(game), "options"))
    both: dict[str, Tree] = {}
    for name, schema in found.items():
        both[name] = {**schema, "required": [*tree_at(schema, "properties")]}
        both[f"{name}Choice"] = _redirected(schema, {one: f"{one}Choice" for one in found})
    return both


def _shown(game: AnyGame) -> dict[str, Tree]:
    """The view and the events, open to fields that may be added."""
    prefix, wire = _prefix(game), wire_of(game)
    _expect(wire.view.__name__, part_name(prefix, "view"))
    options = _definitions([game.Options])
    found = {
        name: {key: value for key, value in schema.items() if key != "additionalProperties"}
        for name, schema in _definitions([wire.view, *wire.events]).items()
        if name not in options
    }
    for name in found:
        if not name.startswith(prefix) and name not in vars(engine.wire):
            raise ValueError(f"{name} is the game's own: call it {prefix}{name}")
    view = tree_at(found[wire.view.__name__], "properties")
    move, moves = part_name(prefix, "move"), tree_at(view, "moves")
    if tree_at(moves, "items") != _ref(move):
        found[move] = tree_at(moves, "items")
        moves["items"] = _ref(move)
    if _ref(part_name(prefix, "result")) not in _branches(tree_at(view, "result")):
        raise ValueError(f"the result of {game.id} must be called {part_name(prefix, 'result')}")
    found[part_name(prefix, "event")] = {"oneOf": [_ref(event.__name__) for event in wire.events]}
    return found


def _actions(game: AnyGame) -> dict[str, Tree]:
    """The actions that clients may send."""
    prefix = _prefix(game)
    whole = game.Action.json_schema(ref_template=REF + "{model}")
    definitions: dict[str, Tree] = whole["$defs"]
    names = {name: f"{name if name in vars(engine.offers) else prefix + name}Action" for name in definitions}
    found = {names[name]: _action(schema) for name, schema in definitions.items()}
    refs: list[Tree] = whole["oneOf"]
    found[part_name(prefix, "action")] = _redirected({"oneOf": [*refs]}, names)
    return found


def _action(schema: Tree) -> Tree:
    """An action names its type: the model's default is for the server's own use."""
    kind = {key: value for key, value in tree_at(schema, "properties", "type").items() if key != "default"}
    required = schema.get("required")
    others = required if isinstance(required, list) else []
    return {
        **schema,
        "properties": {**tree_at(schema, "properties"), "type": kind},
        "required": ["type", *others],
    }


def _prefix(game: AnyGame) -> str:
    return type(game).__name__


def _expect(name: str, wanted: str) -> None:
    if name != wanted:
        raise ValueError(f"{name} must be called {wanted}")


def _ref(name: str) -> Tree:
    return {"$ref": REF + name}


def _branches(schema: Tree) -> Sequence[Value]:
    branches = schema.get("anyOf")
    return branches if isinstance(branches, list) else [schema]


def _definitions(models: Sequence[type[BaseModel]]) -> dict[str, Tree]:
    """The schemas of the models and of all that they are made of, by class name."""
    _, whole = models_json_schema([(model, "validation") for model in models], ref_template=REF + "{model}")
    found: dict[str, Tree] = whole["$defs"]
    return found


def _redirected(schema: Tree, names: Mapping[str, str]) -> Tree:
    """The schema with its references led to other names."""

    def redirect(tree: Tree) -> Value:
        ref = tree.get("$ref")
        if not isinstance(ref, str):
            return tree
        name = ref.removeprefix(REF)
        return {**tree, "$ref": REF + names.get(name, name)}

    return changed_tree(schema, redirect)
