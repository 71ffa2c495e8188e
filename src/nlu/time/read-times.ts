import { findBareHours } from './bare-hours.ts';
import { CALENDAR_RULES } from './calendar-rules.ts';
import { dayNumberOfIso, minutesOf } from './civil-dates.ts';
import { CLOCK_RULES } from './clock-rules.ts';
import { combineReadings } from './combine-readings.ts';
import { DAY_RULES } from './day-rules.ts';
import { DURATION_RULES } from './duration-rules.ts';
import { PART_RULES } from './part-rules.ts';
import { PERIOD_RULES } from './period-rules.ts';
import { type Phrase, phraseOf, pieceIndexAt, sameLineBefore } from './phrase.ts';
import { resolveReadings } from './resolve-readings.ts';
import { assignRoles } from './roles.ts';
import { asksToReschedule, MAX_MENTIONS, type ParseInput, type Rule, type RuleMatch } from './rule.ts';
import type { TimeContext, TimeMention } from './time-mention.ts';

const RULES: readonly Rule[] = [
  ...CALENDAR_RULES,
  ...PERIOD_RULES,
  ...DAY_RULES,
  ...CLOCK_RULES,
  ...PART_RULES,
  ...DURATION_RULES,
];

/** Longer than any real message about a time; the rest is ignored. */
const MAX_TEXT_LENGTH = 4_000;

/** A text and the rules that match it, independent of the current day and of what was agreed. */
export type TimeRuleMatches = { phrase: Phrase; patternMatches: readonly PatternMatch[]; isReschedule: boolean };

type PatternMatch = { rule: Rule; match: RegExpExecArray; first: number; last: number };

/** Does most of the work of reading times; the result does not depend on the dialogue, so it can be reused. */
export function matchTimeRules(text: string): TimeRuleMatches {
  const phrase = phraseOf(text.slice(0, MAX_TEXT_LENGTH));
  return {
    phrase,
    patternMatches: RULES.flatMap((rule) => matchesOf(rule, phrase)),
    isReschedule: asksToReschedule(phrase.line),
  };
}

function matchesOf(rule: Rule, phrase: Phrase): PatternMatch[] {
  const patternMatches: PatternMatch[] = [];
  const { pattern, isAllowedBefore } = rule;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(phrase.line); match; match = pattern.exec(phrase.line)) {
    const end = match.index + match[0].length;
    if (!isAllowedBefore(phrase.line.slice(end))) continue;
    patternMatches.push({
      rule,
      match,
      first: pieceIndexAt(phrase, match.index),
      last: pieceIndexAt(phrase, end - 1) + 1,
    });
  }
  return patternMatches;
}

/** The time mentions of a message, in order and without overlaps. A pure function that takes a fraction of a millisecond. */
export const readTimes = (text: string, context: TimeContext): TimeMention[] =>
  readMatchedTimes(matchTimeRules(text), context);

export function readMatchedTimes(
  { phrase, patternMatches, isReschedule }: TimeRuleMatches,
  context: TimeContext,
): TimeMention[] {
  const today = dayNumberOfIso(context.now);
  if (phrase.pieces.length === 0 || today === undefined) return [];
  const minute = minutesOf(context.now.slice(11));
  const input: ParseInput = { phrase, context, today, currentMinute: minute, isReschedule };
  const ruleMatches = combineReadings(
    chooseLongest(patternMatches.flatMap((patternMatch) => interpretMatch(patternMatch, input))),
    input,
  );
  const matches = [...ruleMatches, ...findBareHours(input, ruleMatches)].sort((a, b) => a.first - b.first);
  const relevantMatches = matches.slice(0, MAX_MENTIONS).filter((match) => !isBirthDate(match, input));
  return assignRoles(resolveReadings(relevantMatches, input), input);
}

function interpretMatch({ rule, match, first, last }: PatternMatch, input: ParseInput): RuleMatch[] {
  const reading = rule.read(match, input);
  return reading ? [{ readings: [reading].flat() as RuleMatch['readings'], first, last }] : [];
}

/** Chooses the longest match at each position from left to right; of equally long ones, the first rule's. */
function chooseLongest(matches: RuleMatch[]): RuleMatch[] {
  matches.sort((a, b) => a.first - b.first || b.last - a.last);
  const chosen: RuleMatch[] = [];
  let end = 0;
  for (const match of matches) {
    if (match.first < end) continue;
    chosen.push(match);
    end = match.last;
  }
  return chosen;
}

const BIRTH_BEFORE =
  / (?:born|dob|d \. o \. b \.|birth|birthdate|birthday (?:is|was))(?: (?:is|was|on|,|in|the|-|of|date))* $/;

/** "born on April 12", "dob 4/12": a date of birth, not a date to book. */
function isBirthDate({ readings: [reading], first }: RuleMatch, { phrase }: ParseInput): boolean {
  if (reading?.kind !== 'date') return false;
  return BIRTH_BEFORE.test(sameLineBefore(phrase, first, 30));
}
