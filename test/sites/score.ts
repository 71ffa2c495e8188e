// Compares an import's proposals with what a person reads on the website.
import { isDeepStrictEqual } from 'node:util';
import type { Proposal, Proposals } from '../../src/features/site-import/proposal.ts';

type Entry = Record<string, unknown>;
export type Expected = {
  industry: string;
  fields: Record<string, unknown>;
  lists: Record<string, Entry[]>;
  /** Fields for which the website states several values, with those values. */
  contradictions?: Record<string, unknown[]>;
  /** Parts of lines that the owner must be shown, because they cannot be read as a value. */
  notes: string[];
};
const VERDICTS = ['right', 'wrong', 'missing', 'invented'] as const;
type Verdict = (typeof VERDICTS)[number];
export type Score = { field: string; verdict: Verdict; expected?: unknown; proposed?: unknown };

const normalizeWords = (text: string) =>
  text
    .toLowerCase()
    .match(/[\p{L}\d]+/gu)
    ?.join(' ') ?? '';
/** Addresses and phone numbers have several notations. */
const isSame = (field: string, a: unknown, b: unknown): boolean =>
  field === '/contact/phone'
    ? String(a).replace(/\D/g, '').slice(-9) === String(b).replace(/\D/g, '').slice(-9)
    : typeof a === 'string' && typeof b === 'string'
      ? normalizeWords(a) === normalizeWords(b)
      : isDeepStrictEqual(a, b);

export function score(expected: Expected, { proposals, unclearQuotes: notes }: Proposals): Score[] {
  const singleProposals = new Map(
    proposals.filter(({ pointer }) => !pointer.endsWith('/-')).map((proposal) => [proposal.pointer, proposal]),
  );
  const scores: Score[] = [];
  for (const [field, value] of Object.entries(expected.fields))
    scores.push(
      ...(field === '/hours'
        ? scoreHours(value, singleProposals.get(field))
        : [scoreSingle(field, value, singleProposals.get(field))]),
    );
  for (const [field, values] of Object.entries(expected.contradictions ?? {})) {
    const options = singleProposals.get(field)?.options.map(({ value }) => value) ?? [];
    const isRight =
      options.length === values.length &&
      values.every((value) => options.some((option) => isDeepStrictEqual(option, value)));
    scores.push({
      field,
      verdict: isRight ? 'right' : options.length ? 'wrong' : 'missing',
      expected: values,
      proposed: options,
    });
  }
  const expectedFields = new Set([...Object.keys(expected.fields), ...Object.keys(expected.contradictions ?? {})]);
  for (const [field, { options }] of singleProposals)
    if (!expectedFields.has(field)) scores.push({ field, verdict: 'invented', proposed: options[0]?.value });
  const listPointers = new Set([
    ...Object.keys(expected.lists),
    ...proposals.filter(({ pointer }) => pointer.endsWith('/-')).map(({ pointer }) => pointer.slice(0, -2)),
  ]);
  for (const list of listPointers)
    scores.push(
      ...scoreList(
        list,
        expected.lists[list] ?? [],
        proposals.filter(({ pointer }) => pointer === `${list}/-`),
      ),
    );
  for (const note of expected.notes)
    scores.push({
      field: 'note',
      verdict: notes.some(({ quote }) => normalizeWords(quote).includes(normalizeWords(note))) ? 'right' : 'missing',
      expected: note,
    });
  return scores;
}

function scoreSingle(field: string, value: unknown, proposal: Proposal | undefined): Score {
  if (!proposal) return { field, verdict: 'missing', expected: value };
  const isRight = proposal.options.length === 1 && isSame(field, proposal.options[0]?.value, value);
  return {
    field,
    verdict: isRight ? 'right' : 'wrong',
    expected: value,
    proposed: proposal.options.map((option) => option.value),
  };
}

/** Each day is a field. */
function scoreHours(value: unknown, proposal: Proposal | undefined): Score[] {
  const expectedHours = value as Entry;
  const proposedHours = (proposal?.options.length === 1 ? proposal.options[0]?.value : {}) as Entry;
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].flatMap((day): Score[] => {
    const field = `/hours/${day}`;
    if (!(day in expectedHours))
      return day in proposedHours ? [{ field, verdict: 'invented', proposed: proposedHours[day] }] : [];
    const verdict = !(day in proposedHours)
      ? 'missing'
      : isDeepStrictEqual(proposedHours[day], expectedHours[day])
        ? 'right'
        : 'wrong';
    return [{ field, verdict, expected: expectedHours[day], proposed: proposedHours[day] }];
  });
}

/** Each field of an entry counts. Entries are the same if their names are. */
function scoreList(list: string, expected: readonly Entry[], proposals: readonly Proposal[]): Score[] {
  const getEntryKey = (entry: Entry) => normalizeWords(String(entry.name ?? entry.question ?? entry.from));
  const proposedEntries = proposals.map(({ options }) => ({
    entry: options[0]?.value as Entry,
    isSingle: options.length === 1,
  }));
  const scores = expected.flatMap((entry) => {
    const index = proposedEntries.findIndex((candidate) => getEntryKey(candidate.entry) === getEntryKey(entry));
    const [proposedEntry] = index < 0 ? [] : proposedEntries.splice(index, 1);
    return Object.keys({ ...entry, ...proposedEntry?.entry }).map((name): Score => {
      const field = `${list} ${getEntryKey(entry)} ${name}`;
      const [expectedValue, proposedValue] = [entry[name], proposedEntry?.entry[name]];
      if (expectedValue === undefined) return { field, verdict: 'invented', proposed: proposedValue };
      if (proposedValue === undefined) return { field, verdict: 'missing', expected: expectedValue };
      return {
        field,
        verdict: proposedEntry?.isSingle && isSame(name, proposedValue, expectedValue) ? 'right' : 'wrong',
        expected: expectedValue,
        proposed: proposedValue,
      };
    });
  });
  return [
    ...scores,
    ...proposedEntries.map(
      ({ entry }): Score => ({ field: `${list} ${getEntryKey(entry)}`, verdict: 'invented', proposed: entry }),
    ),
  ];
}

/** Prints how many fields of a website were read right, and each that was not. */
export function printScores(site: string, scores: readonly Score[]): void {
  const count = (verdict: Verdict) => `${scores.filter((each) => each.verdict === verdict).length} ${verdict}`;
  const failures = scores.filter(({ verdict }) => verdict !== 'right').map((each) => `\n  ${JSON.stringify(each)}`);
  console.log(`${site}: ${VERDICTS.map(count).join(', ')}${failures.join('')}`);
}
