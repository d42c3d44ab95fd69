// A game in the middle of a match, as the server draws it; before that is there, and for a game without pictures, a mark.
import { useShownTheme } from "../app/theme";
import { languageSpoken } from "../texts/house";
import type { GameShown } from "../wire";
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
