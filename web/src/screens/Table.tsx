/** A room before its game: who sits where, what will be played how, and how to invite somebody. */

import { useEffect, useState } from "preact/hooks";
import { useCatalogue } from "../catalogue";
import { OptionsForm } from "../options/OptionsForm";
import { fieldsOf, told, type Options } from "../options/schema";
import type { GameCard, GameOptionsChoice, RoomInfo } from "../protocol";
import type { RoomLink } from "../room/useRoom";
import { go, Link } from "../router";
import { forgetRoom } from "../session";
import { Chat } from "../ui/Chat";
import { Icon } from "../ui/icons";
import { Page, ThemeButton } from "../ui/Page";
import { Share } from "../ui/Share";

export function Table({ link, room }: { link: RoomLink; room: RoomInfo }) {
  const { you } = link.now;
  const isHost = you?.playerId === room.host;
  const seated = you?.seat ?? null;
  const games = useCatalogue();
  const card = games !== null && "value" in games ? games.value.find(({ id }) => id === room.game) : undefined;
  const taken = room.seats.filter((seat) => seat !== null).length;
  const free = room.seats.length - taken;
  // Until the catalogue is known, all seats must be taken; the server judges it anyway.
  const missing = Math.max(0, (card?.minPlayers ?? room.seats.length) - taken);
  const idle = link.busy || !link.now.connected;
  const leave = () => {
    if (seated !== null) link.send({ type: "leave" });
    forgetRoom(room.code);
    go("/");
  };
  return (
    <Page
      title={`${room.nameKo} 방`}
      back="/"
      aside={
        <>
          <Link to={`/rules/${room.game}`} class="icon-button" label="규칙 보기">
            <Icon name="book" />
          </Link>
          <ThemeButton />
        </>
      }
      class="table"
    >
      <div class="columns">
        <div>
          <section class="card" aria-labelledby="seats">
            <h2 id="seats">자리</h2>
            <ul class="seats">
              {room.seats.map((seat, index) => (
                <li class={seat === null ? "seat free" : "seat"} key={index}>
                  {seat === null ? (
                    <>
                      <span class="avatar empty" aria-hidden="true">
                        ?
                      </span>
                      <span class="grow">빈자리</span>
                      {seated === null && (
                        <button type="button" class="button primary" disabled={idle} aria-label={`여기 앉기, ${index + 1}번 자리`} onClick={() => link.send({ type: "sit", seat: index })}>
                          여기 앉기
                        </button>
                      )}
                      {/* Where more than two sit in a circle, it matters beside whom. */}
                      {seated !== null && room.seats.length > 2 && (
                        <button type="button" class="link" disabled={idle} aria-label={`옮기기, ${index + 1}번 자리로`} onClick={() => link.send({ type: "sit", seat: index })}>
                          옮기기
                        </button>
                      )}
                    </>
                  ) : (
                    <>
                      <span class={`avatar tone${index % 4}`} aria-hidden="true">
                        {[...seat.nickname][0]}
                      </span>
                      <span class="grow">
                        <b>{seat.nickname}</b>
                        {seat.playerId === you?.playerId && <span class="tag">나</span>}
                        {seat.playerId === room.host && <span class="tag host">방장</span>}
                        {!seat.online && <span class="tag away">연결 끊김</span>}
                      </span>
                      {isHost && seat.playerId !== you?.playerId && (
                        <button type="button" class="button small" disabled={idle} aria-label={`${seat.nickname}님 내보내기`} onClick={() => link.send({ type: "kick", playerId: seat.playerId })}>
                          내보내기
                        </button>
                      )}
                      {seat.playerId === you?.playerId && !isHost && (
                        <button type="button" class="button small" disabled={idle} onClick={() => link.send({ type: "stand" })}>
                          일어나기
                        </button>
                      )}
                    </>
                  )}
                </li>
              ))}
            </ul>
            {room.spectators.count > 0 && (
              <p class="hint">
                <Icon name="eye" /> {room.spectators.count}명이 보고 있어요
              </p>
            )}
            {isHost ? (
              <button type="button" class="button primary big" disabled={missing > 0 || idle} onClick={() => link.send({ type: "start" })}>
                {missing > 0 ? (room.seats.length > 2 ? `${missing}명이 더 앉으면 시작할 수 있어요` : "상대를 기다리고 있어요") : room.seats.length > 2 ? `${taken}명으로 시작하기` : "시작하기"}
              </button>
            ) : (
              <p class="wait" role="status">
                {seated === null ? (free > 0 ? "빈자리에 앉으면 함께할 수 있어요." : "자리가 모두 찼어요. 관전할 수 있어요.") : "방장이 시작하기를 기다리고 있어요."}
              </p>
            )}
            <button type="button" class="button wide" onClick={leave}>
              <Icon name="door" />
              방에서 나가기
            </button>
          </section>
          <Settings link={link} room={room} card={card} editable={isHost} />
        </div>
        <div>
          <Share code={room.code} game={room.nameKo} />
          <Chat link={link} room={room} />
        </div>
      </div>
    </Page>
  );
}

const SAVE_AFTER_MS = 500;

function Settings({ link, room, card, editable }: { link: RoomLink; room: RoomInfo; card: GameCard | undefined; editable: boolean }) {
  // The form answers at once; the room hears of it when the hand rests.
  const [draft, setDraft] = useState<Options | null>(null);
  const saved = room.options as unknown as Options;
  const options = draft ?? saved;

  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => {
      if (link.busy || !link.now.connected) setDraft({ ...draft });
      else {
        link.send({ type: "options", options: draft as unknown as GameOptionsChoice });
        setDraft(null);
      }
    }, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft]);

  const fields = card === undefined ? [] : fieldsOf(card.optionsSchema);
  return (
    <section class="card" aria-labelledby="settings">
      <h2 id="settings">게임 설정</h2>
      <dl class="told">
        {told(fields, options).map(({ title, value }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {editable && (
        <details class="more">
          <summary>설정 바꾸기</summary>
          <OptionsForm fields={fields} options={options} onChange={setDraft} />
        </details>
      )}
    </section>
  );
}
