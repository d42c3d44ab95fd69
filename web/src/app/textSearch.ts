// Search as you type: every typed word must start some word of the text, in any order; case and accents are ignored.

export function findByText<T>(all: readonly T[], wanted: string, textOf: (one: T) => string): T[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...all];
  return all.filter((one) => {
    const text = ` ${plain(textOf(one))}`;
    return words.every((word) => startsAWord(text, word));
  });
}

function startsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text[at - 1] ?? " ") || !/[\p{L}\p{N}]/u.test(word[0] ?? " ")) return true;
  }
  return false;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
