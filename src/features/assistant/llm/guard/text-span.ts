/** A position in a sentence, and its wording there. */
export type TextSpan = { at: number; said: string };
/** Minutes after midnight; several where morning or evening is not said. */
export type ClockTime = TextSpan & { minutes: readonly number[] };
