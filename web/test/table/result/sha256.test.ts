import fc from "fast-check";
import { expect, test } from "vitest";
import { commitmentOf, hexOf, sha256 } from "../../../src/table/result/sha256";

const digest = (text: string) => hexOf(sha256(new TextEncoder().encode(text)));

test("the digests of FIPS 180 are computed", () => {
  expect(digest("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(digest("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

test("any bytes have the digest of the platform's own function", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const known = await crypto.subtle.digest("SHA-256", Uint8Array.from(bytes));
      expect(hexOf(sha256(bytes))).toBe(hexOf(new Uint8Array(known)));
    }),
  );
});

test("the commitment of docs/fairness.md is that of its seed and salt", () => {
  const salt = "21ec9fd8577f534d62a54c43a6b850e579c334af29ea3cb22dfd51b173e47d23";
  expect(commitmentOf("5022c1b2e9c16f4edf71e098010f2adf", salt)).toBe(
    "dae56087ce493868e10479663f15f68cedb9a9045cc7145287614df79bb2ddab",
  );
});
