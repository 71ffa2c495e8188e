/** Asserts that a value exists where its absence would be a bug. `what` names the value in the error. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`Expected ${what}.`);
  return value;
}
