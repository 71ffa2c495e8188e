// Chooses am or pm where the customer did not say.
import { formatDay } from '../../kernel/clock.ts';
import { dayNumberOfIso, MINUTES_PER_HOUR, minutesAfterMidnight } from './civil-dates.ts';
import { isWithinDayPart } from './day-parts.ts';
import type { ClockTime, ParseInput } from './rule.ts';

type Periods = readonly (readonly [number, number])[];

/** What the message and the dialogue reveal about the time of day. */
export type ClockHints = {
  day?: number;
  /** "morning", "tonight" */
  dayPart?: string;
  /** The time ends a range, so closing time itself counts as open. */
  isRangeEnd?: boolean;
};

const DAY_PART_BY_MEAL: readonly (readonly [RegExp, string])[] = [
  [/ (?:dinner|supper|drinks|cocktails) /, 'evening'],
  [/ (?:breakfast) /, 'breakfast'],
  [/ (?:brunch) /, 'brunch'],
  [/ (?:lunch) /, 'lunchtime'],
];

/** The intended minute of the day, and whether am or pm had to be guessed. */
export function resolveMinuteOfDay(
  clock: ClockTime,
  hints: ClockHints,
  input: ParseInput,
): { minuteOfDay: number; isAmOrPmInferred: boolean } {
  const { hour, minute, amOrPm } = clock;
  if (hour > 12 || (hour === 0 && !amOrPm))
    return { minuteOfDay: (hour % 24) * MINUTES_PER_HOUR + minute, isAmOrPmInferred: false };
  const amMinuteOfDay = (hour % 12) * MINUTES_PER_HOUR + minute;
  const pmMinuteOfDay = amMinuteOfDay + 12 * MINUTES_PER_HOUR;
  if (amOrPm) return { minuteOfDay: amOrPm === 'am' ? amMinuteOfDay : pmMinuteOfDay, isAmOrPmInferred: false };
  const minuteByDayPart = hints.dayPart && chooseByDayPart(hints.dayPart, amMinuteOfDay, pmMinuteOfDay);
  if (minuteByDayPart !== undefined && minuteByDayPart !== '')
    return { minuteOfDay: minuteByDayPart, isAmOrPmInferred: false };
  const dayPartOfMeal = DAY_PART_BY_MEAL.find(([pattern]) => pattern.test(input.phrase.canonicalText));
  const minuteByMeal = dayPartOfMeal && chooseByDayPart(dayPartOfMeal[1], amMinuteOfDay, pmMinuteOfDay);
  return {
    minuteOfDay: minuteByMeal ?? chooseLikelierMinute(amMinuteOfDay, pmMinuteOfDay, hints, input),
    isAmOrPmInferred: true,
  };
}

function chooseByDayPart(part: string, amMinute: number, pmMinute: number): number | undefined {
  const [fitsAm, fitsPm] = [isWithinDayPart(part, amMinute), isWithinDayPart(part, pmMinute)];
  if (fitsAm !== fitsPm) return fitsAm ? amMinute : pmMinute;
  // "Friday night at 12" is after midnight.
  return /night/.test(part) && amMinute < 5 * MINUTES_PER_HOUR ? amMinute : undefined;
}

/** The usual half of the day may be this far outside opening hours: 10:30 is in the morning even if lunch starts at 11:30. */
const USUAL_HALF_GRACE_MINUTES = 45;
const EARLIEST_USUAL_HOUR = 7;

/** Decides by opening hours, then by what is still to come today, then by the agreed time, then by habit. */
function chooseLikelierMinute(
  amMinute: number,
  pmMinute: number,
  { day, isRangeEnd }: ClockHints,
  input: ParseInput,
): number {
  const { context, today, currentMinute } = input;
  const agreedDay = context.agreed?.date ? dayNumberOfIso(context.agreed.date) : undefined;
  const likelyDay = day ?? agreedDay;
  const periods = findOpeningPeriods(likelyDay, input);
  const usualMinute = amMinute >= EARLIEST_USUAL_HOUR * MINUTES_PER_HOUR ? amMinute : pmMinute;
  const getDistanceFromOpening = (minuteOfDay: number) => {
    const leastDistance = Math.min(
      ...periods.map((period) => getDistanceToPeriod(minuteOfDay, period, isRangeEnd ?? false)),
    );
    return minuteOfDay === usualMinute ? Math.max(0, leastDistance - USUAL_HALF_GRACE_MINUTES) : leastDistance;
  };
  if (periods.length > 0 && getDistanceFromOpening(amMinute) !== getDistanceFromOpening(pmMinute))
    return getDistanceFromOpening(amMinute) < getDistanceFromOpening(pmMinute) ? amMinute : pmMinute;
  if (likelyDay === today && amMinute <= currentMinute && pmMinute > currentMinute) return pmMinute;
  if (context.agreed?.time) {
    const agreedMinute = minutesAfterMidnight(context.agreed.time);
    return Math.abs(agreedMinute - amMinute) < Math.abs(agreedMinute - pmMinute) ? amMinute : pmMinute;
  }
  return usualMinute;
}

/** The opening periods of the day, or of the coming week if the day is unknown or closed. */
function findOpeningPeriods(
  day: number | undefined,
  { context: { openingPeriodsOn: hours }, today }: ParseInput,
): Periods {
  if (!hours) return [];
  const periodsThatDay = day === undefined ? [] : hours(formatDay(day));
  if (periodsThatDay.length > 0) return periodsThatDay;
  return Array.from({ length: 7 }, (_, daysAhead) => hours(formatDay(today + daysAhead))).flat();
}

/** Minutes from a time to a period: 0 inside it. A time after midnight also counts as the end of the previous evening. */
function getDistanceToPeriod(
  minuteOfDay: number,
  [open, close]: readonly [number, number],
  isRangeEnd: boolean,
): number {
  const distanceFrom = (minute: number) => {
    if (minute < open) return open - minute;
    return minute < close || (isRangeEnd && minute === close) ? 0 : minute - close + 1;
  };
  return Math.min(distanceFrom(minuteOfDay), distanceFrom(minuteOfDay + 24 * MINUTES_PER_HOUR));
}
