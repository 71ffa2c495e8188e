/** PostgreSQL stores neither U+0000 nor half a surrogate pair. What comes in is refused by this, see `findUnstorable`. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** For what nobody can be asked to put right, such as another server's answer. */
export const toStorable = (text: string): string =>
  isStorable(text) ? text : text.replaceAll('\0', '').toWellFormed();
