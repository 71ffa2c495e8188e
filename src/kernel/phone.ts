import {
  type CountryCode,
  findPhoneNumbersInText,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js';
import exampleNumbers from 'libphonenumber-js/mobile/examples';

/** Converts a phone number to E.164. Local numbers are read as numbers of `country`. Undefined if it is not a number. */
export const toE164 = (text: string, country: string): string | undefined => parsePhone(text, country)?.number;

/** Like toE164, and also tells whether the number is in an assigned range. */
export function parsePhone(text: string, country: string): { number: string; isAssigned: boolean } | undefined {
  // The whole text has to be a number.
  const parsedNumber = parsePhoneNumberFromString(text.trim(), {
    defaultCountry: findSupportedCountry(country),
    extract: false,
  });
  // Only the length is checked, because new ranges are assigned faster than the library is updated.
  return parsedNumber?.isPossible() ? { number: parsedNumber.number, isAssigned: parsedNumber.isValid() } : undefined;
}

const findSupportedCountry = (country: string) => (isSupportedCountry(country) ? (country as CountryCode) : undefined);

/** A number as people in the country write it, to show what is expected. */
export function formatExamplePhone(country: string): string | undefined {
  const countryCode = findSupportedCountry(country);
  return countryCode && getExampleNumber(countryCode, exampleNumbers)?.formatNational();
}

/** The number without the country code, as people write it in a text. */
export const findNationalDigits = (e164: string): string => parsePhoneNumberFromString(e164)?.nationalNumber ?? e164;

/** Whether the text contains this number in any notation. */
export function mentionsPhone(text: string, e164: string, country: string): boolean {
  return findPhoneNumbersInText(text, { defaultCountry: findSupportedCountry(country) }).some(
    ({ number }) => number.number === e164,
  );
}
