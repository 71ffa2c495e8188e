/** A match in a sentence: where it starts, and its text. */
export type TextSpan = { start: number; matchedText: string };
/** Minutes after midnight; several values where the text does not say morning or evening. */
export type ClockTime = TextSpan & { minutes: readonly number[] };
