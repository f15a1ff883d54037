"""섯다 in a terminal. Seats are numbers; what one types are the words of the table, such as ``하프``."""

from pydantic import Field

from local.client.frames import JsonObject
from local.play.boards.board import Board, Side, ViewPart

SEATS = tuple(Side(str(number), f"{number}번", sign) for number, sign in enumerate("１２３４５６", start=1))

_WORDS = {
    "die": "다이",
    "check": "체크",
    "call": "콜",
    "bbing": "삥",
    "ddadang": "따당",
    "quarter": "쿼터",
    "half": "하프",
    "full": "풀",
    "allIn": "올인",
}
_READY = "준비"
_BY_SPELLING: dict[str, JsonObject] = {
    **{word.casefold(): {"type": "bet", "word": word} for word in _WORDS},
    **{spelling: {"type": "bet", "word": word} for word, spelling in _WORDS.items()},
    **{spelling: {"type": "ready"} for spelling in (_READY, "ready")},
}
_KINDS = {"G": "광", "Y": "열", "T": "띠"}
_STATUS = {"allIn": "올인", "died": "다이", "out": "쉬는 중", "left": "나감"}
_WHY = {"tie": "비겨서", "gusa": "구사가 나와서", "mungGusa": "멍텅구리구사가 나와서"}
_CAUGHT = {"ddaengCatcher": "땡잡이가 땡을 잡았어요", "inspector": "암행어사가 광땡을 잡았어요"}


class _Seat(ViewPart):
    chips: int
    paid: int
    status: str
    cards: tuple[str | None, ...]
    hand: str | None
    ready: bool


class _Pot(ViewPart):
    amount: int
    seats: tuple[str, ...]


class _Outcome(ViewPart):
    pots: tuple[_Pot, ...]
    replay: str | None
    contenders: tuple[str, ...]


class _Options(ViewPart):
    hands: int


class _LegalMove(ViewPart):
    type: str
    word: str = ""
    pay: int = 0


class _View(ViewPart):
    options: _Options
    stage: str
    hand: int
    lead: str
    pot: int
    bet: int
    seats: dict[str, _Seat]
    outcome: _Outcome | None
    legal_moves: tuple[_LegalMove, ...] = ()


class _Opened(ViewPart):
    seat: str
    hand: str


class _Event(ViewPart):
    type: str
    seat: str = ""
    seats: tuple[str, ...] = ()
    word: str = ""
    paid: int = 0
    amount: int = 0
    pot: int = 0
    hand: int = 0
    replay: int = 0
    lead: str = ""
    why: str = ""
    all_in: bool = False
    auto: bool = False
    caught_by: str | None = None
    hands: tuple[_Opened, ...] = ()
    won: dict[str, int] = Field(default_factory=dict)


def _draw(view: JsonObject, *, letters: bool) -> list[str]:
    """The hand, a line for each seat's cards, how the hand ended, and what may be said for how much."""
    del letters  # cards are written in letters anyway
    seen = _View.model_validate(view)
    lines = [f"{seen.hand}/{seen.options.hands}판 | 선 {seen.lead}번 | 판돈 {seen.pot} | 베팅 {seen.bet}"]
    for number, seat in seen.seats.items():
        cards = "".join(f"[{_card(card)}]" for card in seat.cards)
        lines.append(" ".join(part for part in (f"{number}번", cards, seat.hand or "") if part))
    if seen.outcome is not None:
        lines.append(_ended(seen.outcome))
    said = [
        f"{_WORDS[move.word]} {move.pay or ''}".strip() for move in seen.legal_moves if move.type == "bet"
    ]
    if said:
        lines.append(f"할 수 있는 말: {', '.join(said)}")
    elif seen.legal_moves:
        lines.append(f"패를 봤으면 '{_READY}'를 입력하세요.")
    return lines


def _card(card: str | None) -> str:
    if card is None:
        return " ?  "
    month, _, kind = card.removeprefix("M").partition("-")
    return f"{month:>2}{_KINDS[kind]}"


def _ended(outcome: _Outcome) -> str:
    if outcome.replay is not None:
        seats = ", ".join(f"{seat}번" for seat in outcome.contenders)
        return f"{_WHY[outcome.replay]} 판돈을 두고 다시 나눠요: {seats}"
    pots = [f"{', '.join(f'{seat}번' for seat in pot.seats)} {pot.amount}" for pot in outcome.pots]
    return f"이긴 사람: {' | '.join(pots)}"


def _standing(view: JsonObject) -> dict[str, str]:
    """The chips of each seat, what it has in the pot, and whether it still plays."""
    seen = _View.model_validate(view)
    return {number: _standing_of(seen, seat) for number, seat in seen.seats.items()}


def _standing_of(seen: _View, seat: _Seat) -> str:
    parts = [f"칩 {seat.chips}"]
    if seat.paid:
        parts.append(f"낸 칩 {seat.paid}")
    if seat.status in _STATUS:
        parts.append(_STATUS[seat.status])
    if seen.stage == "pause" and seat.ready:
        parts.append(_READY)
    return ", ".join(parts)


def _read_move(text: str) -> JsonObject | None:
    return _BY_SPELLING.get(text.replace(" ", "").casefold())


def _legal_actions(view: JsonObject) -> list[JsonObject]:
    return [
        {"type": "bet", "word": move.word} if move.type == "bet" else {"type": "ready"}
        for move in _View.model_validate(view).legal_moves
    ]


def _tell(event: JsonObject) -> str | None:
    seen = _Event.model_validate(event)
    match seen.type:
        case "dealt" if seen.replay:
            return f"패를 다시 나눴어요. 선은 {seen.lead}번이에요."
        case "dealt":
            return f"{seen.hand}판의 패를 나눴어요. 선은 {seen.lead}번이에요."
        case "bet":
            what = _WORDS[seen.word] + (f" {seen.paid}" if seen.paid else "")
            notes = " (올인)" * seen.all_in + " (시간이 지났어요)" * seen.auto
            return f"{seen.seat}번: {what}{notes}"
        case "cardDealt":
            return f"두 번째 패를 나눴어요. 판돈은 {seen.pot}개예요."
        case "refunded":
            return f"{seen.seat}번이 아무도 받지 않은 칩 {seen.amount}개를 돌려받았어요."
        case "showdown":
            hands = ", ".join(f"{one.seat}번 {one.hand}" for one in seen.hands)
            caught = "" if seen.caught_by is None else f" {_CAUGHT[seen.caught_by]}."
            return f"패를 열었어요. {hands}.{caught}"
        case "potWon":
            return (
                ", ".join(f"{seat}번이 칩 {chips}개" for seat, chips in seen.won.items()) + "를 가져갔어요."
            )
        case "replayed":
            return f"{_WHY[seen.why]} 패를 다시 나눠요."
        case "left":
            why = "이어서 세 번 시간을 넘겨서 자리를 떠났어요" if seen.why == "timeLoss" else "그만뒀어요"
            return f"{seen.seat}번이 {why}."
        case _:
            return None


SEOTDA = Board(
    sides=SEATS,
    rules=(
        "패 두 장의 족보로 겨뤄요. 광땡, 땡, 알리(1·2), 독사(1·4), 구삥(1·9), 장삥(1·10), 장사(4·10), "
        "세륙(4·6), 끗 순서로 세요.",
        "다이, 체크, 콜, 삥, 따당, 쿼터, 하프, 풀, 올인으로 베팅해요.",
        "체크나 콜을 한 뒤에는 그 라운드에 더 올릴 수 없어요.",
        "땡잡이(3광·7열)는 9땡까지, 암행어사(4열·7열)는 13·18광땡을 이겨요.",
        "구사(4·9)나 비긴 패가 나오면 판돈을 두고 패를 다시 나눠요.",
        "판이 끝나면 패를 보고 '준비'를 입력하세요. 칩은 점수예요. 끝났을 때 가장 많은 사람이 이겨요.",
    ),
    example="콜",
    draw=_draw,
    standing=_standing,
    read_move=_read_move,
    legal_actions=_legal_actions,
    tell=_tell,
)
