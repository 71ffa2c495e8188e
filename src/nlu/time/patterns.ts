/** A pattern that matches any of these. */
export const either = (...words: string[]) => `(?:${words.join('|')})`;

/** A long pattern over several lines, joined without indentation; write [ ] for a space at the start of a line. */
export const joinPatternLines = (lines: TemplateStringsArray, ...parts: string[]) =>
  String.raw(lines, ...parts).replace(/\n\s*/g, '');
