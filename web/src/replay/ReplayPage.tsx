import { Heading } from "../app/Heading";

export function ReplayPage({ matchId }: { matchId: string }) {
  return <Heading title={matchId} />;
}
