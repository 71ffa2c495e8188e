// What customers can book, derived from the declarations of the industries' capabilities.
import type { TSchema } from 'typebox';
import type { BookingRequestOrRefusal } from '../../capability/booking-request.ts';
import { type AnyCapability, getPersonField } from '../../capability/capability.ts';
import type { Business } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { getValueAt, isObject } from '../../capability/pointer.ts';
import { hasRequiredData } from '../../capability/required-data.ts';
import { bookingFields } from '../../scheduling/shapes.ts';

export type FieldSchema = TSchema & {
  type?: string;
  title?: string;
  format?: string;
  enum?: string[];
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, FieldSchema>;
  required?: string[];
};

/** An entry of the document that customers choose, such as a service or a person. */
export type ChoiceOption = {
  value: string;
  name: string;
  category?: string;
  description?: string;
  price?: number;
  durationMinutes?: number;
};

/** A field that decides which times are free. `options` is undefined if it is a number or a text. */
export type Choice = { name: string; schema: FieldSchema; required: boolean; options?: ChoiceOption[] };

export type Offer = {
  /** The capability's name, which is also its name in URLs. */
  name: string;
  industry: AnyIndustry;
  capability: AnyCapability;
  /** A customer chooses a free time, or one of the times at which a class meets. */
  kind: 'time' | 'class';
  /** The form's schema: the one the team uses to book by hand, if there is one. */
  form: FieldSchema;
  choices: Choice[];
};

/** The input field with the class that a customer joins. */
export const OCCURRENCE_FIELD = 'occurrenceId';

export function listOffers(
  business: Business,
  industries: readonly AnyIndustry[],
  hiddenNames: readonly string[],
): Offer[] {
  const isShown = (name: string) => !hiddenNames.includes(name);
  return business.industries.flatMap((activeName) => {
    const industry = industries.find(({ name }) => name === activeName);
    return (industry?.capabilities ?? []).flatMap((capability): Offer[] => {
      const kind = findOfferKind(capability);
      if (!industry || !kind || !isShown(capability.name) || !hasRequiredData(business, capability)) return [];
      const form = (capability.form ?? capability.input) as FieldSchema;
      const choices = kind === 'time' ? listChoices(business, capability, form, isShown) : [];
      // A required list without entries leaves nothing to book.
      if (choices.some(({ required, options }) => required && options?.length === 0)) return [];
      return [{ name: capability.name, industry, capability, kind, form, choices }];
    });
  });
}

function findOfferKind({ bookingRequest, effect, input }: AnyCapability): Offer['kind'] | undefined {
  if (bookingRequest) return 'time';
  const { properties = {} } = input as FieldSchema;
  return effect === 'write' && OCCURRENCE_FIELD in properties ? 'class' : undefined;
}

/** The required fields first, then the optional ones that have a list, such as the person. */
function listChoices(
  business: Business,
  capability: AnyCapability,
  form: FieldSchema,
  isShown: (name: string) => boolean,
): Choice[] {
  const excludedFields = [
    ...Object.keys(bookingFields),
    getPersonField(capability),
    ...(capability.nonSchedulingFields ?? []),
  ];
  const choices = Object.entries(form.properties ?? {}).flatMap(([name, schema]): Choice[] => {
    const required = form.required?.includes(name) ?? false;
    const options = findOptions(business, schema, isShown);
    return excludedFields.includes(name) || (!required && !options) ? [] : [{ name, schema, required, options }];
  });
  return choices.sort((a, b) => Number(b.required) - Number(a.required));
}

function findOptions(
  business: Business,
  { title, enum: values }: FieldSchema,
  isShown: (name: string) => boolean,
): ChoiceOption[] | undefined {
  if (values) return values.map((value) => ({ value, name: value }));
  const list = parseListPath(title);
  if (!list) return undefined;
  const entries = getValueAt(business, `/${list.replace('.', '/')}`);
  return (Array.isArray(entries) ? entries : []).filter(isObject).flatMap((entry): ChoiceOption[] => {
    const { id, name, category, description, price, durationMinutes } = entry;
    if (typeof id !== 'string' || typeof name !== 'string' || !isShown(`${list}/${id}`)) return [];
    return [
      {
        value: id,
        name,
        ...(typeof category === 'string' ? { category } : {}),
        ...(typeof description === 'string' ? { description } : {}),
        ...(typeof price === 'number' ? { price } : {}),
        ...(typeof durationMinutes === 'number' ? { durationMinutes } : {}),
      },
    ];
  });
}

/** The list of the document that a field refers to (see `referenceTo`). */
const parseListPath = (title: string | undefined): string | undefined => /^Ids in (\S+)$/.exec(title ?? '')?.[1];

/** Everything that can be left out: the offers, and the entries of the lists that they refer to. */
export const presentHideableOffers = (offers: readonly Offer[]) =>
  offers.map(({ name, capability, choices }) => ({
    name,
    title: capability.summary,
    entries: choices
      .filter(({ required }) => required)
      .flatMap(({ schema, options = [] }) =>
        options.map((option) => ({ name: `${parseListPath(schema.title)}/${option.value}`, title: option.name })),
      ),
  }));

/** The values in the URL as the capability's input. Unknown entries and wrong numbers are left out. */
export function parseChoices({ choices }: Offer, query: Record<string, string | undefined>): Record<string, unknown> {
  return Object.fromEntries(
    choices.flatMap((choice) => {
      const value = parseChoice(choice, query[choice.name]);
      return value === undefined ? [] : [[choice.name, value]];
    }),
  );
}

function parseChoice({ schema, options }: Choice, text: string | undefined): string | number | undefined {
  if (!text) return undefined;
  if (options) return options.find(({ value }) => value === text)?.value;
  if (schema.type !== 'integer')
    return text.length <= (schema.maxLength ?? Number.POSITIVE_INFINITY) ? text : undefined;
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const number = Number(text);
  return /^\d{1,9}$/.test(text) && number >= minimum && number <= maximum ? number : undefined;
}

export const createBookingRequest = (
  { capability }: Offer,
  business: Business,
  input: object,
): BookingRequestOrRefusal | undefined => capability.bookingRequest?.(business, input);

/** Whether this value leaves something to book. Unknown as long as other required fields are missing. */
export function isBookable(offer: Offer, business: Business, input: Record<string, unknown>): boolean {
  const hasAllRequiredChoices = offer.choices.every(({ name, required }) => !required || input[name] !== undefined);
  if (!hasAllRequiredChoices) return true;
  const bookingRequest = createBookingRequest(offer, business, input);
  return bookingRequest !== undefined && !('ok' in bookingRequest);
}
