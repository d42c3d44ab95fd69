// Our own SHA-256: `crypto.subtle` is missing on plain HTTP, which is common on a home network.

/** The first 32 bits of the fractional parts of roots of the first primes. */
function fractions(count: number, root: number): Uint32Array {
  const found = new Uint32Array(count);
  for (let candidate = 2, n = 0; n < count; candidate++) {
    if (isPrime(candidate)) found[n++] = bitsBehindThePoint(candidate, root);
  }
  return found;
}

function isPrime(n: number): boolean {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false;
  return true;
}

function bitsBehindThePoint(n: number, root: number): number {
  const value = n ** (1 / root);
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

const START = fractions(8, 2);
const ROUND = fractions(64, 3);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const padded = withLength(message);
  const state = START.slice();
  for (let at = 0; at < padded.byteLength; at += 64) mix(state, schedule(new DataView(padded.buffer, at, 64)));
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setUint32(index * 4, word);
  return new Uint8Array(digest.buffer);
}

function withLength(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  return padded;
}

function schedule(block: DataView): Uint32Array {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i++) words[i] = block.getUint32(i * 4);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15]!, words[i - 2]!];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + low + words[i - 7]! + high;
  }
  return words;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i]! + words[i]!;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index]! += word;
}

export function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The digest of seed and salt, which are published after the match. It must equal the digest that was published before
 * it.
 */
export function commitmentOf(seed: string, salt: string): string {
  return hexOf(sha256(bytesOf(seed + salt)));
}
