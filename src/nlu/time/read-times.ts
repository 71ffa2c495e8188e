import { bareHours } from './bare-hours.ts';
import { CALENDAR_RULES } from './calendar-rules.ts';
import { dayOfIso, minutesOf } from './civil.ts';
import { CLOCK_RULES } from './clock-rules.ts';
import { combine } from './combine.ts';
import { DAY_RULES } from './day-rules.ts';
import type { TimeContext, TimeMention } from './mention.ts';
import { PART_RULES } from './part-rules.ts';
import { PERIOD_RULES } from './period-rules.ts';
import { lineBefore, type Phrase, phraseOf, pieceAt } from './phrase.ts';
import { resolve } from './resolve.ts';
import { giveRoles } from './roles.ts';
import { type Found, isMoving, MOST, type Rule, type Scene } from './rule.ts';
import { SPAN_RULES } from './span-rules.ts';

const RULES: readonly Rule[] = [
  ...CALENDAR_RULES,
  ...PERIOD_RULES,
  ...DAY_RULES,
  ...CLOCK_RULES,
  ...PART_RULES,
  ...SPAN_RULES,
];

/** Longer than any message about a time; the rest is not read. */
const LONGEST = 4_000;

/** A text and where its words may say something about time, whatever day it is and whatever was agreed. */
export type TimeWords = { phrase: Phrase; spots: readonly Spot[]; moving: boolean };

type Spot = { rule: Rule; match: RegExpExecArray; first: number; last: number };

/** Nearly all of the work of reading times, which is the same for whatever was asked and agreed before. */
export function findTimeWords(text: string): TimeWords {
  const phrase = phraseOf(text.slice(0, LONGEST));
  return { phrase, spots: RULES.flatMap((rule) => spotsOf(rule, phrase)), moving: isMoving(phrase.line) };
}

function spotsOf(rule: Rule, phrase: Phrase): Spot[] {
  const spots: Spot[] = [];
  const { pattern, fits } = rule;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(phrase.line); match; match = pattern.exec(phrase.line)) {
    const end = match.index + match[0].length;
    if (!fits(phrase.line.slice(end))) continue;
    spots.push({ rule, match, first: pieceAt(phrase, match.index), last: pieceAt(phrase, end - 1) + 1 });
  }
  return spots;
}

/** What a message says about time, in order, no two mentions overlapping. Pure; a fraction of a millisecond. */
export const readTimes = (text: string, context: TimeContext): TimeMention[] =>
  readTimeWords(findTimeWords(text), context);

export function readTimeWords({ phrase, spots, moving }: TimeWords, context: TimeContext): TimeMention[] {
  const today = dayOfIso(context.now);
  if (phrase.pieces.length === 0 || today === undefined) return [];
  const minute = minutesOf(context.now.slice(11));
  const scene: Scene = { phrase, context, today, minute, moving };
  const ruled = combine(choose(spots.flatMap((spot) => readAt(spot, scene))), scene);
  const all = [...ruled, ...bareHours(scene, ruled)].sort((a, b) => a.first - b.first);
  const meant = all.slice(0, MOST).filter((found) => !isBirth(found, scene));
  return giveRoles(resolve(meant, scene), scene);
}

function readAt({ rule, match, first, last }: Spot, scene: Scene): Found[] {
  const reading = rule.read(match, scene);
  return reading ? [{ readings: [reading].flat() as Found['readings'], first, last }] : [];
}

/** From left to right the longest, of equals the one whose rule stands first. */
function choose(all: Found[]): Found[] {
  all.sort((a, b) => a.first - b.first || b.last - a.last);
  const chosen: Found[] = [];
  let end = 0;
  for (const found of all) {
    if (found.first < end) continue;
    chosen.push(found);
    end = found.last;
  }
  return chosen;
}

const BIRTH =
  / (?:born|dob|d \. o \. b \.|birth|birthdate|birthday (?:is|was))(?: (?:is|was|on|,|in|the|-|of|date))* $/;

/** "born on April 12", "dob 4/12": somebody's birth, and nothing to book. */
function isBirth({ readings: [reading], first }: Found, { phrase }: Scene): boolean {
  if (reading?.kind !== 'date') return false;
  return BIRTH.test(lineBefore(phrase, first, 30));
}
