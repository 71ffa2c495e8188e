/** What the service says of a field, such as `must not be empty`, as a sentence with its name. Whole ones stay as they are. */
export function sentenceOf(label: string, detail: string): string {
  if (!/^[a-z]/.test(detail)) return detail;
  if (detail === 'must be a valid email') return 'Enter a valid email address.';
  return `${label} ${detail === 'must not be empty' ? 'is required' : detail}.`;
}
