import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from './customer.ts';

export type ExamBusiness = { id: string; industry: string; config: Record<string, unknown> };

export type Turn = {
  say: string;
  /** Patterns that the reply to this turn must (`match`) or must not (`never`) contain. */
  match?: readonly string[];
  never?: readonly string[];
  /** Whether the customer answers questions before the next turn. */
  follow?: boolean;
};

export type Expectations = {
  /** Patterns that some reply (`match`) or the last one (`lastMatch`) must contain, or none may contain (`never`). */
  match?: readonly string[];
  lastMatch?: readonly string[];
  never?: readonly string[];
  status?: string;
  receipts?: readonly string[];
  noReceipts?: boolean;
  /** Exactly these bookings are created, each with these values at these paths. */
  bookings?: readonly Readonly<Record<string, unknown>>[];
};

export type ExamCase = {
  id: string;
  /** The id of the business that the customer writes to. */
  business: string;
  tags: readonly string[];
  /** What the business takes for the current time. */
  clock: string;
  turns: readonly (string | Turn)[];
  facts?: Facts;
  /** Further fields of the chat request. */
  chat?: Record<string, unknown>;
  /** Whether the customer answers the assistant's questions after the last turn, and how often at most. */
  follow?: boolean;
  maxFollow?: number;
  /** Runs on a new business without any bookings. */
  fresh?: boolean;
  expect?: Expectations;
};

export const { businesses, cases } = readCases(import.meta.dirname);
/**
 * Known failing cases, each with the missing feature. These lists should only get shorter. Processors round the models' results
 * differently, which decides a few close cases, so each architecture has some of its own.
 */
export const knownFailures: Readonly<Record<string, string>> = {
  ...readKnownFailures('not-yet.json'),
  ...readKnownFailures(`not-yet-${process.arch}.json`),
};

/** Reads the businesses and cases of a folder. */
export function readCases(folder: string): { businesses: readonly ExamBusiness[]; cases: readonly ExamCase[] } {
  return { businesses: readJsonFiles(join(folder, 'businesses')), cases: readJsonFiles(join(folder, 'cases')) };
}

function readKnownFailures(file: string): Record<string, string> {
  return JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
}

function readJsonFiles<Entry>(path: string): Entry[] {
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file): Entry[] => JSON.parse(readFileSync(join(path, file), 'utf8')));
}
