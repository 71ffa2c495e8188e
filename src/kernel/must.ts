/** Asserts a value that the code guarantees: its absence is a fault of ours, and the error names what was expected. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`Expected ${what}.`);
  return value;
}
