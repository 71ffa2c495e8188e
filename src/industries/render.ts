// Phrases that every industry's dialogue shares.
import type { Static } from 'typebox';
import type { Slots, Source } from '../capability/dialogue.ts';
import { ENGLISH, type Formatter } from '../capability/formatter.ts';
import type { Refusal } from '../capability/outcome.ts';
import { must } from '../kernel/must.ts';
import type { BookingResultShape, BookingShape } from '../scheduling/shapes.ts';

type BookingResult = Static<typeof BookingResultShape>;
type Booking = Static<typeof BookingShape>;
type Alternative = { startsAt: string };

const MAX_OFFERED_TIMES = 3;
export const MAX_LISTED_ITEMS = 8;
/** Longer lists are summarized by category. */
export const MAX_DETAILED_ITEMS = 8;

/** "I have Thursday, November 19 at 7:15 PM or 8:00 PM. Would one of those work?" */
export function renderOffer(alternatives: unknown, format: Formatter): string {
  const starts = ((alternatives ?? []) as Alternative[]).map(({ startsAt }) => startsAt);
  const nearest = starts.slice(0, MAX_OFFERED_TIMES).sort((a, b) => Date.parse(a) - Date.parse(b));
  if (nearest.length === 0) return format.text('Would another day or time work?');
  const times = renderTimes(nearest, format);
  return nearest.length === 1
    ? format.text('I have {times}. Would that work?', { times })
    : format.text('I have {times}. Would one of those work?', { times });
}

/** "Thursday, November 19 at 7:15 PM or 8:00 PM"; the day is not repeated if all times share it. */
export function renderTimes(starts: readonly string[], format: Formatter): string {
  const [first] = starts;
  if (first === undefined) return '';
  const isSameDay = starts.every((startsAt) => format.day(startsAt) === format.day(first));
  if (!isSameDay) return format.choices(starts.map(format.time));
  return format.text('{day} at {clock}', { day: format.day(first), clock: format.choices(starts.map(format.clock)) });
}

const renderWithOffer = (refusal: Refusal, format: Formatter) =>
  `${apologizeFor(refusal.detail, format)} ${renderOffer(refusal.alternatives, format)}`;
/** "I'm sorry, we're closed on Mondays." Only known openings are lowercased, because a name keeps its capital. */
const apologizeFor = (reason: string, format: Formatter) =>
  format.language === 'en' && /^(?:We're|That time|No one) /.test(reason)
    ? `I'm sorry, ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`
    : format.text("I'm sorry, that time isn't available. {why}", { why: reason });
const getRefusalDetail = (refusal: Refusal) => refusal.detail;

/** Why a time is not available, followed by alternatives. The refusal's detail is already worded for customers. */
export const timeRefusalRenderers = {
  closed: renderWithOffer,
  full: renderWithOffer,
  too_soon: renderWithOffer,
  too_far: (refusal: Refusal, format: Formatter) =>
    format.text("I'm sorry, that's too far ahead. {why} Is there an earlier day that works for you?", {
      why: refusal.detail,
    }),
  no_such_resource: getRefusalDetail,
  not_offered: getRefusalDetail,
  party_too_large: getRefusalDetail,
  too_late: getRefusalDetail,
};

/** A booking is rendered by the capability; the result of an availability check must not sound like a booking. */
export function renderBooking(
  result: BookingResult,
  format: Formatter,
  renderBooked: (booking: Booking) => string,
): string {
  if (!('available' in result))
    return result.status === 'awaiting_payment' ? renderHeldBooking(result, format) : renderBooked(result);
  const time = format.time(result.startsAt);
  if (result.available) return format.text('Yes, {time} is available. Should I book it for you?', { time });
  return `${format.text("I'm sorry, {time} isn't available.", { time })} ${renderOffer(result.alternatives, format)}`;
}

/** A booking that is held until its deposit is paid is not booked yet. */
function renderHeldBooking({ startsAt, deposit }: Booking, format: Formatter): string {
  const { amount, mode, payBy, url } = must(deposit, 'the deposit of a held booking');
  const values = {
    when: format.time(startsAt),
    amount: format.money(amount),
    time: payBy ? format.clock(payBy) : '',
    url: url ?? '',
  };
  return mode === 'hold'
    ? format.text(
        'I’m holding {when} for you until {time}. To book it, let us hold {amount} on your card here: {url}',
        values,
      )
    : format.text(
        'I’m holding {when} for you until {time}. To book it, pay the deposit of {amount} here: {url}',
        values,
      );
}

/** How a customer on the waiting list learns of a free spot. Nobody is called, so a phone number alone is not enough. */
export function renderWaitlistPromise({ customer: { email }, conversationId }: Booking, format: Formatter): string {
  if (email) return format.text("We'll let you know as soon as a spot opens up.");
  return conversationId
    ? format.text("We'll tell you here in this chat as soon as a spot opens up, so please check back.")
    : '';
}

/** "Ana or Bo or Cy" */
export const joinWithOr = (names: string[], format: Formatter): string =>
  format.language === 'en' ? names.join(' or ') : format.choices(names);

/** Whether the reply ends with this message, whatever its `{names}` are. */
export function endsWithMessage(reply: string, english: string, format: Formatter): boolean {
  const [prefix = '', suffix = ''] = format.text(english, { names: '\n' }).split('\n');
  return reply.endsWith(suffix) && reply.includes(prefix);
}

/** The first few, and how many more there are. */
export function renderList(items: readonly string[], format: Formatter): string {
  if (items.length <= MAX_LISTED_ITEMS) return format.list([...items]);
  format.rememberOmitted?.(items.slice(MAX_LISTED_ITEMS));
  return format.list([
    ...items.slice(0, MAX_LISTED_ITEMS),
    format.text('{count} more', { count: items.length - MAX_LISTED_ITEMS }),
  ]);
}

/** What the customer is looking for in their own words, or `fallback` if these are too long to be a name. */
export const renderSought = (sought: string | undefined, fallback: string): string =>
  sought !== undefined && sought.split(/\s+/).length <= MAX_NAME_WORDS ? sought : fallback;
const MAX_NAME_WORDS = 3;

/** "3 hours", "1 hour 15 minutes", "45 minutes" */
export function renderDuration(minutes: number): string {
  const formatCount = (n: number, word: string) => (n === 0 ? '' : `${n} ${word}${n === 1 ? '' : 's'}`);
  return [formatCount(Math.floor(minutes / 60), 'hour'), formatCount(minutes % 60, 'minute')].filter(Boolean).join(' ');
}

/** "Name ($12)", or the name alone if the price is unknown. */
export const renderNameWithPrice = ({ name, price }: { name: string; price?: number }, format: Formatter) =>
  price === undefined ? name : `${name} (${format.money(price)})`;

/** "the Stoneware Mug"; names that start with an article or possessive get none: "The Salt Ledger", "My First Atlas". */
export const withThe = (name: string, format: Formatter = ENGLISH) =>
  format.language !== 'en' || STARTS_WITH_ARTICLE_PATTERN.test(name) ? name : `the ${name}`;

/** The same at the start of a sentence. */
export const withCapitalThe = (name: string, format: Formatter = ENGLISH) =>
  format.language !== 'en' || STARTS_WITH_ARTICLE_PATTERN.test(name) ? name : `The ${name}`;

const STARTS_WITH_ARTICLE_PATTERN = /^(?:the|an?|my|your|our|his|her|their)\s/i;
/** The part of a name after its head noun: "Churros con Chocolate", "Soup of the Day". */
const TRAILING_DETAIL_PATTERN =
  /\s+(?:with|without|of|in|on|for|from|who|that|which|con|de|al|alla|à|au)\s.*$|[,(].*$/iu;
const SINGULAR_ENDING_IN_S_PATTERN =
  /(?:ss|us|is|['’]s)$|\b(?:canvas|atlas|christmas|madras|gas|pothos|cosmos|calvados|molasses|always)$/i;

/** Whether the name takes a plural verb: "Cinnamon Churros". Titles, such as of a book, are singular. */
export function isPlural(name: string): boolean {
  const headNoun = name.trim().replace(TRAILING_DETAIL_PATTERN, '');
  return (
    !STARTS_WITH_ARTICLE_PATTERN.test(name) &&
    /\p{L}s$/iu.test(headNoun) &&
    !SINGULAR_ENDING_IN_S_PATTERN.test(headNoun)
  );
}

/** Whether the customer asks what it costs (`price`), whether we have it (`availability`), or something else. */
export type QuestionKind = 'price' | 'availability' | 'other';

const HOW_MUCH_PATTERN =
  /\bhow (?:much|expensive|dear|pricey)\b(?! (?:time|notice|space|room|longer|is (?:left|there)))/i;
const PRICE_WORDS_PATTERN =
  /\b(?:pric(?:e|es|ed|ing)|costs?|set me back|the damage|go(?:es)? for|sells? for|charge)\b/i;
const YOU_PATTERN = "(?:you|u|ya|ye|youse?|y'all)(?: guys| folks)?";
const ADVERBS_PATTERN = '(?: (?:also|still|even|ever|currently|actually|happen to|by any chance|possibly))*';
const HAVE_VERBS_PATTERN = '(?:have|got|get|do|serve|sell|offer|stock|carry|make|keep)';
const AVAILABILITY_PATTERNS = [
  `(?:do|don'?t|does|would|might|if|whether|suppose) ${YOU_PATTERN}${ADVERBS_PATTERN} ${HAVE_VERBS_PATTERN}\\b`,
  `(?:have|haven'?t) ${YOU_PATTERN}${ADVERBS_PATTERN} (?:got|an?|any|the|some)\\b`,
  `${YOU_PATTERN} got\\b|got (?:an?|any|the|some)\\b|any chance of\\b`,
  '(?:is|are|if|whether) there\\b|can (?:i|we)(?: still| also)? (?:get|have|buy|order)\\b|do(?:es)? .+ come in\\b',
  "(?:is|are|isn'?t|aren'?t|any)\\b.+\\b(?:available|in stock|left|back in|on (?:the menu|today|tonight|now))\\b",
];
/** Questions with a question word, such as "what have you got?", need more than a yes. */
const ASKS_AVAILABILITY_PATTERN = new RegExp(
  `^(?:(?!\\b(?:what|which|how|show|tell|where|when|who)\\b).)*?\\b(?:${AVAILABILITY_PATTERNS.join('|')})`,
  'i',
);

/** Only an `availability` question is answered with a yes. */
export function classifyQuestion(text: string): QuestionKind {
  const sentences = text.replaceAll('’', "'").split(/(?<=[.?!])\s+/);
  if (sentences.some((sentence) => ASKS_AVAILABILITY_PATTERN.test(sentence))) return 'availability';
  return HOW_MUCH_PATTERN.test(text) || PRICE_WORDS_PATTERN.test(text) ? 'price' : 'other';
}

/** Ends a sentence and appends the description: "is $42. Scones and tea." */
export const endWithDescription = (description: string | undefined): string =>
  description ? `. ${description.trim().replace(/[.!]?$/, '.')}` : '.';

/** The customer's price limit, such as "under 20", in the currency's minor unit. */
export const readPriceLimit = ({ maxPrice }: Slots, currency: string): { maxPrice?: number } =>
  maxPrice === undefined ? {} : { maxPrice: toMinorUnits(maxPrice, currency) };

function toMinorUnits(amount: number, currency: string): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return Math.round(amount * 10 ** digits);
}

export const createSourceMapper =
  (kind: string) =>
  ({ id, name }: { id: string; name: string }): Source => ({ kind, id, title: name });

/** The sources of an answer, limited to the entries it lists. */
export const createSources = (kind: string, entries: readonly { id: string; name: string }[]): Source[] =>
  entries.slice(0, MAX_LISTED_ITEMS).map(createSourceMapper(kind));

/** The names of the mentioned entities. For an ambiguous mention, the customer's wording, which finds all of them. */
export function listMentionedNames({ catalogEntities }: Slots, slot: string): string[] {
  const names = (catalogEntities[slot] ?? []).map(([first, ...others]) => {
    const { name, said } = must(first, 'a meaning');
    return others.length === 0 ? name : said;
  });
  return [...new Set(names)];
}
