export const replayTexts = {} as const;
