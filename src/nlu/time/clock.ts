// Patterns are over canonical pieces (spelling.ts): d5 is Friday, m7 July, 2w "two", 3th "3rd", 1thw "first".
import { MINUTES_PER_HOUR } from './civil-dates.ts';
import { type ClockTime, COUNT_PATTERN, parseCount } from './rule.ts';

const HOUR_12_PATTERN = '(?:1[0-2]|0?[1-9])w?';
const HOUR_24_PATTERN = '(?:1\\d|2[0-3]|0?\\d)w?';
const AM_OR_PM_PATTERN = '(?:am(?! i )|pm)';
const FOUR_DIGITS_PATTERN = '(?:[01]?\\d|2[0-3])[0-5]\\d';
const MINUTES_IN_WORDS_PATTERN = '(?:oh? [1-9]w|[1-5][05]w)';
const MINUTES_PATTERN = `(?:${MINUTES_IN_WORDS_PATTERN}|[0-5][05])`;
const NOT_A_PRICE_PATTERN =
  '(?<!(?:me|costs?|price|only|just|pay|paid|charged?|than|spen[dt]|total|under|over|worth) )';
const DURATION_PATTERN = `${COUNT_PATTERN} (?:hour|minute)(?: and a half)?`;

/** Forms that are rarely anything but a time. */
const UNAMBIGUOUS_CLOCK_PATTERN = [
  `half (?:past |after )?${HOUR_12_PATTERN}`,
  `(?:a )?(?:quarter|1[05]w? minute|[2-5]?[05]w? minute) (?:to|past|before|after|of|until) ${HOUR_12_PATTERN}`,
  `(?<!(?:from|between|open|to) )(?!(?:5|10) to \\S+ ${AM_OR_PM_PATTERN} )(?:5|10|20|25)w? to ${HOUR_12_PATTERN}`,
  `[1-5]?\\dw? past ${HOUR_12_PATTERN}`,
  '\\d{1,2}:[0-5]\\d',
  `${NOT_A_PRICE_PATTERN}(?:1?\\d|2[0-3]|0\\d)\\.[0-5]\\d`,
  `(?:1[0-2]|[1-9])w ${MINUTES_IN_WORDS_PATTERN}`,
  '(?:12w? )?(?:noon|midnight)',
].join('|');

const AM_PM_OR_OCLOCK_PATTERN = `(?: ish| o ?clock| ${AM_OR_PM_PATTERN})`;
const PART_OF_DAY_PATTERN = '(?: in the (?:morning|afternoon|evening)| at night)';
const CLOCK_SUFFIX_PATTERN = `${AM_PM_OR_OCLOCK_PATTERN}*${PART_OF_DAY_PATTERN}?(?: sharp| on the dot| exactly)?`;

/** A time that needs no context: "half seven", "7:30", "7pm", "sevenish", "eight in the morning". */
export const STANDALONE_CLOCK_PATTERN =
  `(?:(?:${DURATION_PATTERN} (?:before|after) )?(?:(?:${UNAMBIGUOUS_CLOCK_PATTERN})${CLOCK_SUFFIX_PATTERN}|` +
  `(?:${HOUR_24_PATTERN} ${MINUTES_PATTERN}|${FOUR_DIGITS_PATTERN}|${HOUR_24_PATTERN})(?:${AM_PM_OR_OCLOCK_PATTERN}+${PART_OF_DAY_PATTERN}?|${PART_OF_DAY_PATTERN})))`;

/** A time where the context leaves no doubt: also "7", "7 30" and "1930". */
export const ANY_CLOCK_PATTERN = `(?:(?:${UNAMBIGUOUS_CLOCK_PATTERN}|${HOUR_24_PATTERN} ${MINUTES_PATTERN}|${FOUR_DIGITS_PATTERN}|${HOUR_24_PATTERN})${CLOCK_SUFFIX_PATTERN})`;

const STANDALONE_CLOCK_ONLY_PATTERN = new RegExp(`^${STANDALONE_CLOCK_PATTERN}$`);
export const isStandaloneClock = (text: string) => STANDALONE_CLOCK_ONLY_PATTERN.test(text);

/** Whether it can only be a time, unlike the counts in "7.30 each" and "ten to eight people". */
export const isUnmistakableClock = (text: string) =>
  /:| (?:am|pm|o ?clock|ish|night|the)|noon|midnight|half/.test(text);

export function parseClock(text: string): ClockTime | undefined {
  const offsetMatch = text.match(`^(${COUNT_PATTERN}) (hour|minute)( and a half)? (before|after) (.+)$`);
  if (offsetMatch) return parseOffsetClock(offsetMatch);
  const amOrPm = parseAmOrPm(text);
  const approximation = / ish/.test(text) ? { isApproximate: true as const } : {};
  const textWithoutSuffix = text.replace(
    / (?:am|pm|ish|o ?clock|sharp|on the dot|exactly|in the \w+|at night)(?= |$)/g,
    '',
  );
  const clock = parseClockWithoutSuffix(textWithoutSuffix);
  if (!clock || clock.hour > 24 || clock.minute > 59) return undefined;
  if (clock.amOrPm) return { ...clock, ...approximation };
  const resolvedAmOrPm =
    amOrPm === 'night' && (clock.hour === 12 || clock.hour < 5) ? 'am' : amOrPm === 'night' ? 'pm' : amOrPm;
  return { ...clock, ...approximation, ...(resolvedAmOrPm ? { amOrPm: resolvedAmOrPm } : {}) };
}

function parseOffsetClock([, countText = '', unit, hasHalf, direction, baseText = '']: RegExpMatchArray):
  | ClockTime
  | undefined {
  const clock = parseClock(baseText);
  if (!clock) return undefined;
  const offsetMinutes =
    (parseCount(countText) + (hasHalf ? 0.5 : 0)) *
    (unit === 'hour' ? MINUTES_PER_HOUR : 1) *
    (direction === 'before' ? -1 : 1);
  const hourMinutes = clock.hour * MINUTES_PER_HOUR;
  const wrapMinutes = hourMinutes + offsetMinutes < MINUTES_PER_HOUR ? 12 * MINUTES_PER_HOUR : 0;
  const totalMinutes = hourMinutes + clock.minute + offsetMinutes + wrapMinutes;
  return { ...clock, hour: Math.floor(totalMinutes / MINUTES_PER_HOUR), minute: totalMinutes % MINUTES_PER_HOUR };
}

function parseAmOrPm(text: string): 'am' | 'pm' | 'night' | undefined {
  if (/ am\b| in the morning/.test(text)) return 'am';
  if (/ pm\b| in the (?:afternoon|evening)/.test(text)) return 'pm';
  return text.includes(' at night') ? 'night' : undefined;
}

function parseClockWithoutSuffix(body: string): ClockTime | undefined {
  if (body.endsWith('noon')) return { hour: 12, minute: 0, amOrPm: 'pm' };
  if (body.endsWith('midnight')) return { hour: 12, minute: 0, amOrPm: 'am' };
  const halfMatch = body.match(/^half (?:past |after )?(\d+)w?$/);
  if (halfMatch) return { hour: Number(halfMatch[1]), minute: 30 };
  const relativeMatch = body.match(/^(?:a )?(quarter|\d+)w?(?: minute)? (to|past|before|after|of|until) (\d+)w?$/);
  if (relativeMatch) {
    const [, amount, direction, hourText] = relativeMatch;
    const minutes = amount === 'quarter' ? 15 : Number(amount);
    const hour = Number(hourText);
    if (direction === 'past' || direction === 'after') return { hour, minute: minutes };
    return { hour: hour === 1 ? 12 : hour - 1, minute: MINUTES_PER_HOUR - minutes };
  }
  const digitsMatch = body.match(/^(\d{1,2})w?[:. ](?:oh? )?(\d{1,2})w?$/) ?? body.match(/^(\d{1,2}?)(\d\d)$/);
  if (digitsMatch && body.length > 2)
    return { hour: Number(digitsMatch[1]), minute: Number(digitsMatch[2]), ...readAmOfMidnightHour(body) };
  const hourMatch = body.match(/^(\d{1,2})w?$/);
  return hourMatch ? { hour: Number(hourMatch[1]), minute: 0 } : undefined;
}

/** "0030" and "00:30" are after midnight; "07:30" stays open, because phones also write it for the evening. */
const readAmOfMidnightHour = (body: string) => (/^00/.test(body) ? { amOrPm: 'am' as const } : {});
