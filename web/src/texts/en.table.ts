export const tableTexts = {} as const;
