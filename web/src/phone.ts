import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** National format for numbers of the business's country, international format for others. */
export function formatPhone(number: string, country: string | undefined): string {
  const parsed = parsePhoneNumberFromString(number);
  return parsed ? (parsed.country === country ? parsed.formatNational() : parsed.formatInternational()) : number;
}
