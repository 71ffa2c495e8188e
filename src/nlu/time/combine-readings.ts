// Combines readings that belong together: "the day after Thanksgiving", "Monday to Wednesday", "Nov 20 (Friday)".
import { getOnlyItem } from '../../kernel/lists.ts';
import { must } from '../../kernel/must.ts';
import { dayNumberOfIso, dayOfMonthOf, mondayOf, weekdayOf, weekdayOnOrAfter } from './civil-dates.ts';
import type { ParseInput, Reading, RuleMatch } from './rule.ts';

type DateReading = Extract<Reading, { kind: 'date' }>;
type OffsetReading = Extract<Reading, { kind: 'offset' }>;

const getDate = (match: RuleMatch | undefined): DateReading | undefined => {
  const reading = match?.readings[0];
  return reading?.kind === 'date' ? reading : undefined;
};

export function combineReadings(matches: readonly RuleMatch[], input: ParseInput): RuleMatch[] {
  const withOffsets = applyOffsets(alignAdjacentDates(matches, input), input);
  const combined = applyBounds(dropRedundantWeekdays(mergeRanges(withOffsets, input), input), input);
  return input.isReschedule ? combined : moveIntoNamedWeek(combined);
}

function joinPiecesBetween(left: RuleMatch, right: RuleMatch, { phrase: { lexemes } }: ParseInput): string {
  return lexemes
    .slice(left.endIndex, right.startIndex)
    .map(({ piece }) => piece)
    .join(' ');
}

const DATE_CONJUNCTION_PATTERN = /^,? ?(?:and|or|to|-|until|through|thru|\/)?(?: on)?(?: the)?$/;

/**
 * A bare day is in the same month or week as the date beside it: "Jan 15th and 16th", "the 9th and the 10th of August", "next Tuesday or
 * Wednesday", "Wednesday or Thursday next week".
 */
function alignAdjacentDates(matches: readonly RuleMatch[], input: ParseInput): RuleMatch[] {
  const result = [...matches];
  const replaceDay = (index: number, day: number) => {
    result[index] = { ...must(result[index], 'a match at the index'), readings: [{ kind: 'date', day }] };
  };
  const isBareDay = (date: DateReading) => date.weekday !== undefined || date.dayOfMonth !== undefined;
  const joinedIndexes = matches.flatMap((match, i) => {
    const previous = matches[i - 1];
    return previous && DATE_CONJUNCTION_PATTERN.test(joinPiecesBetween(previous, match, input)) ? [i] : [];
  });
  for (const i of joinedIndexes) {
    const [left, right] = [getDate(result[i - 1]), getDate(result[i])];
    if (!left || !right) continue;
    // On a Wednesday, "Tuesday or Wednesday" means next week.
    if (right.weekday && right.day === input.today && left.day > input.today) replaceDay(i, right.day + 7);
    if (isBareDay(left)) continue;
    if (right.weekday && right.day < left.day) replaceDay(i, weekdayOnOrAfter(left.day, right.weekday));
    if (right.dayOfMonth && right.dayOfMonth > dayOfMonthOf(left.day))
      replaceDay(i, left.day - dayOfMonthOf(left.day) + right.dayOfMonth);
  }
  for (const i of joinedIndexes.reverse()) {
    const [left, right] = [getDate(result[i - 1]), getDate(result[i])];
    if (!left || !right || isBareDay(right)) continue;
    if (left.weekday && right.isInNamedWeek) replaceDay(i - 1, mondayOf(right.day) + left.weekday - 1);
    if (left.dayOfMonth && left.dayOfMonth < dayOfMonthOf(right.day))
      replaceDay(i - 1, right.day - dayOfMonthOf(right.day) + left.dayOfMonth);
  }
  return result;
}

function applyOffsets(matches: readonly RuleMatch[], input: ParseInput): RuleMatch[] {
  const result: RuleMatch[] = [];
  for (let i = 0; i < matches.length; i++) {
    const match = must(matches[i], 'a match at the index');
    const [reading] = match.readings;
    if (reading?.kind !== 'offset') {
      result.push(match);
      continue;
    }
    const next = matches[i + 1];
    const date = getDate(next);
    if (next && date && /^(?:|the)$/.test(joinPiecesBetween(match, next, input))) {
      result.push({
        readings: [resolveOffsetFromDate(reading, date.day)],
        startIndex: match.startIndex,
        endIndex: next.endIndex,
      });
      i++;
    } else {
      const resolved = resolveLoneOffset(reading, match, findBaseDay(result, input), input);
      if (resolved) result.push(resolved);
    }
  }
  return result;
}

function resolveOffsetFromDate({ unit, relation }: OffsetReading, day: number): Reading {
  const sign = relation === 'after' ? 1 : relation === 'before' ? -1 : 0;
  if (unit === 'day') return { kind: 'date', day: day + sign };
  if (typeof unit === 'number') {
    return { kind: 'date', day: sign > 0 ? weekdayOnOrAfter(day + 1, unit) : weekdayOnOrAfter(day - 7, unit) };
  }
  const monday = mondayOf(day) + 7 * sign;
  return unit === 'week'
    ? { kind: 'days', from: monday, to: monday + 6 }
    : { kind: 'days', from: monday + 5, to: monday + 6 };
}

/** The day under discussion: the last one mentioned, or else the agreed one. */
function findBaseDay(
  previousMatches: readonly RuleMatch[],
  { context }: ParseInput,
): { day?: number; isMentioned?: true } {
  const previousDayMatch = previousMatches.findLast(
    ({ readings: [reading] }) => reading?.kind === 'date' || reading?.kind === 'days',
  );
  const [reading] = previousDayMatch?.readings ?? [];
  if (reading?.kind === 'date') return { day: reading.day, isMentioned: true };
  if (reading?.kind === 'days') return { day: reading.to, isMentioned: true };
  return context.agreed?.date ? { day: dayNumberOfIso(context.agreed.date) } : {};
}

/** "the day after" is relative to the base day, "the Friday after" to the next Friday; "Friday after lunch" is just Friday. */
function resolveLoneOffset(
  { unit, relation }: OffsetReading,
  match: RuleMatch,
  { day: baseDay, isMentioned }: { day?: number; isMentioned?: true },
  { today, phrase }: ParseInput,
): RuleMatch | undefined {
  if (unit === 'day') {
    if (baseDay === undefined) return undefined;
    if (isMentioned) return { ...match, readings: [{ kind: 'date', day: baseDay + (relation === 'after' ? 1 : -1) }] };
    return { ...match, readings: [{ kind: 'shift', days: 1, direction: relation === 'after' ? 'later' : 'earlier' }] };
  }
  if (typeof unit === 'number') {
    const nextPiece = phrase.lexemes[match.endIndex]?.piece ?? '.';
    const isWholePhrase =
      /^(?:[.,]|that|please|instead|would|same|at|then|if)$/.test(nextPiece) && relation === 'after';
    const day = weekdayOnOrAfter(baseDay ?? today, unit);
    if (isWholePhrase) return { ...match, readings: [{ kind: 'date', day: baseDay && day > baseDay ? day : day + 7 }] };
    const weekdayIndex = phrase.lexemes[match.startIndex]?.piece === 'the' ? match.startIndex + 1 : match.startIndex;
    return {
      readings: [{ kind: 'date', day: weekdayOnOrAfter(today, unit), weekday: unit }],
      startIndex: weekdayIndex,
      endIndex: weekdayIndex + 1,
    };
  }
  if (relation !== 'after') return undefined;
  const monday = mondayOf(baseDay ?? today) + 7;
  const from = unit === 'week' ? monday : monday + 5;
  return { ...match, readings: [{ kind: 'days', from, to: monday + 6 }] };
}

/** "Monday to Wednesday", "between the 3rd and the 5th"; in a reschedule these are not a range. */
function mergeRanges(matches: readonly RuleMatch[], input: ParseInput): RuleMatch[] {
  const result: RuleMatch[] = [];
  for (let i = 0; i < matches.length; i++) {
    const [match, next] = [must(matches[i], 'a match at the index'), matches[i + 1]];
    const [start, end] = [getDate(match), getDate(next)];
    const words = start && end && next ? joinPiecesBetween(match, next, input) : '';
    const wordBefore = input.phrase.lexemes[match.startIndex - 1]?.piece;
    const isRange =
      /^(?:-|through|thru)(?: the)?$/.test(words) || (!input.isReschedule && /^(?:to|until)(?: the)?$/.test(words));
    if (!start || !end || !next || !(isRange || (wordBefore === 'between' && /^and(?: the)?$/.test(words)))) {
      result.push(match);
      continue;
    }
    const to = end.weekday ? weekdayOnOrAfter(start.day, end.weekday) : end.day;
    const isWeekdayRange = start.weekday && end.weekday && to - start.day < 7;
    if (to < start.day) result.push(match);
    else {
      const weekdays = isWeekdayRange ? { weekdays: listWeekdays(start.day, to) } : {};
      const reading: Reading = { kind: 'days', from: start.day, to, ...weekdays };
      result.push({ readings: [reading], startIndex: match.startIndex, endIndex: next.endIndex });
      i++;
    }
  }
  return result;
}

const listWeekdays = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, ahead) => weekdayOf(from + ahead)).sort();

/** A weekday next to its own date adds nothing: "Nov 20 (Friday)". */
function dropRedundantWeekdays(matches: readonly RuleMatch[], input: ParseInput): RuleMatch[] {
  const result: RuleMatch[] = [];
  for (const match of matches) {
    const previous = result.at(-1);
    const [left, right] = [getDate(previous), getDate(match)];
    if (
      previous &&
      left &&
      right &&
      /^(?:,|-|on|a|the|which is a?|is a|,? ?(?:on|the))?$/.test(joinPiecesBetween(previous, match, input))
    ) {
      const fullDate = right.weekday ? left : right;
      const weekday = right.weekday ?? left.weekday;
      if (!fullDate.weekday && weekday === weekdayOf(fullDate.day)) {
        result[result.length - 1] = { readings: [fullDate], startIndex: previous.startIndex, endIndex: match.endIndex };
        continue;
      }
    }
    result.push(match);
  }
  return result;
}

/** How many days an open-ended period such as "after the 3rd" covers */
const OPEN_ENDED_DAYS = 14;

/** "before Friday", "by the 5th", "from Monday on"; "since Monday" is in the past. */
function applyBounds(matches: readonly RuleMatch[], input: ParseInput): RuleMatch[] {
  const { today, phrase, isReschedule } = input;
  const pieceAt = (index: number) => phrase.lexemes[index]?.piece ?? '';
  return matches.map((match, index) => {
    const [reading] = match.readings;
    if (reading?.kind !== 'date' && reading?.kind !== 'days') return match;
    const wordIndex = pieceAt(match.startIndex - 1) === 'the' ? match.startIndex - 2 : match.startIndex - 1;
    // A word inside the previous match belongs to that match.
    const word = wordIndex < (matches[index - 1]?.endIndex ?? 0) ? '' : pieceAt(wordIndex);
    const [start, end] = reading.kind === 'date' ? [reading.day, reading.day] : [reading.from, reading.to];
    const toDaysMatch = (from: number, to: number): RuleMatch =>
      from > to ? match : { readings: [{ kind: 'days', from, to }], startIndex: wordIndex, endIndex: match.endIndex };
    if (word === 'before') return toDaysMatch(today, start - 1);
    if (word === 'by' || (word === 'until' && !isReschedule)) return toDaysMatch(today, end);
    if (word === 'after') return toDaysMatch(end + 1, end + OPEN_ENDED_DAYS);
    if (reading.kind === 'days') return match;
    if (word === 'from' && !isReschedule) return toDaysMatch(start, start + OPEN_ENDED_DAYS);
    if (/^onwards?$/.test(pieceAt(match.endIndex)))
      return { ...toDaysMatch(start, start + OPEN_ENDED_DAYS), startIndex: match.startIndex };
    if (word !== 'since' || !reading.weekday) return match;
    return { ...match, readings: [{ kind: 'date', day: weekdayOnOrAfter(today - 7, reading.weekday) }] };
  });
}

/** A bare weekday is in the week that the message names: "some time next week, Friday maybe". */
function moveIntoNamedWeek(matches: readonly RuleMatch[]): RuleMatch[] {
  const weeks = matches.map(({ readings: [reading] }) => reading).filter((reading) => reading?.kind === 'days');
  const week = getOnlyItem(weeks);
  if (!week || week.to - week.from >= 7 || week.weekdays) return [...matches];
  return matches.map((match) => {
    const date = getDate(match);
    if (!date?.weekday || (date.day >= week.from && date.day <= week.to)) return match;
    const day = weekdayOnOrAfter(week.from, date.weekday);
    return day <= week.to ? { ...match, readings: [{ kind: 'date', day }, ...match.readings.slice(1)] } : match;
  });
}
