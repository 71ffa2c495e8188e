/** Turns an API field error, such as `must not be empty`, into a sentence with the field's label. Full sentences stay as is. */
export function toErrorSentence(label: string, detail: string): string {
  if (!/^[a-z]/.test(detail)) return detail;
  if (detail === 'must be a valid email') return 'Enter a valid email address.';
  return `${label} ${detail === 'must not be empty' ? 'is required' : detail}.`;
}
