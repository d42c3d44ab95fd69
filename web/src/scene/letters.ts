// How wide text is, without asking a font: the same answer everywhere, a little on the generous side.

export const FONTS =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
export const LINE = 1.35;

// In parts of a letter's size, about as wide as in the sans serifs that most machines have.
const CLASSES: [width: number, letters: string][] = [
  [0.24, "ijl'|’‘"],
  [0.3, " !.,:;ftI/\\[]·"],
  [0.36, 'r-()"`{}*“”'],
  [0.53, "cksvxyzJ"],
  [0.7, "ABEFKLPSTVXYZ&"],
  [0.78, "CDHNRUwGOQ"],
  [0.88, "mM"],
  [0.98, "W@%—…→"],
];

const WIDTHS = new Map(
  CLASSES.flatMap(([width, letters]) => [...letters].map((letter): [string, number] => [letter, width])),
);

function widthOfLetter(letter: string): number {
  return WIDTHS.get(letter) ?? (letter > "\u2e80" ? 1.05 : 0.59);
}

/** The width of a line in letters of this size. */
export function textWidth(text: string, font: number, strong = false): number {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  return width * font * (strong ? 1.17 : 1);
}

/** The text in lines of at most this width; a word that is longer is broken. */
export function wrapped(text: string, font: number, width: number, strong = false): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) lines.push(...wrappedLine(paragraph, font, width, strong));
  return lines;
}

function wrappedLine(text: string, font: number, width: number, strong: boolean): string[] {
  const lines: string[] = [];
  let line = "";
  // A hundredth is forgiven: the width may have been made of this very text, and rounded.
  const fits = (words: string): boolean => textWidth(words, font, strong) <= width + 0.01 * font;
  for (const word of text.split(" ").flatMap((one) => broken(one, fits))) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line === "" || fits(longer)) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function broken(word: string, fits: (words: string) => boolean): string[] {
  if (fits(word) || word.length < 12) return [word];
  const letters = [...word];
  let length = letters.length;
  while (length > 6 && !fits(letters.slice(0, length).join(""))) length -= 1;
  return [letters.slice(0, length).join(""), ...broken(letters.slice(length).join(""), fits)];
}
