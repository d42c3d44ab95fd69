// The renderer's door for an embedded engine: plain JSON in, text out.
export function picture(): string {
  return "";
}
