import {
  type CountryCode,
  findPhoneNumbersInText,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';

/** A phone number as people write it, in E.164; local ones are read as of the country. Nothing for what is none. */
export function readPhone(text: string, country: string): string | undefined {
  const defaultCountry = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  // The text has to be a number, not just hold one.
  const read = parsePhoneNumberFromString(text.trim(), { defaultCountry, extract: false });
  // Ranges are handed out faster than libraries hear of it, so the length must be right and no more.
  return read?.isPossible() ? read.number : undefined;
}

/** Those that are dialled at home, as people write them in between other words. */
export const nationalDigits = (e164: string): string => parsePhoneNumberFromString(e164)?.nationalNumber ?? e164;

/** Whether a text says this very number, in whatever way it is written. */
export function mentionsPhone(text: string, e164: string, country: string): boolean {
  const defaultCountry = isSupportedCountry(country) ? (country as CountryCode) : undefined;
  return findPhoneNumbersInText(text, { defaultCountry }).some(({ number }) => number.number === e164);
}
