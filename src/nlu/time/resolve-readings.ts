// Turns readings into mentions: chooses am or pm, the right week, and the result of shifts such as "an hour later".
import { formatClock, formatDay } from '../../kernel/clock.ts';
import { must } from '../../kernel/must.ts';
import { type ClockHints, resolveMinuteOfDay } from './am-or-pm.ts';
import { dayNumberOfIso, MINUTES_PER_HOUR, minutesAfterMidnight, weekdayOf } from './civil-dates.ts';
import { getDayPart } from './day-parts.ts';
import type { ClockTime, ParseInput, Reading, RuleMatch } from './rule.ts';
import type { TimeMeaning, TimeMention } from './time-mention.ts';

/** A mention and the lexemes it covers; `endIndex` is excluded. */
export type PlacedMention = { mention: TimeMention; startIndex: number; endIndex: number };

type ReadingOfKind<Kind extends Reading['kind']> = Extract<Reading, { kind: Kind }>;

/** The message, all rule matches in it, and the hints that apply to a match. */
type ResolveInput = ParseInput & { allMatches: readonly RuleMatch[]; findHints: (match: RuleMatch) => ClockHints };

export function resolveReadings(matches: readonly RuleMatch[], input: ParseInput): PlacedMention[] {
  const firstPassInput = { ...input, allMatches: matches, findHints: createHintsFinder(matches) };
  const allMatches = matches.map((match) => ({ ...match, readings: rollOverToday(match, firstPassInput) }));
  const resolveInput = { ...input, allMatches, findHints: createHintsFinder(allMatches) };
  return allMatches.flatMap((match) => {
    const { text } = input.phrase;
    const span = getTextSpan(match, input);
    const meanings = match.readings.flatMap((reading) => resolveMeanings(reading, match, resolveInput));
    return meanings.map((meaning, i) => {
      const start = i === 0 ? span.start : span.end;
      const mention = { start, end: span.end, text: text.slice(start, span.end), ...meaning };
      return { mention, startIndex: match.startIndex, endIndex: match.endIndex };
    });
  });
}

function resolveMeanings(reading: Reading, match: RuleMatch, input: ResolveInput): TimeMeaning[] {
  switch (reading.kind) {
    case 'date':
      return [{ kind: 'date', date: formatDay(reading.day), ...(reading.holiday ? { holiday: reading.holiday } : {}) }];
    case 'days': {
      const { from, to, name = getOriginalText(match, input), weekdays } = reading;
      return [{ kind: 'days', from: formatDay(from), to: formatDay(to), name, ...(weekdays ? { weekdays } : {}) }];
    }
    case 'part':
      return [{ kind: 'window', ...getDayPart(reading.name), name: reading.name }];
    case 'window':
      return [resolveWindow(reading, match, input)];
    case 'clock':
      return [resolveTime(reading.clock, match, input)];
    case 'moment': {
      const minuteOfDay = input.currentMinute + reading.minutes;
      return [
        {
          kind: 'moment',
          date: formatDay(input.today + Math.floor(minuteOfDay / (24 * MINUTES_PER_HOUR))),
          time: formatClock(minuteOfDay),
        },
      ];
    }
    case 'shift':
      return [reading, ...applyShift(reading, input)];
    case 'offset':
    case 'nothing':
      return [];
    default:
      return [reading];
  }
}

const getTextSpan = ({ startIndex, endIndex }: RuleMatch, { phrase: { lexemes } }: ParseInput) => ({
  start: must(lexemes[startIndex], 'the first lexeme of a match').start,
  end: must(lexemes[endIndex - 1], 'the last lexeme of a match').end,
});

function getOriginalText(match: RuleMatch, input: ParseInput): string {
  const { start, end } = getTextSpan(match, input);
  return input.phrase.text.slice(start, end);
}

/** Finds the day and part of the day that go with a time: the nearest before it, or else the first after it. */
function createHintsFinder(matches: readonly RuleMatch[]): ResolveInput['findHints'] {
  const indexedReadings = matches.flatMap(({ startIndex, readings }) =>
    readings.map((reading) => ({ startIndex, reading })),
  );
  const days = indexedReadings.filter(({ reading }) => reading.kind === 'date');
  const parts = indexedReadings.filter(({ reading }) => reading.kind === 'part' && reading.name !== 'any time');
  const findNearest = (candidates: typeof indexedReadings, to: number) =>
    (candidates.findLast(({ startIndex }) => startIndex <= to) ?? candidates[0])?.reading;
  return ({ startIndex }) => {
    const [day, part] = [findNearest(days, startIndex), findNearest(parts, startIndex)];
    return {
      ...(day?.kind === 'date' ? { day: day.day } : {}),
      ...(part?.kind === 'part' ? { dayPart: part.name } : {}),
    };
  };
}

function resolveTime(clock: ClockTime, match: RuleMatch, input: ResolveInput): TimeMeaning {
  const amOrPm = clock.amOrPm ?? findAmOrPmOfAlternative(clock, match, input);
  const { minuteOfDay, isAmOrPmInferred } = resolveMinuteOfDay({ ...clock, amOrPm }, input.findHints(match), input);
  return {
    kind: 'time',
    time: formatClock(minuteOfDay),
    ...(clock.isApproximate || isApproximate(match, input) ? { isApproximate: true } : {}),
    ...(isAmOrPmInferred ? { isAmOrPmInferred: true } : {}),
  };
}

/** In "6 or 7pm" both are in the evening, in "move my 10:30 to 11am" both in the morning. */
function findAmOrPmOfAlternative(
  { hour }: ClockTime,
  { endIndex }: RuleMatch,
  { allMatches, phrase: { lexemes } }: ResolveInput,
): ClockTime['amOrPm'] {
  const conjunction = lexemes[endIndex]?.piece ?? '';
  if (!/^(?:or|and|\/|to)$/.test(conjunction)) return undefined;
  const reading = allMatches.find(({ startIndex }) => startIndex === endIndex + 1)?.readings[0];
  if (reading?.kind !== 'clock') return undefined;
  return conjunction === 'to' && hour % 12 > reading.clock.hour % 12 ? undefined : reading.clock.amOrPm;
}

/** "around 8", "8 or so"; but "what about 8" is a suggestion. */
function isApproximate(
  { startIndex, endIndex }: RuleMatch,
  { phrase: { lexemes, canonicalText, offsets } }: ParseInput,
): boolean {
  const [pieceBeforePrevious = '', previousPiece = ''] = [
    lexemes[startIndex - 2]?.piece,
    lexemes[startIndex - 1]?.piece,
  ];
  if (/^(?:around|about|like)$/.test(previousPiece)) return !/^(?:what|how)$/.test(pieceBeforePrevious);
  const textAfterMatch = canonicalText.slice(offsets[endIndex] ?? canonicalText.length);
  return /^(?:or so|or thereabouts|give or take|or around|or about|around) /.test(textAfterMatch);
}

function resolveWindow(reading: ReadingOfKind<'window'>, match: RuleMatch, input: ResolveInput): TimeMeaning {
  const name = reading.name ?? getOriginalText(match, input);
  const hints = input.findHints(match);
  const { from, to } = reading;
  if (from && to) {
    const [start, end] = resolveRange(from, to, hints, input);
    return { kind: 'window', from: formatClock(start), to: formatClock(end), name };
  }
  return {
    kind: 'window',
    from: from && formatClock(resolveMinuteOfDay(from, hints, input).minuteOfDay),
    to:
      to &&
      formatClock(resolveMinuteOfDay(asClosingTime(to, input), { ...hints, isRangeEnd: true }, input).minuteOfDay),
    name,
  };
}

/** In "open until 10" the time is in the evening, whatever the opening hours. */
function asClosingTime(clock: ClockTime, { phrase: { canonicalText } }: ParseInput): ClockTime {
  const asksClosingTime = / (?:open|close|closes|closed|closing) .{0,30}until /.test(canonicalText);
  return asksClosingTime && !clock.amOrPm && clock.hour < 12 ? { ...clock, amOrPm: 'pm' } : clock;
}

/** Both ends of a range: the end is the first such time after the start, and in "5-7pm" both are pm. */
function resolveRange(from: ClockTime, to: ClockTime, hints: ClockHints, input: ParseInput): [number, number] {
  const startClock = { ...from };
  if (to.amOrPm && !from.amOrPm && from.hour <= 12) {
    const startInSameHalf = resolveMinuteOfDay({ ...from, amOrPm: to.amOrPm }, hints, input).minuteOfDay;
    startClock.amOrPm =
      startInSameHalf <= resolveMinuteOfDay(to, hints, input).minuteOfDay
        ? to.amOrPm
        : to.amOrPm === 'pm'
          ? 'am'
          : 'pm';
  }
  const start = resolveMinuteOfDay(startClock, hints, input).minuteOfDay;
  if (to.amOrPm || to.hour > 12) return [start, resolveMinuteOfDay(to, hints, input).minuteOfDay];
  const amMinute = (to.hour % 12) * MINUTES_PER_HOUR + to.minute;
  return [start, amMinute > start ? amMinute : amMinute + 12 * MINUTES_PER_HOUR];
}

function applyShift(
  { minutes, days, direction }: ReadingOfKind<'shift'>,
  { context: { agreed } }: ParseInput,
): TimeMeaning[] {
  const sign = direction === 'later' ? 1 : -1;
  if (minutes && agreed?.time) {
    const minuteOfDay = minutesAfterMidnight(agreed.time) + sign * minutes;
    return minuteOfDay >= 0 && minuteOfDay < 24 * MINUTES_PER_HOUR
      ? [{ kind: 'time', time: formatClock(minuteOfDay) }]
      : [];
  }
  const day = agreed?.date ? dayNumberOfIso(agreed.date) : undefined;
  return !days || day === undefined ? [] : [{ kind: 'date', date: formatDay(day + sign * days) }];
}

/** Today's weekday means today until the stated time or, without one, until closing time; after that, next week. */
function rollOverToday(match: RuleMatch, input: ResolveInput): readonly Reading[] {
  const { today, currentMinute, context } = input;
  const [date] = match.readings;
  if (date?.kind !== 'date' || date.weekday !== weekdayOf(today) || date.day !== today) return match.readings;
  const clockReading = input.allMatches.flatMap(({ readings }) => readings).find((reading) => reading.kind === 'clock');
  const minuteOfDay =
    clockReading &&
    resolveMinuteOfDay(clockReading.clock, { ...input.findHints(match), day: today }, input).minuteOfDay;
  const closingMinute = Math.max(-1, ...(context.openingPeriodsOn?.(formatDay(today)) ?? []).map(([, close]) => close));
  const endMinute = minuteOfDay ?? (closingMinute < 0 ? Number.POSITIVE_INFINITY : closingMinute);
  return endMinute > currentMinute ? match.readings : [{ ...date, day: today + 7 }, ...match.readings.slice(1)];
}
