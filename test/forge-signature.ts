/** The same signed text with one character of its signature changed; the last one may carry bits that do not count. */
export function forgeSignature(signed: string): string {
  const position = signed.length - 5;
  return `${signed.slice(0, position)}${signed[position] === 'A' ? 'B' : 'A'}${signed.slice(position + 1)}`;
}
