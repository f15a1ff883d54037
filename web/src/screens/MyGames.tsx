import { useState } from "preact/hooks";
import { api } from "../api";
import { useLoaded } from "../catalogue";
import { isDrawn } from "../games/registry";
import type { GameLine, GuestAnswer } from "../protocol";
import { Link } from "../router";
import { Page, ThemeButton, Waiting } from "../ui/Page";

export function MyGames({ guest }: { guest: GuestAnswer }) {
  const [later, setLater] = useState<GameLine[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const loaded = useLoaded(async () => {
    const page = await api.myGames(guest.token);
    setCursor(page.cursor);
    return page.games;
  }, [guest.token]);
  const more = async () => {
    const page = await api.myGames(guest.token, cursor);
    setLater([...later, ...page.games]);
    setCursor(page.cursor);
  };
  return (
    <Page title="내 기록" back="/" aside={<ThemeButton />}>
      <Waiting loaded={loaded}>
        {(games) =>
          games.length === 0 ? (
            <p class="card empty">아직 끝낸 대국이 없어요.</p>
          ) : (
            <ul class="rooms">
              {[...games, ...later].map((game) => (
                <li class="card room-line" key={`${game.roomId}/${game.gameNo}`}>
                  {isDrawn(game.game) && <img src={`/thumbnails/${game.game}.svg`} alt="" width="48" height="48" />}
                  <span class="grow">
                    <b>
                      {game.nameKo} · {game.opponents.join(", ")}님과
                    </b>
                    <span class="hint">
                      {game.won === null ? "" : game.won ? "이김 · " : "짐 · "}
                      {game.summary} · {new Date(game.endedAt).toLocaleDateString("ko-KR")}
                    </span>
                  </span>
                  <Link to={`/games/${game.roomId}/${game.gameNo}`} class="button" label={`${game.nameKo} ${game.summary} 보기`}>
                    보기
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Waiting>
      {cursor !== null && (
        <button type="button" class="button" onClick={() => void more()}>
          더 보기
        </button>
      )}
    </Page>
  );
}
