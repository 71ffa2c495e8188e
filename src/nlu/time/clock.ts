import { HOUR } from './civil.ts';
import { type Clock, COUNT, countOf } from './rule.ts';

const HOUR_12 = '(?:1[0-2]|0?[1-9])w?';
const HOUR_24 = '(?:1\\d|2[0-3]|0?\\d)w?';
const HALF = '(?:am(?! i )|pm)';
const DIGITS = '(?:[01]?\\d|2[0-3])[0-5]\\d';
const MINUTES_IN_WORDS = '(?:oh? [1-9]w|[1-5][05]w)';
const MINUTES = `(?:${MINUTES_IN_WORDS}|[0-5][05])`;
const NO_PRICE = '(?<!(?:me|costs?|price|only|just|pay|paid|charged?|than|spen[dt]|total|under|over|worth) )';
const AMOUNT = `${COUNT} (?:hour|minute)(?: and a half)?`;

/** Ways to say a time in which little else is said. */
const SURE = [
  `half (?:past |after )?${HOUR_12}`,
  `(?:a )?(?:quarter|1[05]w? minute|[2-5]?[05]w? minute) (?:to|past|before|after|of|until) ${HOUR_12}`,
  `(?<!(?:from|between|open|to) )(?!(?:5|10) to \\S+ ${HALF} )(?:5|10|20|25)w? to ${HOUR_12}`,
  `[1-5]?\\dw? past ${HOUR_12}`,
  '\\d{1,2}:[0-5]\\d',
  `${NO_PRICE}(?:1?\\d|2[0-3]|0\\d)\\.[0-5]\\d`,
  `(?:1[0-2]|[1-9])w ${MINUTES_IN_WORDS}`,
  '(?:12w? )?(?:noon|midnight)',
].join('|');

const MARK = `(?: ish| o ?clock| ${HALF})`;
const TAIL = '(?: in the (?:morning|afternoon|evening)| at night)';
const REST = `${MARK}*${TAIL}?(?: sharp| on the dot| exactly)?`;

/** A time as it stands on its own: "half seven", "7:30", "7pm", "sevenish", "eight in the morning". */
export const SURE_CLOCK =
  `(?:(?:${AMOUNT} (?:before|after) )?(?:(?:${SURE})${REST}|` +
  `(?:${HOUR_24} ${MINUTES}|${DIGITS}|${HOUR_24})(?:${MARK}+${TAIL}?|${TAIL})))`;

/** A time where the words around it leave no doubt: also "7", "7 30" and "1930". */
export const ANY_CLOCK = `(?:(?:${SURE}|${HOUR_24} ${MINUTES}|${DIGITS}|${HOUR_24})${REST})`;

const WHOLE = new RegExp(`^${SURE_CLOCK}$`);
export const isSureClock = (said: string) => WHOLE.test(said);

/** Whether nothing but a time is said so; "7.30 each" and "ten to eight people" count. */
export const isCertainClock = (said: string) => /:| (?:am|pm|o ?clock|ish|night|the)|noon|midnight|half/.test(said);

/** Of the words of a time, the time. */
export function clockIn(said: string): Clock | undefined {
  const offset = said.match(`^(${COUNT}) (hour|minute)( and a half)? (before|after) (.+)$`);
  if (offset) return moved(offset);
  const half = halfIn(said);
  const about = / ish/.test(said) ? { about: true as const } : {};
  const body = said.replace(/ (?:am|pm|ish|o ?clock|sharp|on the dot|exactly|in the \w+|at night)(?= |$)/g, '');
  const at = bodyIn(body);
  if (!at || at.hour > 24 || at.minute > 59) return undefined;
  if (at.half) return { ...at, ...about };
  const late = half === 'night' && (at.hour === 12 || at.hour < 5) ? 'am' : half === 'night' ? 'pm' : half;
  return { ...at, ...about, ...(late ? { half: late } : {}) };
}

function moved([, count = '', unit, more, where, of = '']: RegExpMatchArray): Clock | undefined {
  const clock = clockIn(of);
  if (!clock) return undefined;
  const minutes = (countOf(count) + (more ? 0.5 : 0)) * (unit === 'hour' ? HOUR : 1) * (where === 'before' ? -1 : 1);
  const all = clock.hour * HOUR + clock.minute + minutes + (clock.hour * HOUR + minutes < HOUR ? 12 * HOUR : 0);
  return { ...clock, hour: Math.floor(all / HOUR), minute: all % HOUR };
}

function halfIn(said: string): 'am' | 'pm' | 'night' | undefined {
  if (/ am\b| in the morning/.test(said)) return 'am';
  if (/ pm\b| in the (?:afternoon|evening)/.test(said)) return 'pm';
  return said.includes(' at night') ? 'night' : undefined;
}

function bodyIn(body: string): Clock | undefined {
  if (body.endsWith('noon')) return { hour: 12, minute: 0, half: 'pm' };
  if (body.endsWith('midnight')) return { hour: 12, minute: 0, half: 'am' };
  const half = body.match(/^half (?:past |after )?(\d+)w?$/);
  if (half) return { hour: Number(half[1]), minute: 30 };
  const beside = body.match(/^(?:a )?(quarter|\d+)w?(?: minute)? (to|past|before|after|of|until) (\d+)w?$/);
  if (beside) {
    const [, said, where, of] = beside;
    const minutes = said === 'quarter' ? 15 : Number(said);
    const hour = Number(of);
    if (where === 'past' || where === 'after') return { hour, minute: minutes };
    return { hour: hour === 1 ? 12 : hour - 1, minute: HOUR - minutes };
  }
  const digits = body.match(/^(\d{1,2})w?[:. ](?:oh? )?(\d{1,2})w?$/) ?? body.match(/^(\d{1,2}?)(\d\d)$/);
  if (digits && body.length > 2) return { hour: Number(digits[1]), minute: Number(digits[2]), ...military(body) };
  const hour = body.match(/^(\d{1,2})w?$/);
  return hour ? { hour: Number(hour[1]), minute: 0 } : undefined;
}

/** "0030" and "00:30" are the small hours; "07:30" is left open, for phones write it in the evening too. */
const military = (body: string) => (/^00/.test(body) ? { half: 'am' as const } : {});
