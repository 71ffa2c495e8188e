/** Changes one character of a signature. Not the last one, because some of its bits may not count. */
export function forgeSignature(signedText: string): string {
  const position = signedText.length - 5;
  return `${signedText.slice(0, position)}${signedText[position] === 'A' ? 'B' : 'A'}${signedText.slice(position + 1)}`;
}
