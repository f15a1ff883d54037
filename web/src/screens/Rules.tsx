import { useCatalogue, useLoaded } from "../catalogue";
import { loadGame } from "../games/registry";
import { NotFound, Page, ThemeButton, UnknownGame, Waiting } from "../ui/Page";

export function RulesScreen({ game }: { game: string }) {
  const games = useCatalogue();
  const asked = loadGame(game);
  const module = useLoaded(async () => asked, [game]);
  const name = games !== null && "value" in games ? games.value.find(({ id }) => id === game)?.nameKo : undefined;
  if (asked === null && name === undefined) return <NotFound />;
  return (
    <Page title={name === undefined ? "규칙" : `${name} 규칙`} back="/" class="narrow" aside={<ThemeButton />}>
      {asked === null && <UnknownGame name={name ?? "이"} />}
      <Waiting loaded={module}>
        {(ui) =>
          ui && (
            <div class="card rules">
              <ui.Rules />
            </div>
          )
        }
      </Waiting>
    </Page>
  );
}
