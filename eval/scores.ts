// Scores by business, by skill and by kind of failure, printed next to an earlier result.
import type { PlayedCase } from './play-all.ts';

/** `of` is the number of conversations. Its name is in the saved results. */
type Score = { passed: number; of: number };
export type EvalResult = {
  all: Score;
  businesses: Record<string, Score>;
  skills: Record<string, Score>;
  /** The number of conversations with each kind of failure; one may fail in several ways. */
  failures: Record<string, number>;
};

/** Kinds of failure, recognised by the wording of the problems that `test/exam/grade.ts` reports. */
const FAILURE_KINDS: readonly (readonly [kind: string, RegExp])[] = [
  ['a booking is missing, wrong or one too many', /new bookings|no booking like/],
  ['claims what was not done', /^claims without/],
  ['does what nobody asked for', /^receipts /],
  ['does not do what was asked for', /^no receipt/],
  ['a person is called in vain, or not at all', /^status/],
  ['says what must not be said', /^a reply has|^reply to .* has \//],
  ['does not say what is asked for', /lacks \/|^no reply has/],
];
const OTHER_FAILURE = 'ends with an error';

export function summarize(playedCases: readonly PlayedCase[]): EvalResult {
  const failedCases = playedCases.filter(({ problems }) => problems.length > 0);
  const failureKinds = failedCases.flatMap(({ problems }) => [...new Set(problems.map(findFailureKind))]);
  return {
    all: computeScore(playedCases),
    businesses: computeScoresBy(playedCases, ({ business }) => [business]),
    skills: computeScoresBy(playedCases, ({ tags }) => tags),
    failures: Object.fromEntries(
      [...FAILURE_KINDS.map(([kind]) => kind), OTHER_FAILURE]
        .map((kind): [string, number] => [kind, failureKinds.filter((failureKind) => failureKind === kind).length])
        .filter(([, count]) => count > 0),
    ),
  };
}

const findFailureKind = (problem: string) =>
  FAILURE_KINDS.find(([, pattern]) => pattern.test(problem))?.[0] ?? OTHER_FAILURE;

const computeScore = (playedCases: readonly PlayedCase[]): Score => ({
  passed: playedCases.filter(({ problems }) => problems.length === 0).length,
  of: playedCases.length,
});

function computeScoresBy(
  playedCases: readonly PlayedCase[],
  getGroups: (playedCase: PlayedCase) => readonly string[],
): Record<string, Score> {
  const groups = [...new Set(playedCases.flatMap(getGroups))].sort();
  return Object.fromEntries(
    groups.map((group) => [
      group,
      computeScore(playedCases.filter((playedCase) => getGroups(playedCase).includes(group))),
    ]),
  );
}

/** A table of the scores, beside those of the saved result. */
export function formatComparison(current: EvalResult, previous: EvalResult | undefined): string {
  const formatScoreLines = (
    title: string,
    currentScores: Record<string, Score>,
    previousScores: Record<string, Score> = {},
  ) => [
    title,
    ...Object.entries(currentScores).map(
      ([name, score]) =>
        `  ${name.padEnd(44)}${formatScore(score)}   ${previousScores[name] ? formatScore(previousScores[name]) : ''}`,
    ),
  ];
  const kinds = new Set([...Object.keys(current.failures), ...Object.keys(previous?.failures ?? {})]);
  return [
    `${''.padEnd(46)}${'now'.padEnd(18)}${previous ? 'saved' : ''}`,
    ...formatScoreLines('all', { conversations: current.all }, previous && { conversations: previous.all }),
    ...formatScoreLines('by business', current.businesses, previous?.businesses),
    ...formatScoreLines('by skill', current.skills, previous?.skills),
    'failures',
    ...[...kinds].map(
      (kind) =>
        `  ${kind.padEnd(44)}${String(current.failures[kind] ?? 0).padEnd(18)}${previous ? (previous.failures[kind] ?? 0) : ''}`,
    ),
  ].join('\n');
}

const formatScore = ({ passed, of }: Score) =>
  `${passed}/${of}`.padEnd(9) + `${((100 * passed) / of).toFixed(1)} %`.padEnd(6);
