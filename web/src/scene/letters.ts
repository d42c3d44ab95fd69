// How wide text is, without asking a font: the same answer everywhere, a little on the generous side.

export const FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
export const LINE = 1.35;

const NARROW = /[ ijlI.,:;'|!()[\]{}ftr\-/"`]/;
const WIDE = /[mwMW@%&]/;
const CAPITAL = /[A-HJ-LN-VX-Z]/;

function widthOfLetter(letter: string): number {
  if (letter > "\u2e80") return 1.05;
  if (NARROW.test(letter)) return 0.36;
  if (WIDE.test(letter)) return 0.92;
  return CAPITAL.test(letter) ? 0.7 : 0.58;
}

/** The width of a line in letters of this size. */
export function textWidth(text: string, font: number, strong = false): number {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  return width * font * (strong ? 1.07 : 1);
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
