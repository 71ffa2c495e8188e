// Phrases that every industry's dialogue shares.
import type { Static } from 'typebox';
import type { Slots, Source } from '../capability/dialogue.ts';
import { ENGLISH, type Formatter } from '../capability/formatter.ts';
import type { Refusal } from '../capability/outcome.ts';
import { must } from '../kernel/must.ts';
import type { BookingAnswer, BookingShape } from '../scheduling/shapes.ts';

type Answer = Static<typeof BookingAnswer>;
type Booking = Static<typeof BookingShape>;
type Alternative = { startsAt: string };

const MOST_OFFERED = 3;
export const MOST_LISTED = 8;
/** So many can be told one by one. */
export const FEW = 8;

/** "I could do Thursday, November 19 at 7:15 PM or 8:00 PM. Would one of these suit you?" */
export function offer(alternatives: unknown, say: Formatter): string {
  const starts = ((alternatives ?? []) as Alternative[]).map(({ startsAt }) => startsAt);
  const nearest = starts.slice(0, MOST_OFFERED).sort((a, b) => Date.parse(a) - Date.parse(b));
  if (nearest.length === 0) return say.text('Would another day or time suit you?');
  const times = renderTimes(nearest, say);
  return nearest.length === 1
    ? say.text('I could do {times}. Would that suit you?', { times })
    : say.text('I could do {times}. Would one of these suit you?', { times });
}

/** "Thursday, November 19 at 7:15 PM or 8:00 PM": the day is said once where it is one. */
export function renderTimes(starts: readonly string[], say: Formatter): string {
  const [first] = starts;
  if (first === undefined) return '';
  const sameDay = starts.every((startsAt) => say.day(startsAt) === say.day(first));
  if (!sameDay) return say.choices(starts.map(say.time));
  return say.text('{day} at {clock}', { day: say.day(first), clock: say.choices(starts.map(say.clock)) });
}

const withOffer = (why: Refusal, say: Formatter) => `${sorryThat(why.detail, say)} ${offer(why.alternatives, say)}`;
/** "I'm sorry, we are closed on Mondays." A name keeps its capital. */
const sorryThat = (why: string, say: Formatter) =>
  say.language === 'en' && /^(?:We are|That time|Nobody) /.test(why)
    ? `I'm sorry, ${why.charAt(0).toLowerCase()}${why.slice(1)}`
    : say.text("I'm afraid that time isn't available. {why}", { why });
const asSaid = (why: Refusal) => why.detail;

/** Why a time cannot be had, and what can. The reason's own words already say what a receptionist would. */
export const refusedTimes = {
  closed: withOffer,
  full: withOffer,
  too_soon: withOffer,
  too_far: (why: Refusal, say: Formatter) =>
    say.text("I'm afraid that isn't possible yet. {why} Is there an earlier day that works for you?", {
      why: why.detail,
    }),
  no_such_resource: asSaid,
  not_offered: asSaid,
  party_too_large: asSaid,
  too_late: asSaid,
};

/** A booking in the capability's own words; a check alone in words that promise nothing. */
export function renderBooking(answer: Answer, say: Formatter, booked: (booking: Booking) => string): string {
  if (!('available' in answer)) return booked(answer);
  const time = say.time(answer.startsAt);
  if (answer.available) return say.text('Yes, {time} is free. Shall I book it for you?', { time });
  return `${say.text("I'm afraid {time} is not free.", { time })} ${offer(answer.alternatives, say)}`;
}

/** "Ana or Bo or Cy" */
export const eitherOf = (names: string[], say: Formatter): string =>
  say.language === 'en' ? names.join(' or ') : say.choices(names);

/** Whether what was said ends in a message that names somebody or something, whoever it is. */
export function endsIn(said: string, english: string, say: Formatter): boolean {
  const [before = '', after = ''] = say.text(english, { names: '\n' }).split('\n');
  return said.endsWith(after) && said.includes(before);
}

/** The first few, and how many more there are. */
export function listed(items: readonly string[], say: Formatter): string {
  if (items.length <= MOST_LISTED) return say.list([...items]);
  return say.list([...items.slice(0, MOST_LISTED), say.text('{count} more', { count: items.length - MOST_LISTED })]);
}

/** "3 hours", "1 hour 15 minutes", "45 minutes" */
export function duration(minutes: number): string {
  const count = (n: number, word: string) => (n === 0 ? '' : `${n} ${word}${n === 1 ? '' : 's'}`);
  return [count(Math.floor(minutes / 60), 'hour'), count(minutes % 60, 'minute')].filter(Boolean).join(' ');
}

/** "Name ($12)", or the name alone where no price is known. */
export const priced = ({ name, price }: { name: string; price?: number }, say: Formatter) =>
  price === undefined ? name : `${name} (${say.money(price)})`;

/** "the Stoneware Mug"; a name that brings its own article gets no other: "The Salt Ledger", "My First Atlas". */
export const withThe = (name: string, say: Formatter = ENGLISH) =>
  say.language !== 'en' || OWN_ARTICLE.test(name) ? name : `the ${name}`;

/** The same where a sentence begins with it. */
export const asSubject = (name: string, say: Formatter = ENGLISH) =>
  say.language !== 'en' || OWN_ARTICLE.test(name) ? name : `The ${name}`;

const OWN_ARTICLE = /^(?:the|an?|my|your|our|his|her|their)\s/i;
/** What follows tells more of the thing and is not it: "Churros con Chocolate", "Soup of the Day". */
const TELLS_MORE = /\s+(?:with|without|of|in|on|for|from|who|that|which|con|de|al|alla|à|au)\s.*$|[,(].*$/iu;
const SEEMS_PLURAL =
  /(?:ss|us|is|['’]s)$|\b(?:canvas|atlas|christmas|madras|gas|pothos|cosmos|calvados|molasses|always)$/i;

/** Whether it is spoken of as several: "Cinnamon Churros". What is called by a title, such as a book, is one thing. */
export function isPlural(name: string): boolean {
  const head = name.trim().replace(TELLS_MORE, '');
  return !OWN_ARTICLE.test(name) && /\p{L}s$/iu.test(head) && !SEEMS_PLURAL.test(head);
}

/** "What does it cost", "do you have it", or anything else about it. */
export type AskedAs = 'price' | 'whether' | 'other';

const HOW_MUCH = /\bhow (?:much|expensive|dear|pricey)\b(?! (?:time|notice|space|room|longer|is (?:left|there)))/i;
const OF_PRICE = /\b(?:pric(?:e|es|ed|ing)|costs?|set me back|the damage|go(?:es)? for|sells? for|charge)\b/i;
const YOU = "(?:you|u|ya|ye|youse?|y'all)(?: guys| folks)?";
const BESIDE = '(?: (?:also|still|even|ever|currently|actually|happen to|by any chance|possibly))*';
const HAVING = '(?:have|got|get|do|serve|sell|offer|stock|carry|make|keep)';
const WHETHER = [
  `(?:do|don'?t|does|would|might|if|whether|suppose) ${YOU}${BESIDE} ${HAVING}\\b`,
  `(?:have|haven'?t) ${YOU}${BESIDE} (?:got|an?|any|the|some)\\b`,
  `${YOU} got\\b|got (?:an?|any|the|some)\\b|any chance of\\b`,
  '(?:is|are|if|whether) there\\b|can (?:i|we)(?: still| also)? (?:get|have|buy|order)\\b|do(?:es)? .+ come in\\b',
  "(?:is|are|isn'?t|aren'?t|any)\\b.+\\b(?:available|in stock|left|back in|on (?:the menu|today|tonight|now))\\b",
];
/** "What have you got?" asks for more than a yes. */
const ASKS_WHETHER = new RegExp(
  `^(?:(?!\\b(?:what|which|how|show|tell|where|when|who)\\b).)*?\\b(?:${WHETHER.join('|')})`,
  'i',
);

/** How something of the offer is asked about. Only a question of having it is answered with a yes. */
export function askedAs(text: string): AskedAs {
  const sentences = text.replaceAll('’', "'").split(/(?<=[.?!])\s+/);
  if (sentences.some((sentence) => ASKS_WHETHER.test(sentence))) return 'whether';
  return HOW_MUCH.test(text) || OF_PRICE.test(text) ? 'price' : 'other';
}

/** The end of a sentence, and the description after it: "is $42. Scones and tea." */
export const thenAbout = (description: string | undefined): string =>
  description ? `. ${description.trim().replace(/[.!]?$/, '.')}` : '.';

/** "under 20" in the currency's minor unit. */
export const limitOf = ({ maxPrice }: Slots, currency: string): { maxPrice?: number } =>
  maxPrice === undefined ? {} : { maxPrice: toMinor(maxPrice, currency) };

function toMinor(amount: number, currency: string): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return Math.round(amount * 10 ** digits);
}

export const listedAs =
  (kind: string) =>
  ({ id, name }: { id: string; name: string }): Source => ({ kind, id, title: name });

/** What an answer rests on, the first few of it. */
export const sourcesOf = (kind: string, entries: readonly { id: string; name: string }[]): Source[] =>
  entries.slice(0, MOST_LISTED).map(listedAs(kind));

/** What was named, by its name; where it could be several, the customer's own word finds them all. */
export function namesOf({ words }: Slots, slot: string): string[] {
  const names = (words[slot] ?? []).map(([first, ...others]) => {
    const { name, said } = must(first, 'a meaning');
    return others.length === 0 ? name : said;
  });
  return [...new Set(names)];
}
