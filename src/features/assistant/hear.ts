import type { Said, Slots } from '../../capability/dialogue.ts';
import { type Business, countryOf } from '../../capability/document.ts';
import type { AnyIndustry } from '../../capability/industry.ts';
import { slotsBy } from '../../capability/roles.ts';
import { numberOf, remembering } from '../../kernel/recent.ts';
import { findQuantity } from '../../understanding/fields/choice.ts';
import { findEmails } from '../../understanding/fields/emails.ts';
import { type Gazetteer, type Mention, makeGazetteer } from '../../understanding/fields/gazetteer.ts';
import { findMoneyLimit } from '../../understanding/fields/money.ts';
import { findNames } from '../../understanding/fields/names.ts';
import { findPartyChange } from '../../understanding/fields/party-change.ts';
import { findPartySize } from '../../understanding/fields/party-size.ts';
import { findPhones } from '../../understanding/fields/phones.ts';
import { findCodes, findOrders } from '../../understanding/fields/references.ts';
import { readBirthDate, readTimes, settle, type TimeContext, type TimeMention } from '../../understanding/time/time.ts';
import { rulesOf } from '../scheduling/calendar.ts';
import { openPeriods } from '../scheduling/hours.ts';
import { readDay, writeDay, zoneOf } from '../scheduling/zone.ts';
import { withChildren } from './children.ts';
import { isQuestion } from './clauses.ts';
import { contentWords } from './content-words.ts';
import { learnedName, learnedPartySize } from './learned.ts';
import { bookedSlots, restrictionSlots } from './slots.ts';
import type { Turn } from './turn.ts';

export type Listening = {
  business: Business;
  industry: AnyIndustry | undefined;
  now: Date;
  /** What was asked for last: a bare "8" or "Dana" is read accordingly. */
  asked: readonly string[];
  /** The day and time that the talk is about. */
  agreed?: { date?: string; time?: string };
  /** What the business is called, which is no customer's name. */
  house?: string;
};

/** Reads a message of a turn, knowing what was asked for and agreed on before it. */
export function hearIn({ ctx, desk }: Turn, text: string, asked: readonly string[], before?: Slots): Slots {
  const { date, time } = before ?? {};
  const agreed = { ...(date ? { date } : {}), ...(time ? { time } : {}) };
  const { business, now } = ctx;
  return hear(text, { business, industry: desk.industry, now, asked, agreed, house: desk.businessName });
}

const MINUTE = 60_000;

/**
 * Reads every field that a message holds. In one turn a text is read for each thing that it might answer, and other
 * customers use the same words; what they mean may change with the minute, and with nothing shorter.
 */
export const hear = remembering(situationOf, read);

function situationOf(text: string, { business, industry, now, asked, agreed, house }: Listening): string {
  const minute = Math.floor(now.getTime() / MINUTE);
  const about = [
    numberOf(business),
    industry && numberOf(industry),
    minute,
    agreed?.date,
    agreed?.time,
    house,
    ...asked,
  ];
  return `${about.join()} ${text}`;
}

const gazetteers = new WeakMap<Business, Map<string, Gazetteer>>();

function read(text: string, listening: Listening): Slots {
  const { business, industry, asked } = listening;
  const asks = (field: string) =>
    asked.some((each) => each === field || each.startsWith(`${field}.`) || each.endsWith(`.${field}`));
  const found = gazetteerOf(business, industry).find(text);
  const mentions = withoutRejected(withoutEchoes(withoutGeneric(found, text, business), text, industry), text);
  const birth =
    asks('dateOfBirth') || /\b(born|birth|dob)\b|\b(19|20)\d\d\b/i.test(text)
      ? readBirthDate(text, isDayFirst(business), today(listening))
      : undefined;
  const rest = birth ? blank(text, birth).replace(BIRTH, (cue) => ' '.repeat(cue.length)) : text;
  const [phone] = findPhones(rest, countryOf(business));
  const [email] = findEmails(rest);
  const [code] = findCodes(rest, { among: text });
  const [order] = findOrders(rest);
  // Digits of a phone number are neither a time nor a number of people.
  const plainText = [phone, email, code, order].filter((found) => found !== undefined).reduce(blank, rest);
  const context = timeContext(listening);
  const times = readTimes(plainText, context);
  const told =
    asks('dateOfBirth') && !birth
      ? times.find((each) => each.kind === 'date' && each.date < context.now.slice(0, 10))
      : undefined;
  const meant = times.filter((each) => each !== told);
  const when = inThatWeek(afterMidnight(settle(meant, context), plainText), meant, listening, context.now);
  const long = times.find((mention) => mention.kind === 'duration');
  const asksSize = asks('partySize');
  const party =
    findPartySize(plainText, { asked: asksSize })?.value ?? (asksSize ? learnedPartySize(plainText) : undefined);
  const asksName = asks('customer') || asks('name') || asks('patient');
  const known = mentions.map((mention) => mention.name);
  const person = findNames(text, { asked: asksName, known }).find(({ value }) => !isHouse(value, listening));
  const name = person ?? (asksName && mentions.length === 0 && !isQuestion(text) ? learnedName(text) : undefined);
  const limit = findMoneyLimit(plainText);
  const named = name ? mentions.filter(({ start, end }) => start >= name.end || end <= name.start) : mentions;
  const words = wordsOf(named, text);
  const slots: Slots = {
    ...when,
    ...(long ? { durationMinutes: long.minutes } : {}),
    ...(when.time ? {} : laterIn(meant)),
    ...(party ? { partySize: party } : changeIn(plainText)),
    ...(name ? { name: name.value } : {}),
    ...(phone ? { phone: phone.value } : {}),
    ...(email ? { email: email.value } : {}),
    ...(birth ? { dateOfBirth: birth.date } : told?.kind === 'date' ? { dateOfBirth: told.date } : {}),
    ...(code ? { code: code.value } : {}),
    ...(order ? { order: order.value } : {}),
    ...(limit?.max === undefined ? {} : { maxPrice: limit.max }),
    ...(limit?.min === undefined ? {} : { minPrice: limit.min }),
    ...quantityIn(plainText),
    ...soughtIn(plainText, mentions, industry),
    words,
    own: industry?.read?.(plainText, { business, ...(asked[0] ? { asked: asked[0] } : {}) }) ?? {},
  };
  return industry?.refine?.(slots, text, business) ?? slots;
}

function gazetteerOf(business: Business, industry: AnyIndustry | undefined): Gazetteer {
  const known = gazetteers.get(business) ?? new Map<string, Gazetteer>();
  gazetteers.set(business, known);
  const name = industry?.name ?? '';
  let gazetteer = known.get(name);
  if (!gazetteer) {
    const own = industry && business[industry.name];
    const words = [
      ...(own ? (industry.vocabulary?.(own) ?? []) : []),
      ...business.services
        .filter(({ sample }) => !sample)
        .map((service) => ({ slot: 'offer', id: service.name, name: service.name })),
    ];
    // A sick child does not want the check-up that is for children, but of two check-ups it is theirs.
    const isHealth = industry?.capabilities.some(({ health }) => health);
    gazetteer = withChildren(makeGazetteer(words), words, bookedSlots(industry), isHealth);
    known.set(name, gazetteer);
  }
  return gazetteer;
}

/** A word in which a business describes itself names no single thing there: "yoga" in a yoga studio. */
function withoutGeneric(mentions: Mention[], text: string, { name, description = '' }: Business): Mention[] {
  const own = contentWords(`${name} ${description}`);
  const saidOf = ({ start, end }: Mention) => contentWords(text.slice(start, end));
  const isAlone = (one: Mention) =>
    mentions.filter(({ slot, start }) => slot === one.slot && start === one.start).length === 1;
  const isPart = (one: Mention) => !one.exact && saidOf(one).size < contentWords(one.name).size;
  return mentions.filter((one) => !isPart(one) || !isAlone(one) || [...saidOf(one)].some((word) => !own.has(word)));
}

const isHouse = (name: string, { house, business }: Listening) =>
  [house, business.name].some((each) => each?.trim().toLowerCase() === name.toLowerCase());

/** "vegan" is a diet before it is a part of "Vegan Noodles". */
const withoutEchoes = (mentions: Mention[], text: string, industry: Listening['industry']) =>
  mentions.filter(
    (mention) =>
      mention.exact ||
      !mentions.some(
        (other) =>
          other.exact &&
          !isOfTheirs(other, text, industry) &&
          other.slot !== mention.slot &&
          other.start <= mention.start &&
          other.end >= mention.end,
      ),
  );

/** What somebody does or is names what they are booked for as well: "hygienist" is part of "Hygienist visit". */
function isOfTheirs({ slot, name, start, end }: Mention, text: string, industry: Listening['industry']): boolean {
  const own = name.toLowerCase().split(/[\s.]+/);
  const said = text.slice(start, end).toLowerCase().split(/\s+/);
  const isPerson = slotsBy(industry, 'person').includes(slot);
  return (
    slotsBy(industry, 'excluded', 'specialty').includes(slot) || (isPerson && !said.some((word) => own.includes(word)))
  );
}

const REJECTED =
  /(?:\b(?:not|instead of|rather than|other than|except|but not|anyone but|no longer)\s+(?:with\s+|the\s+|a\s+|an\s+)?)$/i;

/** "Not Jordan, Maria": who is named after a "not" is not wanted, as long as somebody else is. */
function withoutRejected(mentions: Mention[], text: string): Mention[] {
  const kept = mentions.filter(({ start }) => !REJECTED.test(text.slice(0, start)));
  return mentions.filter((mention) => kept.includes(mention) || !kept.some(({ slot }) => slot === mention.slot));
}

/** Mentions of one stretch of the text are what it could mean; mentions of different stretches are several things. */
function wordsOf(mentions: Mention[], text: string): Slots['words'] {
  const words: Record<string, Said[][]> = {};
  const bySlot = Map.groupBy(mentions, ({ slot }) => slot);
  for (const [slot, all] of bySlot) {
    const places = Map.groupBy(all, ({ start, end }) => `${start}-${end}`);
    words[slot] = [...places.values()].map((meanings) =>
      meanings.map(({ id, name, start, end }) => ({ id, name, said: text.slice(start, end) })),
    );
  }
  return words;
}

const SOUGHT =
  /\b(?:do (?:you|u|ya) (?:guys |also |still )?(?:have|do|serve|sell|offer|stock|carry|make|provide)|have you got|you (?:wouldn['’]?t|don['’]?t|would|might)(?: happen to| by any chance)? (?:have|do|serve|sell|offer|stock|carry|make)|(?:you got|is there|are there|looking for|after|how much (?:is|are|for|does)|price (?:of|for)|cost (?:of|for)|tell me about))\s+(?:any\s+|some\s+|a\s+|an\s+|the\s+|your\s+)?([\p{L}][\p{L}\p{N}'’ -]{2,40})/iu;
const ENDS_IT =
  /\b(?:cost|on|in|at|for|with|available|today|tonight|tomorrow|please|pls|that|which|and|or|this|next|left|there|here|under|below|by|if|to|as|from|options?|you|me|my|we|it)\b.*$/i;
const WHAT_THING =
  /\bwhat (?:kinds? of |sorts? of |types? of |other )?([\p{L}][\p{L}'’ -]{2,30}?) (?:do you (?:have|do|serve|sell|offer|stock)|have you got|are there)\b/iu;
const OF_A_TIME =
  /^(?:he|she|they|you|it|that|this|i|we|have|has|is|are)\b|\b(?:morning|afternoon|evening|weekend|early|late|lunchtime|class(?:es)?|appointments?|sessions?)\b/i;
const NOT_A_THING =
  /^(?:it|that|this|one|anything|something|things?|stuff|everything|time|space|room|table|tables|spots?|slots?|availability|place|places|appointments?|openings?|idea|question|options?|you|way|chance|a|the|food|menu|services?|products?|classes|prices?|any|some|they|these|those|i|we)$/i;

/** What was asked for in words that the business does not have: "do you do pizza?" */
function soughtIn(text: string, mentions: Mention[], industry: Listening['industry']): { sought?: string } {
  if (mentions.some(({ slot }) => !restrictionSlots(industry).includes(slot))) return {};
  const thing = (WHAT_THING.exec(text)?.[1] ?? SOUGHT.exec(text)?.[1])?.replace(ENDS_IT, '').trim();
  return thing && thing.length > 2 && !NOT_A_THING.test(thing) && !OF_A_TIME.test(thing) ? { sought: thing } : {};
}

const BIRTH = /\b(?:dob|d\.o\.b\.?|date of birth|birth ?da(?:te|y)|born(?: on)?)\b:?/gi;
/** "This Saturday" is that of this week, whichever is talked about. */
const WEEKDAY = /^(?:on\s+)?(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?$/i;

export const BESIDE_IT = /\b(?:day|week) (?:after|before)|(?:next|following|previous) day/i;

/** "Tuesday instead" is the Tuesday of the week that is talked about, and not of this one. */
function inThatWeek<W extends { date?: string; weekday?: boolean }>(
  when: W,
  times: readonly TimeMention[],
  { agreed }: Listening,
  now: string,
): W {
  const said = times.findLast((each) => each.kind === 'date');
  const first = times.find((each) => each.kind === 'date');
  // "Can't do Tuesday, how about the day after?": after the Tuesday that is talked about.
  if (when.date && agreed?.date && first && said && first !== said && first.kind === 'date') {
    const isThat =
      WEEKDAY.test(first.text.trim()) && nearestTo(agreed.date, first.date, now.slice(0, 10)) === agreed.date;
    const moved = isThat && BESIDE_IT.test(said.text) ? readDay(agreed.date)! - readDay(first.date)! : 0;
    if (moved) return { ...when, date: writeDay(readDay(when.date)! + moved) };
  }
  if (!when.date || !said || said.date !== when.date || !WEEKDAY.test(said.text.trim())) return when;
  const date = agreed?.date ? nearestTo(agreed.date, when.date, now.slice(0, 10)) : when.date;
  return { ...when, date, weekday: true };
}

/** The day with the same weekday that is nearest to another day, and not before today. */
export function nearestTo(day: string, sameWeekday: string, today: string): string {
  const ahead = (((readDay(sameWeekday)! - readDay(day)!) % 7) + 7) % 7;
  const near = readDay(day)! + (ahead > 3 ? ahead - 7 : ahead);
  return writeDay(near < readDay(today)! ? near + 7 : near);
}

/** "Tonight at half past twelve" is tomorrow already. */
function afterMidnight<W extends { date?: string; time?: string }>(when: W, text: string): W {
  if (!when.date || !when.time || when.time >= '05:00' || !/\b(tonight|tonite|this evening)\b/i.test(text)) return when;
  return { ...when, date: writeDay(readDay(when.date)! + 1) };
}

/** "Push it back by an hour", where it is not known yet from when. */
function laterIn(times: readonly TimeMention[]): { laterMinutes?: number } {
  const shift = times.find((each) => each.kind === 'shift');
  return shift?.minutes ? { laterMinutes: shift.direction === 'later' ? shift.minutes : -shift.minutes } : {};
}

function quantityIn(text: string): { quantity?: number } {
  const quantity = findQuantity(text);
  return quantity === undefined ? {} : { quantity };
}

function changeIn(text: string): { partyChange?: number } {
  const partyChange = findPartyChange(text);
  return partyChange === undefined ? {} : { partyChange };
}

const blank = (text: string, { start, end }: { start: number; end: number }) =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);

/** Most of the world says the day first. */
const isDayFirst = (business: Business) => !['US', 'PH', 'CA'].includes(countryOf(business));

function today({ business, now }: Listening): string {
  return writeDay(zoneOf(business.timezone).localAt(now.getTime()).day);
}

function timeContext(listening: Listening): TimeContext {
  const { business, now, asked, agreed } = listening;
  const { day, minutes } = zoneOf(business.timezone).localAt(now.getTime());
  const expects = asked.includes('startsAt')
    ? agreed?.date && !agreed.time
      ? 'time'
      : agreed?.time && !agreed.date
        ? 'date'
        : 'both'
    : undefined;
  return {
    now: `${writeDay(day)}T${clockOf(minutes)}`,
    hours: (date) => minutesOpen(business, date),
    dayFirst: isDayFirst(business),
    ...(expects ? { expects } : {}),
    ...(agreed ? { agreed } : {}),
  };
}

export const clockOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Opening periods of a day as minutes after its midnight. */
function minutesOpen(business: Business, date: string): [number, number][] {
  const day = readDay(date);
  if (day === undefined) return [];
  const rules = rulesOf(business);
  const midnight = rules.zone.epochAt(day, 0);
  return openPeriods(rules, day, day).map(({ start, end }) => [(start - midnight) / 60_000, (end - midnight) / 60_000]);
}
