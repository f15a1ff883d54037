"""Every refusal a room can give: one code, one Korean sentence (protocol, "Rejection codes").

The refusals of a game's own rules (``move/…``, ``offer/…``) live beside those rules in
``engine``; ``docs/rejections.md`` lists both kinds, and a test compares.
"""

from engine.game import Rejection

TOO_LARGE = Rejection("message/too_large", "메시지가 너무 커요")
MALFORMED = Rejection("message/malformed", "메시지를 읽을 수 없어요")
UNKNOWN_TYPE = Rejection("message/unknown_type", "알 수 없는 메시지예요")

NOT_FOUND = Rejection("room/not_found", "방을 찾을 수 없어요")
CLOSED = Rejection("room/not_found", "방이 닫혔어요")
FULL = Rejection("room/full", "자리가 모두 찼어요")
SEAT_TAKEN = Rejection("room/full", "다른 사람이 앉은 자리예요")
NO_SUCH_SEAT = Rejection("room/full", "없는 자리예요")
TOO_MANY_TABS = Rejection("room/full", "한 사람이 열 수 있는 창을 모두 쓰고 있어요")
NO_SPECTATORS = Rejection("room/full", "관전할 수 없는 방이에요")
CROWDED = Rejection("room/full", "관전자가 가득 찼어요")
NOT_HOST = Rejection("room/not_host", "방장만 할 수 있어요")
NOT_SEATED = Rejection("room/not_seated", "자리에 앉은 사람만 할 수 있어요")
TOO_FEW = Rejection("room/wrong_status", "아직 자리가 다 차지 않았어요")
NOT_WAITING = Rejection("room/wrong_status", "대국이 시작되기 전에만 할 수 있어요")
NOT_PLAYING = Rejection("room/wrong_status", "아직 대국이 시작되지 않았어요")
NOT_FINISHED = Rejection("room/wrong_status", "대국이 끝난 뒤에만 할 수 있어요")
OPTIONS = Rejection("room/options", "고를 수 없는 설정이에요")
OPTIONS_SEATS = Rejection("room/options", "앉아 있는 사람이 많아서 그렇게 바꿀 수 없어요")
BARRED = Rejection("room/barred", "이 방에는 다시 들어올 수 없어요")
KICKED = Rejection("room/barred", "방장이 내보냈어요")
KICK_SELF = Rejection("room/not_seated", "자기 자신은 내보낼 수 없어요")
WRONG_CODE = Rejection("room/code", "초대 코드가 맞지 않아요")

CONFLICT = Rejection("command/conflict", "그 사이에 판이 바뀌었어요. 다시 시도해 주세요")
RATE_LIMITED = Rejection("rate/limited", "너무 자주 보냈어요. 잠시 뒤에 다시 시도해 주세요")
RECORD_FULL = Rejection("rate/limited", "기록이 너무 길어져서 더 받을 수 없어요")
NOT_REACHED = Rejection("deadline/not_reached", "아직 시간이 남아 있어요")
ACTION_MALFORMED = Rejection("action/malformed", "이 게임에서 할 수 없는 동작이에요")
GAME_OVER = Rejection("game/over", "이미 끝난 대국이에요")
FAULT = Rejection("server/fault", "잠시 뒤에 다시 시도해 주세요")

CHAT_OFF = Rejection("room/wrong_status", "채팅을 쓰지 않는 방이에요")
CHAT_PLAYERS = Rejection("room/not_seated", "참가자만 채팅할 수 있는 방이에요")
CHAT_EMPTY = Rejection("message/malformed", "보낼 내용이 없어요")
CHAT_LONG = Rejection("message/malformed", "200자까지 보낼 수 있어요")
