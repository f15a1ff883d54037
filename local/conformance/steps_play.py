"""A game between two: moves, versions, repeats, offers, deadlines, the end, the record."""

from collections.abc import Callable

from local.conformance.report import DiffersError
from local.conformance.walk import Frame, Table, Walk

FIRST = {"x": 2, "y": 3}
"""A legal first move of black's in reversi."""
ILLEGAL = {"x": 0, "y": 0}
BLACK_HOST = {"colorAssignment": "hostBlack"}


def a_move_is_told_to_both_each_with_a_view_of_their_own(walk: Walk) -> None:
    """Legal moves go to the player whose turn it is, and to nobody else."""
    table = Table.of(walk, "othello", **BLACK_HOST)
    watching = walk.person("구경꾼").enters(table.room)
    before = table.anna.seq
    mine = table.anna.plays("place", **FIRST)
    theirs, seen = table.bo.hear("update"), watching.hear("update")
    for who, frame in (("the mover", mine), ("the opponent", theirs), ("a spectator", seen)):
        if frame["seq"] != before + 1:
            walk.report.differs(f"`seq` must rise by one: {frame['seq']} after {before} for {who}")
        if ("legalMoves" in frame["view"]) != (who == "the opponent"):
            walk.report.differs(f"legal moves are for whose turn it is: {who}")
        if (frame["view"]["movesFrom"], len(frame["view"]["moves"])) != (0, 1):
            walk.report.differs(f"an update has the record from where it changed: {who}")
    if "cs" in theirs or "cs" in seen:
        walk.report.differs("a command is confirmed to its own tab only")
    if [event["type"] for event in mine["events"]] != ["placed"]:
        walk.report.differs(f"the events of a first move: {mine['events']}")
    watching.act("place", x=2, y=2)
    watching.refused("room/not_seated", cs=watching.cs)
    watching.say("sync")
    if watching.hear("room")["you"]["role"] != "spectator":
        walk.report.differs("who has no seat is a spectator")


def what_the_rules_forbid_is_refused_to_its_sender(walk: Walk) -> None:
    """And changes nothing."""
    table = Table.of(walk, "othello", **BLACK_HOST)
    table.bo.act("place", **FIRST)
    table.bo.refused("move/not_your_turn", cs=table.bo.cs)
    for point in (ILLEGAL, {"x": 3, "y": 3}, {"x": 8, "y": 0}, {"x": -1, "y": 0}):
        table.anna.act("place", **point)
        table.anna.refused("move/illegal", cs=table.anna.cs)
    for action in ({"type": "move"}, {"type": "timeout"}, {"type": "place", "x": "2", "y": 3}, {}):
        table.anna.ask("act", action=action)
        table.anna.refused("action/malformed", cs=table.anna.cs)
    for kind in ("sit", "start"):
        table.anna.ask(kind)
        table.anna.refused("room/wrong_status", cs=table.anna.cs)
    table.bo.silence("update")


def a_command_for_an_older_position_is_a_conflict(walk: Walk) -> None:
    """A given ``seq`` must be the current one."""
    table = Table.of(walk, "othello", **BLACK_HOST)
    stale = table.anna.ask("act", action={"type": "place", **FIRST}, seq=1)
    table.anna.refused("command/conflict", cs=stale)
    table.anna.does("act", action={"type": "place", **FIRST}, seq=table.anna.seq)


def a_repeat_is_told_again_and_done_once(walk: Walk) -> None:
    """By its number, on another connection of the same tab too."""
    table = Table.of(walk, "othello", **BLACK_HOST)
    again = table.anna.person.enters(table.room, tab="tab-r")
    again.cs = 3
    first = again.plays("place", **FIRST)
    table.bo.hear("update")
    again.say("act", cs=again.cs, action={"type": "place", **FIRST})
    told = again.confirmed(again.cs)
    heard = table.bo.hear("room")
    if (told["seq"], heard["seq"]) != (first["seq"], first["seq"]):
        raise DiffersError("a repeat must change nothing")
    if len(heard["view"]["moves"]) != 1:
        walk.report.differs("a repeat was played twice")
    back = table.anna.person.enters(table.room, tab="tab-r")
    back.say("sync")
    if back.hear("room")["you"]["cs"] != again.cs:
        walk.report.differs("`you.cs` is the last command of the tab that the server has")


def moves_are_taken_back_when_the_opponent_agrees(walk: Walk) -> None:
    """One offer at a time, answered by the other."""
    table = Table.of(walk, "othello", **BLACK_HOST, undo=1)
    anna, bo = table.anna, table.bo
    anna.act("requestUndo")
    anna.refused("offer/none", cs=anna.cs)
    anna.plays("place", **FIRST)
    asked = anna.plays("requestUndo")
    offer = asked["view"]["pending"]["undo"]
    bo.act("requestUndo")
    bo.refused("offer/pending", cs=bo.cs)
    anna.act("respondUndo", accept=True)
    anna.refused("offer/own", cs=anna.cs)
    bo.act("respondUndo", accept=True, offer=offer["id"] + 1)
    bo.refused("offer/none", cs=bo.cs)
    agreed = bo.plays("respondUndo", accept=True, offer=offer["id"])
    if (agreed["view"]["moveCount"], agreed["view"]["turn"]) != (0, "black"):
        walk.report.differs("an agreed undo takes the move back")
    anna.plays("place", **FIRST)
    anna.act("requestUndo")
    anna.refused("offer/limit", cs=anna.cs)


def a_draw_is_offered_declined_and_not_offered_again_at_once(walk: Walk) -> None:
    """An own offer can be taken back."""
    table = Table.of(walk, "othello", **BLACK_HOST)
    anna, bo = table.anna, table.bo
    anna.plays("offerDraw")
    anna.plays("cancelOffer")
    anna.act("cancelOffer")
    anna.refused("offer/none", cs=anna.cs)
    bo.plays("offerDraw")
    anna.plays("respondDraw", accept=False)
    bo.act("offerDraw")
    bo.refused("offer/limit", cs=bo.cs)
    anna.plays("place", **FIRST)
    anna.plays("offerDraw")
    bo.plays("respondDraw", accept=True)
    ended = anna.hear("update", lambda frame: frame["status"] == "finished")
    if ended["view"]["result"]["reason"] != "draw-agreed":
        walk.report.differs(f"an agreed draw ends the game: {ended['view']['result']}")


def offers_may_be_off(walk: Walk) -> None:
    """By the options."""
    table = Table.of(walk, "othello", **BLACK_HOST, undo="off", drawOffer=False)
    for kind in ("requestUndo", "offerDraw"):
        table.anna.act(kind)
        table.anna.refused("offer/off", cs=table.anna.cs)


def a_deadline_is_claimed_when_it_has_passed_and_not_before(walk: Walk) -> None:
    """By the player at once, by others two seconds later; then the turn is over."""
    table = Table.of(walk, "othello", **BLACK_HOST, timeControl={"kind": "perMove", "perMoveSec": 10})
    table.anna.say("flag")
    own = table.anna.refused("deadline/not_reached")
    table.bo.say("flag")
    other = table.bo.refused("deadline/not_reached")
    for who, refusal in (("the player", own), ("the opponent", other)):
        if "deadline" not in refusal:
            raise DiffersError(f"a claim before its time is told when it counts ({who})")
    if other["deadline"] < own["deadline"]:
        walk.report.differs("others may not claim a deadline before its owner")
    wait = (own["deadline"] - own["now"]) / 1000
    table.anna.silence("update", wait=wait + 0.3)
    table.anna.say("flag")
    told = table.bo.hear("update")
    if not any(event["by"] == "system" for event in told["events"]):
        walk.report.differs(f"the system acts for who let the deadline pass: {told['events']}")
    table.bo.say("flag", seq=1)  # of a position that is past
    table.bo.hear("room")


def who_is_away_is_shown_until_when_the_game_waits(walk: Walk) -> None:
    """In their turn."""
    slow = {"timeControl": {"kind": "none"}, "disconnectGraceSec": 120}
    table = Table.of(walk, "othello", **BLACK_HOST, **slow)
    table.anna.close()
    away = table.bo.hear("presence", lambda frame: bool(frame["away"]))["away"]
    if len(away) != 1 or away[0]["until"] is None or away[0]["until"] - away[0]["since"] != 120_000:
        walk.report.differs(f"an absent player has the room's grace: {away}")
    table.anna.person.enters(table.room)
    table.bo.hear("presence", lambda frame: not frame["away"])


def a_finished_game_is_over_recorded_and_played_again(walk: Walk) -> None:
    """Rematch when both have asked; leaving afterwards opens the room again."""
    table = Table.of(walk, "othello", **BLACK_HOST)
    anna, bo, room = table.anna, table.bo, table.room
    anna.plays("place", **FIRST)
    ended = anna.plays("resign")
    if ended["status"] != "finished" or ended["events"][-1]["type"] != "gameEnded":
        walk.report.differs("resigning ends the game")
    bo.act("resign")
    bo.refused("game/over", cs=bo.cs)
    bo.say("flag")
    bo.refused("game/over")
    path = f"/rooms/{room.id}/games/1"
    host, stranger = anna.person, walk.person("남")
    record = host.call("readRecord", "GET", path).body
    if [action["action"]["type"] for action in record["actions"]] != ["place", "resign"]:
        walk.report.differs(f"a record has every action: {record['actions']}")
    if record["sides"] != {"black": host.id, "white": bo.person.id}:
        walk.report.differs(f"a record says who had which colour: {record['sides']}")
    host.call("readRecord", "GET", f"{path}?format=transcript")
    host.call("readRecord", "GET", f"{path}?format=pgn", status=400, code="request/format")
    stranger.call("readRecord", "GET", path, status=403, code="room/code")
    stranger.call("readRecord", "GET", f"{path}?code={room.code}")
    games = bo.person.call("listMyGames", "GET", "/me/games").body["games"]
    if [game["roomId"] for game in games] != [room.id]:
        walk.report.differs("a finished game is among one's own")
    shown = anna.does("rematch")
    if shown["room"]["rematch"] != [host.id]:
        walk.report.differs("who asked for a rematch shows in the room")
    bo.does("rematch")

    def is_second(frame: Frame) -> bool:
        return bool(frame["room"]["gameNo"] == 2 and frame["room"]["status"] == "playing")

    anna.hear("room", is_second)
    bo.does("leave")  # a resignation
    left = anna.hear("room", lambda frame: frame["room"]["status"] == "finished")
    if left["view"]["result"]["reason"] != "resign":
        walk.report.differs("leaving a running game is resigning it")


STEPS: tuple[Callable[[Walk], None], ...] = (
    a_move_is_told_to_both_each_with_a_view_of_their_own,
    what_the_rules_forbid_is_refused_to_its_sender,
    a_command_for_an_older_position_is_a_conflict,
    a_repeat_is_told_again_and_done_once,
    moves_are_taken_back_when_the_opponent_agrees,
    a_draw_is_offered_declined_and_not_offered_again_at_once,
    offers_may_be_off,
    a_deadline_is_claimed_when_it_has_passed_and_not_before,
    who_is_away_is_shown_until_when_the_game_waits,
    a_finished_game_is_over_recorded_and_played_again,
)
