import { findDepositErrors } from '../../capability/deposits.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { formatExamplePhone, toE164 } from '../../kernel/phone.ts';
import type { FieldError } from '../../kernel/problem.ts';
import type { WeeklyHours } from '../../scheduling/hours.ts';
import { findClosureErrors, findTimeOffErrors, findWeeklyErrors } from '../../scheduling/hours-errors.ts';
import { zoneOf } from '../../scheduling/zone.ts';

/**
 * Finds what a schema cannot: contradictions within the document. Skips fields in which the schema has already found an
 * error, so that one response lists every error once.
 */
export function checkDocument(
  document: Business,
  industries: AnyIndustry[],
  schemaErrors: FieldError[] = [],
): FieldError[] {
  const hasNoError = (field: string) =>
    !schemaErrors.some(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`));
  const addPointerPrefix = (prefix: string, errors: FieldError[]) =>
    errors.map(({ pointer, detail }) => ({ pointer: prefix + pointer, detail }));
  const errors: FieldError[] = [];
  if (hasNoError('timezone') && !isZone(document.timezone)) {
    errors.push({ pointer: '/timezone', detail: 'must be a time zone such as America/New_York' });
  }
  if (hasNoError('locale') && !isLocale(document.locale))
    errors.push({ pointer: '/locale', detail: 'must be a locale such as en-US' });
  if (hasNoError('currency') && !isCurrency(document.currency)) {
    errors.push({ pointer: '/currency', detail: 'must be a currency such as USD' });
  }
  if (hasNoError('hours')) errors.push(...addPointerPrefix('/hours', findWeeklyErrors(document.hours as WeeklyHours)));
  if (hasNoError('closures')) errors.push(...addPointerPrefix('/closures', findClosureErrors(document.closures)));
  if (hasNoError('deposits') && document.deposits)
    errors.push(...addPointerPrefix('/deposits', findDepositErrors(document.deposits)));
  if (hasNoError('industry') && Array.isArray(document.industries)) errors.push(...checkMainIndustry(document));
  for (const industry of industries) {
    const industryPart = document[industry.name];
    if (industryPart === undefined) continue;
    const checkIndustry = () => [
      ...checkStaff(industry.name, industryPart, document.timezone),
      ...industry.check(industryPart, document),
    ];
    errors.push(
      ...(hasNoError(industry.name) ? checkIndustry() : findErrorsOutsideInvalidParts(schemaErrors, checkIndustry)),
    );
  }
  return errors;
}

/** The fields that `checkContact` depends on. Contact details stored before this check existed stay until one changes. */
export const CONTACT_FIELDS = ['contact', 'safety', 'country', 'locale'] as const;

/** Customers are given these contact details, so each must be usable. */
export function checkContact(document: Business, schemaErrors: FieldError[] = []): FieldError[] {
  const hasNoError = (pointer: string) => !schemaErrors.some((error) => `${pointer}/`.startsWith(`${error.pointer}/`));
  if (!hasNoError('/locale') || !hasNoError('/country') || !isLocale(document.locale)) return [];
  const { contact, safety } = document;
  const country = countryOf(document);
  const isPhone = (text: string) => toE164(text, country) !== undefined;
  const errors = [
    ...checkValue(
      '/contact/phone',
      hasNoError('/contact/phone') && contact.phone,
      isPhone,
      describePhoneFormat(country),
    ),
    ...checkValue('/contact/email', hasNoError('/contact/email') && contact.email, isEmail, 'must be an email address'),
    ...checkValue(
      '/contact/website',
      hasNoError('/contact/website') && contact.website,
      isWebsite,
      'must be a web address such as https://www.your-business.com',
    ),
    ...checkValue(
      '/safety/onCall',
      hasNoError('/safety/onCall') && safety?.onCall,
      (text) => isPhone(text) || isShortCode(text),
      describePhoneFormat(country),
    ),
  ];
  return errors;
}

function describePhoneFormat(country: string): string {
  const example = formatExamplePhone(country);
  return `must be a phone number${example ? ` like ${example}` : ''}, or start with + and the country code`;
}

const checkValue = (
  pointer: string,
  value: string | false | undefined,
  isValid: (text: string) => boolean,
  detail: string,
): FieldError[] => (typeof value !== 'string' || isValid(value) ? [] : [{ pointer, detail }]);

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const isShortCode = (text: string) => /^\d{3,6}$/.test(text);

/** A public host name: neither a local name nor an IP address. */
const PUBLIC_HOST_PATTERN = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/;

function isWebsite(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && PUBLIC_HOST_PATTERN.test(url.hostname) && !/\s/.test(text);
}

/** Errors outside the values that the schema has rejected. None if an invalid value makes the check throw. */
function findErrorsOutsideInvalidParts(schemaErrors: FieldError[], check: () => FieldError[]): FieldError[] {
  const covers = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}/`);
  try {
    return check().filter(({ pointer }) => !schemaErrors.some((error) => covers(error.pointer, pointer)));
  } catch {
    return [];
  }
}

function checkMainIndustry({ industry, industries: activeIndustries }: Business): FieldError[] {
  const isActive = industry === null || activeIndustries.includes(industry);
  return isActive ? [] : [{ pointer: '/industry', detail: 'must be one of `industries`' }];
}

/** Checks hours and time off in every list of the industry's part, since staff have them in all industries. */
function checkStaff(industryName: string, industryPart: unknown, timezone: string): FieldError[] {
  const zone = zoneOf(isZone(timezone) ? timezone : 'UTC');
  return Object.entries(industryPart as Record<string, unknown>).flatMap(([listName, entries]) => {
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((entry, index) => {
      const { hours, timeOff } = (entry ?? {}) as {
        hours?: Business['hours'];
        timeOff?: { from: string; to: string }[];
      };
      const addFieldPointer = (field: string, errors: FieldError[]) =>
        errors.map(({ pointer, detail }) => ({
          pointer: `/${industryName}/${listName}/${index}/${field}${pointer}`,
          detail,
        }));
      return [
        ...(hours ? addFieldPointer('hours', findWeeklyErrors(hours as WeeklyHours)) : []),
        ...(timeOff ? addFieldPointer('timeOff', findTimeOffErrors(timeOff, zone)) : []),
      ];
    });
  });
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

function isLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length === 1;
  } catch {
    return false;
  }
}

const isCurrency = (currency: string) => Intl.supportedValuesOf('currency').includes(currency);
