/** The text with a capital letter and a full stop. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return begun === "" || /[.!?:…]$/.test(begun) ? begun : `${begun}.`;
}
