/** A test question whose answer is in the business's document, so a rule can check the assistant's reply. */
export type Checkup = {
  /** Built from entry ids, so it stays the same across versions of the document. */
  id: string;
  /** Group in the report, such as `prices` or `bookings`. */
  topic: string;
  /** The customer's question or request. */
  ask: string;
  /** The reply must contain each of these; of a nested list, at least one entry. */
  mustMention: readonly (string | readonly string[])[];
  /** The capability that must end up asking for confirmation, once the simulated customer has answered its questions. */
  expectedAction?: string;
  /** The simulated customer's answers by field, beyond the defaults such as name and phone. */
  answers?: Readonly<Record<string, string>>;
  /** JSON pointer to the part of the document to edit if the reply is wrong. */
  pointer: string;
};
