// Tests how well websites of different builders are read. Those in held-out were set aside while the reader was written.
import { describe, expect, it } from 'vitest';
import { pickTodaysShare } from '../../../test/rotation.ts';
import { printScores, type Score, score } from '../../../test/sites/score.ts';
import { listSites, openSite, readExpected, readSiteText } from '../../../test/sites/sites.ts';
import { loadIndustries } from '../../industries/load.ts';
import { createSafeFetch } from '../../kernel/safe-fetch.ts';
import { collectTargetLists } from './entries.ts';
import type { Proposals } from './proposal.ts';
import { propose } from './propose.ts';
import { readSite } from './read-site.ts';

/** A day before most closures that the websites announce, and after one that is over. */
const TODAY = '2026-01-15';
const MIN_SHARE_RIGHT = 0.9;
const industries = await loadIndustries();

async function scoreSite(site: string): Promise<Score[]> {
  const expected = readExpected(site);
  const website = await openSite(site);
  const fetch = createSafeFetch({ allowPrivate: true });
  try {
    const activeIndustries = industries.filter(({ name }) => name === expected.industry);
    const lists = activeIndustries.flatMap(({ siteLists = [] }) => siteLists);
    const pages = await readSite(`${website.url}/`, { fetch, siteLists: lists, reportProgress: async () => undefined });
    const result = propose(pages, collectTargetLists(activeIndustries), { country: 'US', currency: 'USD' }, TODAY);
    expect(listUngroundedParts(site, result)).toEqual([]);
    return score(expected, result);
  } finally {
    await fetch.close();
    await website.close();
  }
}

/** Parts of proposed texts that are not on any page. Derived values, such as the time zone, are not checked. */
function listUngroundedParts(site: string, { proposals }: Proposals): string[] {
  const normalizeWords = (text: string) =>
    text
      .toLowerCase()
      .match(/[\p{L}\d]+/gu)
      ?.join(' ') ?? '';
  const siteText = normalizeWords(readSiteText(site));
  const isInferred = (pointer: string) =>
    ['/locale', '/currency', '/timezone', '/hours', '/closures/-'].includes(pointer);
  const texts = proposals
    .filter(({ pointer }) => !isInferred(pointer))
    .flatMap(({ options }) =>
      options.flatMap(({ value }) => Object.entries(Object(value) === value ? (value as object) : { value })),
    )
    .flatMap(([field, value]) => (typeof value === 'string' && field !== 'interval' ? [value] : []));
  return texts
    .flatMap((proposedText) => proposedText.split(/[,\n]/))
    .filter((part) => !siteText.includes(normalizeWords(part)));
}

describe.each([
  ['websites', '.', 33, 3],
  ['held-out websites', 'held-out', 3, 1],
])('%s', (_, folder, count, oneIn) => {
  it('are read right, and nothing is invented', { timeout: 240_000 }, async () => {
    const sites = listSites(folder);
    expect(sites).toHaveLength(count);
    const allScores: Score[] = [];
    for (const site of pickTodaysShare(sites, oneIn)) {
      const scores = await scoreSite(site);
      printScores(site, scores);
      allScores.push(...scores);
    }
    const fields = allScores.filter(({ verdict }) => verdict !== 'invented');
    const rightScores = fields.filter(({ verdict }) => verdict === 'right');
    expect(allScores.filter(({ verdict }) => verdict === 'invented')).toEqual([]);
    expect(rightScores.length / fields.length).toBeGreaterThanOrEqual(MIN_SHARE_RIGHT);
  });
});
