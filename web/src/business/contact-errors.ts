// Checks contact details when their field loses focus. The API makes the final check.
import type { Schema } from './schema.ts';
import { texts } from './texts.ts';

export const isPhoneSchema = ({ title }: Schema) => title === 'Phone number';
export const isWebAddressSchema = ({ title }: Schema) => title === 'Web address';

/** Adds the scheme to a web address, because people leave it out. */
export const addScheme = (text: string) => (/^[a-z][a-z\d+.-]*:/i.test(text) || !text ? text : `https://${text}`);

/** An error message if the text is clearly invalid. */
export function findContactError(schema: Schema, text: string): string | undefined {
  if (!text) return undefined;
  if (schema.format === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : texts.invalidInput.email;
  if (isPhoneSchema(schema))
    return /^[+\d][\d\s()./-]*$|^\([\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length >= MIN_PHONE_DIGITS
      ? undefined
      : texts.invalidInput.phone;
  if (isWebAddressSchema(schema))
    return isHost(URL.parse(addScheme(text))?.hostname ?? '') ? undefined : texts.invalidInput.website;
  return undefined;
}

const MIN_PHONE_DIGITS = 5;
const isHost = (name: string) => /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(name);
