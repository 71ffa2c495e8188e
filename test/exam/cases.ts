import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from './customer.ts';

export type PlayedBusiness = { id: string; industry: string; config: Record<string, unknown> };

export type Turn = {
  say: string;
  /** Patterns that the reply to this turn must, or must not, have. */
  match?: readonly string[];
  never?: readonly string[];
  /** Whether the customer answers questions before the next turn. */
  follow?: boolean;
};

export type Expectations = {
  match?: readonly string[];
  lastMatch?: readonly string[];
  never?: readonly string[];
  status?: string;
  receipts?: readonly string[];
  noReceipts?: boolean;
  /** Exactly these are new, each with these values at these paths. */
  bookings?: readonly Readonly<Record<string, unknown>>[];
};

export type Case = {
  id: string;
  business: string;
  tags: readonly string[];
  clock: string;
  turns: readonly (string | Turn)[];
  facts?: Facts;
  /** Further fields of the chat request. */
  chat?: Record<string, unknown>;
  follow?: boolean;
  maxFollow?: number;
  /** On a business that nobody has booked at yet. */
  fresh?: boolean;
  expect?: Expectations;
};

export const { businesses, cases } = readCases(import.meta.dirname);
/** Cases that fail, with what is missing: a list to shorten. */
export const notYet: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'not-yet.json'), 'utf8'),
);

/** The businesses and cases of a folder. */
export function readCases(folder: string): { businesses: readonly PlayedBusiness[]; cases: readonly Case[] } {
  return { businesses: readAll(join(folder, 'businesses')), cases: readAll(join(folder, 'cases')) };
}

function readAll<Entry>(path: string): Entry[] {
  return readdirSync(path)
    .filter((file) => file.endsWith('.json'))
    .flatMap((file): Entry[] => JSON.parse(readFileSync(join(path, file), 'utf8')));
}
