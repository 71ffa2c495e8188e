// Checks every sentence of a language model against the evidence: unsupported sentences are dropped. The replies of the
// embedded assistant, and the final text of both, are checked by output-guard.ts.
import { detectLanguage, likelyLanguage } from '../../../../nlu/language.ts';
import { unsuitableIn } from '../../needs.ts';
import { hasUnknownContact, withoutContacts } from '../../unknown-contacts.ts';
import { unsafeFood, warnsOf } from './allergens.ts';
import type { CheckedSentence, DropReason, Evidence } from './checked-sentence.ts';
import { subjectsIn } from './claim-grams.ts';
import { marginsOf } from './claim-model.ts';
import { CHECKED_LANGUAGES, claimsDone, isBacked, type KnownAs } from './claims.ts';
import { contactOfAnother } from './contacts.ts';
import { FOR_FREE, factsOf, factsOfDocument, type GuardInput } from './evidence.ts';
import { unsafeHealth } from './health.ts';
import { groupsOf, speaksOfOpening, wrongHours } from './hours.ts';
import { type Named, namedIn, wrongPrice } from './prices.ts';
import { wrongPromise } from './promises.ts';
import { isQuestion, normalizeText, withoutFirst, wordsOf } from './text.ts';
import { weekdayOf } from './times-of-days.ts';
import { offersTimes, tellsOfPlaces, wrongTime, wrongValue } from './unsupported.ts';
import { valuesIn } from './values.ts';

type Checked = { ok: true } | { ok: false; why: DropReason; about: string };
export type SentenceGuard = { check(sentence: string): Promise<Checked>; canJudge(language: string): boolean };

const FINE: Checked = { ok: true };
const held = (why: DropReason, about: string): Checked => ({ ok: false, why, about });

export function createSentenceGuard(given: GuardInput): SentenceGuard {
  const knownNow = lookingUp(given);
  let focus: readonly Named[] = [];
  const earlier = { amounts: [] as number[], shares: [] as number[] };
  let said = '';
  return {
    canJudge: (language) => CHECKED_LANGUAGES.has(language),
    async check(text) {
      const sentence = text.trim();
      if (!sentence) return FINE;
      const known = knownNow();
      if (focus.length === 0) focus = namedIn(latest(given.told), known.records);
      const named = namedIn(sentence, known.records);
      const plain = withoutContacts(sentence, given.business);
      // What a dish or a service is called says nothing about it.
      const nameless = withoutNames(plain, named);
      said = `${said} ${sentence}`;
      const inEnglish = isEnglish([sentence, said, latest(given.told)]);
      const vector = inEnglish ? await given.encode?.(nameless) : undefined;
      const about = {
        ...{ sentence, nameless, values: valuesIn(plain), named, known, earlier },
        ...{ isEnglish: inEnglish, focus },
        ...{ claims: marginsOf(nameless, vector), isSeen: vector !== undefined, subjects: subjectsIn(nameless) },
      };
      const checked = check(about);
      if (named.length > 0) focus = named;
      if (checked.ok) {
        earlier.amounts.push(...about.values.money.map(({ amount }) => amount));
        earlier.shares.push(...about.values.percents.map(({ value }) => value));
      }
      return checked;
    },
  };
}

function check(about: CheckedSentence): Checked {
  const { sentence, known } = about;
  const { given } = known;
  if (
    hasUnknownContact(sentence, {
      business: given.business,
      written: given.written,
      told: [...given.told, given.results],
    })
  )
    return held('contact', 'an address, number or link that is in no record, or a question for card data');
  const other = contactOfAnother(about);
  if (other) return held('contact', other);
  // What a tool or passage says may always be repeated.
  const normal = [sentence, withoutFirst(sentence)].map(normalizeText);
  const isRepeated = normal.some((words) => words && known.records.some(({ sentences }) => sentences.has(words)));
  const unfit = unsuitableIn(sentence, given.judged).map(({ source }) => source.title);
  // What does not suit them, or nobody knows, is named only to say so, or with what its record says of it.
  if (unfit.length > 0 && !(isRepeated && !about.isEnglish) && !warnsOf(about, unfit))
    return held('unfit', `${unfit[0]} does not suit what the customer has told`);
  if (isRepeated) return FINE;
  return bodyOf(about) ?? claimOf(about) ?? promiseOf(about) ?? priceOf(about) ?? timeOf(about) ?? FINE;
}

/** By the first of these that says it, or else by what is likelier. */
const isEnglish = (texts: readonly string[]): boolean =>
  [...texts.map(detectLanguage), ...texts.slice(0, 2).map(likelyLanguage)].find((language) => language !== 'und') ===
  'en';

function claimOf(about: CheckedSentence): Checked | undefined {
  const { sentence, claims, known } = about;
  const plain = withoutContacts(sentence, known.given.business);
  if (
    !claimsDone(plain, claims.deed, known.records, knownAs(about), about.isEnglish) ||
    isBacked(about, latest(known.given.told))
  )
    return undefined;
  return held(
    'deed',
    'nothing was booked, changed, sent or paid, and no record says so; nothing is done before the customer confirms',
  );
}

function promiseOf(about: CheckedSentence): Checked | undefined {
  const wrong = wrongPromise(about);
  return wrong ? held('price', wrong) : undefined;
}

/** It tells of opening hours that are so, of something with its price or time, or of a free time that a tool has found. */
function knownAs(about: CheckedSentence): KnownAs {
  const { values, named } = about;
  if (isOfHours(about) && values.days.length > 0) return wrongHours(about) === undefined ? 'compared' : undefined;
  if (tellsOfPlaces(about)) return 'compared';
  if (isOfEntry(about) || isFound(about) || isWrittenTime(about) || isWrittenSpan(about) || isSomebodysTime(about))
    return 'record';
  return named.length > 0 ? 'named' : undefined;
}

/** What is named has these amounts, spans and times, and there are some. */
const isOfEntry = ({ values: { money, spans, times }, named }: CheckedSentence): boolean =>
  money.length + spans.length + times.length > 0 &&
  money.every(({ amount }) => named.some(({ entry }) => entry.amounts.includes(amount))) &&
  spans.every(({ minutes }) => named.some(({ entry }) => entry.spans.has(minutes))) &&
  times.every(({ minutes }) => named.some(({ entry }) => minutes.some((at) => entry.times.has(at))));

/** A tool has found these times to be free, and nothing is booked yet. */
const isFound = ({ values: { times }, known: { results } }: CheckedSentence): boolean =>
  times.length > 0 &&
  results.deeds.length === 0 &&
  times.every(({ minutes }) => minutes.some((at) => results.times.has(at) && !results.taken.has(at)));

/** Of being open, or of days with a time that something goes on until: we are there, we welcome you, we see patients. */
const isOfHours = (about: CheckedSentence): boolean => {
  const { sentence, values, named } = about;
  if (speaksOfOpening(sentence)) return true;
  if (named.length > 0 || values.days.length === 0 || values.times.length === 0 || tellsOfPlaces(about)) return false;
  const { told, results } = about.known;
  // A tool has found all of these: "any time from nine to four".
  if (values.times.every(({ minutes }) => minutes.some((at) => results.times.has(at)))) return false;
  const isSpokenOf = (at: number) => told.times.has(at) || results.times.has(at);
  return groupsOf(sentence, values).some(({ times }) =>
    times.some(({ isEnd, minutes }) => isEnd && (times.length > 1 || !minutes.some(isSpokenOf))),
  );
};

function bodyOf(about: CheckedSentence): Checked | undefined {
  const { named, focus } = about;
  const entries = (named.length > 0 ? named : focus).map(({ entry }) => entry);
  const food = unsafeFood(about, entries);
  if (food) return held('allergen', food);
  const health = unsafeHealth(about);
  return health ? held('health', health) : undefined;
}

function priceOf(about: CheckedSentence): Checked | undefined {
  const { sentence, nameless, values, named, focus, known, earlier, isEnglish } = about;
  const isAsked = isQuestion(sentence) && values.money.length === 0;
  const words = wordsOf(sentence);
  const isWritten = () =>
    known.records.some(({ texts }) =>
      texts.some((text) => text.isFree && (!isEnglish || words.some((word) => text.words.has(word)))),
    );
  if (FOR_FREE.test(sentence) && !isAsked && !isWritten())
    return held('price', 'that something is free is in no record');
  if (values.money.length === 0) return undefined;
  const wrong = wrongPrice({
    values,
    named: meantBy(named, focus, values.money[0]!.at),
    ...{ sentence, nameless },
    facts: known.records,
    counts: new Set([...known.told.numbers, ...known.results.numbers]),
    ...{ earlier: earlier.amounts, shares: earlier.shares, told: known.told.amounts },
    isEnglish,
  });
  return wrong ? held('price', wrong) : undefined;
}

/** What is named; and what was named before, where a word of a name may be a word like another, or an amount stands before any name. */
const meantBy = (named: readonly Named[], focus: readonly Named[], at: number): Named[] => {
  const first = named.find(({ isWhole }) => isWhole);
  if (first && first.at < at) return [...named];
  const before = focus.filter(({ entry }) => !named.some((each) => each.entry === entry));
  return [...before.map((each) => ({ ...each, at: -1 })), ...named];
};

function timeOf(about: CheckedSentence): Checked | undefined {
  const { sentence, values, named } = about;
  if (isOfHours(about) && !isQuestion(sentence) && !named.some(({ entry }) => entry.times.size > 0)) {
    const wrong = wrongHours(about);
    if (wrong && !isWrittenTime(about) && !isSomebodysTime(about)) return held('time', wrong);
    if (!wrong && values.days.length > 0 && !offersTimes(about)) return undefined;
  }
  const time = wrongTime(about);
  if (time) return held(time.why, time.about);
  const value = wrongValue(about);
  return value && held(value.why, value.about);
}

/** A text of the business says these times of these days: of its kitchen, a class, a session. */
const isWrittenTime = ({ sentence, values, known, isEnglish }: CheckedSentence): boolean =>
  values.times.length > 0 &&
  (!speaksOfOpening(sentence) || values.days.every(({ weekday }) => weekday !== undefined)) &&
  known.records.some(({ texts }) =>
    texts.some(
      (text) =>
        (!speaksOfOpening(sentence) || isEnglish || speaksOfOpening(text.text)) &&
        values.times.every(({ minutes }) => minutes.some((at) => text.times.has(at))) &&
        values.days.every((day) => text.weekdays.size === 0 || text.weekdays.has(weekdayOf({ known }, day))),
    ),
  );

/** A text has these spans and shares: it is told in another language, as it seems. */
const isWrittenSpan = ({ values: { spans, percents, money }, known }: CheckedSentence): boolean =>
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
const isSomebodysTime = ({ sentence, values, known }: CheckedSentence): boolean =>
  values.times.length > 0 &&
  known.records.some(({ entries }) =>
    entries.some(({ week, spans }) =>
      groupsOf(sentence, values).every(({ days, times }) =>
        days.every(({ weekday }) =>
          times.every(({ minutes, isEnd }) =>
            // "From 5:30 to 6:30": it ends as long after its beginning as it lasts.
            [0, ...(isEnd ? spans : [])].some((span) => minutes.some((at) => week.has(`${weekday}-${at - span}`))),
          ),
        ),
      ),
    ),
  );

/** Without whole names; a word that stands for one stays. */
const withoutNames = (text: string, named: readonly Named[]): string =>
  named.reduce((rest, { entry: { name } }) => rest.replaceAll(new RegExp(RegExp.escape(name), 'giu'), ' '), text);

const latest = (told: readonly unknown[]): string => (told.find((each) => typeof each === 'string') as string) ?? '';

/** Results grow while the model talks: what was read of them is kept until there are more. */
function lookingUp(given: GuardInput): () => Evidence {
  const document = factsOfDocument(given.business);
  const passages =
    given.written?.passages.map(({ text, heading, source: { title } }) => ({ heading, title, text })) ?? [];
  const written = factsOf(passages, given.business);
  let read = -1;
  let known: Evidence | undefined;
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
