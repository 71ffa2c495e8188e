// Checks contact details when their field loses focus. The API makes the final check.
import type { Schema } from './schema.ts';
import { texts } from './texts.ts';

export const isPhone = ({ title }: Schema) => title === 'Phone number';
export const isWebAddress = ({ title }: Schema) => title === 'Web address';

/** Adds the scheme to a web address, because people leave it out. */
export const withScheme = (text: string) => (/^[a-z][a-z\d+.-]*:/i.test(text) || !text ? text : `https://${text}`);

/** An error message if the text is clearly invalid. */
export function contactError(schema: Schema, text: string): string | undefined {
  if (!text) return undefined;
  if (schema.format === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : texts.invalidInput.email;
  if (isPhone(schema))
    return /^[+\d][\d\s()./-]*$|^\([\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length >= MIN_PHONE_DIGITS
      ? undefined
      : texts.invalidInput.phone;
  if (isWebAddress(schema))
    return isHost(URL.parse(withScheme(text))?.hostname ?? '') ? undefined : texts.invalidInput.website;
  return undefined;
}

const MIN_PHONE_DIGITS = 5;
const isHost = (name: string) => /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(name);
