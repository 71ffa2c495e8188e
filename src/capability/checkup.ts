/** A question to which the document itself knows the answer, so that a rule can judge what the assistant says. */
export type Checkup = {
  /** What it is about, by ids: the same question in every version of the document. */
  id: string;
  /** What it belongs to: `prices`, `bookings`, … */
  topic: string;
  ask: string;
  /** All of this stands in the answer; of a list, one of its entries. */
  says: readonly (string | readonly string[])[];
  /** The capability that is to be ready for a yes. The customer answers what is asked until then. */
  books?: string;
  /** What this customer answers to a field that is asked for, where it is nothing that everybody has. */
  answers?: Readonly<Record<string, string>>;
  /** A pointer to the part of the document that would mend it. */
  at: string;
};
