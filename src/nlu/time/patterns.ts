/** One of several words. */
export const either = (...words: string[]) => `(?:${words.join('|')})`;

/** A long pattern over several lines, joined without their indentation; a line that starts with a space has [ ]. */
export const wide = (lines: TemplateStringsArray, ...parts: string[]) =>
  String.raw(lines, ...parts).replace(/\n\s*/g, '');
