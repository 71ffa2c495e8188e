import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';

/** A phone number as people write it, in E.164; local ones are read as of the country. Nothing for what is none. */
export const readPhone = (text: string, country: string): string | undefined => parsePhone(text, country)?.number;

/** The same, and whether it lies in a range that is known to be in use. */
export function parsePhone(text: string, country: string): { number: string; isInUse: boolean } | undefined {
  // The text has to be a number, not just hold one.
  const read = parsePhoneNumberFromString(text.trim(), { defaultCountry: known(country), extract: false });
  // Ranges are handed out faster than libraries hear of it, so the length must be right and no more.
  return read?.isPossible() ? { number: read.number, isInUse: read.isValid() } : undefined;
}

const known = (country: string) => (isSupportedCountry(country) ? (country as CountryCode) : undefined);

/** Those that are dialled at home, as people write them in between other words. */
export const nationalDigits = (e164: string): string => parsePhoneNumberFromString(e164)?.nationalNumber ?? e164;

/** Whether a text says this very number, in whatever way it is written. */
export function mentionsPhone(text: string, e164: string, country: string): boolean {
  return findPhoneNumbersInText(text, { defaultCountry: known(country) }).some(({ number }) => number.number === e164);
}
