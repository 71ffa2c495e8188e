// The fixture businesses as documents, for tests that do not start the service.
import { readFileSync } from 'node:fs';
import { type Business, EMPTY_DOCUMENT } from '../src/capability/document.ts';
import { loadIndustries } from '../src/industries/load.ts';

type Fixture = { industry: string; config: Partial<Business> & { name: string } };
const fixtures: Fixture[] = JSON.parse(readFileSync(new URL('./fixtures/businesses.json', import.meta.url), 'utf8'));
const industries = await loadIndustries();

export const findIndustry = (name: string) => industries.find((industry) => industry.name === name)!;

/** The part of the document that the business owner configured. */
export const readFixtureConfig = (industry: string) =>
  fixtures.find((fixture) => fixture.industry === industry)!.config;

export const readFixtureDocument = (industry: string, patch: Partial<Business> = {}): Business =>
  ({ ...EMPTY_DOCUMENT, industry, industries: [industry], ...readFixtureConfig(industry), ...patch }) as Business;

/** The entities mentioned for one slot. A mention with several names is ambiguous. */
export const createSlotMentions = (slot: string, ...mentions: (string | string[])[]) => ({
  [slot]: mentions.map((meanings) => [meanings].flat().map((name) => ({ id: name.toLowerCase(), name, said: name }))),
});
