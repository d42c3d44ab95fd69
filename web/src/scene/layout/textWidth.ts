// Estimates the width of text without a font: the same result everywhere, slightly too wide.

export const FONTS =
  "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
export const LINE = 1.35;

// Widths in letter sizes, close to the sans serif fonts of most machines.
const CLASSES: [width: number, letters: string][] = [
  [0.24, "ijl'|’‘"],
  [0.3, " !.,:;ftI/\\[]·"],
  [0.36, 'r-()"`{}*“”'],
  [0.53, "cksvxyzJ"],
  [0.59, "×"],
  [0.7, "ABEFKLPSTVXYZ&"],
  [0.78, "CDHNRUwGOQ"],
  [0.88, "mMшщжюыфмЫФМ"],
  [0.98, "W@%—…→ШЩЖЮ"],
];

const WIDTHS = new Map(
  CLASSES.flatMap(([width, letters]) => [...letters].map((letter): [string, number] => [letter, width])),
);

function widthOfLetter(letter: string): number {
  const width = WIDTHS.get(letter);
  if (width !== undefined) return width;
  if (letter > "\u2e80") return 1.05;
  // Arrows, stars and card suits.
  if (letter >= "\u2190") return 0.92;
  if (letter <= "~") return 0.59;
  // An accent does not change the width of a letter.
  const plain = letter.normalize("NFD").charAt(0);
  if (plain !== letter) return widthOfLetter(plain);
  return letter === letter.toLowerCase() ? 0.62 : 0.78;
}

/** The width of a line at this letter size. */
export function textWidth(text: string, font: number, strong = false): number {
  return lettersOf(text) * font * (strong ? 1.17 : 1);
}

/** The width at letter size 1, cached because a layout measures the same words many times. */
function lettersOf(text: string): number {
  let width = known.get(text);
  if (width !== undefined) return width;
  width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  if (known.size >= KNOWN) known.clear();
  known.set(text, width);
  return width;
}

const KNOWN = 4000;
const known = new Map<string, number>();

/** Minimum letter size of a shrunk text, as a part of its normal size. */
const SMALLEST = 0.75;

/** The text on one line of at most this width: in smaller letters, and shortened if they would be too small. */
export function fittedLine(text: string, font: number, width: number, strong = false): { words: string; font: number } {
  const words = text.replace(/\s+/g, " ");
  const natural = textWidth(words, font, strong);
  // Tolerate a hundredth, as for lines.
  if (natural <= width + 0.01 * font) return { words, font };
  const small = font * Math.max(SMALLEST, width / natural);
  return { words: shortened(words, small, width + 0.01 * font, strong), font: small };
}

/** As many letters as fit before an ellipsis, at least one. */
export function shortened(text: string, font: number, width: number, strong = false): string {
  if (textWidth(text, font, strong) <= width) return text;
  const letters = [...text];
  let count = letters.length - 1;
  const cut = (): string => `${letters.slice(0, count).join("").trimEnd()}…`;
  while (count > 1 && textWidth(cut(), font, strong) > width) count -= 1;
  return cut();
}

/** The text in lines of at most this width; a longer word is broken. */
export function wrapped(text: string, font: number, width: number, strong = false): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) lines.push(...wrappedLine(paragraph, font, width, strong));
  return lines;
}

function wrappedLine(text: string, font: number, width: number, strong: boolean): string[] {
  // Tolerate a hundredth: the width may have been computed from this very text and rounded.
  const fits = (words: string): boolean => textWidth(words, font, strong) <= width + 0.01 * font;
  if (fits(text)) return [text];
  const lines: string[] = [];
  let [line, taken] = ["", 0];
  const space = textWidth(" ", font, strong);
  for (const word of text.split(" ").flatMap((one) => broken(one, fits))) {
    const own = textWidth(word, font, strong);
    if (line !== "" && taken + space + own > width + 0.01 * font) {
      lines.push(line);
      [line, taken] = [word, own];
    } else {
      [line, taken] = line === "" ? [word, own] : [`${line} ${word}`, taken + space + own];
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
