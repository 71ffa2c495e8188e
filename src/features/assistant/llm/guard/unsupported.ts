// Times, dates, spans, numbers and names that nothing known supports.
import { zoneOf } from '../../../../scheduling/zone.ts';
import type { CheckedSentence } from './checked-sentence.ts';
import type { Day } from './days.ts';
import { groupsOf, speaksOfOpening } from './hours.ts';
import { isSaidFree, OPEN_STILL, saysFree, TAKEN } from './places.ts';
import { isQuestion } from './text.ts';
import { daysUntil, textsLike, type Wrong, wrongTimeOfDay } from './times-of-days.ts';
import { YEAR } from './values.ts';

/** What a tool has found is free, or something is not to be had: neither says that anything was done. */
export function tellsOfPlaces({ sentence, values, known }: CheckedSentence): boolean {
  if (values.times.length === 0 && values.days.length === 0) return false;
  const areFound =
    values.times.length > 0 && values.times.every(({ minutes }) => minutes.some((at) => known.results.times.has(at)));
  return TAKEN.test(sentence) || (areFound && (OPEN_STILL.test(sentence) || saysFree(sentence, true)));
}

/** "Half eight is wide open", where a tool has looked for free times, is more than an opening hour. */
export const offersTimes = ({ sentence, values, known }: CheckedSentence): boolean =>
  known.results.times.size > 0 &&
  saysFree(sentence, true) &&
  groupsOf(sentence, values).every(({ times }) => times.every(({ isEnd }) => !isEnd));

export function wrongTime(about: CheckedSentence): Wrong {
  const { sentence, values, named, known } = about;
  const { results, told, records } = known;
  const isTimed = values.times.length > 0 && (!speaksOfOpening(sentence) || offersTimes(about));
  const isFree = saysFree(sentence, isTimed);
  const timetable = new Set(named.flatMap(({ entry }) => [...entry.times]));
  const wrongDay = wrongTimeOfDay(about);
  if (wrongDay) return wrongDay;
  for (const { minutes, said, at } of values.times) {
    const isIn = (times: ReadonlySet<number>) => minutes.some((at) => times.has(at));
    // "It lasts two hours and a half": said as a time is said, and no time.
    if (
      minutes.some((each) => lasts(sentence, said, each).some((span) => records.some(({ spans }) => spans.has(span))))
    )
      continue;
    // "From 14 they can climb on their own": an age, as it is written.
    if (
      isBare(said) &&
      !speaksOfOpening(sentence) &&
      !isFree &&
      records.some(({ numbers }) => numbers.has(numberIn(said)))
    )
      continue;
    if (isFree && isSaidFree(sentence, said)) {
      if (!isIn(results.times) && !isIn(timetable))
        return { why: 'availability', about: `no tool has said that ${said} is free; look it up first` };
      if (minutes.every((at) => results.taken.has(at) || !results.times.has(at)) && isIn(results.taken))
        return { why: 'availability', about: `${said} is not free, as a tool has said` };
    }
    const isWritten = () => textsLike(about, [{ minutes, said, at }]).length > 0;
    if (timetable.size > 0 && !isIn(timetable) && !isIn(results.times) && !isIn(told.times) && !isWritten())
      return { why: 'time', about: `${said} is not among the times of ${named[0]!.entry.name}` };
    if (!records.some(({ times }) => isIn(times)) && !isIn(told.times) && !isFollowing(minutes, { values, known }))
      return { why: 'time', about: `${said} is in no record` };
  }
  if (isFree && values.times.length === 0 && values.days.length > 0 && results.times.size === 0)
    return { why: 'availability', about: 'no tool has said what is free then; look it up first' };
  return wrongDate(about);
}

/** Some hours before a time that is spoken of, or when what begins then is over: "for 7 pm that is up to 4 pm". */
function isFollowing(
  minutes: readonly number[],
  { values, known }: Pick<CheckedSentence, 'values' | 'known'>,
): boolean {
  const bases = [
    ...values.times.filter((time) => time.minutes !== minutes).flatMap((time) => time.minutes),
    ...known.told.times,
    ...known.results.times,
  ];
  const spans = known.records.flatMap(({ spans }) => [...spans]).filter((span) => span < DAY_LONG);
  return minutes.some((at) => bases.some((base) => spans.some((span) => base - span === at || base + span === at)));
}
const DAY_LONG = 1440;

const HOURS_LONG = /heures?|horas?|ore\b|uur|uren|\bh\b/iu;
const AND_A_HALF = /(?:et demie|y media|e mezz[ao]|e meia|en een half|i pół)/iu;
const BEFORE_TIME =
  /(?:(?<!\p{L})(?:à|a|las|dès|vers|às|alle|om|tot|vanaf|jusqu['’]à|until|at|from|de|das|dalle))\s*$/iu;

/** How long it may be that is said, in minutes. */
function lasts(sentence: string, said: string, minutes: number): number[] {
  const [before = '', after = ''] = sentence.split(said);
  if (!HOURS_LONG.test(said) || BEFORE_TIME.test(before)) return [];
  const half = AND_A_HALF.test(said) ? 0 : AND_A_HALF.test(after.slice(0, 12)) ? 30 : 0;
  return [minutes + half];
}

const isBare = (said: string) => /^\D*\s\d{1,2}$/.test(said);
const numberIn = (said: string) => Number(/\d+/.exec(said)?.[0]);

const DAY = 86_400_000;
/** Days so near are named in passing: "this Friday, November 20". */
const NEAR = 14;

function wrongDate({ values, known }: CheckedSentence): Wrong {
  const { business, now } = known.given;
  const today = zoneOf(business.timezone).localAt(now.getTime()).day;
  const spans = known.records.flatMap((facts) => [...facts.spans].filter((span) => span % DAY_LONG === 0));
  // "For January 5 from December 22 on": another day that is spoken of, and a span of the records between them.
  const isReckoned = (date: NonNullable<Day['date']>) =>
    values.days.some(
      (other) =>
        other.date !== date &&
        daysUntil(known, other).some((to) =>
          daysUntil(known, { date }).some((from) => to !== from && spans.includes(Math.abs(to - from) * DAY_LONG)),
        ),
    );
  for (const { date, said } of values.days) {
    if (!date) continue;
    const key = `${date.month}-${date.day}`;
    if (
      [...known.records, known.told].some(({ dates }) => dates.has(key)) ||
      isInClosure(known.given.business.closures, date) ||
      isReckoned(date)
    )
      continue;
    const year = new Date(today * DAY).getUTCFullYear();
    const near = [year, year + 1]
      .map((each) => Date.UTC(each, date.month, date.day) / DAY)
      .find((day) => day >= today && day <= today + NEAR);
    if (near === undefined) return { why: 'time', about: `${said} is in no record` };
  }
  return undefined;
}

const isInClosure = (
  closures: readonly { from: string; to: string }[],
  { month, day }: { month: number; day: number },
) =>
  closures.some(({ from, to }) => {
    const key = `${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    return from.slice(5) <= key && key <= to.slice(5);
  });

/** Waiting a moment is no promise. */
const MOMENT = 5;
/** Smaller counts are of everyday speech: "one of our team", "two options". */
const FEW = 12;
const TITLED =
  /(?<![\p{L}])(?:Dr|Dra|Drs|Doctor|Doctora|Prof|Mr|Mrs|Ms|Herr|Frau|Mme|Mlle|Monsieur|Madame|Sr|Sra|Señora?|Sig|Signora?|Dott|Dottoressa|Pan[iu]?|Mevrouw|Meneer|Nurse|Chef|Coach)\.?\s+\p{Lu}[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]+)?/gu;

export function wrongValue({ sentence, values, known }: CheckedSentence): Wrong {
  const all = [...known.records, known.told];
  const { spans, percents, numbers } = values;
  const isKnown = (minutes: number) => all.some((facts) => facts.spans.has(minutes));
  // "Under-10s" is written, "below 10 years" is said; and a span with half of it more stands as a whole.
  const isAge = (minutes: number) => minutes >= YEAR && all.some((facts) => facts.numbers.has(minutes / YEAR));
  // "Twelve months come to 1,908": a count that an amount was worked out with, which is checked by itself.
  const isFactor = (count: number) =>
    count > 1 &&
    values.money.some(({ amount }) =>
      known.records.some(({ amounts }) =>
        [...amounts].some((price) => Math.round(price * count * 100) === Math.round(amount * 100)),
      ),
    );
  // "Saturday, which is three days away".
  const isDistance = (minutes: number) =>
    values.days.some((day) => daysUntil(known, day).some((days) => days * DAY_LONG === minutes));
  const span = spans.find(
    ({ minutes, unit }) =>
      minutes > MOMENT &&
      !isKnown(minutes) &&
      !isKnown(minutes + unit / 2) &&
      !isAge(minutes) &&
      !isDistance(minutes) &&
      !isFactor(minutes / unit),
  );
  if (span && !isQuestion(sentence)) return { why: 'number', about: `"${span.said}" is in no record` };
  // All of something is no share.
  const percent = percents.find(({ value }) => value !== 100 && !all.some((facts) => facts.percents.has(value)));
  if (percent) return { why: 'price', about: `${percent.said} is in no record` };
  const isYear = (value: number) =>
    value === known.given.now.getFullYear() || value === known.given.now.getFullYear() + 1;
  // "210, so 21 for each": what is counted may be left out of an amount.
  const isPriceApiece = (value: number) =>
    numbers.some((other) => all.some((facts) => facts.amounts.has(other.value)) && other.value % value === 0);
  const number = numbers.find(
    ({ value, said }) =>
      value > FEW &&
      !isYear(value) &&
      !all.some((facts) => facts.numbers.has(value) || facts.amounts.has(value) || facts.all.includes(said)) &&
      !isPriceApiece(value),
  );
  if (number) return { why: 'number', about: `${number.said} is in no record` };
  for (const [titled] of sentence.matchAll(TITLED)) {
    const name = titled
      .split(/\s+/)
      .at(-1)!
      .replace(/['’]s$/, '')
      .toLowerCase();
    if (!all.some((facts) => facts.all.includes(name))) return { why: 'name', about: `${titled} is in no record` };
  }
  return undefined;
}
