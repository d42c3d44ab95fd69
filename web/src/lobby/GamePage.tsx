import { Heading } from "../app/Heading";

export function GamePage({ slug }: { slug: string }) {
  return <Heading title={slug} />;
}
