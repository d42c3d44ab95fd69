import { Heading } from "../app/Heading";

export function TablePage({ matchId }: { matchId: string }) {
  return <Heading title={matchId} />;
}
