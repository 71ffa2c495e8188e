import type { Certainty, Facts, Finding, UnclearQuote } from './read/findings.ts';

export type Source = { url: string; quote: string };
/** Several options contradict each other, so the owner has to choose. */
export type Option = { value: unknown; certainty: Certainty; sources: Source[] };
export type Proposal = {
  /** Where it goes in the document; `/-` at the end adds an entry to a list. */
  pointer: string;
  options: Option[];
  /** Fields of a list entry that the document requires and the website does not state. */
  missing: string[];
};
/** A line about something that could not be read as a value. */
export type ImportNote = Source & { about: UnclearQuote['about'] };
export type Proposals = { proposals: Proposal[]; unclearQuotes: ImportNote[] };

export type ReadPage = { url: string; title: string; findings: Finding[]; unclearQuotes: UnclearQuote[] };

/** A finding with the URL of its page. */
export type Located<Kind extends keyof Facts = keyof Facts> = Finding<Kind> & { url: string };

const MAX_SOURCES = 3;

export const toSource = ({ url, quote }: Source): Source => ({ url, quote });

export function addSource(sources: readonly Source[], source: Source): Source[] {
  const isKnown = sources.some(({ url, quote }) => url === source.url && quote === source.quote);
  return isKnown || sources.length >= MAX_SOURCES ? [...sources] : [...sources, toSource(source)];
}
