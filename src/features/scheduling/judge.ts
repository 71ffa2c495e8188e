// The one judgement about a booking: asked before offering, when booking, when moving and when explaining.
import {
  type Candidate,
  CHECKS,
  type Frame,
  frameOf,
  isOnGrid,
  isPossible,
  periodAt,
  type Rules,
  type Scope,
  scopeOf,
  type TimeRule,
  type Wish,
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

export type Verdict =
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

export function judge(
  rules: Rules,
  now: number,
  wish: Wish,
  candidate: Candidate,
  given: readonly GivenResult[] = [],
): Verdict {
  return judgeAny(rules, now, wish, [candidate], given);
}

/** Whether any of the candidates can take it; with none of them, whether the business is open to it. */
export function judgeAny(
  rules: Rules,
  now: number,
  wish: Wish,
  candidates: readonly Candidate[],
  given: readonly GivenResult[] = [],
): Verdict {
  const { day } = rules.zone.localAt(wish.start);
  const scope = scopeOf(rules, day, day);
  const period = periodAt(scope.open, wish.start);
  if (period && !isOnGrid(period, wish.start, rules.slotMinutes)) return { offGrid: true };

  const frames = candidates.map((candidate) => frameOf(rules, now, wish, scope, candidate));
  const checks = CHECKS.filter(({ rule }) => rule !== 'full' || candidates.length > 0);
  const timed = judgeTimes({ rules, now, wish, candidates, scope }, checks, frames);
  const results = [...given.map(({ rule, ok, detail }) => ({ rule, ok, detail })), ...timed];
  const failed = given.find(({ ok }) => !ok);
  const reason = failed ? reasonOf(failed) : timed.find(({ ok }) => !ok)?.rule;
  const free = candidates.filter((_, i) => isPossible(frames[i]!, wish.start));
  return { offGrid: false, available: !reason, reason, rules: results, free: reason ? [] : free };
}

function judgeTimes(
  asked: { rules: Rules; now: number; wish: Wish; candidates: readonly Candidate[]; scope: Scope },
  checks: typeof CHECKS,
  frames: readonly Frame[],
): { rule: TimeRule; ok: boolean; detail: string }[] {
  const { rules, now, wish, scope } = asked;
  const business = frameOf(rules, now, wish, scope);
  // Those who pass one rule go on to the next; where nobody passes, the next is still answered for all of them.
  let left = frames.length > 0 ? frames : [business];
  return checks.map(({ rule, passes }) => {
    const passing = left.filter((frame) => passes(frame, wish.start));
    if (passing.length > 0) left = passing;
    const ok = passing.length > 0;
    return { rule, ok, detail: detailOf(rule, ok, { ...asked, business }) };
  });
}

function reasonOf({ rule, reason }: GivenResult): Reason {
  return reason ?? (rule === 'size' ? 'party_too_large' : 'no_such_resource');
}

/** For what has a fixed start and no grid, a class: only notice and horizon. */
export function judgeFixedStart(rules: Rules, now: number, start: number): Exclude<Verdict, { offGrid: true }> {
  const wish = { start, durationMinutes: 0 };
  const scope = { fromDay: 0, toDay: 0, open: [] };
  const checks = CHECKS.filter(({ rule }) => rule === 'too_soon' || rule === 'too_far');
  const timed = judgeTimes({ rules, now, wish, candidates: [], scope }, checks, []);
  const reason = timed.find(({ ok }) => !ok)?.rule;
  return { offGrid: false, available: !reason, reason, rules: timed, free: [] };
}
