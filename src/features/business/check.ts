import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { readPhone } from '../../kernel/phone.ts';
import type { FieldError } from '../../kernel/problem.ts';
import type { Weekly } from '../../scheduling/hours.ts';
import { closureErrors, timeOffErrors, weeklyErrors } from '../../scheduling/hours-errors.ts';
import { zoneOf } from '../../scheduling/zone.ts';

/**
 * What a schema cannot see: contradictions inside the document. Places that the schema has found wrong already are left
 * alone, so that one answer names every mistake and none twice.
 */
export function checkDocument(document: Business, industries: AnyIndustry[], wrong: FieldError[] = []): FieldError[] {
  const sound = (field: string) =>
    !wrong.some(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`));
  const below = (base: string, errors: FieldError[]) =>
    errors.map(({ pointer, detail }) => ({ pointer: base + pointer, detail }));
  const errors: FieldError[] = [];
  if (sound('timezone') && !isZone(document.timezone)) {
    errors.push({ pointer: '/timezone', detail: 'must be a time zone such as America/New_York' });
  }
  if (sound('locale') && !isLocale(document.locale))
    errors.push({ pointer: '/locale', detail: 'must be a locale such as en-US' });
  if (sound('currency') && !isCurrency(document.currency)) {
    errors.push({ pointer: '/currency', detail: 'must be a currency such as USD' });
  }
  if (sound('hours')) errors.push(...below('/hours', weeklyErrors(document.hours as Weekly)));
  if (sound('closures')) errors.push(...below('/closures', closureErrors(document.closures)));
  if (sound('industry') && Array.isArray(document.industries)) errors.push(...checkMain(document));
  for (const industry of industries) {
    const own = document[industry.name];
    if (own === undefined) continue;
    const check = () => [...checkPeople(industry.name, own, document.timezone), ...industry.check(own, document)];
    errors.push(...(sound(industry.name) ? check() : beside(wrong, check)));
  }
  return errors;
}

/** Fields that the check of contact details depends on. Those that were stored earlier stay until one of these is changed. */
export const OF_CONTACT = ['contact', 'safety', 'country', 'locale'] as const;

/** Customers are told these, so that each must lead somewhere. */
export function checkContact(document: Business, wrong: FieldError[] = []): FieldError[] {
  const sound = (pointer: string) => !wrong.some((known) => `${pointer}/`.startsWith(`${known.pointer}/`));
  if (!sound('/locale') || !sound('/country') || !isLocale(document.locale)) return [];
  const { contact, safety } = document;
  const country = countryOf(document);
  const isPhone = (text: string) => readPhone(text, country) !== undefined;
  const errors = [
    ...refused(
      '/contact/phone',
      sound('/contact/phone') && contact.phone,
      isPhone,
      `a phone number in ${country}, or one with + and the country’s code`,
    ),
    ...refused('/contact/email', sound('/contact/email') && contact.email, isEmail, 'an email address'),
    ...refused(
      '/contact/website',
      sound('/contact/website') && contact.website,
      isWebsite,
      'a web address such as https://www.your-business.com',
    ),
    ...refused(
      '/safety/onCall',
      sound('/safety/onCall') && safety?.onCall,
      (text) => isPhone(text) || isShortCode(text),
      'a phone number',
    ),
  ];
  return errors;
}

const refused = (
  pointer: string,
  value: string | false | undefined,
  isRight: (text: string) => boolean,
  what: string,
): FieldError[] => (typeof value !== 'string' || isRight(value) ? [] : [{ pointer, detail: `must be ${what}` }]);

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const isShortCode = (text: string) => /^\d{3,6}$/.test(text);

/** As customers can open it: no machine of one's own, and no number. */
const HOST = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+$/;

function isWebsite(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && HOST.test(url.hostname) && !/\s/.test(text);
}

/** In a part that is wrong in places the rest is still looked at, as far as that can be done. */
function beside(wrong: FieldError[], check: () => FieldError[]): FieldError[] {
  const covers = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}/`);
  try {
    return check().filter(({ pointer }) => !wrong.some((known) => covers(known.pointer, pointer)));
  } catch {
    return [];
  }
}

function checkMain({ industry, industries: active }: Business): FieldError[] {
  const known = industry === null || active.includes(industry);
  return known ? [] : [{ pointer: '/industry', detail: 'must be one of `industries`' }];
}

/** Hours and time off mean the same wherever an industry has people. */
function checkPeople(base: string, own: unknown, timezone: string): FieldError[] {
  const zone = zoneOf(isZone(timezone) ? timezone : 'UTC');
  return Object.entries(own as Record<string, unknown>).flatMap(([list, entries]) => {
    if (!Array.isArray(entries)) return [];
    return entries.flatMap((entry, index) => {
      const { hours, timeOff } = (entry ?? {}) as {
        hours?: Business['hours'];
        timeOff?: { from: string; to: string }[];
      };
      const at = (field: string, errors: FieldError[]) =>
        errors.map(({ pointer, detail }) => ({ pointer: `/${base}/${list}/${index}/${field}${pointer}`, detail }));
      return [
        ...(hours ? at('hours', weeklyErrors(hours as Weekly)) : []),
        ...(timeOff ? at('timeOff', timeOffErrors(timeOff, zone)) : []),
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
