// The single availability check: used before offering a time, when booking, when moving and when explaining.
import {
  type Candidate,
  CHECKS,
  type Frame,
  frameOf,
  isOnGrid,
  isPossible,
  periodAt,
  type RequestedTime,
  type Rules,
  type Scope,
  scopeOf,
  type TimeRule,
} from './frame.ts';
import { detailOf } from './phrases.ts';
import type { Reason } from './shapes.ts';

type RuleName = 'resource' | 'size' | TimeRule;

interface RuleResult {
  rule: RuleName;
  ok: boolean;
  detail: string;
}

/** What the industry has already found about resource and size, in that order. */
export interface GivenResult extends RuleResult {
  rule: 'resource' | 'size';
  /** Why it failed. */
  reason?: 'no_such_resource' | 'not_offered' | 'party_too_large';
}

export type Availability =
  /** Not a start at all, before any rule: the client's mistake. */
  | { offGrid: true }
  | {
      offGrid: false;
      available: boolean;
      /** The first rule that failed. */
      reason?: Reason;
      rules: RuleResult[];
      /** Those who can take it, in the order given. */
      free: Candidate[];
    };

export function checkAvailability(
  rules: Rules,
  now: number,
  requested: RequestedTime,
  candidate: Candidate,
  given: readonly GivenResult[] = [],
): Availability {
  return checkAnyAvailability(rules, now, requested, [candidate], given);
}

/** Whether any of the candidates can take it; with none of them, whether the business is open to it. */
export function checkAnyAvailability(
  rules: Rules,
  now: number,
  requested: RequestedTime,
  candidates: readonly Candidate[],
  given: readonly GivenResult[] = [],
): Availability {
  const { day } = rules.zone.localAt(requested.start);
  const scope = scopeOf(rules, day, day);
  const period = periodAt(scope.open, requested.start);
  if (period && !isOnGrid(period, requested.start, rules.slotMinutes)) return { offGrid: true };

  const frames = candidates.map((candidate) => frameOf(rules, now, requested, scope, candidate));
  const checks = CHECKS.filter(({ rule }) => rule !== 'full' || candidates.length > 0);
  const timed = checkTimes({ rules, now, requested, candidates, scope }, checks, frames);
  const results = [...given.map(({ rule, ok, detail }) => ({ rule, ok, detail })), ...timed];
  const failed = given.find(({ ok }) => !ok);
  const reason = failed ? reasonOf(failed) : timed.find(({ ok }) => !ok)?.rule;
  // biome-ignore lint/style/noNonNullAssertion: each candidate has a frame
  const free = candidates.filter((_, i) => isPossible(frames[i]!, requested.start));
  return { offGrid: false, available: !reason, reason, rules: results, free: reason ? [] : free };
}

function checkTimes(
  asked: { rules: Rules; now: number; requested: RequestedTime; candidates: readonly Candidate[]; scope: Scope },
  checks: typeof CHECKS,
  frames: readonly Frame[],
): { rule: TimeRule; ok: boolean; detail: string }[] {
  const { rules, now, requested, scope } = asked;
  const business = frameOf(rules, now, requested, scope);
  // Those who pass one rule go on to the next; where nobody passes, the next is still answered for all of them.
  let left = frames.length > 0 ? frames : [business];
  return checks.map(({ rule, passes }) => {
    const passing = left.filter((frame) => passes(frame, requested.start));
    if (passing.length > 0) left = passing;
    const ok = passing.length > 0;
    return { rule, ok, detail: detailOf(rule, ok, { ...asked, business }) };
  });
}

function reasonOf({ rule, reason }: GivenResult): Reason {
  return reason ?? (rule === 'size' ? 'party_too_large' : 'no_such_resource');
}

/** For what has a fixed start and no grid, a class: only notice and horizon. */
export function checkFixedStart(rules: Rules, now: number, start: number): Exclude<Availability, { offGrid: true }> {
  const requested = { start, durationMinutes: 0 };
  const scope = { fromDay: 0, toDay: 0, open: [] };
  const checks = CHECKS.filter(({ rule }) => rule === 'too_soon' || rule === 'too_far');
  const timed = checkTimes({ rules, now, requested, candidates: [], scope }, checks, []);
  const reason = timed.find(({ ok }) => !ok)?.rule;
  return { offGrid: false, available: !reason, reason, rules: timed, free: [] };
}
