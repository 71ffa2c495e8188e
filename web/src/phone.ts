import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number as people at home write it, and in full where it is from elsewhere. */
export function shownPhone(number: string, country: string | undefined): string {
  const read = parsePhoneNumberFromString(number);
  return read ? (read.country === country ? read.formatNational() : read.formatInternational()) : number;
}
