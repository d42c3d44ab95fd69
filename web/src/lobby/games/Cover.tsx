// The server's picture of a match in progress. An emblem stands behind it while it loads, and for games without
// pictures.
import { useShownTheme } from "../../app/settings/theme";
import { languageSpoken } from "../../texts/house";
import type { GameShown } from "../../wire";
import { Emblem } from "./Emblem";

export function Cover({ game }: { game: GameShown }) {
  const theme = useShownTheme();
  const address = `/api/games/${encodeURIComponent(game.game_id)}/cover?theme=${theme}&lang=${encodeURIComponent(languageSpoken())}`;
  return (
    <div className="cover">
      <Emblem category={game.category} />
      <img src={address} alt="" width={640} height={400} loading="lazy" decoding="async" />
    </div>
  );
}
