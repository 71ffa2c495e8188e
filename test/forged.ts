/** The same signed text with one character of its signature changed; the last one may carry bits that do not count. */
export function forged(signed: string): string {
  const at = signed.length - 5;
  return `${signed.slice(0, at)}${signed[at] === 'A' ? 'B' : 'A'}${signed.slice(at + 1)}`;
}
