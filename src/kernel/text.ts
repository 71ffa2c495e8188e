/** PostgreSQL cannot store U+0000 or unpaired surrogates. Requests are checked with `findUnstorable`. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Removes unstorable characters from text that we cannot reject, such as another server's response. */
export const toStorable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll('\0', '').toWellFormed();

/** Bidirectional control characters, which would change how the rest of the line is displayed. */
const DIRECTION_CONTROLS_PATTERN = /[\u202a-\u202e\u2066-\u2069]/g;

/** Makes a user's input safe to insert into a single line of our own text. */
export const toSafeLine = (input: string): string =>
  input
    .replace(DIRECTION_CONTROLS_PATTERN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
