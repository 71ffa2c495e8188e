// Scores by business, by skill and by kind of failure, as a table beside an earlier one.
import type { Played } from './play-all.ts';

type Score = { passed: number; of: number };
export type Result = {
  all: Score;
  businesses: Record<string, Score>;
  skills: Record<string, Score>;
  /** How many conversations failed so; one may fail in several ways. */
  failures: Record<string, number>;
};

/** What a problem is called, by how the judge words it. */
const KINDS: readonly (readonly [kind: string, RegExp])[] = [
  ['a booking is missing, wrong or one too many', /new bookings|no booking like/],
  ['claims what was not done', /^claims without/],
  ['does what nobody asked for', /^receipts /],
  ['does not do what was asked for', /^no receipt/],
  ['a person is called in vain, or not at all', /^status/],
  ['says what must not be said', /^a reply has|^reply to .* has \//],
  ['does not say what is asked for', /lacks \/|^no reply has/],
];
const OTHER = 'ends with an error';

export function summarize(played: readonly Played[]): Result {
  const failed = played.filter(({ problems }) => problems.length > 0);
  const kinds = failed.flatMap(({ problems }) => [...new Set(problems.map(kindOf))]);
  return {
    all: scoreOf(played),
    businesses: scoresBy(played, ({ business }) => [business]),
    skills: scoresBy(played, ({ tags }) => tags),
    failures: Object.fromEntries(
      [...KINDS.map(([kind]) => kind), OTHER]
        .map((kind): [string, number] => [kind, kinds.filter((each) => each === kind).length])
        .filter(([, count]) => count > 0),
    ),
  };
}

const kindOf = (problem: string) => KINDS.find(([, pattern]) => pattern.test(problem))?.[0] ?? OTHER;

const scoreOf = (played: readonly Played[]): Score => ({
  passed: played.filter(({ problems }) => problems.length === 0).length,
  of: played.length,
});

function scoresBy(played: readonly Played[], groupsOf: (each: Played) => readonly string[]): Record<string, Score> {
  const groups = [...new Set(played.flatMap(groupsOf))].sort();
  return Object.fromEntries(
    groups.map((group) => [group, scoreOf(played.filter((each) => groupsOf(each).includes(group)))]),
  );
}

export function compare(now: Result, before: Result | undefined): string {
  const scores = (title: string, of: Record<string, Score>, was: Record<string, Score> = {}) => [
    title,
    ...Object.entries(of).map(
      ([name, score]) => `  ${name.padEnd(44)}${scored(score)}   ${was[name] ? scored(was[name]) : ''}`,
    ),
  ];
  const kinds = new Set([...Object.keys(now.failures), ...Object.keys(before?.failures ?? {})]);
  return [
    `${''.padEnd(46)}${'now'.padEnd(18)}${before ? 'kept' : ''}`,
    ...scores('all', { conversations: now.all }, before && { conversations: before.all }),
    ...scores('by business', now.businesses, before?.businesses),
    ...scores('by skill', now.skills, before?.skills),
    'failures',
    ...[...kinds].map(
      (kind) =>
        `  ${kind.padEnd(44)}${String(now.failures[kind] ?? 0).padEnd(18)}${before ? (before.failures[kind] ?? 0) : ''}`,
    ),
  ].join('\n');
}

const scored = ({ passed, of }: Score) =>
  `${passed}/${of}`.padEnd(9) + `${((100 * passed) / of).toFixed(1)} %`.padEnd(6);
