// What is typed as a way to be reached, looked at when the field is left. The service has the last word.
import type { Schema } from './schema.ts';
import { texts } from './texts.ts';

export const isPhone = ({ title }: Schema) => title === 'Phone number';
export const isWebAddress = ({ title }: Schema) => title === 'Web address';

/** Nobody types the beginning of a web address. */
export const withScheme = (text: string) => (/^[a-z][a-z\d+.-]*:/i.test(text) || !text ? text : `https://${text}`);

/** What is plainly none, in words for people. */
export function wrongIn(schema: Schema, text: string): string | undefined {
  if (!text) return undefined;
  if (schema.format === 'email') return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : texts.typed.email;
  if (isPhone(schema))
    return /^[+\d][\d\s()./-]*$|^\([\d\s()./-]+$/.test(text) && text.replace(/\D/g, '').length >= FEWEST_DIGITS
      ? undefined
      : texts.typed.phone;
  if (isWebAddress(schema))
    return isHost(URL.parse(withScheme(text))?.hostname ?? '') ? undefined : texts.typed.website;
  return undefined;
}

const FEWEST_DIGITS = 5;
const isHost = (name: string) => /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]+$/.test(name);
