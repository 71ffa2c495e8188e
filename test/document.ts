// The businesses of the fixtures as documents, for tests that need no service.
import { readFileSync } from 'node:fs';
import { type Business, EMPTY_DOCUMENT } from '../src/capability/document.ts';
import { loadIndustries } from '../src/industries/load.ts';

type Fixture = { industry: string; config: Partial<Business> & { name: string } };
const fixtures: Fixture[] = JSON.parse(readFileSync(new URL('./fixtures/businesses.json', import.meta.url), 'utf8'));
const industries = await loadIndustries();

export const industryOf = (name: string) => industries.find((industry) => industry.name === name)!;

/** What its owner has put into the document. */
export const configOf = (industry: string) => fixtures.find((each) => each.industry === industry)!.config;

export const documentOf = (industry: string, patch: Partial<Business> = {}): Business =>
  ({ ...EMPTY_DOCUMENT, industry, industries: [industry], ...configOf(industry), ...patch }) as Business;

/** The words of one slot as they were said: each mention could mean one thing or several. */
export const saying = (slot: string, ...mentions: (string | string[])[]) => ({
  [slot]: mentions.map((meanings) => [meanings].flat().map((name) => ({ id: name.toLowerCase(), name, said: name }))),
});
