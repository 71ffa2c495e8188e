/**
 * A pattern of alternatives, one to a line or with `|` between them. Its groups capture nothing unless they have a
 * name, so that patterns can be nested.
 */
export function oneOf({ raw }: TemplateStringsArray, ...parts: readonly string[]): string {
  const text = raw.map((piece, index) => piece.replace(/(?<!\\)\((?!\?)/g, '(?:') + (parts[index] ?? '')).join('');
  const lines = text.split('\n').map((line) => line.trim());
  return `(?:${lines.filter(Boolean).join('|')})`;
}
