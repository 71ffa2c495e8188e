// The single availability check: used before offering a time, when booking, when moving and when explaining. `now` and
// `start` are epoch milliseconds.

import {
  createSearchWindow,
  createStartConstraints,
  isBookableStart,
  isOnGrid,
  type RequestedTime,
  type ResourceSchedule,
  type SchedulingRules,
  type SearchWindow,
  type StartConstraints,
  TIME_CHECKS,
  type TimeRule,
} from './availability-rules.ts';
import { findPeriodAt } from './intervals.ts';
import { explainRule } from './rule-explanations.ts';
import type { Reason } from './shapes.ts';

type RuleName = 'resource' | 'size' | TimeRule;

interface RuleResult {
  rule: RuleName;
  ok: boolean;
  detail: string;
}

/** The industry's own check of the resource and the party size, which comes before the time rules. */
export interface ResourceCheckResult extends RuleResult {
  rule: 'resource' | 'size';
  reason?: 'no_such_resource' | 'not_offered' | 'party_too_large';
}

export type Availability =
  /** Not on the slot grid: an invalid request, so no rule is checked. */
  | { isOffGrid: true }
  | {
      isOffGrid: false;
      available: boolean;
      /** The first rule that failed. */
      reason?: Reason;
      rules: RuleResult[];
      /** The candidates that can take it, in the given order. */
      freeCandidates: ResourceSchedule[];
    };

export function checkAvailability(
  rules: SchedulingRules,
  now: number,
  requestedTime: RequestedTime,
  candidate: ResourceSchedule,
  resourceResults: readonly ResourceCheckResult[] = [],
): Availability {
  return checkAnyAvailability(rules, now, requestedTime, [candidate], resourceResults);
}

/** Whether any candidate can take it; with an empty list, whether the business itself could. */
export function checkAnyAvailability(
  rules: SchedulingRules,
  now: number,
  requestedTime: RequestedTime,
  candidates: readonly ResourceSchedule[],
  resourceResults: readonly ResourceCheckResult[] = [],
): Availability {
  const { day } = rules.zone.localAt(requestedTime.start);
  const searchWindow = createSearchWindow(rules, day, day);
  const period = findPeriodAt(searchWindow.openPeriods, requestedTime.start);
  if (period && !isOnGrid(period, requestedTime.start, rules.slotMinutes)) return { isOffGrid: true };

  const constraints = candidates.map((candidate) =>
    createStartConstraints(rules, now, requestedTime, searchWindow, candidate),
  );
  const timeChecks = TIME_CHECKS.filter(({ rule }) => rule !== 'full' || candidates.length > 0);
  const timeResults = checkTimes({ rules, now, requestedTime, candidates, searchWindow }, timeChecks, constraints);
  const results = [...resourceResults.map(({ rule, ok, detail }) => ({ rule, ok, detail })), ...timeResults];
  const failedCheck = resourceResults.find(({ ok }) => !ok);
  const reason = failedCheck ? toReason(failedCheck) : timeResults.find(({ ok }) => !ok)?.rule;
  // biome-ignore lint/style/noNonNullAssertion: each candidate has constraints
  const freeCandidates = candidates.filter((_, i) => isBookableStart(constraints[i]!, requestedTime.start));
  return { isOffGrid: false, available: !reason, reason, rules: results, freeCandidates: reason ? [] : freeCandidates };
}

function checkTimes(
  request: {
    rules: SchedulingRules;
    now: number;
    requestedTime: RequestedTime;
    candidates: readonly ResourceSchedule[];
    searchWindow: SearchWindow;
  },
  checks: typeof TIME_CHECKS,
  constraints: readonly StartConstraints[],
): { rule: TimeRule; ok: boolean; detail: string }[] {
  const { rules, now, requestedTime, searchWindow } = request;
  const businessConstraints = createStartConstraints(rules, now, requestedTime, searchWindow);
  // Candidates that fail a rule drop out. If all of them fail, the next rule is still checked for all of them.
  let remainingConstraints = constraints.length > 0 ? constraints : [businessConstraints];
  return checks.map(({ rule, passes }) => {
    const passingConstraints = remainingConstraints.filter((candidateConstraints) =>
      passes(candidateConstraints, requestedTime.start),
    );
    if (passingConstraints.length > 0) remainingConstraints = passingConstraints;
    const ok = passingConstraints.length > 0;
    return { rule, ok, detail: explainRule(rule, ok, { ...request, businessConstraints }) };
  });
}

function toReason({ rule, reason }: ResourceCheckResult): Reason {
  return reason ?? (rule === 'size' ? 'party_too_large' : 'no_such_resource');
}

/** For a fixed start without a slot grid, such as a class: only notice and horizon apply. */
export function checkFixedStart(
  rules: SchedulingRules,
  now: number,
  start: number,
): Exclude<Availability, { isOffGrid: true }> {
  const requestedTime = { start, durationMinutes: 0 };
  const searchWindow = { fromDay: 0, toDay: 0, openPeriods: [] };
  const checks = TIME_CHECKS.filter(({ rule }) => rule === 'too_soon' || rule === 'too_far');
  const timeResults = checkTimes({ rules, now, requestedTime, candidates: [], searchWindow }, checks, []);
  const reason = timeResults.find(({ ok }) => !ok)?.rule;
  return { isOffGrid: false, available: !reason, reason, rules: timeResults, freeCandidates: [] };
}
