// Times, dates, durations, numbers and names that no evidence supports.
import { zoneOf } from '../../../../scheduling/zone.ts';
import {
  PLAINLY_AVAILABLE_WORDS_PATTERN,
  saysAvailable,
  saysTimeIsAvailable,
  UNAVAILABLE_WORDS_PATTERN,
} from './availability-words.ts';
import type { Day } from './days.ts';
import { groupDaysAndTimes, mentionsOpeningHours } from './hours.ts';
import type { ParsedSentence } from './parsed-sentence.ts';
import { isQuestion } from './text-analysis.ts';
import { MINUTES_PER_YEAR } from './values.ts';
import { findSimilarTexts, findWrongTimeOnDay, listPossibleDaysUntil, type Rejection } from './weekday-times.ts';

/** It says that found times are available, or that something is not: neither claims a completed action. */
export function reportsAvailability({ sentence, values, evidence }: ParsedSentence): boolean {
  if (values.times.length === 0 && values.days.length === 0) return false;
  const areTimesFound =
    values.times.length > 0 &&
    values.times.every(({ minutes }) => minutes.some((minute) => evidence.toolFacts.times.has(minute)));
  return (
    UNAVAILABLE_WORDS_PATTERN.test(sentence) ||
    (areTimesFound && (PLAINLY_AVAILABLE_WORDS_PATTERN.test(sentence) || saysAvailable(sentence, true)))
  );
}

/**
 * After a tool has looked up availability, calling a time open offers it for booking and is more than an opening hour.
 */
export const offersBookableTimes = ({ sentence, values, evidence }: ParsedSentence): boolean =>
  evidence.toolFacts.times.size > 0 &&
  saysAvailable(sentence, true) &&
  groupDaysAndTimes(sentence, values).every(({ times }) => times.every(({ isEnd }) => !isEnd));

export function findWrongTime(parsed: ParsedSentence): Rejection | undefined {
  const { sentence, values, mentions, evidence } = parsed;
  const { toolFacts, conversationFacts, trustedFacts } = evidence;
  const offersTime = values.times.length > 0 && (!mentionsOpeningHours(sentence) || offersBookableTimes(parsed));
  const isOffer = saysAvailable(sentence, offersTime);
  const [firstMention] = mentions;
  const timetableTimes = new Set(mentions.flatMap(({ entry }) => [...entry.times]));
  const wrongDay = findWrongTimeOnDay(parsed);
  if (wrongDay) return wrongDay;
  for (const { minutes, matchedText, start } of values.times) {
    const isAnyMinuteIn = (times: ReadonlySet<number>) => minutes.some((minute) => times.has(minute));
    // A duration in the wording of a clock time: "deux heures et demie".
    if (
      minutes.some((minute) =>
        findPossibleDurations(sentence, matchedText, minute).some((duration) =>
          trustedFacts.some(({ durations }) => durations.has(duration)),
        ),
      )
    )
      continue;
    // An age limit in the wording of a clock time: "from 14 they can climb on their own".
    if (
      isBareHour(matchedText) &&
      !mentionsOpeningHours(sentence) &&
      !isOffer &&
      trustedFacts.some(({ numbers }) => numbers.has(parseFirstNumber(matchedText)))
    )
      continue;
    if (isOffer && saysTimeIsAvailable(sentence, matchedText)) {
      if (!isAnyMinuteIn(toolFacts.times) && !isAnyMinuteIn(timetableTimes))
        return { reason: 'availability', detail: `no tool has said that ${matchedText} is free; look it up first` };
      if (
        minutes.every((minute) => toolFacts.unavailableTimes.has(minute) || !toolFacts.times.has(minute)) &&
        isAnyMinuteIn(toolFacts.unavailableTimes)
      )
        return { reason: 'availability', detail: `${matchedText} is not free, as a tool has said` };
    }
    const isWritten = () => findSimilarTexts(parsed, [{ minutes, matchedText, start }]).length > 0;
    if (
      firstMention &&
      timetableTimes.size > 0 &&
      !isAnyMinuteIn(timetableTimes) &&
      !isAnyMinuteIn(toolFacts.times) &&
      !isAnyMinuteIn(conversationFacts.times) &&
      !isWritten()
    )
      return { reason: 'time', detail: `${matchedText} is not among the times of ${firstMention.entry.name}` };
    if (
      !trustedFacts.some(({ times }) => isAnyMinuteIn(times)) &&
      !isAnyMinuteIn(conversationFacts.times) &&
      !isDerivedTime(minutes, { values, evidence })
    )
      return { reason: 'time', detail: `${matchedText} is in no record` };
  }
  if (isOffer && values.times.length === 0 && values.days.length > 0 && toolFacts.times.size === 0)
    return { reason: 'availability', detail: 'no tool has said what is free then; look it up first' };
  return findWrongDate(parsed);
}

/** A recorded duration before or after a time in the conversation: "for 7 pm that is up to 4 pm". */
function isDerivedTime(
  minutes: readonly number[],
  { values, evidence }: Pick<ParsedSentence, 'values' | 'evidence'>,
): boolean {
  const baseTimes = [
    ...values.times.filter((time) => time.minutes !== minutes).flatMap((time) => time.minutes),
    ...evidence.conversationFacts.times,
    ...evidence.toolFacts.times,
  ];
  const durations = evidence.trustedFacts
    .flatMap(({ durations }) => [...durations])
    .filter((duration) => duration < MINUTES_PER_DAY);
  return minutes.some((minute) =>
    baseTimes.some((base) => durations.some((duration) => base - duration === minute || base + duration === minute)),
  );
}
const MINUTES_PER_DAY = 1440;

const HOUR_UNITS_PATTERN = /heures?|horas?|ore\b|uur|uren|\bh\b/iu;
const AND_A_HALF_PATTERN = /(?:et demie|y media|e mezz[ao]|e meia|en een half|i pół)/iu;
const TIME_PREPOSITION_PATTERN =
  /(?:(?<!\p{L})(?:à|a|las|dès|vers|às|alle|om|tot|vanaf|jusqu['’]à|until|at|from|de|das|dalle))\s*$/iu;

/** The duration in minutes that the wording may stand for instead of a time. */
function findPossibleDurations(sentence: string, matchedText: string, minutes: number): number[] {
  const [textBefore = '', textAfter = ''] = sentence.split(matchedText);
  if (!HOUR_UNITS_PATTERN.test(matchedText) || TIME_PREPOSITION_PATTERN.test(textBefore)) return [];
  const halfHour = AND_A_HALF_PATTERN.test(matchedText) ? 0 : AND_A_HALF_PATTERN.test(textAfter.slice(0, 12)) ? 30 : 0;
  return [minutes + halfHour];
}

const isBareHour = (matchedText: string) => /^\D*\s\d{1,2}$/.test(matchedText);
const parseFirstNumber = (matchedText: string) => Number(/\d+/.exec(matchedText)?.[0]);

const DAY_MS = 86_400_000;
/** Dates this close may be named without a record: "this Friday, November 20". */
const NEAR_DATE_DAYS = 14;

function findWrongDate({ values, evidence }: ParsedSentence): Rejection | undefined {
  const { business, now } = evidence.input;
  const today = zoneOf(business.timezone).localAt(now.getTime()).day;
  const dayDurations = evidence.trustedFacts.flatMap((facts) =>
    [...facts.durations].filter((duration) => duration % MINUTES_PER_DAY === 0),
  );
  // A date that lies a recorded duration away from another date in the sentence.
  const isDerivedDate = (date: NonNullable<Day['date']>) =>
    values.days.some(
      (other) =>
        other.date !== date &&
        listPossibleDaysUntil(evidence, other).some((otherOffset) =>
          listPossibleDaysUntil(evidence, { date }).some(
            (offset) =>
              otherOffset !== offset && dayDurations.includes(Math.abs(otherOffset - offset) * MINUTES_PER_DAY),
          ),
        ),
    );
  for (const { date, matchedText } of values.days) {
    if (!date) continue;
    const dateKey = `${date.month}-${date.day}`;
    if (
      [...evidence.trustedFacts, evidence.conversationFacts].some(({ dates }) => dates.has(dateKey)) ||
      isInClosure(evidence.input.business.closures, date) ||
      isDerivedDate(date)
    )
      continue;
    const year = new Date(today * DAY_MS).getUTCFullYear();
    const nearDay = [year, year + 1]
      .map((each) => Date.UTC(each, date.month, date.day) / DAY_MS)
      .find((day) => day >= today && day <= today + NEAR_DATE_DAYS);
    if (nearDay === undefined) return { reason: 'time', detail: `${matchedText} is in no record` };
  }
  return undefined;
}

const isInClosure = (
  closures: readonly { from: string; to: string }[],
  { month, day }: { month: number; day: number },
) =>
  closures.some(({ from, to }) => {
    const monthAndDay = `${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    return from.slice(5) <= monthAndDay && monthAndDay <= to.slice(5);
  });

/** "One moment" or "two minutes" promises nothing. */
const MAX_CASUAL_MINUTES = 5;
/** Smaller counts are everyday speech: "one of our team", "two options". */
const MAX_CASUAL_COUNT = 12;
const TITLED_NAME_PATTERN =
  /(?<![\p{L}])(?:Dr|Dra|Drs|Doctor|Doctora|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Mlle|Monsieur|Madame|Sr|Sra|Señora?|Sig|Signora?|Dott|Dottoressa|Pan[iu]?|Mevrouw|Meneer|Nurse|Chef|Coach)\.?\s+\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?/gu;

export function findUnsupportedValue({ sentence, values, evidence }: ParsedSentence): Rejection | undefined {
  const allFacts = [...evidence.trustedFacts, evidence.conversationFacts];
  const { spans, percents, numbers } = values;
  const isKnownDuration = (minutes: number) => allFacts.some((facts) => facts.durations.has(minutes));
  // An age limit in a record may be stated as a duration: "under-10s", "below 10 years".
  const isAge = (minutes: number) =>
    minutes >= MINUTES_PER_YEAR && allFacts.some((facts) => facts.numbers.has(minutes / MINUTES_PER_YEAR));
  // A count used to multiply a price; the resulting amount is checked on its own: "Twelve months come to 1,908".
  const isFactor = (count: number) =>
    count > 1 &&
    values.money.some(({ amount }) =>
      evidence.trustedFacts.some(({ amounts }) =>
        [...amounts].some((price) => Math.round(price * count * 100) === Math.round(amount * 100)),
      ),
    );
  // The distance to a day in the sentence: "Saturday, which is three days away".
  const isDistance = (minutes: number) =>
    values.days.some((day) => listPossibleDaysUntil(evidence, day).some((days) => days * MINUTES_PER_DAY === minutes));
  const unknownDuration = spans.find(
    ({ minutes, unit }) =>
      minutes > MAX_CASUAL_MINUTES &&
      !isKnownDuration(minutes) &&
      !isKnownDuration(minutes + unit / 2) &&
      !isAge(minutes) &&
      !isDistance(minutes) &&
      !isFactor(minutes / unit),
  );
  if (unknownDuration && !isQuestion(sentence))
    return { reason: 'number', detail: `"${unknownDuration.matchedText}" is in no record` };
  // "100%" means "all", so it needs no record.
  const unknownPercent = percents.find(
    ({ value }) => value !== 100 && !allFacts.some((facts) => facts.percents.has(value)),
  );
  if (unknownPercent) return { reason: 'price', detail: `${unknownPercent.matchedText} is in no record` };
  const isYear = (value: number) =>
    value === evidence.input.now.getFullYear() || value === evidence.input.now.getFullYear() + 1;
  // A unit price given without a currency: "210, so 21 for each".
  const isUnitPrice = (value: number) =>
    numbers.some((other) => allFacts.some((facts) => facts.amounts.has(other.value)) && other.value % value === 0);
  const unknownNumber = numbers.find(
    ({ value, matchedText }) =>
      value > MAX_CASUAL_COUNT &&
      !isYear(value) &&
      !allFacts.some(
        (facts) => facts.numbers.has(value) || facts.amounts.has(value) || facts.lowerCaseText.includes(matchedText),
      ) &&
      !isUnitPrice(value),
  );
  if (unknownNumber) return { reason: 'number', detail: `${unknownNumber.matchedText} is in no record` };
  for (const [titledName] of sentence.matchAll(TITLED_NAME_PATTERN)) {
    const name = titledName
      .replace(/^.*\s/s, '')
      .replace(/['’]s$/, '')
      .toLowerCase();
    if (!allFacts.some((facts) => facts.lowerCaseText.includes(name)))
      return { reason: 'name', detail: `${titledName} is in no record` };
  }
  return undefined;
}
