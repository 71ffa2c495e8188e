// What a model says is held against what is known: each sentence is supported, or it is not said.
import { detectLanguage } from '../../../../understanding/language.ts';
import { isForeign, withoutContacts } from '../../foreign.ts';
import { unfitIn } from '../../needs.ts';
import type { About, Known, Reason } from './about.ts';
import { unsafeFood, warnsOf } from './allergens.ts';
import { isBacked, JUDGED, type KnownAs, soundsDone } from './claims.ts';
import { FOR_FREE, factsOf, factsOfDocument, type Given } from './evidence.ts';
import { unsafeHealth } from './health.ts';
import { groupsOf, speaksOfOpening, wrongHours } from './hours.ts';
import { type Named, namedIn, wrongPrice } from './prices.ts';
import { wrongPromise } from './promises.ts';
import { isQuestion, normalOf, withoutFirst, wordsOf } from './text.ts';
import { tellsOfPlaces, wrongTime, wrongValue } from './unsupported.ts';
import { valuesIn } from './values.ts';

type Checked = { ok: true } | { ok: false; why: Reason; about: string };
export type Guard = { check(sentence: string): Checked; canJudge(language: string): boolean };

const FINE: Checked = { ok: true };
const held = (why: Reason, about: string): Checked => ({ ok: false, why, about });

export function createGuard(given: Given): Guard {
  const knownNow = lookingUp(given);
  let focus: readonly Named[] = [];
  const earlier: number[] = [];
  return {
    canJudge: (language) => JUDGED.has(language),
    check(text) {
      const sentence = text.trim();
      if (!sentence) return FINE;
      const known = knownNow();
      if (focus.length === 0) focus = namedIn(latest(given.told), known.records);
      const named = namedIn(sentence, known.records);
      const about = { sentence, values: valuesIn(withoutContacts(sentence, given.business)), named, known, earlier };
      const checked = check(about, focus);
      if (named.length > 0) focus = named;
      if (checked.ok) earlier.push(...about.values.money.map(({ amount }) => amount));
      return checked;
    },
  };
}

function check(about: About, focus: readonly Named[]): Checked {
  const { sentence, known } = about;
  const { given } = known;
  if (isForeign(sentence, { business: given.business, written: given.written, told: [...given.told, given.results] }))
    return held('contact', 'an address, number or link that is in no record, or a question for card data');
  // What a tool or passage says may always be repeated.
  const normal = [sentence, withoutFirst(sentence)].map(normalOf);
  const isRepeated = normal.some((words) => words && known.records.some(({ sentences }) => sentences.has(words)));
  const unfit = unfitIn(sentence, given.judged).map(({ source }) => source.title);
  // What does not suit them is named only to say so: in English that can be read, elsewhere it is what a record says.
  const isWarning = isEnglish(sentence) ? warnsOf(sentence, unfit) : isRepeated;
  if (unfit.length > 0 && !isWarning) return held('unfit', `${unfit[0]} does not suit what the customer has told`);
  if (isRepeated) return FINE;
  return bodyOf(about, focus) ?? claimOf(about) ?? promiseOf(about) ?? priceOf(about, focus) ?? timeOf(about) ?? FINE;
}

const isEnglish = (sentence: string): boolean => ['en', 'und'].includes(detectLanguage(sentence));

function claimOf(about: About): Checked | undefined {
  const { sentence, values, known } = about;
  const plain = withoutContacts(sentence, known.given.business);
  if (
    !soundsDone(plain, known.records, knownAs(about), isEnglish(sentence)) ||
    isBacked(sentence, values, known.results, known.told)
  )
    return undefined;
  return held(
    'deed',
    'nothing was booked, changed, sent or paid, and no record says so; nothing is done before the customer confirms',
  );
}

function promiseOf({ sentence, values, known }: About): Checked | undefined {
  const wrong = wrongPromise({
    sentence,
    values,
    records: known.records,
    isEnglish: detectLanguage(sentence) === 'en',
  });
  return wrong ? held('price', wrong) : undefined;
}

/** It tells of opening hours that are so, of something with its price or time, or of a free time that a tool has found. */
function knownAs(about: About): KnownAs {
  const { sentence, values, named, known } = about;
  const { business, now } = known.given;
  if (isOfHours(about) && values.days.length > 0)
    return wrongHours(sentence, values, business, now) === undefined ? 'compared' : undefined;
  const isOfEntry = named.length > 0 && values.money.length + values.spans.length + values.times.length > 0;
  if (tellsOfPlaces(about)) return 'compared';
  if (isOfEntry || isWrittenTime(about) || isWrittenSpan(about)) return 'record';
  return named.length > 0 ? 'named' : undefined;
}

/** Of being open, or of days with a time that something goes on until: we are there, we welcome you, we see patients. */
const isOfHours = (about: About): boolean => {
  const { sentence, values, named } = about;
  if (speaksOfOpening(sentence)) return true;
  if (named.length > 0 || values.days.length === 0 || values.times.length < 2 || tellsOfPlaces(about)) return false;
  return groupsOf(sentence, values).some(({ times }) => times.some(({ isEnd }) => isEnd));
};

function bodyOf({ sentence, named, known }: About, focus: readonly Named[]): Checked | undefined {
  const entries = (named.length > 0 ? named : focus).map(({ entry }) => entry);
  const food = unsafeFood(sentence, entries, isEnglish(sentence));
  if (food) return held('allergen', food);
  const health = unsafeHealth(sentence, entries, known);
  return health ? held('health', health) : undefined;
}

function priceOf(
  { sentence, values, named, known, earlier = [] }: About,
  focus: readonly Named[],
): Checked | undefined {
  const isAsked = isQuestion(sentence) && values.money.length === 0;
  const words = wordsOf(sentence);
  const mayBeAbroad = detectLanguage(sentence) !== 'en';
  const isWritten = () =>
    known.records.some(({ texts }) =>
      texts.some((text) => text.isFree && (mayBeAbroad || words.some((word) => text.words.has(word)))),
    );
  if (FOR_FREE.test(sentence) && !isAsked && !isWritten())
    return held('price', 'that something is free is in no record');
  if (values.money.length === 0) return undefined;
  const wrong = wrongPrice({
    values,
    named: named.length > 0 ? named : focus,
    sentence,
    facts: known.records,
    counts: new Set([...known.told.numbers, ...known.results.numbers]),
    earlier,
    isEnglish: isEnglish(sentence),
  });
  return wrong ? held('price', wrong) : undefined;
}
function timeOf(about: About): Checked | undefined {
  const { sentence, values, named, known } = about;
  const { business, now } = known.given;
  if (isOfHours(about) && !isQuestion(sentence) && !named.some(({ entry }) => entry.times.size > 0)) {
    const wrong = wrongHours(sentence, values, business, now);
    if (wrong && !isWrittenTime(about) && !isSomebodysTime(about)) return held('time', wrong);
    if (!wrong && values.days.length > 0) return undefined;
  }
  const time = wrongTime(about);
  if (time) return held(time.why, time.about);
  const value = wrongValue(about);
  return value && held(value.why, value.about);
}

/** A text of the business says these times of these days: of its kitchen, a class, a session. */
const isWrittenTime = ({ values, known }: About): boolean =>
  values.times.length > 0 &&
  known.records.some(({ texts }) =>
    texts.some(
      (text) =>
        values.times.every(({ minutes }) => minutes.some((at) => text.times.has(at))) &&
        values.days.every(
          ({ weekday }) => weekday !== undefined && (text.weekdays.size === 0 || text.weekdays.has(weekday)),
        ),
    ),
  );

/** A text has these spans and shares: it is told in another language, as it seems. */
const isWrittenSpan = ({ values: { spans, percents, money }, known }: About): boolean =>
  spans.length + percents.length > 0 &&
  money.length === 0 &&
  known.records.some(({ texts }) =>
    texts.some(
      (text) =>
        spans.every(({ minutes }) => text.spans.has(minutes)) &&
        percents.every(({ value }) => text.percents.includes(value)),
    ),
  );

/** Somebody works then, or a class is then, whose name was not seen in that language. */
const isSomebodysTime = ({ sentence, values, known }: About): boolean =>
  values.times.length > 0 &&
  known.records.some(({ entries }) =>
    entries.some(({ week }) =>
      groupsOf(sentence, values).every(({ days, times }) =>
        days.every(({ weekday }) => times.every(({ minutes }) => minutes.some((at) => week.has(`${weekday}-${at}`)))),
      ),
    ),
  );

const latest = (told: readonly unknown[]): string => (told.find((each) => typeof each === 'string') as string) ?? '';

/** Results grow while the model talks: what was read of them is kept until there are more. */
function lookingUp(given: Given): () => Known {
  const document = factsOfDocument(given.business);
  const passages =
    given.written?.passages.map(({ text, heading, source: { title } }) => ({ heading, title, text })) ?? [];
  const written = factsOf(passages, given.business);
  let read = -1;
  let known: Known | undefined;
  return () => {
    if (!known || read !== given.results.length) {
      read = given.results.length;
      const results = factsOf([{ results: given.results }], given.business);
      const told = factsOf([...given.told], given.business);
      known = { given, document, written, results, told, records: [document, written, results] };
    }
    return known;
  };
}
