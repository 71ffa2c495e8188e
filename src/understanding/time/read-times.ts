import { bareHours } from './bare-hours.ts';
import { CALENDAR_RULES } from './calendar-rules.ts';
import { dayOfIso, minutesOf } from './civil.ts';
import { CLOCK_RULES } from './clock-rules.ts';
import { combine } from './combine.ts';
import { DAY_RULES } from './day-rules.ts';
import type { TimeContext, TimeMention } from './mention.ts';
import { PART_RULES } from './part-rules.ts';
import { PERIOD_RULES } from './period-rules.ts';
import { phraseOf, pieceAt } from './phrase.ts';
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

/** What a message says about time, in order, no two mentions overlapping. Pure; a fraction of a millisecond. */
export function readTimes(text: string, context: TimeContext): TimeMention[] {
  const phrase = phraseOf(text.slice(0, LONGEST));
  const today = dayOfIso(context.now);
  if (phrase.pieces.length === 0 || today === undefined) return [];
  const minute = minutesOf(context.now.slice(11));
  const scene: Scene = { phrase, context, today, minute, moving: isMoving(phrase.line) };
  const ruled = combine(choose(findAll(scene)), scene);
  const all = [...ruled, ...bareHours(scene, ruled)].sort((a, b) => a.first - b.first);
  const meant = all.slice(0, MOST).filter((found) => !isBirth(found, scene));
  return giveRoles(resolve(meant, scene), scene);
}

function findAll(scene: Scene): Found[] {
  const { phrase } = scene;
  const found: Found[] = [];
  for (const { pattern, read, fits } of RULES) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(phrase.line); match; match = pattern.exec(phrase.line)) {
      const end = match.index + match[0].length;
      const reading = fits(phrase.line.slice(end)) ? read(match, scene) : undefined;
      if (!reading) continue;
      const first = pieceAt(phrase, match.index);
      const last = pieceAt(phrase, end - 1) + 1;
      found.push({ readings: [reading].flat() as Found['readings'], first, last });
    }
  }
  return found;
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
function isBirth({ readings: [reading], first }: Found, { phrase: { line, places } }: Scene): boolean {
  if (reading?.kind !== 'date') return false;
  const before = line.slice(Math.max(0, places[first]! - 30), places[first]);
  return BIRTH.test(before);
}
