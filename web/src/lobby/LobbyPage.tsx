// The first screen: the games, and the tables that wait for players.
import { useState } from "react";
import { FaultNotice } from "../app/components/Fault";
import { Heading } from "../app/components/Heading";
import { useSettings } from "../app/settings/settings";
import { useLobby } from "../net/lobby";
import { t } from "../texts/t";
import type { GameShown } from "../wire";
import { levelsOf } from "./newTable/draft";
import { GameList } from "./games/GameList";
import { askForGames, useGames } from "./games/games";
import { LevelSelect } from "./games/LevelSelect";
import { LiveTables, OwnTables } from "./tables/LiveTables";
import { NewTable } from "./newTable/NewTable";

export function LobbyPage() {
  const { games, fault } = useGames();
  const lobby = useLobby();
  const [formFor, setFormFor] = useState<GameShown | null>(null);
  return (
    <div className="lobby">
      <div className="lobby-head">
        <div>
          <Heading title={t("app-name")}>{t("lobby-title")}</Heading>
          <p className="lead muted">{t("lobby-lead")}</p>
        </div>
        {games && games.length > 0 && <Levels games={games} />}
      </div>
      <OwnTables lobby={lobby} games={games} />
      {fault && <FaultNotice text={fault} onRetry={() => void askForGames()} />}
      {!games && !fault && <p className="loading">{t("app-loading")}</p>}
      {games && <GameList games={games} onNewTable={setFormFor} />}
      <LiveTables lobby={lobby} games={games} />
      {formFor && <NewTable game={formFor} onClose={() => setFormFor(null)} />}
    </div>
  );
}

/** The levels of all games, as one choice for the whole screen. */
function Levels({ games }: { games: readonly GameShown[] }) {
  const { level } = useSettings();
  const levels = [...new Set(games.flatMap(levelsOf))];
  return <LevelSelect levels={levels} value={levels.includes(level) ? level : (levels[0] ?? "")} />;
}
