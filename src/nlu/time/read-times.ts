import { findBareHours } from './bare-hours.ts';
import { CALENDAR_RULES } from './calendar-rules.ts';
import { dayNumberOfIso, minutesAfterMidnight } from './civil-dates.ts';
import { CLOCK_RULES } from './clock-rules.ts';
import { combineReadings } from './combine-readings.ts';
import { DAY_RULES } from './day-rules.ts';
import { DURATION_RULES } from './duration-rules.ts';
import { PART_RULES } from './part-rules.ts';
import { PERIOD_RULES } from './period-rules.ts';
import { getTextBefore, lexemeIndexAt, type Phrase, parsePhrase } from './phrase.ts';
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
const MAX_TEXT_CHARS = 4_000;

/** A text and the rules that match it, independent of the current day and of what was agreed. */
export type TimeRuleMatches = { phrase: Phrase; patternMatches: readonly PatternMatch[]; isReschedule: boolean };

type PatternMatch = { rule: Rule; match: RegExpExecArray; startIndex: number; endIndex: number };

/** Does most of the work of reading times; the result does not depend on the dialogue, so it can be reused. */
export function matchTimeRules(text: string): TimeRuleMatches {
  const phrase = parsePhrase(text.slice(0, MAX_TEXT_CHARS));
  return {
    phrase,
    patternMatches: RULES.flatMap((rule) => findPatternMatches(rule, phrase)),
    isReschedule: asksToReschedule(phrase.canonicalText),
  };
}

function findPatternMatches(rule: Rule, phrase: Phrase): PatternMatch[] {
  const patternMatches: PatternMatch[] = [];
  const { pattern, isAllowedBefore } = rule;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(phrase.canonicalText); match; match = pattern.exec(phrase.canonicalText)) {
    const end = match.index + match[0].length;
    if (!isAllowedBefore(phrase.canonicalText.slice(end))) continue;
    patternMatches.push({
      rule,
      match,
      startIndex: lexemeIndexAt(phrase, match.index),
      endIndex: lexemeIndexAt(phrase, end - 1) + 1,
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
  if (phrase.lexemes.length === 0 || today === undefined) return [];
  const minute = minutesAfterMidnight(context.now.slice(11));
  const input: ParseInput = { phrase, context, today, currentMinute: minute, isReschedule };
  const ruleMatches = combineReadings(
    chooseLongest(patternMatches.flatMap((patternMatch) => interpretMatch(patternMatch, input))),
    input,
  );
  const matches = [...ruleMatches, ...findBareHours(input, ruleMatches)].sort((a, b) => a.startIndex - b.startIndex);
  const relevantMatches = matches.slice(0, MAX_MENTIONS).filter((match) => !isBirthDate(match, input));
  return assignRoles(resolveReadings(relevantMatches, input), input);
}

function interpretMatch({ rule, match, startIndex, endIndex }: PatternMatch, input: ParseInput): RuleMatch[] {
  const reading = rule.read(match, input);
  return reading ? [{ readings: [reading].flat() as RuleMatch['readings'], startIndex, endIndex }] : [];
}

/** Chooses the longest match at each position from left to right; of equally long ones, the first rule's. */
function chooseLongest(matches: RuleMatch[]): RuleMatch[] {
  matches.sort((a, b) => a.startIndex - b.startIndex || b.endIndex - a.endIndex);
  const chosen: RuleMatch[] = [];
  let end = 0;
  for (const match of matches) {
    if (match.startIndex < end) continue;
    chosen.push(match);
    end = match.endIndex;
  }
  return chosen;
}

const BIRTH_BEFORE_PATTERN =
  / (?:born|dob|d \. o \. b \.|birth|birthdate|birthday (?:is|was))(?: (?:is|was|on|,|in|the|-|of|date))* $/;

/** "born on April 12", "dob 4/12": a date of birth, not a date to book. */
function isBirthDate({ readings: [reading], startIndex }: RuleMatch, { phrase }: ParseInput): boolean {
  if (reading?.kind !== 'date') return false;
  return BIRTH_BEFORE_PATTERN.test(getTextBefore(phrase, startIndex, 30));
}
