// The language models that the operator allows at tables, requested once because they do not change while the server
// runs.
import { useEffect } from "react";
import { createStore, useStore } from "../../app/store";
import { rest } from "../../net/rest";
import type { BotsShown, ModelShown } from "../../wire";

const models = createStore<readonly ModelShown[]>([]);
let isAsked = false;

async function askForModels(): Promise<void> {
  isAsked = true;
  try {
    models.set((await rest.get<BotsShown>("/api/bots")).models ?? []);
  } catch {
    // The form works without models; the next form asks again.
    isAsked = false;
  }
}

export function useModels(): readonly ModelShown[] {
  useEffect(() => {
    if (!isAsked) void askForModels();
  }, []);
  return useStore(models);
}
