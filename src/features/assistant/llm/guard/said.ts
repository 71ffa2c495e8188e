/** Where something stands in a sentence, and how it is said there. */
export type Said = { at: number; said: string };
/** Minutes after midnight; several where morning or evening is not said. */
export type ClockTime = Said & { minutes: readonly number[] };
