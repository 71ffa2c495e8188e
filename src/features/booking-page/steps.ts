// Which question comes next. All choices so far are in the page's URL, so every step is an ordinary link.
import type { Business } from '../../capability/document.ts';
import { formatterFor } from '../../capability/formatter.ts';
import {
  type Choice,
  type ChoiceOption,
  createBookingRequest,
  isBookable,
  OCCURRENCE_FIELD,
  type Offer,
  parseChoices,
} from './offers.ts';

export type Query = Record<string, string | undefined>;

/** What was chosen, and the query of the page that changes it. Without a name, the customer has no preference. */
export type ChosenOption = { name?: string; changeQuery: Query };

type Progress = { offer: Offer; input: Record<string, unknown>; chosenOptions: ChosenOption[]; query: Query };
export type Step =
  | { step: 'offer'; offers: Offer[] }
  | ({
      step: 'choice';
      choice: Choice;
      options: ChoiceOption[];
      /** Why more cannot be chosen. */
      limitText?: string;
    } & Progress)
  | ({ step: 'time' } & Progress)
  | ({
      step: 'details';
      /** The chosen start or class occurrence. */
      startOrOccurrence: string;
    } & Progress);

/** More numbers than these are typed. */
const MAX_NUMBERS_SHOWN = 12;

export function findNextStep(offers: Offer[], query: Query, business: Business): Step {
  const offer = offers.find(({ name }) => name === query.offer) ?? (offers.length === 1 ? offers[0] : undefined);
  if (!offer) return { step: 'offer', offers };
  const startQuery: Query = offers.length > 1 ? { offer: offer.name } : {};
  const progress: Progress = { offer, input: {}, chosenOptions: [], query: startQuery };
  if (offers.length > 1)
    progress.chosenOptions.push({ name: formatterFor(business).text(offer.capability.summary), changeQuery: {} });
  const queryInput = parseChoices(offer, query);
  for (const choice of offer.choices) {
    const { name, required } = choice;
    const { options, limitText } = listBookableOptions(progress, choice, business, queryInput);
    const value = queryInput[name];
    const isOffered =
      value !== undefined && isBookable(offer, business, { ...queryInput, ...progress.input, [name]: value });
    // Where there is only one person, there is nothing to choose.
    if (!isOffered && !required && (name in query || options.length < 2)) {
      if (options.length > 1) {
        progress.chosenOptions.push({ changeQuery: progress.query });
        progress.query = { ...progress.query, [name]: '' };
      }
      continue;
    }
    if (!isOffered) {
      const refusalText = value === undefined ? undefined : findRefusalText(progress, business, name, value);
      return { step: 'choice', choice, options, limitText: refusalText ?? limitText, ...progress };
    }
    progress.chosenOptions.push({
      name: describeChoice(progress, choice, business, value),
      changeQuery: progress.query,
    });
    progress.input = { ...progress.input, [name]: value };
    progress.query = { ...progress.query, [name]: String(value) };
  }
  const startField = offer.kind === 'class' ? OCCURRENCE_FIELD : 'startsAt';
  const startOrOccurrence = query[startField];
  return startOrOccurrence ? { step: 'details', startOrOccurrence, ...progress } : { step: 'time', ...progress };
}

/** "Haircut", "4 people", "Hours: 3" */
function describeChoice(
  { offer, input }: Progress,
  { name, options }: Choice,
  business: Business,
  value: unknown,
): string {
  if (options) return options.find((option) => option.value === value)?.name ?? '';
  const format = formatterFor(business);
  const bookingRequest = createBookingRequest(offer, business, { ...input, [name]: value });
  const isPartySize = bookingRequest && !('ok' in bookingRequest) && bookingRequest.partySize === value;
  return isPartySize
    ? format.text('{count, plural, one {# person} other {# people}}', { count: Number(value) })
    : `${createLabel(name)}: ${value}`;
}

/** "licensePlate" → "License plate" */
export function createLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The entries, or the first numbers, that leave something to book. */
function listBookableOptions(
  { offer, input }: Pick<Progress, 'offer' | 'input'>,
  { name, schema, options }: Choice,
  business: Business,
  queryInput: Record<string, unknown>,
): { options: ChoiceOption[]; limitText?: string } {
  const isOffered = ({ value }: { value: string | number }) =>
    isBookable(offer, business, { ...queryInput, ...input, [name]: value });
  if (options) return { options: options.filter(isOffered) };
  if (schema.type !== 'integer') return { options: [] };
  const { minimum = 1, maximum = Number.POSITIVE_INFINITY } = schema;
  const count = Math.min(MAX_NUMBERS_SHOWN, maximum - minimum + 1);
  const numbers = Array.from({ length: count }, (_, index) => minimum + index);
  const unavailableNumber = numbers.findLast((value) => !isOffered({ value }));
  return {
    options: numbers
      .filter((value) => isOffered({ value }))
      .map((value) => ({ value: String(value), name: String(value) })),
    limitText:
      unavailableNumber === undefined
        ? undefined
        : findRefusalText({ offer, input }, business, name, unavailableNumber),
  };
}

/** Why a value cannot be booked, in the business's words. */
function findRefusalText(
  { offer, input }: Pick<Progress, 'offer' | 'input'>,
  business: Business,
  name: string,
  value: unknown,
): string | undefined {
  const bookingRequest = createBookingRequest(offer, business, { ...input, [name]: value });
  return bookingRequest && 'ok' in bookingRequest ? bookingRequest.detail : undefined;
}

/** Numbers beyond those shown, and texts, are typed into a field. */
export const needsTextField = ({ schema, options }: Choice, shownOptions: ChoiceOption[]): boolean =>
  !options &&
  (schema.type !== 'integer' ||
    (shownOptions.length === MAX_NUMBERS_SHOWN && (schema.maximum ?? 0) > MAX_NUMBERS_SHOWN));
