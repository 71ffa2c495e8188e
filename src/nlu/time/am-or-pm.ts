// Chooses am or pm where the customer did not say.
import { dayNumberOfIso, isoDateOf, MINUTES_PER_HOUR, minutesOf } from './civil-dates.ts';
import { isWithinDayPart } from './day-parts.ts';
import type { ClockTime, ParseInput } from './rule.ts';

type Periods = readonly (readonly [number, number])[];

/** What the message and the dialogue reveal about the time of day. */
export type ClockHints = {
  day?: number;
  /** "morning", "tonight" */
  part?: string;
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
): { minute: number; isInferred: boolean } {
  const { hour, minute, amOrPm } = clock;
  if (hour > 12 || (hour === 0 && !amOrPm))
    return { minute: (hour % 24) * MINUTES_PER_HOUR + minute, isInferred: false };
  const amMinute = (hour % 12) * MINUTES_PER_HOUR + minute;
  const pmMinute = amMinute + 12 * MINUTES_PER_HOUR;
  if (amOrPm) return { minute: amOrPm === 'am' ? amMinute : pmMinute, isInferred: false };
  const minuteByDayPart = hints.part && chooseByDayPart(hints.part, amMinute, pmMinute);
  if (minuteByDayPart !== undefined && minuteByDayPart !== '') return { minute: minuteByDayPart, isInferred: false };
  const meal = DAY_PART_BY_MEAL.find(([pattern]) => pattern.test(input.phrase.line));
  const minuteByMeal = meal && chooseByDayPart(meal[1], amMinute, pmMinute);
  return { minute: minuteByMeal ?? likelierMinute(amMinute, pmMinute, hints, input), isInferred: true };
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
function likelierMinute(
  amMinute: number,
  pmMinute: number,
  { day, isRangeEnd }: ClockHints,
  input: ParseInput,
): number {
  const { context, today, currentMinute } = input;
  const agreedDay = context.agreed?.date ? dayNumberOfIso(context.agreed.date) : undefined;
  const likelyDay = day ?? agreedDay;
  const periods = openingPeriods(likelyDay, input);
  const usualMinute = amMinute >= EARLIEST_USUAL_HOUR * MINUTES_PER_HOUR ? amMinute : pmMinute;
  const distanceFromOpening = (minuteOfDay: number) => {
    const leastDistance = Math.min(
      ...periods.map((period) => distanceToPeriod(minuteOfDay, period, isRangeEnd ?? false)),
    );
    return minuteOfDay === usualMinute ? Math.max(0, leastDistance - USUAL_HALF_GRACE_MINUTES) : leastDistance;
  };
  if (periods.length > 0 && distanceFromOpening(amMinute) !== distanceFromOpening(pmMinute))
    return distanceFromOpening(amMinute) < distanceFromOpening(pmMinute) ? amMinute : pmMinute;
  if (likelyDay === today && amMinute <= currentMinute && pmMinute > currentMinute) return pmMinute;
  if (context.agreed?.time) {
    const agreedMinute = minutesOf(context.agreed.time);
    return Math.abs(agreedMinute - amMinute) < Math.abs(agreedMinute - pmMinute) ? amMinute : pmMinute;
  }
  return usualMinute;
}

/** The opening periods of the day, or of the coming week if the day is unknown or closed. */
function openingPeriods(day: number | undefined, { context: { hours }, today }: ParseInput): Periods {
  if (!hours) return [];
  const periodsThatDay = day === undefined ? [] : hours(isoDateOf(day));
  if (periodsThatDay.length > 0) return periodsThatDay;
  return Array.from({ length: 7 }, (_, daysAhead) => hours(isoDateOf(today + daysAhead))).flat();
}

/** Minutes from a time to a period: 0 inside it. A time after midnight also counts as the end of the previous evening. */
function distanceToPeriod(minuteOfDay: number, [open, close]: readonly [number, number], isRangeEnd: boolean): number {
  const distanceFrom = (minute: number) => {
    if (minute < open) return open - minute;
    return minute < close || (isRangeEnd && minute === close) ? 0 : minute - close + 1;
  };
  return Math.min(distanceFrom(minuteOfDay), distanceFrom(minuteOfDay + 24 * MINUTES_PER_HOUR));
}
