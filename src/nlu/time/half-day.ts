// Morning or evening, where the customer did not say.
import { dayOfIso, HOUR, isoOf, minutesOf } from './civil.ts';
import { isWithin } from './day-parts.ts';
import type { Clock, Scene } from './rule.ts';

type Periods = readonly (readonly [number, number])[];

/** What else the message and the dialogue say about when it is. */
export type Around = {
  day?: number;
  /** "morning", "tonight" */
  part?: string;
  /** The end of a stretch of time: closing time itself counts as open. */
  isEnd?: boolean;
};

const MEALS: readonly (readonly [RegExp, string])[] = [
  [/ (?:dinner|supper|drinks|cocktails) /, 'evening'],
  [/ (?:breakfast) /, 'breakfast'],
  [/ (?:brunch) /, 'brunch'],
  [/ (?:lunch) /, 'lunchtime'],
];

/** The minute of the day that is meant, and whether that had to be guessed. */
export function minuteMeant(clock: Clock, around: Around, scene: Scene): { minute: number; inferred: boolean } {
  const { hour, minute, half } = clock;
  if (hour > 12 || (hour === 0 && !half)) return { minute: (hour % 24) * HOUR + minute, inferred: false };
  const early = (hour % 12) * HOUR + minute;
  const late = early + 12 * HOUR;
  if (half) return { minute: half === 'am' ? early : late, inferred: false };
  const said = around.part && inPart(around.part, early, late);
  if (said !== undefined && said !== '') return { minute: said, inferred: false };
  const meal = MEALS.find(([pattern]) => pattern.test(scene.phrase.line));
  const eaten = meal && inPart(meal[1], early, late);
  return { minute: eaten ?? likelier(early, late, around, scene), inferred: true };
}

function inPart(part: string, early: number, late: number): number | undefined {
  const [isEarly, isLate] = [isWithin(part, early), isWithin(part, late)];
  if (isEarly !== isLate) return isEarly ? early : late;
  // "Friday night at 12": past the evening's end.
  return /night/.test(part) && early < 5 * HOUR ? early : undefined;
}

/** Minutes outside the hours that the usual reading is forgiven: 10:30 is the morning before a lunch at 11:30. */
const BIAS = 45;

/** Opening hours first, then what is still to come today, then the time agreed so far, then habit. */
function likelier(early: number, late: number, { day, isEnd }: Around, scene: Scene): number {
  const { context, today, minute } = scene;
  const agreedDay = context.agreed?.date ? dayOfIso(context.agreed.date) : undefined;
  const on = day ?? agreedDay;
  const periods = periodsOn(on, scene);
  const usual = early >= 7 * HOUR ? early : late;
  const away = (at: number) => {
    const least = Math.min(...periods.map((period) => distance(at, period, isEnd ?? false)));
    return at === usual ? Math.max(0, least - BIAS) : least;
  };
  if (periods.length > 0 && away(early) !== away(late)) return away(early) < away(late) ? early : late;
  if (on === today && early <= minute && late > minute) return late;
  if (context.agreed?.time) {
    const agreed = minutesOf(context.agreed.time);
    return Math.abs(agreed - early) < Math.abs(agreed - late) ? early : late;
  }
  return usual;
}

/** The periods of the day, of the coming week where no day is known or it is closed. */
function periodsOn(day: number | undefined, { context: { hours }, today }: Scene): Periods {
  if (!hours) return [];
  const own = day === undefined ? [] : hours(isoOf(day));
  if (own.length > 0) return own;
  return Array.from({ length: 7 }, (_, ahead) => hours(isoOf(today + ahead))).flat();
}

/** Minutes from a time to a period: none inside, and after midnight counts for the evening before. */
function distance(at: number, [open, close]: readonly [number, number], isEnd: boolean): number {
  const to = (minute: number) => {
    if (minute < open) return open - minute;
    return minute < close || (isEnd && minute === close) ? 0 : minute - close + 1;
  };
  return Math.min(to(at), to(at + 24 * HOUR));
}
