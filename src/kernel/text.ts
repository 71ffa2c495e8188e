/** PostgreSQL stores neither U+0000 nor half a surrogate pair. What comes in is refused by this, see `findUnstorable`. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** For what nobody can be asked to put right, such as another server's answer. */
export const toStorable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll('\0', '').toWellFormed();

/** They turn the direction of whatever stands after them on the line, such as a link or an address. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** A name that somebody has typed, for a line of ours. */
export const oneLine = (name: string): string =>
  name
    .replace(TURNING, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
